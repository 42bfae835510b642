#ij = affine_map<(d0, d1) -> (d0, d1)>
#j = affine_map<(d0, d1) -> (d1)>
util.func public @f(%A: tensor<1024x256xf32>, %W: tensor<256x512xf32>, %b: tensor<512xf32>) -> tensor<128x512xf32> {
  %zero = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<1024x512xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %p = linalg.matmul ins(%A, %W : tensor<1024x256xf32>, tensor<256x512xf32>) outs(%pf : tensor<1024x512xf32>) -> tensor<1024x512xf32>
  %y = linalg.generic {indexing_maps = [#ij, #j, #ij], iterator_types = ["parallel", "parallel"]} ins(%p, %b : tensor<1024x512xf32>, tensor<512xf32>) outs(%pe : tensor<1024x512xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %v = arith.addf %x, %s : f32
    linalg.yield %v : f32
  } -> tensor<1024x512xf32>
  %r = tensor.extract_slice %y[768, 0] [128, 512] [1, 1] : tensor<1024x512xf32> to tensor<128x512xf32>
  util.return %r : tensor<128x512xf32>
}
