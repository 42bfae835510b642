util.func public @f(%a: tensor<4x8xf32>) -> tensor<1x8xf32> {
  %0 = tensor.extract_slice %a[2,0][1,8][2,1] : tensor<4x8xf32> to tensor<1x8xf32>
  util.return %0 : tensor<1x8xf32>
}
