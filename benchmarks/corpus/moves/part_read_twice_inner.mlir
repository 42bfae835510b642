util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<128x128xf32>, tensor<128x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = tensor.empty() : tensor<128x64xf32>
%v5 = linalg.fill ins(%zero : f32) outs(%v4 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v6 = linalg.matmul ins(%x, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v5 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v7 = tensor.concat dim(1) %v3, %v6 : (tensor<128x64xf32>, tensor<128x64xf32>) -> tensor<128x128xf32>
%v8 = tensor.empty() : tensor<128x64xf32>
%v9 = linalg.fill ins(%zero : f32) outs(%v8 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v10 = linalg.matmul ins(%v3, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v9 : tensor<128x64xf32>) -> tensor<128x64xf32>
util.return %v7, %v10 : tensor<128x128xf32>, tensor<128x64xf32>
}
