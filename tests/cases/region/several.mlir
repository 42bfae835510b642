// Three functions, of which one calls another.
util.func private @helper(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = math.absf %x : tensor<4x8xf32>
  %r = tensor.insert_slice %a into %f[2, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  util.return %r : tensor<8x8xf32>
}
util.func public @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %h = util.call @helper(%x) : (tensor<4x8xf32>) -> tensor<8x8xf32>
  %s = tensor.extract_slice %h[1, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %e = math.exp %s : tensor<4x8xf32>
  util.return %e : tensor<4x8xf32>
}
util.func public @g(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %e = math.exp %x : tensor<4x8xf32>
  %c = tensor.concat dim(0) %e, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  util.return %c : tensor<8x8xf32>
}
