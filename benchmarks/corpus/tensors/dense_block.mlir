func.func @main(%a0: tensor<1x14x14x32xf32>, %a1: tensor<1x1x32x32xf32>, %a2: tensor<3x3x32x16xf32>, %a3: tensor<1x1x48x32xf32>, %a4: tensor<3x3x32x16xf32>, %a5: tensor<1x1x64x32xf32>, %a6: tensor<3x3x32x16xf32>, %a7: tensor<1x1x80x32xf32>, %a8: tensor<3x3x32x16xf32>) -> (tensor<1x14x14x96xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.empty() : tensor<1x14x14x32xf32>
  %v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a0 : tensor<1x14x14x32xf32>) outs(%v1 : tensor<1x14x14x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x32xf32>
  %v3 = tensor.empty() : tensor<1x14x14x32xf32>
  %v4 = linalg.fill ins(%z : f32) outs(%v3 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v5 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v2, %a1 : tensor<1x14x14x32xf32>, tensor<1x1x32x32xf32>) outs(%v4 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v6 = tensor.empty() : tensor<1x14x14x32xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v5 : tensor<1x14x14x32xf32>) outs(%v6 : tensor<1x14x14x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x32xf32>
  %v8 = tensor.pad %v7 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x32xf32> to tensor<1x16x16x32xf32>
  %v9 = tensor.empty() : tensor<1x14x14x16xf32>
  %v10 = linalg.fill ins(%z : f32) outs(%v9 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v11 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v8, %a2 : tensor<1x16x16x32xf32>, tensor<3x3x32x16xf32>) outs(%v10 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v12 = tensor.concat dim(3) %a0, %v11 : (tensor<1x14x14x32xf32>, tensor<1x14x14x16xf32>) -> tensor<1x14x14x48xf32>
  %v13 = tensor.empty() : tensor<1x14x14x48xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v12 : tensor<1x14x14x48xf32>) outs(%v13 : tensor<1x14x14x48xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x48xf32>
  %v15 = tensor.empty() : tensor<1x14x14x32xf32>
  %v16 = linalg.fill ins(%z : f32) outs(%v15 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v17 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v14, %a3 : tensor<1x14x14x48xf32>, tensor<1x1x48x32xf32>) outs(%v16 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v18 = tensor.empty() : tensor<1x14x14x32xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v17 : tensor<1x14x14x32xf32>) outs(%v18 : tensor<1x14x14x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x32xf32>
  %v20 = tensor.pad %v19 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x32xf32> to tensor<1x16x16x32xf32>
  %v21 = tensor.empty() : tensor<1x14x14x16xf32>
  %v22 = linalg.fill ins(%z : f32) outs(%v21 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v23 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v20, %a4 : tensor<1x16x16x32xf32>, tensor<3x3x32x16xf32>) outs(%v22 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v24 = tensor.concat dim(3) %a0, %v11, %v23 : (tensor<1x14x14x32xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>) -> tensor<1x14x14x64xf32>
  %v25 = tensor.empty() : tensor<1x14x14x64xf32>
  %v26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v24 : tensor<1x14x14x64xf32>) outs(%v25 : tensor<1x14x14x64xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x64xf32>
  %v27 = tensor.empty() : tensor<1x14x14x32xf32>
  %v28 = linalg.fill ins(%z : f32) outs(%v27 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v29 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v26, %a5 : tensor<1x14x14x64xf32>, tensor<1x1x64x32xf32>) outs(%v28 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v30 = tensor.empty() : tensor<1x14x14x32xf32>
  %v31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v29 : tensor<1x14x14x32xf32>) outs(%v30 : tensor<1x14x14x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x32xf32>
  %v32 = tensor.pad %v31 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x32xf32> to tensor<1x16x16x32xf32>
  %v33 = tensor.empty() : tensor<1x14x14x16xf32>
  %v34 = linalg.fill ins(%z : f32) outs(%v33 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v35 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v32, %a6 : tensor<1x16x16x32xf32>, tensor<3x3x32x16xf32>) outs(%v34 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v36 = tensor.concat dim(3) %a0, %v11, %v23, %v35 : (tensor<1x14x14x32xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>) -> tensor<1x14x14x80xf32>
  %v37 = tensor.empty() : tensor<1x14x14x80xf32>
  %v38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v36 : tensor<1x14x14x80xf32>) outs(%v37 : tensor<1x14x14x80xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x80xf32>
  %v39 = tensor.empty() : tensor<1x14x14x32xf32>
  %v40 = linalg.fill ins(%z : f32) outs(%v39 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v41 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v38, %a7 : tensor<1x14x14x80xf32>, tensor<1x1x80x32xf32>) outs(%v40 : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %v42 = tensor.empty() : tensor<1x14x14x32xf32>
  %v43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v41 : tensor<1x14x14x32xf32>) outs(%v42 : tensor<1x14x14x32xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %z : f32
    linalg.yield %q : f32
  } -> tensor<1x14x14x32xf32>
  %v44 = tensor.pad %v43 low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x14x14x32xf32> to tensor<1x16x16x32xf32>
  %v45 = tensor.empty() : tensor<1x14x14x16xf32>
  %v46 = linalg.fill ins(%z : f32) outs(%v45 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v47 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v44, %a8 : tensor<1x16x16x32xf32>, tensor<3x3x32x16xf32>) outs(%v46 : tensor<1x14x14x16xf32>) -> tensor<1x14x14x16xf32>
  %v48 = tensor.concat dim(3) %a0, %v11, %v23, %v35, %v47 : (tensor<1x14x14x32xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>, tensor<1x14x14x16xf32>) -> tensor<1x14x14x96xf32>
  return %v48 : tensor<1x14x14x96xf32>
}
