// Attention, which stays as it is.
util.func public @f(%q: tensor<2x16x8xf32>, %k: tensor<2x16x8xf32>, %v: tensor<2x16x8xf32>) -> tensor<2x16x8xf32> {
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x16x8xf32>
  %r = iree_linalg_ext.attention <{indexing_maps = [affine_map<(b,m,n,k1,k2) -> (b,m,k1)>, affine_map<(b,m,n,k1,k2)->(b,k2,k1)>, affine_map<(b,m,n,k1,k2)->(b,k2,n)>, affine_map<(b,m,n,k1,k2)->()>, affine_map<(b,m,n,k1,k2)->(b,m,n)>]}> ins(%q, %k, %v, %scale : tensor<2x16x8xf32>, tensor<2x16x8xf32>, tensor<2x16x8xf32>, f32) outs(%e : tensor<2x16x8xf32>) {
    ^bb0(%s: f32):
      iree_linalg_ext.yield %s : f32
  } -> tensor<2x16x8xf32>
  util.return %r : tensor<2x16x8xf32>
}
