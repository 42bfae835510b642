util.func public @f(%A: tensor<?x64xf32>, %V: tensor<64x128xf32>, %W: tensor<64x128xf32>) -> tensor<?x256xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?x64xf32>
  %pe = tensor.empty(%n) : tensor<?x128xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<?x128xf32>) -> tensor<?x128xf32>
  %p = linalg.matmul ins(%A, %V : tensor<?x64xf32>, tensor<64x128xf32>) outs(%pf : tensor<?x128xf32>) -> tensor<?x128xf32>
  %qe = tensor.empty(%n) : tensor<?x128xf32>
  %qf = linalg.fill ins(%zero : f32) outs(%qe : tensor<?x128xf32>) -> tensor<?x128xf32>
  %q = linalg.matmul ins(%A, %W : tensor<?x64xf32>, tensor<64x128xf32>) outs(%qf : tensor<?x128xf32>) -> tensor<?x128xf32>
  %r = tensor.concat dim(1) %p, %q : (tensor<?x128xf32>, tensor<?x128xf32>) -> tensor<?x256xf32>
  util.return %r : tensor<?x256xf32>
}
