util.func public @f(%x: tensor<8x8x32xf32>, %w: tensor<32x32xf32>) -> (tensor<8x8x32xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.expand_shape %x [[0, 1], [2, 3], [4]] output_shape [2, 4, 2, 4, 32] : tensor<8x8x32xf32> into tensor<2x4x2x4x32xf32>
%v2 = tensor.empty() : tensor<2x2x4x4x32xf32>
%v3 = linalg.transpose ins(%v1 : tensor<2x4x2x4x32xf32>) outs(%v2 : tensor<2x2x4x4x32xf32>) permutation = [0, 2, 1, 3, 4]
%v4 = tensor.collapse_shape %v3 [[0, 1], [2, 3], [4]] : tensor<2x2x4x4x32xf32> into tensor<4x16x32xf32>
%v5 = tensor.collapse_shape %v4 [[0, 1], [2]] : tensor<4x16x32xf32> into tensor<64x32xf32>
%v6 = tensor.empty() : tensor<64x32xf32>
%v7 = linalg.fill ins(%zero : f32) outs(%v6 : tensor<64x32xf32>) -> tensor<64x32xf32>
%v8 = linalg.matmul ins(%v5, %w : tensor<64x32xf32>, tensor<32x32xf32>) outs(%v7 : tensor<64x32xf32>) -> tensor<64x32xf32>
%v9 = tensor.expand_shape %v8 [[0, 1], [2]] output_shape [4, 16, 32] : tensor<64x32xf32> into tensor<4x16x32xf32>
%v10 = tensor.expand_shape %v9 [[0, 1], [2, 3], [4]] output_shape [2, 2, 4, 4, 32] : tensor<4x16x32xf32> into tensor<2x2x4x4x32xf32>
%v11 = tensor.empty() : tensor<2x4x2x4x32xf32>
%v12 = linalg.transpose ins(%v10 : tensor<2x2x4x4x32xf32>) outs(%v11 : tensor<2x4x2x4x32xf32>) permutation = [0, 2, 1, 3, 4]
%v13 = tensor.collapse_shape %v12 [[0, 1], [2, 3], [4]] : tensor<2x4x2x4x32xf32> into tensor<8x8x32xf32>
util.return %v13 : tensor<8x8x32xf32>
}
