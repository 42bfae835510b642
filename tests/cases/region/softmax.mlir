// A slice of a softmax, which is no element-wise operation.
util.func public @f(%x: tensor<4x32xf32>) -> tensor<4x16xf32> {
  %e = tensor.empty() : tensor<4x32xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<4x32xf32>) outs(%e : tensor<4x32xf32>) -> tensor<4x32xf32>
  %r = tensor.extract_slice %s[0, 8] [4, 16] [1, 1] : tensor<4x32xf32> to tensor<4x16xf32>
  util.return %r : tensor<4x16xf32>
}
