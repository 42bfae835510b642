// A variable that is read, written and read again.
util.global private mutable @state = dense<1.0> : tensor<4x8xf32>
util.func public @f(%x: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %s = util.global.load @state : tensor<4x8xf32>
  %e = math.exp %x : tensor<2x8xf32>
  %n = tensor.insert_slice %e into %s[1, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<4x8xf32>
  util.global.store %n, @state : tensor<4x8xf32>
  %t = util.global.load @state : tensor<4x8xf32>
  util.return %t : tensor<4x8xf32>
}
