util.func public @f(%A: tensor<256x512xf32>, %W: tensor<512x512xf32>, %n: i32) -> tensor<512x512xf32> {
  %c0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<256x512xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<256x512xf32>) -> tensor<256x512xf32>
  %e = tensor.empty() : tensor<512x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %p = linalg.matmul ins(%A, %W : tensor<256x512xf32>, tensor<512x512xf32>) outs(%pf : tensor<256x512xf32>) -> tensor<256x512xf32>
  %some = arith.cmpi sgt, %n, %c0 : i32
  cf.cond_br %some, ^two, ^one
^two:
  %q = linalg.matmul ins(%p, %W : tensor<256x512xf32>, tensor<512x512xf32>) outs(%pf : tensor<256x512xf32>) -> tensor<256x512xf32>
  %a = tensor.insert_slice %p into %f[0, 0] [256, 512] [1, 1] : tensor<256x512xf32> into tensor<512x512xf32>
  %b = tensor.insert_slice %q into %a[256, 0] [256, 512] [1, 1] : tensor<256x512xf32> into tensor<512x512xf32>
  cf.br ^done(%b : tensor<512x512xf32>)
^one:
  %c = tensor.insert_slice %p into %f[128, 0] [256, 512] [1, 1] : tensor<256x512xf32> into tensor<512x512xf32>
  cf.br ^done(%c : tensor<512x512xf32>)
^done(%r: tensor<512x512xf32>):
  util.return %r : tensor<512x512xf32>
}
