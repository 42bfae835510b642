// Two concatenations of one shape, with elements of two types.
util.func public @f(%x: tensor<8x4xf32>, %y: tensor<8x4xf16>) -> (tensor<8x8xf32>, tensor<8x8xf16>, tensor<8x8xi1>) {
  %a = math.absf %x : tensor<8x4xf32>
  %b = arith.negf %x : tensor<8x4xf32>
  %c = math.absf %y : tensor<8x4xf16>
  %d = arith.negf %y : tensor<8x4xf16>
  %p = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %q = tensor.concat dim(1) %c, %d : (tensor<8x4xf16>, tensor<8x4xf16>) -> tensor<8x8xf16>
  %e = tensor.empty() : tensor<8x8xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xi1>) {
  ^bb0(%s: f32, %t: i1):
    %zero = arith.constant 0.0 : f32
    %u = arith.cmpf ogt, %s, %zero : f32
    linalg.yield %u : i1
  } -> tensor<8x8xi1>
  util.return %p, %q, %r : tensor<8x8xf32>, tensor<8x8xf16>, tensor<8x8xi1>
}
