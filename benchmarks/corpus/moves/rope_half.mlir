util.func public @f(%x: tensor<8x64x32xf32>, %cos: tensor<64x32xf32>, %sin: tensor<64x32xf32>) -> (tensor<8x64x32xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.extract_slice %x[0, 0, 0] [8, 64, 16] [1, 1, 1] : tensor<8x64x32xf32> to tensor<8x64x16xf32>
%v2 = tensor.extract_slice %x[0, 0, 16] [8, 64, 16] [1, 1, 1] : tensor<8x64x32xf32> to tensor<8x64x16xf32>
%v3 = tensor.empty() : tensor<8x64x16xf32>
%v4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v2 : tensor<8x64x16xf32>) outs(%v3 : tensor<8x64x16xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = arith.negf %a : f32
 linalg.yield %y : f32
 } -> tensor<8x64x16xf32>
%v5 = tensor.concat dim(2) %v4, %v1 : (tensor<8x64x16xf32>, tensor<8x64x16xf32>) -> tensor<8x64x32xf32>
%v6 = tensor.empty() : tensor<8x64x32xf32>
%v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %v5, %cos, %sin : tensor<8x64x32xf32>, tensor<8x64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%v6 : tensor<8x64x32xf32>) {
 ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
  %m = arith.mulf %a, %c : f32
  %n = arith.mulf %b, %d : f32
  %y = arith.addf %m, %n : f32
 linalg.yield %y : f32
 } -> tensor<8x64x32xf32>
util.return %v7 : tensor<8x64x32xf32>
}
