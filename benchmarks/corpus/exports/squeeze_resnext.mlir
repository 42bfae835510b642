module @module {
  util.global private @__auto.body.0.0.weight = #flow.parameter.named<"model"::"body.0.0.weight"> : tensor<64x32x1x1xf32>
  util.global private @__auto.body.0.1.running_mean = #flow.parameter.named<"model"::"body.0.1.running_mean"> : tensor<64xf32>
  util.global private @__auto.body.0.1.running_var = #flow.parameter.named<"model"::"body.0.1.running_var"> : tensor<64xf32>
  util.global private @__auto.body.0.1.weight = #flow.parameter.named<"model"::"body.0.1.weight"> : tensor<64xf32>
  util.global private @__auto.body.0.1.bias = #flow.parameter.named<"model"::"body.0.1.bias"> : tensor<64xf32>
  util.global private @__auto.body.1.0.weight = #flow.parameter.named<"model"::"body.1.0.weight"> : tensor<64x8x3x3xf32>
  util.global private @__auto.body.1.1.running_mean = #flow.parameter.named<"model"::"body.1.1.running_mean"> : tensor<64xf32>
  util.global private @__auto.body.1.1.running_var = #flow.parameter.named<"model"::"body.1.1.running_var"> : tensor<64xf32>
  util.global private @__auto.body.1.1.weight = #flow.parameter.named<"model"::"body.1.1.weight"> : tensor<64xf32>
  util.global private @__auto.body.1.1.bias = #flow.parameter.named<"model"::"body.1.1.bias"> : tensor<64xf32>
  util.global private @__auto.body.2.weight = #flow.parameter.named<"model"::"body.2.weight"> : tensor<96x64x1x1xf32>
  util.global private @__auto.body.2.bias = #flow.parameter.named<"model"::"body.2.bias"> : tensor<96xf32>
  util.global private @__auto.body.3.running_mean = #flow.parameter.named<"model"::"body.3.running_mean"> : tensor<96xf32>
  util.global private @__auto.body.3.running_var = #flow.parameter.named<"model"::"body.3.running_var"> : tensor<96xf32>
  util.global private @__auto.body.3.weight = #flow.parameter.named<"model"::"body.3.weight"> : tensor<96xf32>
  util.global private @__auto.body.3.bias = #flow.parameter.named<"model"::"body.3.bias"> : tensor<96xf32>
  util.global private @__auto.down.weight = #flow.parameter.named<"model"::"down.weight"> : tensor<12x96xf32>
  util.global private @__auto.down.bias = #flow.parameter.named<"model"::"down.bias"> : tensor<12xf32>
  util.global private @__auto.up.weight = #flow.parameter.named<"model"::"up.weight"> : tensor<96x12xf32>
  util.global private @__auto.up.bias = #flow.parameter.named<"model"::"up.bias"> : tensor<96xf32>
  util.global private @__auto.short.0.weight = #flow.parameter.named<"model"::"short.0.weight"> : tensor<96x32x1x1xf32>
  util.global private @__auto.short.0.bias = #flow.parameter.named<"model"::"short.0.bias"> : tensor<96xf32>
  util.global private @__auto.short.1.running_mean = #flow.parameter.named<"model"::"short.1.running_mean"> : tensor<96xf32>
  util.global private @__auto.short.1.running_var = #flow.parameter.named<"model"::"short.1.running_var"> : tensor<96xf32>
  util.global private @__auto.short.1.weight = #flow.parameter.named<"model"::"short.1.weight"> : tensor<96xf32>
  util.global private @__auto.short.1.bias = #flow.parameter.named<"model"::"short.1.bias"> : tensor<96xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %cst_2 = arith.constant 1.960000e+02 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x28x28xf32>
    %__auto.body.0.0.weight = util.global.load @__auto.body.0.0.weight : tensor<64x32x1x1xf32>
    %1 = tensor.empty() : tensor<1x64x28x28xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.body.0.0.weight : tensor<1x32x28x28xf32>, tensor<64x32x1x1xf32>) outs(%2 : tensor<1x64x28x28xf32>) -> tensor<1x64x28x28xf32>
    %__auto.body.0.1.running_mean = util.global.load @__auto.body.0.1.running_mean : tensor<64xf32>
    %__auto.body.0.1.running_var = util.global.load @__auto.body.0.1.running_var : tensor<64xf32>
    %4 = tensor.empty() : tensor<64xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.body.0.1.running_var : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %cst_1 : f32
      linalg.yield %61 : f32
    } -> tensor<64xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.sqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<64xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf one, %in, %cst : f32
      cf.assert %61, "unimplemented: tensor with zero element"
      %62 = arith.divf %cst_0, %in : f32
      linalg.yield %62 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %__auto.body.0.1.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_3 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x64x28x28xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x28x28xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.subf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x28x28xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_3 : tensor<1x64x28x28xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x28x28xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x28x28xf32>
    %__auto.body.0.1.weight = util.global.load @__auto.body.0.1.weight : tensor<64xf32>
    %expanded_4 = tensor.expand_shape %__auto.body.0.1.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_4 : tensor<1x64x28x28xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x28x28xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x28x28xf32>
    %__auto.body.0.1.bias = util.global.load @__auto.body.0.1.bias : tensor<64xf32>
    %expanded_5 = tensor.expand_shape %__auto.body.0.1.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_5 : tensor<1x64x28x28xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x28x28xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x28x28xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x64x28x28xf32>) outs(%1 : tensor<1x64x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf ugt, %in, %cst : f32
      %62 = arith.select %61, %in, %cst : f32
      linalg.yield %62 : f32
    } -> tensor<1x64x28x28xf32>
    %__auto.body.1.0.weight = util.global.load @__auto.body.1.0.weight : tensor<64x8x3x3xf32>
    %padded = tensor.pad %12 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x64x28x28xf32> to tensor<1x64x30x30xf32>
    %13 = tensor.empty() : tensor<1x64x14x14xf32>
    %expanded_6 = tensor.expand_shape %padded [[0], [1, 2], [3], [4]] output_shape [1, 8, 8, 30, 30] : tensor<1x64x30x30xf32> into tensor<1x8x8x30x30xf32>
    %expanded_7 = tensor.expand_shape %__auto.body.1.0.weight [[0, 1], [2], [3], [4]] output_shape [8, 8, 8, 3, 3] : tensor<64x8x3x3xf32> into tensor<8x8x8x3x3xf32>
    %expanded_8 = tensor.expand_shape %13 [[0], [1, 2], [3], [4]] output_shape [1, 8, 8, 14, 14] : tensor<1x64x14x14xf32> into tensor<1x8x8x14x14xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%expanded_8 : tensor<1x8x8x14x14xf32>) -> tensor<1x8x8x14x14xf32>
    %15 = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%expanded_6, %expanded_7 : tensor<1x8x8x30x30xf32>, tensor<8x8x8x3x3xf32>) outs(%14 : tensor<1x8x8x14x14xf32>) -> tensor<1x8x8x14x14xf32>
    %collapsed = tensor.collapse_shape %15 [[0], [1, 2], [3], [4]] : tensor<1x8x8x14x14xf32> into tensor<1x64x14x14xf32>
    %__auto.body.1.1.running_mean = util.global.load @__auto.body.1.1.running_mean : tensor<64xf32>
    %__auto.body.1.1.running_var = util.global.load @__auto.body.1.1.running_var : tensor<64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.body.1.1.running_var : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %cst_1 : f32
      linalg.yield %61 : f32
    } -> tensor<64xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%16 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.sqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%17 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf one, %in, %cst : f32
      cf.assert %61, "unimplemented: tensor with zero element"
      %62 = arith.divf %cst_0, %in : f32
      linalg.yield %62 : f32
    } -> tensor<64xf32>
    %expanded_9 = tensor.expand_shape %__auto.body.1.1.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_10 = tensor.expand_shape %18 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed, %expanded_9 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%13 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.subf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x14x14xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_10 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%13 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.body.1.1.weight = util.global.load @__auto.body.1.1.weight : tensor<64xf32>
    %expanded_11 = tensor.expand_shape %__auto.body.1.1.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_11 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%13 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.body.1.1.bias = util.global.load @__auto.body.1.1.bias : tensor<64xf32>
    %expanded_12 = tensor.expand_shape %__auto.body.1.1.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_12 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%13 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x64x14x14xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x64x14x14xf32>) outs(%13 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf ugt, %in, %cst : f32
      %62 = arith.select %61, %in, %cst : f32
      linalg.yield %62 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.body.2.weight = util.global.load @__auto.body.2.weight : tensor<96x64x1x1xf32>
    %__auto.body.2.bias = util.global.load @__auto.body.2.bias : tensor<96xf32>
    %24 = tensor.empty() : tensor<1x96x14x14xf32>
    %broadcasted = linalg.broadcast ins(%__auto.body.2.bias : tensor<96xf32>) outs(%24 : tensor<1x96x14x14xf32>) dimensions = [0, 2, 3] 
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%23, %__auto.body.2.weight : tensor<1x64x14x14xf32>, tensor<96x64x1x1xf32>) outs(%broadcasted : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %__auto.body.3.running_mean = util.global.load @__auto.body.3.running_mean : tensor<96xf32>
    %__auto.body.3.running_var = util.global.load @__auto.body.3.running_var : tensor<96xf32>
    %26 = tensor.empty() : tensor<96xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.body.3.running_var : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %cst_1 : f32
      linalg.yield %61 : f32
    } -> tensor<96xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.sqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<96xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%28 : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf one, %in, %cst : f32
      cf.assert %61, "unimplemented: tensor with zero element"
      %62 = arith.divf %cst_0, %in : f32
      linalg.yield %62 : f32
    } -> tensor<96xf32>
    %expanded_13 = tensor.expand_shape %__auto.body.3.running_mean [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %expanded_14 = tensor.expand_shape %29 [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_13 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.subf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_14 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %__auto.body.3.weight = util.global.load @__auto.body.3.weight : tensor<96xf32>
    %expanded_15 = tensor.expand_shape %__auto.body.3.weight [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_15 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %__auto.body.3.bias = util.global.load @__auto.body.3.bias : tensor<96xf32>
    %expanded_16 = tensor.expand_shape %__auto.body.3.bias [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %expanded_16 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %34 = tensor.empty() : tensor<1x96xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%33 : tensor<1x96x14x14xf32>) outs(%35 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %out : f32
      linalg.yield %61 : f32
    } -> tensor<1x96xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36 : tensor<1x96xf32>) outs(%34 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.divf %in, %cst_2 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96xf32>
    %__auto.down.weight = util.global.load @__auto.down.weight : tensor<12x96xf32>
    %__auto.down.bias = util.global.load @__auto.down.bias : tensor<12xf32>
    %38 = tensor.empty() : tensor<96x12xf32>
    %transposed = linalg.transpose ins(%__auto.down.weight : tensor<12x96xf32>) outs(%38 : tensor<96x12xf32>) permutation = [1, 0] 
    %39 = tensor.empty() : tensor<1x12xf32>
    %40 = linalg.fill ins(%cst : f32) outs(%39 : tensor<1x12xf32>) -> tensor<1x12xf32>
    %41 = linalg.matmul ins(%37, %transposed : tensor<1x96xf32>, tensor<96x12xf32>) outs(%40 : tensor<1x12xf32>) -> tensor<1x12xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%41, %__auto.down.bias : tensor<1x12xf32>, tensor<12xf32>) outs(%39 : tensor<1x12xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x12xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<1x12xf32>) outs(%39 : tensor<1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf ugt, %in, %cst : f32
      %62 = arith.select %61, %in, %cst : f32
      linalg.yield %62 : f32
    } -> tensor<1x12xf32>
    %__auto.up.weight = util.global.load @__auto.up.weight : tensor<96x12xf32>
    %__auto.up.bias = util.global.load @__auto.up.bias : tensor<96xf32>
    %44 = tensor.empty() : tensor<12x96xf32>
    %transposed_17 = linalg.transpose ins(%__auto.up.weight : tensor<96x12xf32>) outs(%44 : tensor<12x96xf32>) permutation = [1, 0] 
    %45 = linalg.matmul ins(%43, %transposed_17 : tensor<1x12xf32>, tensor<12x96xf32>) outs(%35 : tensor<1x96xf32>) -> tensor<1x96xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%45, %__auto.up.bias : tensor<1x96xf32>, tensor<96xf32>) outs(%34 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<1x96xf32>) outs(%34 : tensor<1x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.negf %in : f32
      %62 = math.exp %61 : f32
      %63 = arith.addf %62, %cst_0 : f32
      %64 = arith.divf %cst_0, %63 : f32
      linalg.yield %64 : f32
    } -> tensor<1x96xf32>
    %__auto.short.0.weight = util.global.load @__auto.short.0.weight : tensor<96x32x1x1xf32>
    %__auto.short.0.bias = util.global.load @__auto.short.0.bias : tensor<96xf32>
    %broadcasted_18 = linalg.broadcast ins(%__auto.short.0.bias : tensor<96xf32>) outs(%24 : tensor<1x96x14x14xf32>) dimensions = [0, 2, 3] 
    %48 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%0, %__auto.short.0.weight : tensor<1x32x28x28xf32>, tensor<96x32x1x1xf32>) outs(%broadcasted_18 : tensor<1x96x14x14xf32>) -> tensor<1x96x14x14xf32>
    %__auto.short.1.running_mean = util.global.load @__auto.short.1.running_mean : tensor<96xf32>
    %__auto.short.1.running_var = util.global.load @__auto.short.1.running_var : tensor<96xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.short.1.running_var : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %cst_1 : f32
      linalg.yield %61 : f32
    } -> tensor<96xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%49 : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.sqrt %in : f32
      linalg.yield %61 : f32
    } -> tensor<96xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%50 : tensor<96xf32>) outs(%26 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf one, %in, %cst : f32
      cf.assert %61, "unimplemented: tensor with zero element"
      %62 = arith.divf %cst_0, %in : f32
      linalg.yield %62 : f32
    } -> tensor<96xf32>
    %expanded_19 = tensor.expand_shape %__auto.short.1.running_mean [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %expanded_20 = tensor.expand_shape %51 [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_19 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.subf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %expanded_20 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %__auto.short.1.weight = util.global.load @__auto.short.1.weight : tensor<96xf32>
    %expanded_21 = tensor.expand_shape %__auto.short.1.weight [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %expanded_21 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %__auto.short.1.bias = util.global.load @__auto.short.1.bias : tensor<96xf32>
    %expanded_22 = tensor.expand_shape %__auto.short.1.bias [[0, 1, 2]] output_shape [96, 1, 1] : tensor<96xf32> into tensor<96x1x1xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_22 : tensor<1x96x14x14xf32>, tensor<96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %expanded_23 = tensor.expand_shape %47 [[0], [1, 2, 3]] output_shape [1, 96, 1, 1] : tensor<1x96xf32> into tensor<1x96x1x1xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_23 : tensor<1x96x14x14xf32>, tensor<1x96x1x1xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.mulf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %56 : tensor<1x96x14x14xf32>, tensor<1x96x14x14xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %61 = arith.addf %in, %in_24 : f32
      linalg.yield %61 : f32
    } -> tensor<1x96x14x14xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x96x14x14xf32>) outs(%24 : tensor<1x96x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.cmpf ugt, %in, %cst : f32
      %62 = arith.select %61, %in, %cst : f32
      linalg.yield %62 : f32
    } -> tensor<1x96x14x14xf32>
    %59 = hal.tensor.barrier join(%58 : tensor<1x96x14x14xf32>) => %arg2 : !hal.fence
    %60 = hal.tensor.export %59 : tensor<1x96x14x14xf32> -> !hal.buffer_view
    util.return %60 : !hal.buffer_view
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