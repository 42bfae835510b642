func.func @main(%a0: tensor<1x8x8x32xf32>, %a1: tensor<1x16x16x16xf32>, %a2: tensor<3x3x32x16xf32>, %a3: tensor<3x3x32x16xf32>) -> (tensor<1x16x16x16xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.empty() : tensor<1x16x16x32xf32>
  %v2 = linalg.fill ins(%z : f32) outs(%v1 : tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
  %v3 = tensor.insert_slice %a0 into %v2[0, 0, 0, 0] [1, 8, 8, 32] [1, 2, 2, 1] : tensor<1x8x8x32xf32> into tensor<1x16x16x32xf32>
  %v4 = tensor.pad %v3 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x16x16x32xf32> to tensor<1x18x18x32xf32>
  %v5 = tensor.empty() : tensor<1x16x16x16xf32>
  %v6 = linalg.fill ins(%z : f32) outs(%v5 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %v7 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v4, %a2 : tensor<1x18x18x32xf32>, tensor<3x3x32x16xf32>) outs(%v6 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %v8 = tensor.concat dim(3) %v7, %a1 : (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) -> tensor<1x16x16x32xf32>
  %v9 = tensor.pad %v8 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x16x16x32xf32> to tensor<1x18x18x32xf32>
  %v10 = tensor.empty() : tensor<1x16x16x16xf32>
  %v11 = linalg.fill ins(%z : f32) outs(%v10 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %v12 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v9, %a3 : tensor<1x18x18x32xf32>, tensor<3x3x32x16xf32>) outs(%v11 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %v13 = tensor.empty() : tensor<1x16x16x16xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v12 : tensor<1x16x16x16xf32>) outs(%v13 : tensor<1x16x16x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x16x16x16xf32>
  return %v14 : tensor<1x16x16x16xf32>
}
