util.func public @f(%A: tensor<?x64xf32>, %B: tensor<?x64xf32>, %W: tensor<64x?xf32>) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %A, %c0 : tensor<?x64xf32>
  %m = tensor.dim %B, %c0 : tensor<?x64xf32>
  %k = tensor.dim %W, %c1 : tensor<64x?xf32>
  %s = arith.addi %n, %m : index
  %pe = tensor.empty(%n, %k) : tensor<?x?xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<?x?xf32>) -> tensor<?x?xf32>
  %p = linalg.matmul ins(%A, %W : tensor<?x64xf32>, tensor<64x?xf32>) outs(%pf : tensor<?x?xf32>) -> tensor<?x?xf32>
  %qe = tensor.empty(%m, %k) : tensor<?x?xf32>
  %qf = linalg.fill ins(%zero : f32) outs(%qe : tensor<?x?xf32>) -> tensor<?x?xf32>
  %q = linalg.matmul ins(%B, %W : tensor<?x64xf32>, tensor<64x?xf32>) outs(%qf : tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%s, %k) : tensor<?x?xf32>
  %r0 = tensor.insert_slice %p into %e[0,0][%n,%k][1,1] : tensor<?x?xf32> into tensor<?x?xf32>
  %r1 = tensor.insert_slice %q into %r0[%n,0][%m,%k][1,1] : tensor<?x?xf32> into tensor<?x?xf32>
  util.return %r1 : tensor<?x?xf32>
}
