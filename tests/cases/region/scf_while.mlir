// A loop of unknown length before a concatenation.
util.func public @f(%x: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %r:2 = scf.while (%i = %c0, %t = %x) : (i32, tensor<4x8xf32>) -> (i32, tensor<4x8xf32>) {
    %p = arith.cmpi slt, %i, %c3 : i32
    scf.condition(%p) %i, %t : i32, tensor<4x8xf32>
  } do {
  ^bb0(%i: i32, %t: tensor<4x8xf32>):
    %j = arith.addi %i, %c1 : i32
    %u = arith.addf %t, %x : tensor<4x8xf32>
    scf.yield %j, %u : i32, tensor<4x8xf32>
  }
  %c = tensor.concat dim(0) %r#1, %x : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  util.return %c : tensor<8x8xf32>
}
