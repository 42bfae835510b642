// An operation of two results, one in place.
util.func public @f(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %a = tensor.empty() : tensor<4xf32>
  %af = linalg.fill ins(%z : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %s:2 = iree_linalg_ext.scan dimension(1) inclusive(true) ins(%x : tensor<4x8xf32>) outs(%e, %af : tensor<4x8xf32>, tensor<4xf32>) {
  ^bb0(%u: f32, %v: f32):
    %w = arith.addf %u, %v : f32
    iree_linalg_ext.yield %w : f32
  } -> tensor<4x8xf32>, tensor<4xf32>
  util.return %s#0, %s#1 : tensor<4x8xf32>, tensor<4xf32>
}
