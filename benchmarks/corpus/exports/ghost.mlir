module @module {
  util.global private @__auto.primary.0.weight = #flow.parameter.named<"model"::"primary.0.weight"> : tensor<36x24x1x1xf32>
  util.global private @__auto.primary.1.running_mean = #flow.parameter.named<"model"::"primary.1.running_mean"> : tensor<36xf32>
  util.global private @__auto.primary.1.running_var = #flow.parameter.named<"model"::"primary.1.running_var"> : tensor<36xf32>
  util.global private @__auto.primary.1.weight = #flow.parameter.named<"model"::"primary.1.weight"> : tensor<36xf32>
  util.global private @__auto.primary.1.bias = #flow.parameter.named<"model"::"primary.1.bias"> : tensor<36xf32>
  util.global private @__auto.cheap.0.weight = #flow.parameter.named<"model"::"cheap.0.weight"> : tensor<36x1x3x3xf32>
  util.global private @__auto.cheap.1.running_mean = #flow.parameter.named<"model"::"cheap.1.running_mean"> : tensor<36xf32>
  util.global private @__auto.cheap.1.running_var = #flow.parameter.named<"model"::"cheap.1.running_var"> : tensor<36xf32>
  util.global private @__auto.cheap.1.weight = #flow.parameter.named<"model"::"cheap.1.weight"> : tensor<36xf32>
  util.global private @__auto.cheap.1.bias = #flow.parameter.named<"model"::"cheap.1.bias"> : tensor<36xf32>
  util.global private @__auto.second.0.weight = #flow.parameter.named<"model"::"second.0.weight"> : tensor<12x72x1x1xf32>
  util.global private @__auto.second.1.running_mean = #flow.parameter.named<"model"::"second.1.running_mean"> : tensor<12xf32>
  util.global private @__auto.second.1.running_var = #flow.parameter.named<"model"::"second.1.running_var"> : tensor<12xf32>
  util.global private @__auto.second.1.weight = #flow.parameter.named<"model"::"second.1.weight"> : tensor<12xf32>
  util.global private @__auto.second.1.bias = #flow.parameter.named<"model"::"second.1.bias"> : tensor<12xf32>
  util.global private @__auto.cheap2.0.weight = #flow.parameter.named<"model"::"cheap2.0.weight"> : tensor<12x1x3x3xf32>
  util.global private @__auto.cheap2.1.running_mean = #flow.parameter.named<"model"::"cheap2.1.running_mean"> : tensor<12xf32>
  util.global private @__auto.cheap2.1.running_var = #flow.parameter.named<"model"::"cheap2.1.running_var"> : tensor<12xf32>
  util.global private @__auto.cheap2.1.weight = #flow.parameter.named<"model"::"cheap2.1.weight"> : tensor<12xf32>
  util.global private @__auto.cheap2.1.bias = #flow.parameter.named<"model"::"cheap2.1.bias"> : tensor<12xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x24x28x28xf32>
    %__auto.primary.0.weight = util.global.load @__auto.primary.0.weight : tensor<36x24x1x1xf32>
    %1 = tensor.empty() : tensor<1x36x28x28xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x36x28x28xf32>) -> tensor<1x36x28x28xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.primary.0.weight : tensor<1x24x28x28xf32>, tensor<36x24x1x1xf32>) outs(%2 : tensor<1x36x28x28xf32>) -> tensor<1x36x28x28xf32>
    %__auto.primary.1.running_mean = util.global.load @__auto.primary.1.running_mean : tensor<36xf32>
    %__auto.primary.1.running_var = util.global.load @__auto.primary.1.running_var : tensor<36xf32>
    %4 = tensor.empty() : tensor<36xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.primary.1.running_var : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_1 : f32
      linalg.yield %47 : f32
    } -> tensor<36xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.sqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<36xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf one, %in, %cst : f32
      cf.assert %47, "unimplemented: tensor with zero element"
      %48 = arith.divf %cst_0, %in : f32
      linalg.yield %48 : f32
    } -> tensor<36xf32>
    %expanded = tensor.expand_shape %__auto.primary.1.running_mean [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %expanded_2 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.subf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_2 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %__auto.primary.1.weight = util.global.load @__auto.primary.1.weight : tensor<36xf32>
    %expanded_3 = tensor.expand_shape %__auto.primary.1.weight [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_3 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %__auto.primary.1.bias = util.global.load @__auto.primary.1.bias : tensor<36xf32>
    %expanded_4 = tensor.expand_shape %__auto.primary.1.bias [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_4 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.addf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x36x28x28xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf ugt, %in, %cst : f32
      %48 = arith.select %47, %in, %cst : f32
      linalg.yield %48 : f32
    } -> tensor<1x36x28x28xf32>
    %__auto.cheap.0.weight = util.global.load @__auto.cheap.0.weight : tensor<36x1x3x3xf32>
    %padded = tensor.pad %12 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x36x28x28xf32> to tensor<1x36x30x30xf32>
    %collapsed = tensor.collapse_shape %__auto.cheap.0.weight [[0, 1], [2], [3]] : tensor<36x1x3x3xf32> into tensor<36x3x3xf32>
    %13 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x36x30x30xf32>, tensor<36x3x3xf32>) outs(%2 : tensor<1x36x28x28xf32>) -> tensor<1x36x28x28xf32>
    %__auto.cheap.1.running_mean = util.global.load @__auto.cheap.1.running_mean : tensor<36xf32>
    %__auto.cheap.1.running_var = util.global.load @__auto.cheap.1.running_var : tensor<36xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.cheap.1.running_var : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_1 : f32
      linalg.yield %47 : f32
    } -> tensor<36xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%14 : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.sqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<36xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%15 : tensor<36xf32>) outs(%4 : tensor<36xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf one, %in, %cst : f32
      cf.assert %47, "unimplemented: tensor with zero element"
      %48 = arith.divf %cst_0, %in : f32
      linalg.yield %48 : f32
    } -> tensor<36xf32>
    %expanded_5 = tensor.expand_shape %__auto.cheap.1.running_mean [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %expanded_6 = tensor.expand_shape %16 [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_5 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.subf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_6 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %__auto.cheap.1.weight = util.global.load @__auto.cheap.1.weight : tensor<36xf32>
    %expanded_7 = tensor.expand_shape %__auto.cheap.1.weight [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_7 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %__auto.cheap.1.bias = util.global.load @__auto.cheap.1.bias : tensor<36xf32>
    %expanded_8 = tensor.expand_shape %__auto.cheap.1.bias [[0, 1, 2]] output_shape [36, 1, 1] : tensor<36xf32> into tensor<36x1x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_8 : tensor<1x36x28x28xf32>, tensor<36x1x1xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.addf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x36x28x28xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x36x28x28xf32>) outs(%1 : tensor<1x36x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf ugt, %in, %cst : f32
      %48 = arith.select %47, %in, %cst : f32
      linalg.yield %48 : f32
    } -> tensor<1x36x28x28xf32>
    %concat = tensor.concat dim(1) %12, %21 : (tensor<1x36x28x28xf32>, tensor<1x36x28x28xf32>) -> tensor<1x72x28x28xf32>
    %__auto.second.0.weight = util.global.load @__auto.second.0.weight : tensor<12x72x1x1xf32>
    %22 = tensor.empty() : tensor<1x12x28x28xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<1x12x28x28xf32>) -> tensor<1x12x28x28xf32>
    %24 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %__auto.second.0.weight : tensor<1x72x28x28xf32>, tensor<12x72x1x1xf32>) outs(%23 : tensor<1x12x28x28xf32>) -> tensor<1x12x28x28xf32>
    %__auto.second.1.running_mean = util.global.load @__auto.second.1.running_mean : tensor<12xf32>
    %__auto.second.1.running_var = util.global.load @__auto.second.1.running_var : tensor<12xf32>
    %25 = tensor.empty() : tensor<12xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.second.1.running_var : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_1 : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%26 : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.sqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf one, %in, %cst : f32
      cf.assert %47, "unimplemented: tensor with zero element"
      %48 = arith.divf %cst_0, %in : f32
      linalg.yield %48 : f32
    } -> tensor<12xf32>
    %expanded_9 = tensor.expand_shape %__auto.second.1.running_mean [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %expanded_10 = tensor.expand_shape %28 [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_9 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.subf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_10 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.second.1.weight = util.global.load @__auto.second.1.weight : tensor<12xf32>
    %expanded_11 = tensor.expand_shape %__auto.second.1.weight [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_11 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.second.1.bias = util.global.load @__auto.second.1.bias : tensor<12xf32>
    %expanded_12 = tensor.expand_shape %__auto.second.1.bias [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_12 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.addf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x12x28x28xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf ugt, %in, %cst : f32
      %48 = arith.select %47, %in, %cst : f32
      linalg.yield %48 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.cheap2.0.weight = util.global.load @__auto.cheap2.0.weight : tensor<12x1x3x3xf32>
    %padded_13 = tensor.pad %33 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x12x28x28xf32> to tensor<1x12x30x30xf32>
    %collapsed_14 = tensor.collapse_shape %__auto.cheap2.0.weight [[0, 1], [2], [3]] : tensor<12x1x3x3xf32> into tensor<12x3x3xf32>
    %34 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_13, %collapsed_14 : tensor<1x12x30x30xf32>, tensor<12x3x3xf32>) outs(%23 : tensor<1x12x28x28xf32>) -> tensor<1x12x28x28xf32>
    %__auto.cheap2.1.running_mean = util.global.load @__auto.cheap2.1.running_mean : tensor<12xf32>
    %__auto.cheap2.1.running_var = util.global.load @__auto.cheap2.1.running_var : tensor<12xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.cheap2.1.running_var : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.addf %in, %cst_1 : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%35 : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = math.sqrt %in : f32
      linalg.yield %47 : f32
    } -> tensor<12xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%36 : tensor<12xf32>) outs(%25 : tensor<12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf one, %in, %cst : f32
      cf.assert %47, "unimplemented: tensor with zero element"
      %48 = arith.divf %cst_0, %in : f32
      linalg.yield %48 : f32
    } -> tensor<12xf32>
    %expanded_15 = tensor.expand_shape %__auto.cheap2.1.running_mean [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %expanded_16 = tensor.expand_shape %37 [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_15 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.subf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_16 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.cheap2.1.weight = util.global.load @__auto.cheap2.1.weight : tensor<12xf32>
    %expanded_17 = tensor.expand_shape %__auto.cheap2.1.weight [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_17 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.mulf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.cheap2.1.bias = util.global.load @__auto.cheap2.1.bias : tensor<12xf32>
    %expanded_18 = tensor.expand_shape %__auto.cheap2.1.bias [[0, 1, 2]] output_shape [12, 1, 1] : tensor<12xf32> into tensor<12x1x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_18 : tensor<1x12x28x28xf32>, tensor<12x1x1xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.addf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x12x28x28xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x12x28x28xf32>) outs(%22 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %47 = arith.cmpf ugt, %in, %cst : f32
      %48 = arith.select %47, %in, %cst : f32
      linalg.yield %48 : f32
    } -> tensor<1x12x28x28xf32>
    %concat_19 = tensor.concat dim(1) %33, %42 : (tensor<1x12x28x28xf32>, tensor<1x12x28x28xf32>) -> tensor<1x24x28x28xf32>
    %43 = tensor.empty() : tensor<1x24x28x28xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %concat_19 : tensor<1x24x28x28xf32>, tensor<1x24x28x28xf32>) outs(%43 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_20: f32, %out: f32):
      %47 = arith.addf %in, %in_20 : f32
      linalg.yield %47 : f32
    } -> tensor<1x24x28x28xf32>
    %45 = hal.tensor.barrier join(%44 : tensor<1x24x28x28xf32>) => %arg2 : !hal.fence
    %46 = hal.tensor.export %45 : tensor<1x24x28x28xf32> -> !hal.buffer_view
    util.return %46 : !hal.buffer_view
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