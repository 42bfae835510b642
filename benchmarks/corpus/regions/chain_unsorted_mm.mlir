util.func public @f(%A0: tensor<128x256xf32>, %A1: tensor<128x256xf32>, %A2: tensor<128x256xf32>, %W: tensor<256x256xf32>, %D: tensor<512x256xf32>) -> tensor<512x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<128x256xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %p0 = linalg.matmul ins(%A0, %W : tensor<128x256xf32>, tensor<256x256xf32>) outs(%f0 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %e1 = tensor.empty() : tensor<128x256xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %p1 = linalg.matmul ins(%A1, %W : tensor<128x256xf32>, tensor<256x256xf32>) outs(%f1 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %e2 = tensor.empty() : tensor<128x256xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %p2 = linalg.matmul ins(%A2, %W : tensor<128x256xf32>, tensor<256x256xf32>) outs(%f2 : tensor<128x256xf32>) -> tensor<128x256xf32>
  %d0 = tensor.insert_slice %p2 into %D[256, 0] [128, 256] [1, 1] : tensor<128x256xf32> into tensor<512x256xf32>
  %d1 = tensor.insert_slice %p0 into %d0[0, 0] [128, 256] [1, 1] : tensor<128x256xf32> into tensor<512x256xf32>
  %d2 = tensor.insert_slice %p1 into %d1[128, 0] [128, 256] [1, 1] : tensor<128x256xf32> into tensor<512x256xf32>
  util.return %d2 : tensor<512x256xf32>
}
