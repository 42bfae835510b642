util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<128x192xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<128x64xf32>) outs(%v1 : tensor<128x64xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = math.tanh %a : f32
 linalg.yield %y : f32
 } -> tensor<128x64xf32>
%v3 = tensor.extract_slice %v2[0, 0] [128, 64] [1, 1] : tensor<128x64xf32> to tensor<128x64xf32>
%v4 = tensor.empty() : tensor<128x64xf32>
%v5 = linalg.fill ins(%zero : f32) outs(%v4 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v6 = linalg.matmul ins(%v3, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v5 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v7 = tensor.concat dim(1) %x, %v6 : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x128xf32>
%v8 = tensor.empty() : tensor<128x128xf32>
%v9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v7 : tensor<128x128xf32>) outs(%v8 : tensor<128x128xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = math.tanh %a : f32
 linalg.yield %y : f32
 } -> tensor<128x128xf32>
%v10 = tensor.extract_slice %v9[0, 0] [128, 64] [1, 1] : tensor<128x128xf32> to tensor<128x64xf32>
%v11 = tensor.empty() : tensor<128x64xf32>
%v12 = linalg.fill ins(%zero : f32) outs(%v11 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v13 = linalg.matmul ins(%v10, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v12 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v14 = tensor.concat dim(1) %v7, %v13 : (tensor<128x128xf32>, tensor<128x64xf32>) -> tensor<128x192xf32>
util.return %v14 : tensor<128x192xf32>
}
