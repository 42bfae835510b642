util.func public @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %cos: tensor<64x32xf32>, %sin: tensor<64x32xf32>) -> (tensor<2x64x32xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<64x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v4 = tensor.expand_shape %v3 [[0], [1, 2]] output_shape [64, 2, 32] : tensor<64x64xf32> into tensor<64x2x32xf32>
%v5 = tensor.empty() : tensor<2x64x32xf32>
%v6 = linalg.transpose ins(%v4 : tensor<64x2x32xf32>) outs(%v5 : tensor<2x64x32xf32>) permutation = [1, 0, 2]
%v7 = tensor.extract_slice %v6[0, 0, 0] [2, 64, 16] [1, 1, 1] : tensor<2x64x32xf32> to tensor<2x64x16xf32>
%v8 = tensor.extract_slice %v6[0, 0, 16] [2, 64, 16] [1, 1, 1] : tensor<2x64x32xf32> to tensor<2x64x16xf32>
%v9 = tensor.empty() : tensor<2x64x16xf32>
%v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v8 : tensor<2x64x16xf32>) outs(%v9 : tensor<2x64x16xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = arith.negf %a : f32
 linalg.yield %y : f32
 } -> tensor<2x64x16xf32>
%v11 = tensor.concat dim(2) %v10, %v7 : (tensor<2x64x16xf32>, tensor<2x64x16xf32>) -> tensor<2x64x32xf32>
%v12 = tensor.empty() : tensor<2x64x32xf32>
%v13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v6, %v11, %cos, %sin : tensor<2x64x32xf32>, tensor<2x64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>) outs(%v12 : tensor<2x64x32xf32>) {
 ^bb0(%a: f32, %b: f32, %c: f32, %d: f32, %o: f32):
  %m = arith.mulf %a, %c : f32
  %n = arith.mulf %b, %d : f32
  %y = arith.addf %m, %n : f32
 linalg.yield %y : f32
 } -> tensor<2x64x32xf32>
util.return %v13 : tensor<2x64x32xf32>
}
