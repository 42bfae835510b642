func.func @main(%a0: tensor<1x13x13x32xf32>, %a1: tensor<1x1x128x64xf32>) -> (tensor<1x13x13x64xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.pad %a0 low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %ninf : f32
  } : tensor<1x13x13x32xf32> to tensor<1x17x17x32xf32>
  %v2 = tensor.empty() : tensor<1x13x13x32xf32>
  %v3 = linalg.fill ins(%ninf : f32) outs(%v2 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v4 = tensor.empty() : tensor<5x5xf32>
  %v5 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v1, %v4 : tensor<1x17x17x32xf32>, tensor<5x5xf32>) outs(%v3 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v6 = tensor.pad %v5 low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %ninf : f32
  } : tensor<1x13x13x32xf32> to tensor<1x17x17x32xf32>
  %v7 = tensor.empty() : tensor<1x13x13x32xf32>
  %v8 = linalg.fill ins(%ninf : f32) outs(%v7 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v9 = tensor.empty() : tensor<5x5xf32>
  %v10 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v6, %v9 : tensor<1x17x17x32xf32>, tensor<5x5xf32>) outs(%v8 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v11 = tensor.pad %v10 low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %ninf : f32
  } : tensor<1x13x13x32xf32> to tensor<1x17x17x32xf32>
  %v12 = tensor.empty() : tensor<1x13x13x32xf32>
  %v13 = linalg.fill ins(%ninf : f32) outs(%v12 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v14 = tensor.empty() : tensor<5x5xf32>
  %v15 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v11, %v14 : tensor<1x17x17x32xf32>, tensor<5x5xf32>) outs(%v13 : tensor<1x13x13x32xf32>) -> tensor<1x13x13x32xf32>
  %v16 = tensor.concat dim(3) %a0, %v5, %v10, %v15 : (tensor<1x13x13x32xf32>, tensor<1x13x13x32xf32>, tensor<1x13x13x32xf32>, tensor<1x13x13x32xf32>) -> tensor<1x13x13x128xf32>
  %v17 = tensor.empty() : tensor<1x13x13x64xf32>
  %v18 = linalg.fill ins(%z : f32) outs(%v17 : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %v19 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v16, %a1 : tensor<1x13x13x128xf32>, tensor<1x1x128x64xf32>) outs(%v18 : tensor<1x13x13x64xf32>) -> tensor<1x13x13x64xf32>
  %v20 = tensor.empty() : tensor<1x13x13x64xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v19 : tensor<1x13x13x64xf32>) outs(%v20 : tensor<1x13x13x64xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x13x13x64xf32>
  return %v21 : tensor<1x13x13x64xf32>
}
