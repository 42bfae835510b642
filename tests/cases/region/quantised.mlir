// A product of bytes with zero points, padded in front with one of them.
util.func public @f(%a: tensor<8x16xi8>, %b: tensor<16x8xi8>) -> tensor<10x8xi32> {
  %z = arith.constant 0 : i32
  %za = arith.constant 3 : i32
  %zb = arith.constant -2 : i32
  %e = tensor.empty() : tensor<8x8xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<8x8xi32>) -> tensor<8x8xi32>
  %m = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<8x16xi8>, tensor<16x8xi8>, i32, i32) outs(%f : tensor<8x8xi32>) -> tensor<8x8xi32>
  %p = tensor.pad %m low[1,0] high[1,0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zb : i32
  } : tensor<8x8xi32> to tensor<10x8xi32>
  util.return %p : tensor<10x8xi32>
}
