util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x64xf32>, %u: tensor<64x64xf32>) -> (tensor<1024x16xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x64xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = tensor.expand_shape %v3 [[0], [1, 2]] output_shape [128, 4, 16] : tensor<128x64xf32> into tensor<128x4x16xf32>
%v5 = tensor.collapse_shape %v4 [[0, 1], [2]] : tensor<128x4x16xf32> into tensor<512x16xf32>
%v6 = tensor.empty() : tensor<128x64xf32>
%v7 = linalg.fill ins(%zero : f32) outs(%v6 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v8 = linalg.matmul ins(%x, %u : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v7 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v9 = tensor.expand_shape %v8 [[0], [1, 2]] output_shape [128, 4, 16] : tensor<128x64xf32> into tensor<128x4x16xf32>
%v10 = tensor.collapse_shape %v9 [[0, 1], [2]] : tensor<128x4x16xf32> into tensor<512x16xf32>
%v11 = tensor.concat dim(0) %v5, %v10 : (tensor<512x16xf32>, tensor<512x16xf32>) -> tensor<1024x16xf32>
util.return %v11 : tensor<1024x16xf32>
}
