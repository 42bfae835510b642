util.func public @f(%A: tensor<?x512xf32>, %B: tensor<?x512xf32>, %W: tensor<512x512xf32>) -> tensor<?x512xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?x512xf32>
  %m = tensor.dim %B, %c0 : tensor<?x512xf32>
  %s = arith.addi %n, %m : index
  %pe = tensor.empty(%n) : tensor<?x512xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<?x512xf32>) -> tensor<?x512xf32>
  %p = linalg.matmul ins(%A, %W : tensor<?x512xf32>, tensor<512x512xf32>) outs(%pf : tensor<?x512xf32>) -> tensor<?x512xf32>
  %qe = tensor.empty(%m) : tensor<?x512xf32>
  %qf = linalg.fill ins(%zero : f32) outs(%qe : tensor<?x512xf32>) -> tensor<?x512xf32>
  %q = linalg.matmul ins(%B, %W : tensor<?x512xf32>, tensor<512x512xf32>) outs(%qf : tensor<?x512xf32>) -> tensor<?x512xf32>
  %e = tensor.empty(%s) : tensor<?x512xf32>
  %d = linalg.fill ins(%zero : f32) outs(%e : tensor<?x512xf32>) -> tensor<?x512xf32>
  %r0 = tensor.insert_slice %p into %d[0,0][%n,512][1,1] : tensor<?x512xf32> into tensor<?x512xf32>
  %r1 = tensor.insert_slice %q into %r0[%n,0][%m,512][1,1] : tensor<?x512xf32> into tensor<?x512xf32>
  util.return %r1 : tensor<?x512xf32>
}
