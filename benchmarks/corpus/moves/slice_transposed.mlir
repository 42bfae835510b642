util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<64x1xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = tensor.empty() : tensor<64x128xf32>
%v5 = linalg.transpose ins(%v3 : tensor<128x64xf32>) outs(%v4 : tensor<64x128xf32>) permutation = [1, 0]
%v6 = tensor.extract_slice %v5[0, 127] [64, 1] [1, 1] : tensor<64x128xf32> to tensor<64x1xf32>
util.return %v6 : tensor<64x1xf32>
}
