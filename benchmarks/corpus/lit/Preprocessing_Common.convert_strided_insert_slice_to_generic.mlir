util.func public @stride2_no_passthrough(%src: tensor<4x4xf16>) -> tensor<9x9xf16> {
  %cst = arith.constant dense<0.000000e+00> : tensor<9x9xf16>
  %0 = tensor.insert_slice %src into %cst[1, 1] [4, 4] [2, 2] : tensor<4x4xf16> into tensor<9x9xf16>
  util.return %0 : tensor<9x9xf16>
}

// -----

util.func public @stride3_no_passthrough(%src: tensor<3x3xf32>) -> tensor<10x10xf32> {
  %cst = arith.constant dense<0.000000e+00> : tensor<10x10xf32>
  %0 = tensor.insert_slice %src into %cst[1, 1] [3, 3] [3, 3] : tensor<3x3xf32> into tensor<10x10xf32>
  util.return %0 : tensor<10x10xf32>
}

// -----

util.func public @stride2_with_collapse(%src: tensor<1x25x25x4x8xf16>) -> tensor<1x52x52x4x8xf16> {
  %cst = arith.constant dense<0.000000e+00> : tensor<1x52x52x4x8xf16>
  %0 = tensor.insert_slice %src into %cst[0, 1, 1, 0, 0] [1, 25, 25, 4, 8] [1, 2, 2, 1, 1] : tensor<1x25x25x4x8xf16> into tensor<1x52x52x4x8xf16>
  util.return %0 : tensor<1x52x52x4x8xf16>
}

// -----

util.func public @no_transform_unit_strides(%src: tensor<32x25x25x2048xf16>) -> tensor<32x50x50x2048xf16> {
  %cst = arith.constant dense<0.000000e+00> : tensor<32x50x50x2048xf16>
  %0 = tensor.insert_slice %src into %cst[0, 1, 1, 0] [32, 25, 25, 2048] [1, 1, 1, 1] : tensor<32x25x25x2048xf16> into tensor<32x50x50x2048xf16>
  util.return %0 : tensor<32x50x50x2048xf16>
}

// -----

util.func public @no_transform_nonzero_dest(%src: tensor<4x4xf32>, %dest: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = tensor.insert_slice %src into %dest[0, 0] [4, 4] [2, 2] : tensor<4x4xf32> into tensor<8x8xf32>
  util.return %0 : tensor<8x8xf32>
}

// -----

util.func public @no_transform_large_passthrough(%src: tensor<32x25x25x2048xf16>) -> tensor<32x50x50x2048xf16> {
  %cst = arith.constant dense<0.000000e+00> : tensor<32x50x50x2048xf16>
  %0 = tensor.insert_slice %src into %cst[0, 0, 0, 0] [32, 25, 25, 2048] [1, 2, 2, 1] : tensor<32x25x25x2048xf16> into tensor<32x50x50x2048xf16>
  util.return %0 : tensor<32x50x50x2048xf16>
}
