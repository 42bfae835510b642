// A computation that knows its index: a slice of it is no computation of slices.
util.func public @f(%x: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.cmpi sge, %i, %j : index
    %v = arith.select %p, %a, %z : f32
    linalg.yield %v : f32
  } -> tensor<8x8xf32>
  %r = tensor.extract_slice %g[4, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  util.return %r : tensor<4x8xf32>
}
