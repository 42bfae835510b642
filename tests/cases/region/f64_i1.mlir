// Truth values, and doubles concatenated along the inner dimension.
util.func public @f(%x: tensor<4x4xi1>, %a: tensor<4x4xf64>, %b: tensor<4x4xf64>) -> tensor<4x8xf64> {
  %s = arith.select %x, %a, %b : tensor<4x4xi1>, tensor<4x4xf64>
  %c = tensor.concat dim(1) %s, %b : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x8xf64>
  util.return %c : tensor<4x8xf64>
}
