func.func @main(%a0: tensor<1x14x14x48xf32>, %a1: tensor<1x1x24x24xf32>, %a2: tensor<3x3x24x24xf32>, %a3: tensor<1x1x24x24xf32>) -> (tensor<1x14x14x48xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.extract_slice %a0[0, 0, 0, 0] [1, 14, 14, 24] [1, 1, 1, 1] : tensor<1x14x14x48xf32> to tensor<1x14x14x24xf32>
  %v2 = tensor.extract_slice %a0[0, 0, 0, 24] [1, 14, 14, 24] [1, 1, 1, 1] : tensor<1x14x14x48xf32> to tensor<1x14x14x24xf32>
  %v3 = tensor.empty() : tensor<1x14x14x24xf32>
  %v4 = linalg.fill ins(%z : f32) outs(%v3 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v5 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v2, %a1 : tensor<1x14x14x24xf32>, tensor<1x1x24x24xf32>) outs(%v4 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v6 = tensor.empty() : tensor<1x14x14x24xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v5 : tensor<1x14x14x24xf32>) outs(%v6 : tensor<1x14x14x24xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x24xf32>
  %v8 = tensor.pad %v7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x24xf32> to tensor<1x16x16x24xf32>
  %v9 = tensor.empty() : tensor<1x14x14x24xf32>
  %v10 = linalg.fill ins(%z : f32) outs(%v9 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v11 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v8, %a2 : tensor<1x16x16x24xf32>, tensor<3x3x24x24xf32>) outs(%v10 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v12 = tensor.empty() : tensor<1x14x14x24xf32>
  %v13 = linalg.fill ins(%z : f32) outs(%v12 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v11, %a3 : tensor<1x14x14x24xf32>, tensor<1x1x24x24xf32>) outs(%v13 : tensor<1x14x14x24xf32>) -> tensor<1x14x14x24xf32>
  %v15 = tensor.empty() : tensor<1x14x14x24xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v14 : tensor<1x14x14x24xf32>) outs(%v15 : tensor<1x14x14x24xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x24xf32>
  %v17 = tensor.concat dim(3) %v1, %v16 : (tensor<1x14x14x24xf32>, tensor<1x14x14x24xf32>) -> tensor<1x14x14x48xf32>
  %v18 = tensor.expand_shape %v17 [[0], [1], [2], [3, 4]] output_shape [1, 14, 14, 2, 24] : tensor<1x14x14x48xf32> into tensor<1x14x14x2x24xf32>
  %v19 = tensor.empty() : tensor<1x14x14x24x2xf32>
  %v20 = linalg.transpose ins(%v18 : tensor<1x14x14x2x24xf32>) outs(%v19 : tensor<1x14x14x24x2xf32>) permutation = [0, 1, 2, 4, 3]
  %v21 = tensor.collapse_shape %v20 [[0], [1], [2], [3, 4]] : tensor<1x14x14x24x2xf32> into tensor<1x14x14x48xf32>
  return %v21 : tensor<1x14x14x48xf32>
}
