util.func public @f(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %d: tensor<128x64xf32>, %e: tensor<128x64xf32>) -> (tensor<128x64xf32>, tensor<128x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<64x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<64x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<64x64xf32>) -> tensor<64x64xf32>
%v4 = tensor.insert_slice %v3 into %d[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<128x64xf32>
%v5 = tensor.insert_slice %v3 into %e[64, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<128x64xf32>
util.return %v4, %v5 : tensor<128x64xf32>, tensor<128x64xf32>
}
