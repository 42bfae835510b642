util.func public @f(%cache: tensor<512x64xf32>, %x: tensor<4x64xf32>, %W: tensor<64x64xf32>, %pos: index) -> (tensor<4x64xf32>, tensor<512x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<4x64xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<4x64xf32>) -> tensor<4x64xf32>
  %p = linalg.matmul ins(%x, %W : tensor<4x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<4x64xf32>) -> tensor<4x64xf32>
  %r = tensor.insert_slice %p into %cache[%pos,0][4,64][1,1] : tensor<4x64xf32> into tensor<512x64xf32>
  %b = tensor.extract_slice %r[%pos,0][4,64][1,1] : tensor<512x64xf32> to tensor<4x64xf32>
  util.return %b, %r : tensor<4x64xf32>, tensor<512x64xf32>
}
