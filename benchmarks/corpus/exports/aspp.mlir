module @module {
  util.global private @__auto.pooled.weight = #flow.parameter.named<"model"::"pooled.weight"> : tensor<16x32x1x1xf32>
  util.global private @__auto.pooled.bias = #flow.parameter.named<"model"::"pooled.bias"> : tensor<16xf32>
  util.global private @__auto.branches.0.0.weight = #flow.parameter.named<"model"::"branches.0.0.weight"> : tensor<16x32x1x1xf32>
  util.global private @__auto.branches.0.1.running_mean = #flow.parameter.named<"model"::"branches.0.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.branches.0.1.running_var = #flow.parameter.named<"model"::"branches.0.1.running_var"> : tensor<16xf32>
  util.global private @__auto.branches.0.1.weight = #flow.parameter.named<"model"::"branches.0.1.weight"> : tensor<16xf32>
  util.global private @__auto.branches.0.1.bias = #flow.parameter.named<"model"::"branches.0.1.bias"> : tensor<16xf32>
  util.global private @__auto.branches.1.0.weight = #flow.parameter.named<"model"::"branches.1.0.weight"> : tensor<16x32x3x3xf32>
  util.global private @__auto.branches.1.1.running_mean = #flow.parameter.named<"model"::"branches.1.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.branches.1.1.running_var = #flow.parameter.named<"model"::"branches.1.1.running_var"> : tensor<16xf32>
  util.global private @__auto.branches.1.1.weight = #flow.parameter.named<"model"::"branches.1.1.weight"> : tensor<16xf32>
  util.global private @__auto.branches.1.1.bias = #flow.parameter.named<"model"::"branches.1.1.bias"> : tensor<16xf32>
  util.global private @__auto.branches.2.0.weight = #flow.parameter.named<"model"::"branches.2.0.weight"> : tensor<16x32x3x3xf32>
  util.global private @__auto.branches.2.1.running_mean = #flow.parameter.named<"model"::"branches.2.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.branches.2.1.running_var = #flow.parameter.named<"model"::"branches.2.1.running_var"> : tensor<16xf32>
  util.global private @__auto.branches.2.1.weight = #flow.parameter.named<"model"::"branches.2.1.weight"> : tensor<16xf32>
  util.global private @__auto.branches.2.1.bias = #flow.parameter.named<"model"::"branches.2.1.bias"> : tensor<16xf32>
  util.global private @__auto.project.0.weight = #flow.parameter.named<"model"::"project.0.weight"> : tensor<32x64x1x1xf32>
  util.global private @__auto.project.1.running_mean = #flow.parameter.named<"model"::"project.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.project.1.running_var = #flow.parameter.named<"model"::"project.1.running_var"> : tensor<32xf32>
  util.global private @__auto.project.1.weight = #flow.parameter.named<"model"::"project.1.weight"> : tensor<32xf32>
  util.global private @__auto.project.1.bias = #flow.parameter.named<"model"::"project.1.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %cst_2 = arith.constant 2.560000e+02 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x16x16xf32>
    %1 = tensor.empty() : tensor<1x32x1x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x32x1x1xf32>) -> tensor<1x32x1x1xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%0 : tensor<1x32x16x16xf32>) outs(%2 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %out : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x1x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x32x1x1xf32>) outs(%1 : tensor<1x32x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.divf %in, %cst_2 : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x1x1xf32>
    %__auto.pooled.weight = util.global.load @__auto.pooled.weight : tensor<16x32x1x1xf32>
    %__auto.pooled.bias = util.global.load @__auto.pooled.bias : tensor<16xf32>
    %5 = tensor.empty() : tensor<1x16x1x1xf32>
    %broadcasted = linalg.broadcast ins(%__auto.pooled.bias : tensor<16xf32>) outs(%5 : tensor<1x16x1x1xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %__auto.pooled.weight : tensor<1x32x1x1xf32>, tensor<16x32x1x1xf32>) outs(%broadcasted : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x16x1x1xf32>) outs(%5 : tensor<1x16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf ugt, %in, %cst : f32
      %54 = arith.select %53, %in, %cst : f32
      linalg.yield %54 : f32
    } -> tensor<1x16x1x1xf32>
    %8 = tensor.empty() : tensor<1x16x16x16xf32>
    %collapsed = tensor.collapse_shape %7 [[0], [1, 2, 3]] : tensor<1x16x1x1xf32> into tensor<1x16xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x16xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.0.0.weight = util.global.load @__auto.branches.0.0.weight : tensor<16x32x1x1xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.branches.0.0.weight : tensor<1x32x16x16xf32>, tensor<16x32x1x1xf32>) outs(%10 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %__auto.branches.0.1.running_mean = util.global.load @__auto.branches.0.1.running_mean : tensor<16xf32>
    %__auto.branches.0.1.running_var = util.global.load @__auto.branches.0.1.running_var : tensor<16xf32>
    %12 = tensor.empty() : tensor<16xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.branches.0.1.running_var : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %cst_1 : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%13 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.sqrt %in : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%14 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf one, %in, %cst : f32
      cf.assert %53, "unimplemented: tensor with zero element"
      %54 = arith.divf %cst_0, %in : f32
      linalg.yield %54 : f32
    } -> tensor<16xf32>
    %expanded = tensor.expand_shape %__auto.branches.0.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_3 = tensor.expand_shape %15 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %expanded : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.subf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_3 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.0.1.weight = util.global.load @__auto.branches.0.1.weight : tensor<16xf32>
    %expanded_4 = tensor.expand_shape %__auto.branches.0.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_4 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.0.1.bias = util.global.load @__auto.branches.0.1.bias : tensor<16xf32>
    %expanded_5 = tensor.expand_shape %__auto.branches.0.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_5 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.addf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x16x16x16xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf ugt, %in, %cst : f32
      %54 = arith.select %53, %in, %cst : f32
      linalg.yield %54 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.1.0.weight = util.global.load @__auto.branches.1.0.weight : tensor<16x32x3x3xf32>
    %padded = tensor.pad %0 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x16x16xf32> to tensor<1x32x20x20xf32>
    %21 = linalg.conv_2d_nchw_fchw {dilations = dense<2> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.branches.1.0.weight : tensor<1x32x20x20xf32>, tensor<16x32x3x3xf32>) outs(%10 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %__auto.branches.1.1.running_mean = util.global.load @__auto.branches.1.1.running_mean : tensor<16xf32>
    %__auto.branches.1.1.running_var = util.global.load @__auto.branches.1.1.running_var : tensor<16xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.branches.1.1.running_var : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %cst_1 : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%22 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.sqrt %in : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%23 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf one, %in, %cst : f32
      cf.assert %53, "unimplemented: tensor with zero element"
      %54 = arith.divf %cst_0, %in : f32
      linalg.yield %54 : f32
    } -> tensor<16xf32>
    %expanded_6 = tensor.expand_shape %__auto.branches.1.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_7 = tensor.expand_shape %24 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_6 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.subf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_7 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.1.1.weight = util.global.load @__auto.branches.1.1.weight : tensor<16xf32>
    %expanded_8 = tensor.expand_shape %__auto.branches.1.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %expanded_8 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.1.1.bias = util.global.load @__auto.branches.1.1.bias : tensor<16xf32>
    %expanded_9 = tensor.expand_shape %__auto.branches.1.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_9 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.addf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<1x16x16x16xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf ugt, %in, %cst : f32
      %54 = arith.select %53, %in, %cst : f32
      linalg.yield %54 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.2.0.weight = util.global.load @__auto.branches.2.0.weight : tensor<16x32x3x3xf32>
    %padded_10 = tensor.pad %0 low[0, 0, 4, 4] high[0, 0, 4, 4] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x16x16xf32> to tensor<1x32x24x24xf32>
    %30 = linalg.conv_2d_nchw_fchw {dilations = dense<4> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %__auto.branches.2.0.weight : tensor<1x32x24x24xf32>, tensor<16x32x3x3xf32>) outs(%10 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %__auto.branches.2.1.running_mean = util.global.load @__auto.branches.2.1.running_mean : tensor<16xf32>
    %__auto.branches.2.1.running_var = util.global.load @__auto.branches.2.1.running_var : tensor<16xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.branches.2.1.running_var : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %cst_1 : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%31 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.sqrt %in : f32
      linalg.yield %53 : f32
    } -> tensor<16xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%32 : tensor<16xf32>) outs(%12 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf one, %in, %cst : f32
      cf.assert %53, "unimplemented: tensor with zero element"
      %54 = arith.divf %cst_0, %in : f32
      linalg.yield %54 : f32
    } -> tensor<16xf32>
    %expanded_11 = tensor.expand_shape %__auto.branches.2.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_12 = tensor.expand_shape %33 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_11 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.subf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_12 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.2.1.weight = util.global.load @__auto.branches.2.1.weight : tensor<16xf32>
    %expanded_13 = tensor.expand_shape %__auto.branches.2.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_13 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %__auto.branches.2.1.bias = util.global.load @__auto.branches.2.1.bias : tensor<16xf32>
    %expanded_14 = tensor.expand_shape %__auto.branches.2.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_14 : tensor<1x16x16x16xf32>, tensor<16x1x1xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.addf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x16x16x16xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37 : tensor<1x16x16x16xf32>) outs(%8 : tensor<1x16x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf ugt, %in, %cst : f32
      %54 = arith.select %53, %in, %cst : f32
      linalg.yield %54 : f32
    } -> tensor<1x16x16x16xf32>
    %concat = tensor.concat dim(1) %20, %29, %38, %9 : (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>) -> tensor<1x64x16x16xf32>
    %__auto.project.0.weight = util.global.load @__auto.project.0.weight : tensor<32x64x1x1xf32>
    %39 = tensor.empty() : tensor<1x32x16x16xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
    %41 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %__auto.project.0.weight : tensor<1x64x16x16xf32>, tensor<32x64x1x1xf32>) outs(%40 : tensor<1x32x16x16xf32>) -> tensor<1x32x16x16xf32>
    %__auto.project.1.running_mean = util.global.load @__auto.project.1.running_mean : tensor<32xf32>
    %__auto.project.1.running_var = util.global.load @__auto.project.1.running_var : tensor<32xf32>
    %42 = tensor.empty() : tensor<32xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.project.1.running_var : tensor<32xf32>) outs(%42 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.addf %in, %cst_1 : f32
      linalg.yield %53 : f32
    } -> tensor<32xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%43 : tensor<32xf32>) outs(%42 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = math.sqrt %in : f32
      linalg.yield %53 : f32
    } -> tensor<32xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%44 : tensor<32xf32>) outs(%42 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf one, %in, %cst : f32
      cf.assert %53, "unimplemented: tensor with zero element"
      %54 = arith.divf %cst_0, %in : f32
      linalg.yield %54 : f32
    } -> tensor<32xf32>
    %expanded_15 = tensor.expand_shape %__auto.project.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_16 = tensor.expand_shape %45 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_15 : tensor<1x32x16x16xf32>, tensor<32x1x1xf32>) outs(%39 : tensor<1x32x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.subf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x16x16xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %expanded_16 : tensor<1x32x16x16xf32>, tensor<32x1x1xf32>) outs(%39 : tensor<1x32x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x16x16xf32>
    %__auto.project.1.weight = util.global.load @__auto.project.1.weight : tensor<32xf32>
    %expanded_17 = tensor.expand_shape %__auto.project.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_17 : tensor<1x32x16x16xf32>, tensor<32x1x1xf32>) outs(%39 : tensor<1x32x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.mulf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x16x16xf32>
    %__auto.project.1.bias = util.global.load @__auto.project.1.bias : tensor<32xf32>
    %expanded_18 = tensor.expand_shape %__auto.project.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_18 : tensor<1x32x16x16xf32>, tensor<32x1x1xf32>) outs(%39 : tensor<1x32x16x16xf32>) {
    ^bb0(%in: f32, %in_19: f32, %out: f32):
      %53 = arith.addf %in, %in_19 : f32
      linalg.yield %53 : f32
    } -> tensor<1x32x16x16xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49 : tensor<1x32x16x16xf32>) outs(%39 : tensor<1x32x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %53 = arith.cmpf ugt, %in, %cst : f32
      %54 = arith.select %53, %in, %cst : f32
      linalg.yield %54 : f32
    } -> tensor<1x32x16x16xf32>
    %51 = hal.tensor.barrier join(%50 : tensor<1x32x16x16xf32>) => %arg2 : !hal.fence
    %52 = hal.tensor.export %51 : tensor<1x32x16x16xf32> -> !hal.buffer_view
    util.return %52 : !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1 = util.call @main$async(%arg0, %0, %fence) : (!hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1 : !hal.buffer_view
  }
}