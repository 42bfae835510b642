// Tensors of no dimension.
util.func public @f(%x: tensor<8xf32>, %s: tensor<f32>) -> (tensor<f32>, tensor<8xf32>) {
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->()>], iterator_types = ["reduction"]} ins(%x : tensor<8xf32>) outs(%s : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %d = arith.addf %a, %o : f32
    linalg.yield %d : f32
  } -> tensor<f32>
  %v = tensor.extract %r[] : tensor<f32>
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%v : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  util.return %r, %f : tensor<f32>, tensor<8xf32>
}
