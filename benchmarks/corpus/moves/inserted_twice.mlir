util.func public @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<128x64xf32>, tensor<192x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<64x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v4 = tensor.empty() : tensor<128x64xf32>
%v5 = linalg.fill ins(%zero : f32) outs(%v4 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v6 = tensor.empty() : tensor<192x64xf32>
%v7 = tensor.insert_slice %v3 into %v5[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<128x64xf32>
%v8 = tensor.concat dim(0) %v3, %x, %v3 : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<192x64xf32>
util.return %v7, %v8 : tensor<128x64xf32>, tensor<192x64xf32>
}
