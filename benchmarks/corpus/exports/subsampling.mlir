module @module {
  util.global private @__auto.one.weight = #flow.parameter.named<"model"::"one.weight"> : tensor<48x40x3xf32>
  util.global private @__auto.one.bias = #flow.parameter.named<"model"::"one.bias"> : tensor<48xf32>
  util.global private @__auto.two.weight = #flow.parameter.named<"model"::"two.weight"> : tensor<48x48x3xf32>
  util.global private @__auto.two.bias = #flow.parameter.named<"model"::"two.bias"> : tensor<48xf32>
  util.global private @__auto.token = #flow.parameter.named<"model"::"token"> : tensor<1x1x48xf32>
  util.global private @__auto.position = #flow.parameter.named<"model"::"position"> : tensor<33x48xf32>
  util.global private @__auto.norm.weight = #flow.parameter.named<"model"::"norm.weight"> : tensor<48xf32>
  util.global private @__auto.norm.bias = #flow.parameter.named<"model"::"norm.bias"> : tensor<48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.41421354 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 9.99999974E-6 : f32
    %cst_4 = arith.constant 4.800000e+01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x40x64xf32>
    %__auto.one.weight = util.global.load @__auto.one.weight : tensor<48x40x3xf32>
    %__auto.one.bias = util.global.load @__auto.one.bias : tensor<48xf32>
    %padded = tensor.pad %0 low[0, 0, 1] high[0, 0, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x40x64xf32> to tensor<1x40x66xf32>
    %1 = tensor.empty() : tensor<1x48x64xf32>
    %broadcasted = linalg.broadcast ins(%__auto.one.bias : tensor<48xf32>) outs(%1 : tensor<1x48x64xf32>) dimensions = [0, 2] 
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %__auto.one.weight : tensor<1x40x66xf32>, tensor<48x40x3xf32>) outs(%broadcasted : tensor<1x48x64xf32>) -> tensor<1x48x64xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<1x48x64xf32>) outs(%1 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_0 : f32
      %28 = math.erf %27 : f32
      %29 = arith.addf %28, %cst_1 : f32
      %30 = arith.mulf %29, %cst_2 : f32
      %31 = arith.mulf %in, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<1x48x64xf32>
    %__auto.two.weight = util.global.load @__auto.two.weight : tensor<48x48x3xf32>
    %__auto.two.bias = util.global.load @__auto.two.bias : tensor<48xf32>
    %padded_5 = tensor.pad %3 low[0, 0, 1] high[0, 0, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x48x64xf32> to tensor<1x48x66xf32>
    %4 = tensor.empty() : tensor<1x48x32xf32>
    %broadcasted_6 = linalg.broadcast ins(%__auto.two.bias : tensor<48xf32>) outs(%4 : tensor<1x48x32xf32>) dimensions = [0, 2] 
    %5 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>} ins(%padded_5, %__auto.two.weight : tensor<1x48x66xf32>, tensor<48x48x3xf32>) outs(%broadcasted_6 : tensor<1x48x32xf32>) -> tensor<1x48x32xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<1x48x32xf32>) outs(%4 : tensor<1x48x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_0 : f32
      %28 = math.erf %27 : f32
      %29 = arith.addf %28, %cst_1 : f32
      %30 = arith.mulf %29, %cst_2 : f32
      %31 = arith.mulf %in, %30 : f32
      linalg.yield %31 : f32
    } -> tensor<1x48x32xf32>
    %7 = tensor.empty() : tensor<1x32x48xf32>
    %transposed = linalg.transpose ins(%6 : tensor<1x48x32xf32>) outs(%7 : tensor<1x32x48xf32>) permutation = [0, 2, 1] 
    %__auto.token = util.global.load @__auto.token : tensor<1x1x48xf32>
    %concat = tensor.concat dim(1) %__auto.token, %transposed : (tensor<1x1x48xf32>, tensor<1x32x48xf32>) -> tensor<1x33x48xf32>
    %__auto.position = util.global.load @__auto.position : tensor<33x48xf32>
    %8 = tensor.empty() : tensor<1x33x48xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %__auto.position : tensor<1x33x48xf32>, tensor<33x48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.addf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %__auto.norm.weight = util.global.load @__auto.norm.weight : tensor<48xf32>
    %__auto.norm.bias = util.global.load @__auto.norm.bias : tensor<48xf32>
    %10 = tensor.empty() : tensor<1x33x1xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x33x1xf32>) -> tensor<1x33x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%9 : tensor<1x33x48xf32>) outs(%11 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x33x1xf32>) outs(%10 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_4 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<1x33x1xf32> into tensor<1x33xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x33xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x33x48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %14 : tensor<1x33x48xf32>, tensor<1x33x48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.subf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %15 : tensor<1x33x48xf32>, tensor<1x33x48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.mulf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<1x33x48xf32>) outs(%11 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %out : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17 : tensor<1x33x1xf32>) outs(%10 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_4 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x33x1xf32>) outs(%10 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.addf %in, %cst_3 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x33x1xf32>) outs(%10 : tensor<1x33x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = math.rsqrt %in : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x1xf32>
    %collapsed_7 = tensor.collapse_shape %20 [[0], [1, 2]] : tensor<1x33x1xf32> into tensor<1x33xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<1x33xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x33x48xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %21 : tensor<1x33x48xf32>, tensor<1x33x48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.mulf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %__auto.norm.weight : tensor<1x33x48xf32>, tensor<48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.mulf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %__auto.norm.bias : tensor<1x33x48xf32>, tensor<48xf32>) outs(%8 : tensor<1x33x48xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %27 = arith.addf %in, %in_8 : f32
      linalg.yield %27 : f32
    } -> tensor<1x33x48xf32>
    %25 = hal.tensor.barrier join(%24 : tensor<1x33x48xf32>) => %arg2 : !hal.fence
    %26 = hal.tensor.export %25 : tensor<1x33x48xf32> -> !hal.buffer_view
    util.return %26 : !hal.buffer_view
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