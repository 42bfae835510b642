util.func public @f(%x: tensor<64x16x16xf32>, %w: tensor<32x32xf32>) -> (tensor<64x16x16xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.extract_slice %x[0, 0, 0] [32, 16, 16] [1, 1, 1] : tensor<64x16x16xf32> to tensor<32x16x16xf32>
%v2 = tensor.extract_slice %x[32, 0, 0] [32, 16, 16] [1, 1, 1] : tensor<64x16x16xf32> to tensor<32x16x16xf32>
%v3 = tensor.collapse_shape %v2 [[0], [1, 2]] : tensor<32x16x16xf32> into tensor<32x256xf32>
%v4 = tensor.empty() : tensor<32x256xf32>
%v5 = linalg.fill ins(%zero : f32) outs(%v4 : tensor<32x256xf32>) -> tensor<32x256xf32>
%v6 = linalg.matmul ins(%w, %v3 : tensor<32x32xf32>, tensor<32x256xf32>) outs(%v5 : tensor<32x256xf32>) -> tensor<32x256xf32>
%v7 = tensor.expand_shape %v6 [[0], [1, 2]] output_shape [32, 16, 16] : tensor<32x256xf32> into tensor<32x16x16xf32>
%v8 = tensor.concat dim(0) %v1, %v7 : (tensor<32x16x16xf32>, tensor<32x16x16xf32>) -> tensor<64x16x16xf32>
%v9 = tensor.expand_shape %v8 [[0, 1], [2], [3]] output_shape [2, 32, 16, 16] : tensor<64x16x16xf32> into tensor<2x32x16x16xf32>
%v10 = tensor.empty() : tensor<32x2x16x16xf32>
%v11 = linalg.transpose ins(%v9 : tensor<2x32x16x16xf32>) outs(%v10 : tensor<32x2x16x16xf32>) permutation = [1, 0, 2, 3]
%v12 = tensor.collapse_shape %v11 [[0, 1], [2], [3]] : tensor<32x2x16x16xf32> into tensor<64x16x16xf32>
util.return %v12 : tensor<64x16x16xf32>
}
