// Two results of one computation, each inserted where others are filled.
util.func public @f(%x: tensor<32x48xf32>) -> (tensor<64x48xf32>, tensor<64x48xf32>) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %p0 = tensor.empty() : tensor<32x48xf32>
  %p1 = tensor.empty() : tensor<32x48xf32>
  %g:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%x : tensor<32x48xf32>) outs(%p0, %p1 : tensor<32x48xf32>, tensor<32x48xf32>) {
  ^bb0(%i: f32, %o: f32, %o2: f32):
    %a = math.absf %i : f32
    %b = math.exp %i : f32
    linalg.yield %a, %b : f32, f32
  } -> (tensor<32x48xf32>, tensor<32x48xf32>)
  %e = tensor.empty() : tensor<64x48xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %h = linalg.fill ins(%one : f32) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  %u = tensor.insert_slice %g#0 into %f[0, 0] [32, 48] [1, 1] : tensor<32x48xf32> into tensor<64x48xf32>
  %v = tensor.insert_slice %g#1 into %h[16, 0] [32, 48] [1, 1] : tensor<32x48xf32> into tensor<64x48xf32>
  util.return %u, %v : tensor<64x48xf32>, tensor<64x48xf32>
}
