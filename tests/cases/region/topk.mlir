// Two results of which one is used.
util.func public @f(%x: tensor<4x16xf32>, %i: tensor<4x16xi32>) -> tensor<4x3xf32> {
  %ni = arith.constant 0xFF800000 : f32
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4x3xf32>
  %e2 = tensor.empty() : tensor<4x3xi32>
  %f = linalg.fill ins(%ni : f32) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %f2 = linalg.fill ins(%z : i32) outs(%e2 : tensor<4x3xi32>) -> tensor<4x3xi32>
  %t:2 = iree_linalg_ext.topk dimension(1) ins(%x, %i : tensor<4x16xf32>, tensor<4x16xi32>) outs(%f, %f2 : tensor<4x3xf32>, tensor<4x3xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    iree_linalg_ext.yield %c : i1
  } -> tensor<4x3xf32>, tensor<4x3xi32>
  util.return %t#0 : tensor<4x3xf32>
}
