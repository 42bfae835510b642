// Two ways through a function: insertions that cover a fill in the first block, a concatenation in one of the others.
util.func public @f(%x: tensor<4x8xf32>, %n: i32) -> tensor<8x8xf32> {
  %z = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %p = arith.cmpi sgt, %n, %z : i32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = math.absf %x : tensor<4x8xf32>
  %a = tensor.insert_slice %y into %f[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %y2 = math.exp %x : tensor<4x8xf32>
  %b = tensor.insert_slice %y2 into %a[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  cf.cond_br %p, ^bb1(%b : tensor<8x8xf32>), ^bb2
^bb1(%t: tensor<8x8xf32>):
  %t2 = math.absf %t : tensor<8x8xf32>
  cf.br ^bb3(%t2 : tensor<8x8xf32>)
^bb2:
  %m = tensor.concat dim(0) %y, %y2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  cf.br ^bb3(%m : tensor<8x8xf32>)
^bb3(%r: tensor<8x8xf32>):
  %r1 = arith.addf %r, %b : tensor<8x8xf32>
  util.return %r1 : tensor<8x8xf32>
}
