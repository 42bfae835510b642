util.func public @f(%x: tensor<8x8x32xf32>, %w: tensor<32x32xf32>) -> (tensor<8x8x32xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.extract_slice %x[2, 0, 0] [6, 8, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<6x8x32xf32>
%v2 = tensor.extract_slice %x[0, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<2x8x32xf32>
%v3 = tensor.concat dim(0) %v1, %v2 : (tensor<6x8x32xf32>, tensor<2x8x32xf32>) -> tensor<8x8x32xf32>
%v4 = tensor.extract_slice %v3[0, 2, 0] [8, 6, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<8x6x32xf32>
%v5 = tensor.extract_slice %v3[0, 0, 0] [8, 2, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<8x2x32xf32>
%v6 = tensor.concat dim(1) %v4, %v5 : (tensor<8x6x32xf32>, tensor<8x2x32xf32>) -> tensor<8x8x32xf32>
%v7 = tensor.expand_shape %v6 [[0, 1], [2, 3], [4]] output_shape [2, 4, 2, 4, 32] : tensor<8x8x32xf32> into tensor<2x4x2x4x32xf32>
%v8 = tensor.empty() : tensor<2x2x4x4x32xf32>
%v9 = linalg.transpose ins(%v7 : tensor<2x4x2x4x32xf32>) outs(%v8 : tensor<2x2x4x4x32xf32>) permutation = [0, 2, 1, 3, 4]
%v10 = tensor.collapse_shape %v9 [[0, 1], [2, 3], [4]] : tensor<2x2x4x4x32xf32> into tensor<4x16x32xf32>
%v11 = tensor.collapse_shape %v10 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
%v12 = tensor.empty() : tensor<64x32xf32>
%v13 = linalg.fill ins(%zero : f32) outs(%v12 : tensor<64x32xf32>) -> tensor<64x32xf32>
%v14 = linalg.matmul ins(%v11, %w : tensor<64x32xf32>, tensor<32x32xf32>) outs(%v13 : tensor<64x32xf32>) -> tensor<64x32xf32>
%v15 = tensor.expand_shape %v14 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
%v16 = tensor.expand_shape %v15 [[0, 1], [2, 3], [4]] output_shape [2, 2, 4, 4, 32] : tensor<4x16x32xf32> into tensor<2x2x4x4x32xf32>
%v17 = tensor.empty() : tensor<2x4x2x4x32xf32>
%v18 = linalg.transpose ins(%v16 : tensor<2x2x4x4x32xf32>) outs(%v17 : tensor<2x4x2x4x32xf32>) permutation = [0, 2, 1, 3, 4]
%v19 = tensor.collapse_shape %v18 [[0, 1], [2, 3], [4]] : tensor<2x4x2x4x32xf32> into tensor<8x8x32xf32>
%v20 = tensor.extract_slice %v19[6, 0, 0] [2, 8, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<2x8x32xf32>
%v21 = tensor.extract_slice %v19[0, 0, 0] [6, 8, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<6x8x32xf32>
%v22 = tensor.concat dim(0) %v20, %v21 : (tensor<2x8x32xf32>, tensor<6x8x32xf32>) -> tensor<8x8x32xf32>
%v23 = tensor.extract_slice %v22[0, 6, 0] [8, 2, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<8x2x32xf32>
%v24 = tensor.extract_slice %v22[0, 0, 0] [8, 6, 32] [1, 1, 1] : tensor<8x8x32xf32> to tensor<8x6x32xf32>
%v25 = tensor.concat dim(1) %v23, %v24 : (tensor<8x2x32xf32>, tensor<8x6x32xf32>) -> tensor<8x8x32xf32>
util.return %v25 : tensor<8x8x32xf32>
}
