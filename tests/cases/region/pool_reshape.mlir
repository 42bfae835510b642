// A pooling that is looked at as a matrix.
util.func public @f(%x: tensor<1x8x8x4xf32>) -> tensor<16x4xf32> {
  %z = arith.constant -1.0e9 : f32
  %w = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %p = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %w : tensor<1x8x8x4xf32>, tensor<2x2xf32>) outs(%f : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %c = tensor.collapse_shape %p [[0, 1, 2], [3]] : tensor<1x4x4x4xf32> into tensor<16x4xf32>
  util.return %c : tensor<16x4xf32>
}
