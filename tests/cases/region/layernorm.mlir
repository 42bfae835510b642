// A reduction, what divides by it, broadcasts, and a slice.
util.func public @f(%x: tensor<8x32xf32>, %g: tensor<32xf32>) -> tensor<2x32xf32> {
  %z = arith.constant 0.0 : f32
  %n = arith.constant 32.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e1 = tensor.empty() : tensor<8xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel","reduction"]} ins(%x : tensor<8x32xf32>) outs(%f1 : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %a : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %e2 = tensor.empty() : tensor<8x32xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>, affine_map<(i,j)->(j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%x, %sum, %g : tensor<8x32xf32>, tensor<8xf32>, tensor<32xf32>) outs(%e2 : tensor<8x32xf32>) {
  ^bb0(%a: f32, %s: f32, %w: f32, %o: f32):
    %d = arith.divf %s, %n : f32
    %d2 = arith.addf %d, %eps : f32
    %q = math.rsqrt %d2 : f32
    %v = arith.mulf %a, %q : f32
    %v2 = arith.mulf %v, %w : f32
    linalg.yield %v2 : f32
  } -> tensor<8x32xf32>
  %r = tensor.extract_slice %y[4, 0] [2, 32] [1, 1] : tensor<8x32xf32> to tensor<2x32xf32>
  util.return %r : tensor<2x32xf32>
}
