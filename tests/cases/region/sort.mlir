// Rows of a sorted copy.
util.func public @f(%x: tensor<4x8xf32>) -> tensor<2x8xf32> {
  %c = math.absf %x : tensor<4x8xf32>
  %s = iree_linalg_ext.sort dimension(1) outs(%c : tensor<4x8xf32>) {
  ^bb0(%u: f32, %v: f32):
    %w = arith.cmpf olt, %u, %v : f32
    iree_linalg_ext.yield %w : i1
  } -> tensor<4x8xf32>
  %r = tensor.extract_slice %s[1, 0] [2, 8] [1, 1] : tensor<4x8xf32> to tensor<2x8xf32>
  util.return %r : tensor<2x8xf32>
}
