func.func @main(%a0: tensor<1x17x17x48xf32>, %a1: tensor<1x1x48x16xf32>, %a2: tensor<1x1x48x24xf32>, %a3: tensor<3x3x24x24xf32>, %a4: tensor<1x1x48x8xf32>, %a5: tensor<5x5x8x8xf32>, %a6: tensor<1x1x48x16xf32>) -> (tensor<1x17x17x64xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.empty() : tensor<1x17x17x16xf32>
  %v2 = linalg.fill ins(%z : f32) outs(%v1 : tensor<1x17x17x16xf32>) -> tensor<1x17x17x16xf32>
  %v3 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a0, %a1 : tensor<1x17x17x48xf32>, tensor<1x1x48x16xf32>) outs(%v2 : tensor<1x17x17x16xf32>) -> tensor<1x17x17x16xf32>
  %v4 = tensor.empty() : tensor<1x17x17x16xf32>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v3 : tensor<1x17x17x16xf32>) outs(%v4 : tensor<1x17x17x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x16xf32>
  %v6 = tensor.empty() : tensor<1x17x17x24xf32>
  %v7 = linalg.fill ins(%z : f32) outs(%v6 : tensor<1x17x17x24xf32>) -> tensor<1x17x17x24xf32>
  %v8 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a0, %a2 : tensor<1x17x17x48xf32>, tensor<1x1x48x24xf32>) outs(%v7 : tensor<1x17x17x24xf32>) -> tensor<1x17x17x24xf32>
  %v9 = tensor.empty() : tensor<1x17x17x24xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v8 : tensor<1x17x17x24xf32>) outs(%v9 : tensor<1x17x17x24xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x24xf32>
  %v11 = tensor.pad %v10 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x17x17x24xf32> to tensor<1x19x19x24xf32>
  %v12 = tensor.empty() : tensor<1x17x17x24xf32>
  %v13 = linalg.fill ins(%z : f32) outs(%v12 : tensor<1x17x17x24xf32>) -> tensor<1x17x17x24xf32>
  %v14 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v11, %a3 : tensor<1x19x19x24xf32>, tensor<3x3x24x24xf32>) outs(%v13 : tensor<1x17x17x24xf32>) -> tensor<1x17x17x24xf32>
  %v15 = tensor.empty() : tensor<1x17x17x24xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v14 : tensor<1x17x17x24xf32>) outs(%v15 : tensor<1x17x17x24xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x24xf32>
  %v17 = tensor.empty() : tensor<1x17x17x8xf32>
  %v18 = linalg.fill ins(%z : f32) outs(%v17 : tensor<1x17x17x8xf32>) -> tensor<1x17x17x8xf32>
  %v19 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%a0, %a4 : tensor<1x17x17x48xf32>, tensor<1x1x48x8xf32>) outs(%v18 : tensor<1x17x17x8xf32>) -> tensor<1x17x17x8xf32>
  %v20 = tensor.empty() : tensor<1x17x17x8xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v19 : tensor<1x17x17x8xf32>) outs(%v20 : tensor<1x17x17x8xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x8xf32>
  %v22 = tensor.pad %v21 low[0, 2, 2, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x17x17x8xf32> to tensor<1x21x21x8xf32>
  %v23 = tensor.empty() : tensor<1x17x17x8xf32>
  %v24 = linalg.fill ins(%z : f32) outs(%v23 : tensor<1x17x17x8xf32>) -> tensor<1x17x17x8xf32>
  %v25 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v22, %a5 : tensor<1x21x21x8xf32>, tensor<5x5x8x8xf32>) outs(%v24 : tensor<1x17x17x8xf32>) -> tensor<1x17x17x8xf32>
  %v26 = tensor.empty() : tensor<1x17x17x8xf32>
  %v27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v25 : tensor<1x17x17x8xf32>) outs(%v26 : tensor<1x17x17x8xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x8xf32>
  %v28 = tensor.pad %a0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %ninf : f32
  } : tensor<1x17x17x48xf32> to tensor<1x19x19x48xf32>
  %v29 = tensor.empty() : tensor<1x17x17x48xf32>
  %v30 = linalg.fill ins(%ninf : f32) outs(%v29 : tensor<1x17x17x48xf32>) -> tensor<1x17x17x48xf32>
  %v31 = tensor.empty() : tensor<3x3xf32>
  %v32 = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v28, %v31 : tensor<1x19x19x48xf32>, tensor<3x3xf32>) outs(%v30 : tensor<1x17x17x48xf32>) -> tensor<1x17x17x48xf32>
  %v33 = tensor.empty() : tensor<1x17x17x16xf32>
  %v34 = linalg.fill ins(%z : f32) outs(%v33 : tensor<1x17x17x16xf32>) -> tensor<1x17x17x16xf32>
  %v35 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v32, %a6 : tensor<1x17x17x48xf32>, tensor<1x1x48x16xf32>) outs(%v34 : tensor<1x17x17x16xf32>) -> tensor<1x17x17x16xf32>
  %v36 = tensor.empty() : tensor<1x17x17x16xf32>
  %v37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v35 : tensor<1x17x17x16xf32>) outs(%v36 : tensor<1x17x17x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x17x17x16xf32>
  %v38 = tensor.concat dim(3) %v5, %v16, %v27, %v37 : (tensor<1x17x17x16xf32>, tensor<1x17x17x24xf32>, tensor<1x17x17x8xf32>, tensor<1x17x17x16xf32>) -> tensor<1x17x17x64xf32>
  return %v38 : tensor<1x17x17x64xf32>
}
