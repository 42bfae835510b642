// Six heads in groups of two that share keys, and a product with keys that are tiled: no repetition need be made.
func.func @grouped(%q: tensor<6x5x8xf32>, %k: tensor<1x3x7x8xf32>) -> tensor<6x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x2x7x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d, e) -> (a, b, d, e)>, affine_map<(a, b, c, d, e) -> (a, b, c, d, e)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%k : tensor<1x3x7x8xf32>) outs(%e : tensor<1x3x2x7x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x2x7x8xf32>
  %c = tensor.collapse_shape %r [[0], [1, 2], [3], [4]] : tensor<1x3x2x7x8xf32> into tensor<1x6x7x8xf32>
  %f = tensor.empty() : tensor<1x6x8x7xf32>
  %t = linalg.transpose ins(%c : tensor<1x6x7x8xf32>) outs(%f : tensor<1x6x8x7xf32>) permutation = [0, 1, 3, 2]
  %h = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<1x6x8x7xf32> into tensor<6x8x7xf32>
  %g = tensor.empty() : tensor<6x5x7xf32>
  %start = linalg.fill ins(%zero : f32) outs(%g : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %p = linalg.batch_matmul ins(%q, %h : tensor<6x5x8xf32>, tensor<6x8x7xf32>) outs(%start : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  func.return %p : tensor<6x5x7xf32>
}
func.func @tiled(%q: tensor<6x5x8xf32>, %k: tensor<3x8x7xf32>) -> tensor<6x5x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x3x8x7xf32>
  %r = linalg.broadcast ins(%k : tensor<3x8x7xf32>) outs(%e : tensor<2x3x8x7xf32>) dimensions = [0]
  %h = tensor.collapse_shape %r [[0, 1], [2], [3]] : tensor<2x3x8x7xf32> into tensor<6x8x7xf32>
  %g = tensor.empty() : tensor<6x5x7xf32>
  %start = linalg.fill ins(%zero : f32) outs(%g : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  %p = linalg.batch_matmul ins(%q, %h : tensor<6x5x8xf32>, tensor<6x8x7xf32>) outs(%start : tensor<6x5x7xf32>) -> tensor<6x5x7xf32>
  func.return %p : tensor<6x5x7xf32>
}
