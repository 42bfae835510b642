util.func public @f(%A: tensor<3x32x64xf32>, %W: tensor<64x64xf32>) -> (tensor<2x32x64xf32>, tensor<32x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %a0 = tensor.extract_slice %A[0,0,0][1,32,64][1,1,1] : tensor<3x32x64xf32> to tensor<32x64xf32>
  %a1 = tensor.extract_slice %A[1,0,0][1,32,64][1,1,1] : tensor<3x32x64xf32> to tensor<32x64xf32>
  %a2 = tensor.extract_slice %A[2,0,0][1,32,64][1,1,1] : tensor<3x32x64xf32> to tensor<32x64xf32>
  %pe = tensor.empty() : tensor<32x64xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<32x64xf32>) -> tensor<32x64xf32>
  %p = linalg.matmul ins(%a0, %W : tensor<32x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<32x64xf32>) -> tensor<32x64xf32>
  %q = linalg.matmul ins(%a1, %W : tensor<32x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<32x64xf32>) -> tensor<32x64xf32>
  %e = tensor.empty() : tensor<2x32x64xf32>
  %d = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32x64xf32>) -> tensor<2x32x64xf32>
  %r0 = tensor.insert_slice %p into %d[0,0,0][1,32,64][1,1,1] : tensor<32x64xf32> into tensor<2x32x64xf32>
  %r1 = tensor.insert_slice %q into %r0[1,0,0][1,32,64][1,1,1] : tensor<32x64xf32> into tensor<2x32x64xf32>
  util.return %r1, %a2 : tensor<2x32x64xf32>, tensor<32x64xf32>
}
