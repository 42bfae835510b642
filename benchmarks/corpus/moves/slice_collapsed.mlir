util.func public @f(%x: tensor<4x32x64xf32>, %w: tensor<64x64xf32>) -> (tensor<4x1x64xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.collapse_shape %x [[0, 1], [2]] : tensor<4x32x64xf32> into tensor<128x64xf32>
%v2 = tensor.empty() : tensor<128x64xf32>
%v3 = linalg.fill ins(%zero : f32) outs(%v2 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v4 = linalg.matmul ins(%v1, %w : tensor<128x64xf32>, tensor<64x64xf32>) outs(%v3 : tensor<128x64xf32>) -> tensor<128x64xf32>
%v5 = tensor.expand_shape %v4 [[0, 1], [2]] output_shape [4, 32, 64] : tensor<128x64xf32> into tensor<4x32x64xf32>
%v6 = tensor.extract_slice %v5[0, 31, 0] [4, 1, 64] [1, 1, 1] : tensor<4x32x64xf32> to tensor<4x1x64xf32>
util.return %v6 : tensor<4x1x64xf32>
}
