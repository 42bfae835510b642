util.func public @f(%x: tensor<64x128xf32>, %w: tensor<64x64xf32>, %u: tensor<64x128xf32>) -> (tensor<192x128xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<64x128xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<64x128xf32>) -> tensor<64x128xf32>
%v3 = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x128xf32>) outs(%v2 : tensor<64x128xf32>) -> tensor<64x128xf32>
%v4 = tensor.concat dim(0) %x, %v3 : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
%v5 = tensor.empty() : tensor<128x128xf32>
%v6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v4 : tensor<128x128xf32>) outs(%v5 : tensor<128x128xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = math.tanh %a : f32
 linalg.yield %y : f32
 } -> tensor<128x128xf32>
%v7 = tensor.empty() : tensor<64x128xf32>
%v8 = linalg.fill ins(%zero : f32) outs(%v7 : tensor<64x128xf32>) -> tensor<64x128xf32>
%v9 = linalg.matmul ins(%u, %v6 : tensor<64x128xf32>, tensor<128x128xf32>) outs(%v8 : tensor<64x128xf32>) -> tensor<64x128xf32>
%v10 = tensor.concat dim(0) %v4, %v9 : (tensor<128x128xf32>, tensor<64x128xf32>) -> tensor<192x128xf32>
util.return %v10 : tensor<192x128xf32>
}
