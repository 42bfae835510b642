util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<128x128xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = tensor.empty() : tensor<64x128xf32>
%v5 = linalg.transpose ins(%v3 : tensor<128x64xf32>) outs(%v4 : tensor<64x128xf32>) permutation = [1, 0]
%v6 = tensor.empty() : tensor<128x64xf32>
%v7 = linalg.fill ins(%zero : f32) outs(%v6 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v8 = linalg.matmul ins(%x, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v7 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v9 = tensor.empty() : tensor<64x128xf32>
%v10 = linalg.transpose ins(%v8 : tensor<128x64xf32>) outs(%v9 : tensor<64x128xf32>) permutation = [1, 0]
%v11 = tensor.concat dim(0) %v5, %v10 : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
util.return %v11 : tensor<128x128xf32>
}
