util.func public @f(%A: tensor<?x64xf32>, %W: tensor<64x64xf32>) -> tensor<?x64xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?x64xf32>
  %pe = tensor.empty(%n) : tensor<?x64xf32>
  %pf = linalg.fill ins(%zero : f32) outs(%pe : tensor<?x64xf32>) -> tensor<?x64xf32>
  %p = linalg.matmul ins(%A, %W : tensor<?x64xf32>, tensor<64x64xf32>) outs(%pf : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = tensor.pad %p low[0,0] high[3,0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x64xf32> to tensor<?x64xf32>
  util.return %r : tensor<?x64xf32>
}
