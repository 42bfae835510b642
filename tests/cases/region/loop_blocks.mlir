// A loop of blocks, and insertions that cover a fill behind it.
util.func public @f(%x: tensor<4x8xf32>, %n: i32) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %x : i32, tensor<4x8xf32>)
^head(%i: i32, %t: tensor<4x8xf32>):
  %p = arith.cmpi slt, %i, %n : i32
  cf.cond_br %p, ^body, ^done
^body:
  %u = arith.addf %t, %x : tensor<4x8xf32>
  %j = arith.addi %i, %c1 : i32
  cf.br ^head(%j, %u : i32, tensor<4x8xf32>)
^done:
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = math.absf %t : tensor<4x8xf32>
  %a = tensor.insert_slice %y into %f[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  %y2 = math.exp %x : tensor<4x8xf32>
  %b = tensor.insert_slice %y2 into %a[4, 0] [4, 8] [1, 1] : tensor<4x8xf32> into tensor<8x8xf32>
  util.return %b : tensor<8x8xf32>
}
