util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<128x8x16xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = tensor.expand_shape %v3 [[0], [1, 2]] output_shape [128, 4, 16] : tensor<128x64xf32> into tensor<128x4x16xf32>
%v5 = tensor.empty() : tensor<128x64xf32>
%v6 = linalg.fill ins(%zero : f32) outs(%v5 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v7 = linalg.matmul ins(%x, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v6 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v8 = tensor.expand_shape %v7 [[0], [1, 2]] output_shape [128, 4, 16] : tensor<128x64xf32> into tensor<128x4x16xf32>
%v9 = tensor.concat dim(1) %v4, %v8 : (tensor<128x4x16xf32>, tensor<128x4x16xf32>) -> tensor<128x8x16xf32>
util.return %v9 : tensor<128x8x16xf32>
}
