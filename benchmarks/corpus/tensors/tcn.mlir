func.func @main(%a0: tensor<1x1x64x16xf32>, %a1: tensor<1x3x16x16xf32>, %a2: tensor<1x3x16x16xf32>, %a3: tensor<1x3x16x16xf32>) -> (tensor<1x1x64x16xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.pad %a0 low[0, 0, 2, 0] high[0, 0, 0, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x1x64x16xf32> to tensor<1x1x66x16xf32>
  %v2 = tensor.empty() : tensor<1x1x64x16xf32>
  %v3 = linalg.fill ins(%z : f32) outs(%v2 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v4 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v1, %a1 : tensor<1x1x66x16xf32>, tensor<1x3x16x16xf32>) outs(%v3 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v5 = tensor.empty() : tensor<1x1x64x16xf32>
  %v6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v4 : tensor<1x1x64x16xf32>) outs(%v5 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  %v7 = tensor.empty() : tensor<1x1x64x16xf32>
  %v8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v6, %a0 : tensor<1x1x64x16xf32>, tensor<1x1x64x16xf32>) outs(%v7 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  %v9 = tensor.pad %v8 low[0, 0, 2, 0] high[0, 0, 0, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x1x64x16xf32> to tensor<1x1x66x16xf32>
  %v10 = tensor.empty() : tensor<1x1x64x16xf32>
  %v11 = linalg.fill ins(%z : f32) outs(%v10 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v12 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v9, %a2 : tensor<1x1x66x16xf32>, tensor<1x3x16x16xf32>) outs(%v11 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v13 = tensor.empty() : tensor<1x1x64x16xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v12 : tensor<1x1x64x16xf32>) outs(%v13 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  %v15 = tensor.empty() : tensor<1x1x64x16xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v14, %v8 : tensor<1x1x64x16xf32>, tensor<1x1x64x16xf32>) outs(%v15 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  %v17 = tensor.pad %v16 low[0, 0, 2, 0] high[0, 0, 0, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x1x64x16xf32> to tensor<1x1x66x16xf32>
  %v18 = tensor.empty() : tensor<1x1x64x16xf32>
  %v19 = linalg.fill ins(%z : f32) outs(%v18 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v20 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v17, %a3 : tensor<1x1x66x16xf32>, tensor<1x3x16x16xf32>) outs(%v19 : tensor<1x1x64x16xf32>) -> tensor<1x1x64x16xf32>
  %v21 = tensor.empty() : tensor<1x1x64x16xf32>
  %v22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v20 : tensor<1x1x64x16xf32>) outs(%v21 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  %v23 = tensor.empty() : tensor<1x1x64x16xf32>
  %v24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v22, %v16 : tensor<1x1x64x16xf32>, tensor<1x1x64x16xf32>) outs(%v23 : tensor<1x1x64x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x64x16xf32>
  return %v24 : tensor<1x1x64x16xf32>
}
