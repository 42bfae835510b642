// The last row of a product with a bias.
util.func public @f(%A: tensor<64x32xf32>, %B: tensor<32x64xf32>, %b: tensor<64xf32>) -> tensor<1x64xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %m = linalg.matmul ins(%A, %B : tensor<64x32xf32>, tensor<32x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  %e2 = tensor.empty() : tensor<64x64xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%m, %b : tensor<64x64xf32>, tensor<64xf32>) outs(%e2 : tensor<64x64xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %d = arith.addf %a, %s : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  %r = tensor.extract_slice %y[63, 0] [1, 64] [1, 1] : tensor<64x64xf32> to tensor<1x64xf32>
  util.return %r : tensor<1x64xf32>
}
