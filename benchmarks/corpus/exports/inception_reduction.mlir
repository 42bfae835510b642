module @module {
  util.global private @__auto.one.0.weight = #flow.parameter.named<"model"::"one.0.weight"> : tensor<32x48x1x1xf32>
  util.global private @__auto.one.1.running_mean = #flow.parameter.named<"model"::"one.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.one.1.running_var = #flow.parameter.named<"model"::"one.1.running_var"> : tensor<32xf32>
  util.global private @__auto.one.1.weight = #flow.parameter.named<"model"::"one.1.weight"> : tensor<32xf32>
  util.global private @__auto.one.1.bias = #flow.parameter.named<"model"::"one.1.bias"> : tensor<32xf32>
  util.global private @__auto.seven.0.0.weight = #flow.parameter.named<"model"::"seven.0.0.weight"> : tensor<24x48x1x1xf32>
  util.global private @__auto.seven.0.1.running_mean = #flow.parameter.named<"model"::"seven.0.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.seven.0.1.running_var = #flow.parameter.named<"model"::"seven.0.1.running_var"> : tensor<24xf32>
  util.global private @__auto.seven.0.1.weight = #flow.parameter.named<"model"::"seven.0.1.weight"> : tensor<24xf32>
  util.global private @__auto.seven.0.1.bias = #flow.parameter.named<"model"::"seven.0.1.bias"> : tensor<24xf32>
  util.global private @__auto.seven.1.0.weight = #flow.parameter.named<"model"::"seven.1.0.weight"> : tensor<24x24x1x7xf32>
  util.global private @__auto.seven.1.1.running_mean = #flow.parameter.named<"model"::"seven.1.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.seven.1.1.running_var = #flow.parameter.named<"model"::"seven.1.1.running_var"> : tensor<24xf32>
  util.global private @__auto.seven.1.1.weight = #flow.parameter.named<"model"::"seven.1.1.weight"> : tensor<24xf32>
  util.global private @__auto.seven.1.1.bias = #flow.parameter.named<"model"::"seven.1.1.bias"> : tensor<24xf32>
  util.global private @__auto.seven.2.0.weight = #flow.parameter.named<"model"::"seven.2.0.weight"> : tensor<32x24x7x1xf32>
  util.global private @__auto.seven.2.1.running_mean = #flow.parameter.named<"model"::"seven.2.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.seven.2.1.running_var = #flow.parameter.named<"model"::"seven.2.1.running_var"> : tensor<32xf32>
  util.global private @__auto.seven.2.1.weight = #flow.parameter.named<"model"::"seven.2.1.weight"> : tensor<32xf32>
  util.global private @__auto.seven.2.1.bias = #flow.parameter.named<"model"::"seven.2.1.bias"> : tensor<32xf32>
  util.global private @__auto.twice.0.0.weight = #flow.parameter.named<"model"::"twice.0.0.weight"> : tensor<24x48x1x1xf32>
  util.global private @__auto.twice.0.1.running_mean = #flow.parameter.named<"model"::"twice.0.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.twice.0.1.running_var = #flow.parameter.named<"model"::"twice.0.1.running_var"> : tensor<24xf32>
  util.global private @__auto.twice.0.1.weight = #flow.parameter.named<"model"::"twice.0.1.weight"> : tensor<24xf32>
  util.global private @__auto.twice.0.1.bias = #flow.parameter.named<"model"::"twice.0.1.bias"> : tensor<24xf32>
  util.global private @__auto.twice.1.0.weight = #flow.parameter.named<"model"::"twice.1.0.weight"> : tensor<24x24x7x1xf32>
  util.global private @__auto.twice.1.1.running_mean = #flow.parameter.named<"model"::"twice.1.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.twice.1.1.running_var = #flow.parameter.named<"model"::"twice.1.1.running_var"> : tensor<24xf32>
  util.global private @__auto.twice.1.1.weight = #flow.parameter.named<"model"::"twice.1.1.weight"> : tensor<24xf32>
  util.global private @__auto.twice.1.1.bias = #flow.parameter.named<"model"::"twice.1.1.bias"> : tensor<24xf32>
  util.global private @__auto.twice.2.0.weight = #flow.parameter.named<"model"::"twice.2.0.weight"> : tensor<24x24x1x7xf32>
  util.global private @__auto.twice.2.1.running_mean = #flow.parameter.named<"model"::"twice.2.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.twice.2.1.running_var = #flow.parameter.named<"model"::"twice.2.1.running_var"> : tensor<24xf32>
  util.global private @__auto.twice.2.1.weight = #flow.parameter.named<"model"::"twice.2.1.weight"> : tensor<24xf32>
  util.global private @__auto.twice.2.1.bias = #flow.parameter.named<"model"::"twice.2.1.bias"> : tensor<24xf32>
  util.global private @__auto.twice.3.0.weight = #flow.parameter.named<"model"::"twice.3.0.weight"> : tensor<32x24x7x1xf32>
  util.global private @__auto.twice.3.1.running_mean = #flow.parameter.named<"model"::"twice.3.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.twice.3.1.running_var = #flow.parameter.named<"model"::"twice.3.1.running_var"> : tensor<32xf32>
  util.global private @__auto.twice.3.1.weight = #flow.parameter.named<"model"::"twice.3.1.weight"> : tensor<32xf32>
  util.global private @__auto.twice.3.1.bias = #flow.parameter.named<"model"::"twice.3.1.bias"> : tensor<32xf32>
  util.global private @__auto.twice.4.0.weight = #flow.parameter.named<"model"::"twice.4.0.weight"> : tensor<32x32x1x7xf32>
  util.global private @__auto.twice.4.1.running_mean = #flow.parameter.named<"model"::"twice.4.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.twice.4.1.running_var = #flow.parameter.named<"model"::"twice.4.1.running_var"> : tensor<32xf32>
  util.global private @__auto.twice.4.1.weight = #flow.parameter.named<"model"::"twice.4.1.weight"> : tensor<32xf32>
  util.global private @__auto.twice.4.1.bias = #flow.parameter.named<"model"::"twice.4.1.bias"> : tensor<32xf32>
  util.global private @__auto.pool.0.weight = #flow.parameter.named<"model"::"pool.0.weight"> : tensor<32x48x1x1xf32>
  util.global private @__auto.pool.1.running_mean = #flow.parameter.named<"model"::"pool.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.pool.1.running_var = #flow.parameter.named<"model"::"pool.1.running_var"> : tensor<32xf32>
  util.global private @__auto.pool.1.weight = #flow.parameter.named<"model"::"pool.1.weight"> : tensor<32xf32>
  util.global private @__auto.pool.1.bias = #flow.parameter.named<"model"::"pool.1.bias"> : tensor<32xf32>
  util.global private @__auto.back.weight = #flow.parameter.named<"model"::"back.weight"> : tensor<48x128x1x1xf32>
  util.global private @__auto.back.bias = #flow.parameter.named<"model"::"back.bias"> : tensor<48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0.199999988 : f32
    %cst_2 = arith.constant 9.99999974E-6 : f32
    %cst_3 = arith.constant 9.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x48x17x17xf32>
    %__auto.one.0.weight = util.global.load @__auto.one.0.weight : tensor<32x48x1x1xf32>
    %1 = tensor.empty() : tensor<1x32x17x17xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.one.0.weight : tensor<1x48x17x17xf32>, tensor<32x48x1x1xf32>) outs(%2 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %__auto.one.1.running_mean = util.global.load @__auto.one.1.running_mean : tensor<32xf32>
    %__auto.one.1.running_var = util.global.load @__auto.one.1.running_var : tensor<32xf32>
    %4 = tensor.empty() : tensor<32xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.one.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %__auto.one.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_4 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.one.1.weight = util.global.load @__auto.one.1.weight : tensor<32xf32>
    %expanded_5 = tensor.expand_shape %__auto.one.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_5 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.one.1.bias = util.global.load @__auto.one.1.bias : tensor<32xf32>
    %expanded_6 = tensor.expand_shape %__auto.one.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_6 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x32x17x17xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.seven.0.0.weight = util.global.load @__auto.seven.0.0.weight : tensor<24x48x1x1xf32>
    %13 = tensor.empty() : tensor<1x24x17x17xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.seven.0.0.weight : tensor<1x48x17x17xf32>, tensor<24x48x1x1xf32>) outs(%14 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %__auto.seven.0.1.running_mean = util.global.load @__auto.seven.0.1.running_mean : tensor<24xf32>
    %__auto.seven.0.1.running_var = util.global.load @__auto.seven.0.1.running_var : tensor<24xf32>
    %16 = tensor.empty() : tensor<24xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.seven.0.1.running_var : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%17 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%18 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<24xf32>
    %expanded_7 = tensor.expand_shape %__auto.seven.0.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_8 = tensor.expand_shape %19 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_7 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_8 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.0.1.weight = util.global.load @__auto.seven.0.1.weight : tensor<24xf32>
    %expanded_9 = tensor.expand_shape %__auto.seven.0.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_9 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.0.1.bias = util.global.load @__auto.seven.0.1.bias : tensor<24xf32>
    %expanded_10 = tensor.expand_shape %__auto.seven.0.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %expanded_10 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x24x17x17xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.1.0.weight = util.global.load @__auto.seven.1.0.weight : tensor<24x24x1x7xf32>
    %padded = tensor.pad %24 low[0, 0, 0, 3] high[0, 0, 0, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x17x17xf32> to tensor<1x24x17x23xf32>
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.seven.1.0.weight : tensor<1x24x17x23xf32>, tensor<24x24x1x7xf32>) outs(%14 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %__auto.seven.1.1.running_mean = util.global.load @__auto.seven.1.1.running_mean : tensor<24xf32>
    %__auto.seven.1.1.running_var = util.global.load @__auto.seven.1.1.running_var : tensor<24xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.seven.1.1.running_var : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%26 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<24xf32>
    %expanded_11 = tensor.expand_shape %__auto.seven.1.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_12 = tensor.expand_shape %28 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_11 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_12 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.1.1.weight = util.global.load @__auto.seven.1.1.weight : tensor<24xf32>
    %expanded_13 = tensor.expand_shape %__auto.seven.1.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_13 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.1.1.bias = util.global.load @__auto.seven.1.1.bias : tensor<24xf32>
    %expanded_14 = tensor.expand_shape %__auto.seven.1.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_14 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x24x17x17xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.seven.2.0.weight = util.global.load @__auto.seven.2.0.weight : tensor<32x24x7x1xf32>
    %padded_15 = tensor.pad %33 low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x17x17xf32> to tensor<1x24x23x17xf32>
    %34 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_15, %__auto.seven.2.0.weight : tensor<1x24x23x17xf32>, tensor<32x24x7x1xf32>) outs(%2 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %__auto.seven.2.1.running_mean = util.global.load @__auto.seven.2.1.running_mean : tensor<32xf32>
    %__auto.seven.2.1.running_var = util.global.load @__auto.seven.2.1.running_var : tensor<32xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.seven.2.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%35 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%36 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<32xf32>
    %expanded_16 = tensor.expand_shape %__auto.seven.2.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_17 = tensor.expand_shape %37 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_16 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_17 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.seven.2.1.weight = util.global.load @__auto.seven.2.1.weight : tensor<32xf32>
    %expanded_18 = tensor.expand_shape %__auto.seven.2.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_18 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.seven.2.1.bias = util.global.load @__auto.seven.2.1.bias : tensor<32xf32>
    %expanded_19 = tensor.expand_shape %__auto.seven.2.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_19 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41 : tensor<1x32x17x17xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.0.0.weight = util.global.load @__auto.twice.0.0.weight : tensor<24x48x1x1xf32>
    %43 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.twice.0.0.weight : tensor<1x48x17x17xf32>, tensor<24x48x1x1xf32>) outs(%14 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %__auto.twice.0.1.running_mean = util.global.load @__auto.twice.0.1.running_mean : tensor<24xf32>
    %__auto.twice.0.1.running_var = util.global.load @__auto.twice.0.1.running_var : tensor<24xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.twice.0.1.running_var : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%44 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%45 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<24xf32>
    %expanded_20 = tensor.expand_shape %__auto.twice.0.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_21 = tensor.expand_shape %46 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%43, %expanded_20 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47, %expanded_21 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.0.1.weight = util.global.load @__auto.twice.0.1.weight : tensor<24xf32>
    %expanded_22 = tensor.expand_shape %__auto.twice.0.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_22 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.0.1.bias = util.global.load @__auto.twice.0.1.bias : tensor<24xf32>
    %expanded_23 = tensor.expand_shape %__auto.twice.0.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_23 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<1x24x17x17xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.1.0.weight = util.global.load @__auto.twice.1.0.weight : tensor<24x24x7x1xf32>
    %padded_24 = tensor.pad %51 low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x17x17xf32> to tensor<1x24x23x17xf32>
    %52 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_24, %__auto.twice.1.0.weight : tensor<1x24x23x17xf32>, tensor<24x24x7x1xf32>) outs(%14 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %__auto.twice.1.1.running_mean = util.global.load @__auto.twice.1.1.running_mean : tensor<24xf32>
    %__auto.twice.1.1.running_var = util.global.load @__auto.twice.1.1.running_var : tensor<24xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.twice.1.1.running_var : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%53 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%54 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<24xf32>
    %expanded_25 = tensor.expand_shape %__auto.twice.1.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_26 = tensor.expand_shape %55 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %expanded_25 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%56, %expanded_26 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.1.1.weight = util.global.load @__auto.twice.1.1.weight : tensor<24xf32>
    %expanded_27 = tensor.expand_shape %__auto.twice.1.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %expanded_27 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.1.1.bias = util.global.load @__auto.twice.1.1.bias : tensor<24xf32>
    %expanded_28 = tensor.expand_shape %__auto.twice.1.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %expanded_28 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<1x24x17x17xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.2.0.weight = util.global.load @__auto.twice.2.0.weight : tensor<24x24x1x7xf32>
    %padded_29 = tensor.pad %60 low[0, 0, 0, 3] high[0, 0, 0, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x17x17xf32> to tensor<1x24x17x23xf32>
    %61 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_29, %__auto.twice.2.0.weight : tensor<1x24x17x23xf32>, tensor<24x24x1x7xf32>) outs(%14 : tensor<1x24x17x17xf32>) -> tensor<1x24x17x17xf32>
    %__auto.twice.2.1.running_mean = util.global.load @__auto.twice.2.1.running_mean : tensor<24xf32>
    %__auto.twice.2.1.running_var = util.global.load @__auto.twice.2.1.running_var : tensor<24xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.twice.2.1.running_var : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%62 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<24xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%63 : tensor<24xf32>) outs(%16 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<24xf32>
    %expanded_30 = tensor.expand_shape %__auto.twice.2.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_31 = tensor.expand_shape %64 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61, %expanded_30 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65, %expanded_31 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.2.1.weight = util.global.load @__auto.twice.2.1.weight : tensor<24xf32>
    %expanded_32 = tensor.expand_shape %__auto.twice.2.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%66, %expanded_32 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.2.1.bias = util.global.load @__auto.twice.2.1.bias : tensor<24xf32>
    %expanded_33 = tensor.expand_shape %__auto.twice.2.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67, %expanded_33 : tensor<1x24x17x17xf32>, tensor<24x1x1xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x24x17x17xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<1x24x17x17xf32>) outs(%13 : tensor<1x24x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x24x17x17xf32>
    %__auto.twice.3.0.weight = util.global.load @__auto.twice.3.0.weight : tensor<32x24x7x1xf32>
    %padded_34 = tensor.pad %69 low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x17x17xf32> to tensor<1x24x23x17xf32>
    %70 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_34, %__auto.twice.3.0.weight : tensor<1x24x23x17xf32>, tensor<32x24x7x1xf32>) outs(%2 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %__auto.twice.3.1.running_mean = util.global.load @__auto.twice.3.1.running_mean : tensor<32xf32>
    %__auto.twice.3.1.running_var = util.global.load @__auto.twice.3.1.running_var : tensor<32xf32>
    %71 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.twice.3.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%71 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%72 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<32xf32>
    %expanded_35 = tensor.expand_shape %__auto.twice.3.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_36 = tensor.expand_shape %73 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%70, %expanded_35 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %expanded_36 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.3.1.weight = util.global.load @__auto.twice.3.1.weight : tensor<32xf32>
    %expanded_37 = tensor.expand_shape %__auto.twice.3.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75, %expanded_37 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.3.1.bias = util.global.load @__auto.twice.3.1.bias : tensor<32xf32>
    %expanded_38 = tensor.expand_shape %__auto.twice.3.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76, %expanded_38 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<1x32x17x17xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.4.0.weight = util.global.load @__auto.twice.4.0.weight : tensor<32x32x1x7xf32>
    %padded_39 = tensor.pad %78 low[0, 0, 0, 3] high[0, 0, 0, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x17x17xf32> to tensor<1x32x17x23xf32>
    %79 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_39, %__auto.twice.4.0.weight : tensor<1x32x17x23xf32>, tensor<32x32x1x7xf32>) outs(%2 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %__auto.twice.4.1.running_mean = util.global.load @__auto.twice.4.1.running_mean : tensor<32xf32>
    %__auto.twice.4.1.running_var = util.global.load @__auto.twice.4.1.running_var : tensor<32xf32>
    %80 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.twice.4.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%80 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %82 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%81 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<32xf32>
    %expanded_40 = tensor.expand_shape %__auto.twice.4.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_41 = tensor.expand_shape %82 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79, %expanded_40 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83, %expanded_41 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.4.1.weight = util.global.load @__auto.twice.4.1.weight : tensor<32xf32>
    %expanded_42 = tensor.expand_shape %__auto.twice.4.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%84, %expanded_42 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.twice.4.1.bias = util.global.load @__auto.twice.4.1.bias : tensor<32xf32>
    %expanded_43 = tensor.expand_shape %__auto.twice.4.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85, %expanded_43 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%86 : tensor<1x32x17x17xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x32x17x17xf32>
    %padded_44 = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x48x17x17xf32> to tensor<1x48x19x19xf32>
    %88 = tensor.empty() : tensor<1x48x17x17xf32>
    %89 = linalg.fill ins(%cst : f32) outs(%88 : tensor<1x48x17x17xf32>) -> tensor<1x48x17x17xf32>
    %90 = tensor.empty() : tensor<3x3xf32>
    %91 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_44, %90 : tensor<1x48x19x19xf32>, tensor<3x3xf32>) outs(%89 : tensor<1x48x17x17xf32>) -> tensor<1x48x17x17xf32>
    %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<1x48x17x17xf32>) outs(%88 : tensor<1x48x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.divf %in, %cst_3 : f32
      linalg.yield %108 : f32
    } -> tensor<1x48x17x17xf32>
    %__auto.pool.0.weight = util.global.load @__auto.pool.0.weight : tensor<32x48x1x1xf32>
    %93 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%92, %__auto.pool.0.weight : tensor<1x48x17x17xf32>, tensor<32x48x1x1xf32>) outs(%2 : tensor<1x32x17x17xf32>) -> tensor<1x32x17x17xf32>
    %__auto.pool.1.running_mean = util.global.load @__auto.pool.1.running_mean : tensor<32xf32>
    %__auto.pool.1.running_var = util.global.load @__auto.pool.1.running_var : tensor<32xf32>
    %94 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.pool.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.addf %in, %cst_2 : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %95 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%94 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = math.sqrt %in : f32
      linalg.yield %108 : f32
    } -> tensor<32xf32>
    %96 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%95 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf one, %in, %cst : f32
      cf.assert %108, "unimplemented: tensor with zero element"
      %109 = arith.divf %cst_0, %in : f32
      linalg.yield %109 : f32
    } -> tensor<32xf32>
    %expanded_45 = tensor.expand_shape %__auto.pool.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_46 = tensor.expand_shape %96 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %expanded_45 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.subf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %98 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %expanded_46 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.pool.1.weight = util.global.load @__auto.pool.1.weight : tensor<32xf32>
    %expanded_47 = tensor.expand_shape %__auto.pool.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %99 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%98, %expanded_47 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.mulf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %__auto.pool.1.bias = util.global.load @__auto.pool.1.bias : tensor<32xf32>
    %expanded_48 = tensor.expand_shape %__auto.pool.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99, %expanded_48 : tensor<1x32x17x17xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x32x17x17xf32>
    %101 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<1x32x17x17xf32>) outs(%1 : tensor<1x32x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x32x17x17xf32>
    %concat = tensor.concat dim(1) %12, %42, %87, %101 : (tensor<1x32x17x17xf32>, tensor<1x32x17x17xf32>, tensor<1x32x17x17xf32>, tensor<1x32x17x17xf32>) -> tensor<1x128x17x17xf32>
    %__auto.back.weight = util.global.load @__auto.back.weight : tensor<48x128x1x1xf32>
    %__auto.back.bias = util.global.load @__auto.back.bias : tensor<48xf32>
    %broadcasted = linalg.broadcast ins(%__auto.back.bias : tensor<48xf32>) outs(%88 : tensor<1x48x17x17xf32>) dimensions = [0, 2, 3] 
    %102 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %__auto.back.weight : tensor<1x128x17x17xf32>, tensor<48x128x1x1xf32>) outs(%broadcasted : tensor<1x48x17x17xf32>) -> tensor<1x48x17x17xf32>
    %103 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<1x48x17x17xf32>) outs(%88 : tensor<1x48x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.mulf %in, %cst_1 : f32
      linalg.yield %108 : f32
    } -> tensor<1x48x17x17xf32>
    %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %103 : tensor<1x48x17x17xf32>, tensor<1x48x17x17xf32>) outs(%88 : tensor<1x48x17x17xf32>) {
    ^bb0(%in: f32, %in_49: f32, %out: f32):
      %108 = arith.addf %in, %in_49 : f32
      linalg.yield %108 : f32
    } -> tensor<1x48x17x17xf32>
    %105 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%104 : tensor<1x48x17x17xf32>) outs(%88 : tensor<1x48x17x17xf32>) {
    ^bb0(%in: f32, %out: f32):
      %108 = arith.cmpf ugt, %in, %cst : f32
      %109 = arith.select %108, %in, %cst : f32
      linalg.yield %109 : f32
    } -> tensor<1x48x17x17xf32>
    %106 = hal.tensor.barrier join(%105 : tensor<1x48x17x17xf32>) => %arg2 : !hal.fence
    %107 = hal.tensor.export %106 : tensor<1x48x17x17xf32> -> !hal.buffer_view
    util.return %107 : !hal.buffer_view
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