util.func public @f(%x: tensor<124x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<128x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<124x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<124x64xf32>) -> tensor<124x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<124x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<124x64xf32>) -> tensor<124x64xf32>
%v4 = tensor.empty() : tensor<124x64xf32>
%v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v3 : tensor<124x64xf32>) outs(%v4 : tensor<124x64xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = math.tanh %a : f32
 linalg.yield %y : f32
 } -> tensor<124x64xf32>
%v6 = tensor.pad %v5 low[2, 0] high[2, 0] {
 ^bb0(%i0: index, %i1: index):
 tensor.yield %zero : f32
 } : tensor<124x64xf32> to tensor<128x64xf32>
%v7 = tensor.empty() : tensor<128x64xf32>
%v8 = linalg.fill ins(%zero : f32) outs(%v7 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v9 = linalg.matmul ins(%v6, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v8 : tensor<128x64xf32>) -> tensor<128x64xf32>
util.return %v9 : tensor<128x64xf32>
}
