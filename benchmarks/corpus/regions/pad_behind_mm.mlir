util.func public @f(%A: tensor<256x512xf32>, %W: tensor<512x512xf32>) -> tensor<258x514xf32> {
  %zero = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<256x512xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<256x512xf32>) -> tensor<256x512xf32>
  %p = linalg.matmul ins(%A, %W : tensor<256x512xf32>, tensor<512x512xf32>) outs(%pf : tensor<256x512xf32>) -> tensor<256x512xf32>
  %r = tensor.pad %p low[0,0] high[2,2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<256x512xf32> to tensor<258x514xf32>
  util.return %r : tensor<258x514xf32>
}
