util.func public @f(%x: tensor<120x60xf32>, %w: tensor<64x64xf32>) -> (tensor<128x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.pad %x low[4, 2] high[4, 2] {
 ^bb0(%i0: index, %i1: index):
 tensor.yield %zero : f32
 } : tensor<120x60xf32> to tensor<128x64xf32>
%v2 = tensor.empty() : tensor<128x64xf32>
%v3 = linalg.fill ins(%zero : f32) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = linalg.matmul ins(%v1, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v3 : tensor<128x64xf32>) -> tensor<128x64xf32>
util.return %v4 : tensor<128x64xf32>
}
