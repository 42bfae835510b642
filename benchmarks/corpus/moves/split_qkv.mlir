util.func public @f(%x: tensor<128x64xf32>, %w: tensor<64x192xf32>, %k: tensor<32x128xf32>) -> (tensor<128x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<128x192xf32>
%v2 = linalg.fill ins(%zero : f32) outs(%v1 : tensor<128x192xf32>) -> tensor<128x192xf32>
%v3 = linalg.matmul ins(%x, %w : tensor<128x64xf32>, tensor<64x192xf32>) outs(%v2 : tensor<128x192xf32>) -> tensor<128x192xf32>
%v4 = tensor.extract_slice %v3[0, 0] [128, 64] [1, 1] : tensor<128x192xf32> to tensor<128x64xf32>
%v5 = tensor.expand_shape %v4 [[0], [1, 2]] output_shape [128, 2, 32] : tensor<128x64xf32> into tensor<128x2x32xf32>
%v6 = tensor.empty() : tensor<2x128x32xf32>
%v7 = linalg.transpose ins(%v5 : tensor<128x2x32xf32>) outs(%v6 : tensor<2x128x32xf32>) permutation = [1, 0, 2]
%v8 = tensor.extract_slice %v3[0, 64] [128, 64] [1, 1] : tensor<128x192xf32> to tensor<128x64xf32>
%v9 = tensor.expand_shape %v8 [[0], [1, 2]] output_shape [128, 2, 32] : tensor<128x64xf32> into tensor<128x2x32xf32>
%v10 = tensor.empty() : tensor<2x128x32xf32>
%v11 = linalg.transpose ins(%v9 : tensor<128x2x32xf32>) outs(%v10 : tensor<2x128x32xf32>) permutation = [1, 0, 2]
%v12 = tensor.extract_slice %v3[0, 128] [128, 64] [1, 1] : tensor<128x192xf32> to tensor<128x64xf32>
%v13 = tensor.expand_shape %v12 [[0], [1, 2]] output_shape [128, 2, 32] : tensor<128x64xf32> into tensor<128x2x32xf32>
%v14 = tensor.empty() : tensor<2x128x32xf32>
%v15 = linalg.transpose ins(%v13 : tensor<128x2x32xf32>) outs(%v14 : tensor<2x128x32xf32>) permutation = [1, 0, 2]
%v16 = tensor.empty() : tensor<2x32x128xf32>
%v17 = linalg.transpose ins(%v11 : tensor<2x128x32xf32>) outs(%v16 : tensor<2x32x128xf32>) permutation = [0, 2, 1]
%v18 = tensor.empty() : tensor<2x128x128xf32>
%v19 = linalg.fill ins(%zero : f32) outs(%v18 : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
%v20 = linalg.batch_matmul ins(%v7, %v17 : tensor<2x128x32xf32>, tensor<2x32x128xf32>) outs(%v19 : tensor<2x128x128xf32>) -> tensor<2x128x128xf32>
%v21 = tensor.empty() : tensor<2x128x32xf32>
%v22 = linalg.fill ins(%zero : f32) outs(%v21 : tensor<2x128x32xf32>) -> tensor<2x128x32xf32>
%v23 = linalg.batch_matmul ins(%v20, %v15 : tensor<2x128x128xf32>, tensor<2x128x32xf32>) outs(%v22 : tensor<2x128x32xf32>) -> tensor<2x128x32xf32>
%v24 = tensor.empty() : tensor<128x2x32xf32>
%v25 = linalg.transpose ins(%v23 : tensor<2x128x32xf32>) outs(%v24 : tensor<128x2x32xf32>) permutation = [1, 0, 2]
%v26 = tensor.collapse_shape %v25 [[0], [1, 2]] : tensor<128x2x32xf32> into tensor<128x64xf32>
util.return %v26 : tensor<128x64xf32>
}
