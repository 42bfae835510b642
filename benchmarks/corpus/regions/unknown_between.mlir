util.func public @f(%A: tensor<32x64xf32>, %B: tensor<32x64xf32>, %W: tensor<64x64xf32>, %t: i1) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<32x64xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.matmul ins(%A, %W : tensor<32x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<32x64xf32>) -> tensor<32x64xf32>
  %e = tensor.empty() : tensor<64x64xf32>
  %d = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r0 = tensor.insert_slice %p into %d[0,0][32,64][1,1] : tensor<32x64xf32> into tensor<64x64xf32>
  %q = linalg.matmul ins(%B, %W : tensor<32x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<32x64xf32>) -> tensor<32x64xf32>
  %r1 = tensor.insert_slice %q into %r0[32,0][32,64][1,1] : tensor<32x64xf32> into tensor<64x64xf32>
  %k = util.optimization_barrier %r1 : tensor<64x64xf32>
  %i = scf.if %t -> tensor<64x64xf32> {
    %u = linalg.matmul ins(%k, %W : tensor<64x64xf32>, tensor<64x64xf32>) outs(%d : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %u : tensor<64x64xf32>
  } else {
    scf.yield %r1 : tensor<64x64xf32>
  }
  %s0 = tensor.insert_slice %q into %d[0,0][32,64][1,1] : tensor<32x64xf32> into tensor<64x64xf32>
  %s1 = tensor.insert_slice %p into %s0[32,0][32,64][1,1] : tensor<32x64xf32> into tensor<64x64xf32>
  util.return %i, %s1 : tensor<64x64xf32>, tensor<64x64xf32>
}
