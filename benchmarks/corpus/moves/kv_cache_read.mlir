util.func public @f(%x: tensor<1x64xf32>, %w: tensor<64x64xf32>, %cache: tensor<128x64xf32>) -> (tensor<128x64xf32>, tensor<1x128xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<1x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<1x64xf32>) -> tensor<1x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<1x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<1x64xf32>) -> tensor<1x64xf32>
%v4 = tensor.insert_slice %v3 into %cache[17, 0] [1, 64] [1, 1] : tensor<1x64xf32> into tensor<128x64xf32>
%v5 = tensor.empty() : tensor<64x128xf32>
%v6 = linalg.transpose ins(%v4 : tensor<128x64xf32>) outs(%v5 : tensor<64x128xf32>) permutation = [1, 0]
%v7 = tensor.empty() : tensor<1x128xf32>
%v8 = linalg.fill ins(%zero : f32) outs(%v7 : tensor<1x128xf32>) -> tensor<1x128xf32>
%v9 = linalg.matmul ins(%x, %v6 : tensor<1x64xf32>, tensor<64x128xf32>) outs(%v8 : tensor<1x128xf32>) -> tensor<1x128xf32>
util.return %v4, %v9 : tensor<128x64xf32>, tensor<1x128xf32>
}
