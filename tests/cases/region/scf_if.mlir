// A conditional before an insertion into a fill.
util.func public @f(%x: tensor<4x8xf32>, %n: i32) -> tensor<8x8xf32> {
  %z = arith.constant 0 : i32
  %p = arith.cmpi sgt, %n, %z : i32
  %r = scf.if %p -> tensor<4x8xf32> {
    %e = math.exp %x : tensor<4x8xf32>
    scf.yield %e : tensor<4x8xf32>
  } else {
    %e = math.absf %x : tensor<4x8xf32>
    scf.yield %e : tensor<4x8xf32>
  }
  %zero = arith.constant 0.0 : f32
  %em = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%em : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = math.absf %r : tensor<4x8xf32>
  %i = tensor.insert_slice %q into %f[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  util.return %i : tensor<8x8xf32>
}
