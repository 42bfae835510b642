// A transposed operand, and every other row of the result.
util.func public @f(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(j,i)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%x, %y : tensor<8x4xf32>, tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<8x4xf32>
  %r = tensor.extract_slice %g[0, 0] [4, 4] [2, 1] : tensor<8x4xf32> to tensor<4x4xf32>
  util.return %r : tensor<4x4xf32>
}
