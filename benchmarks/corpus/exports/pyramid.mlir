module @module {
  util.global private @__auto.lateral.0.weight = #flow.parameter.named<"model"::"lateral.0.weight"> : tensor<24x16x1x1xf32>
  util.global private @__auto.lateral.0.bias = #flow.parameter.named<"model"::"lateral.0.bias"> : tensor<24xf32>
  util.global private @__auto.lateral.1.weight = #flow.parameter.named<"model"::"lateral.1.weight"> : tensor<24x32x1x1xf32>
  util.global private @__auto.lateral.1.bias = #flow.parameter.named<"model"::"lateral.1.bias"> : tensor<24xf32>
  util.global private @__auto.lateral.2.weight = #flow.parameter.named<"model"::"lateral.2.weight"> : tensor<24x48x1x1xf32>
  util.global private @__auto.lateral.2.bias = #flow.parameter.named<"model"::"lateral.2.bias"> : tensor<24xf32>
  util.global private @__auto.smooth.0.weight = #flow.parameter.named<"model"::"smooth.0.weight"> : tensor<24x24x3x3xf32>
  util.global private @__auto.smooth.0.bias = #flow.parameter.named<"model"::"smooth.0.bias"> : tensor<24xf32>
  util.global private @__auto.smooth.1.weight = #flow.parameter.named<"model"::"smooth.1.weight"> : tensor<24x24x3x3xf32>
  util.global private @__auto.smooth.1.bias = #flow.parameter.named<"model"::"smooth.1.bias"> : tensor<24xf32>
  util.global private @__auto.smooth.2.weight = #flow.parameter.named<"model"::"smooth.2.weight"> : tensor<24x24x3x3xf32>
  util.global private @__auto.smooth.2.bias = #flow.parameter.named<"model"::"smooth.2.bias"> : tensor<24xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.600000e+01 : f32
    %cst_1 = arith.constant 4.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<1x16x32x32xf32>
    %1 = hal.tensor.import wait(%arg3) => %arg1 : !hal.buffer_view -> tensor<1x32x16x16xf32>
    %2 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<1x48x8x8xf32>
    %__auto.lateral.0.weight = util.global.load @__auto.lateral.0.weight : tensor<24x16x1x1xf32>
    %__auto.lateral.0.bias = util.global.load @__auto.lateral.0.bias : tensor<24xf32>
    %3 = tensor.empty() : tensor<1x24x32x32xf32>
    %broadcasted = linalg.broadcast ins(%__auto.lateral.0.bias : tensor<24xf32>) outs(%3 : tensor<1x24x32x32xf32>) dimensions = [0, 2, 3] 
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.lateral.0.weight : tensor<1x16x32x32xf32>, tensor<24x16x1x1xf32>) outs(%broadcasted : tensor<1x24x32x32xf32>) -> tensor<1x24x32x32xf32>
    %__auto.lateral.1.weight = util.global.load @__auto.lateral.1.weight : tensor<24x32x1x1xf32>
    %__auto.lateral.1.bias = util.global.load @__auto.lateral.1.bias : tensor<24xf32>
    %5 = tensor.empty() : tensor<1x24x16x16xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.lateral.1.bias : tensor<24xf32>) outs(%5 : tensor<1x24x16x16xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%1, %__auto.lateral.1.weight : tensor<1x32x16x16xf32>, tensor<24x32x1x1xf32>) outs(%broadcasted_2 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
    %__auto.lateral.2.weight = util.global.load @__auto.lateral.2.weight : tensor<24x48x1x1xf32>
    %__auto.lateral.2.bias = util.global.load @__auto.lateral.2.bias : tensor<24xf32>
    %7 = tensor.empty() : tensor<1x24x8x8xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.lateral.2.bias : tensor<24xf32>) outs(%7 : tensor<1x24x8x8xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%2, %__auto.lateral.2.weight : tensor<1x48x8x8xf32>, tensor<24x48x1x1xf32>) outs(%broadcasted_3 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %9 = tensor.empty() : tensor<1x24x8x2x8x2xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x24x8x8xf32>) outs(%9 : tensor<1x24x8x2x8x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x24x8x2x8x2xf32>
    %collapsed = tensor.collapse_shape %10 [[0], [1], [2, 3], [4, 5]] : tensor<1x24x8x2x8x2xf32> into tensor<1x24x16x16xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %collapsed : tensor<1x24x16x16xf32>, tensor<1x24x16x16xf32>) outs(%5 : tensor<1x24x16x16xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %27 = arith.addf %in, %in_10 : f32
      linalg.yield %27 : f32
    } -> tensor<1x24x16x16xf32>
    %12 = tensor.empty() : tensor<1x24x16x2x16x2xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d4)>, affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x24x16x16xf32>) outs(%12 : tensor<1x24x16x2x16x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x24x16x2x16x2xf32>
    %collapsed_4 = tensor.collapse_shape %13 [[0], [1], [2, 3], [4, 5]] : tensor<1x24x16x2x16x2xf32> into tensor<1x24x32x32xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4, %collapsed_4 : tensor<1x24x32x32xf32>, tensor<1x24x32x32xf32>) outs(%3 : tensor<1x24x32x32xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %27 = arith.addf %in, %in_10 : f32
      linalg.yield %27 : f32
    } -> tensor<1x24x32x32xf32>
    %__auto.smooth.0.weight = util.global.load @__auto.smooth.0.weight : tensor<24x24x3x3xf32>
    %__auto.smooth.0.bias = util.global.load @__auto.smooth.0.bias : tensor<24xf32>
    %padded = tensor.pad %14 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x24x32x32xf32> to tensor<1x24x34x34xf32>
    %broadcasted_5 = linalg.broadcast ins(%__auto.smooth.0.bias : tensor<24xf32>) outs(%3 : tensor<1x24x32x32xf32>) dimensions = [0, 2, 3] 
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.smooth.0.weight : tensor<1x24x34x34xf32>, tensor<24x24x3x3xf32>) outs(%broadcasted_5 : tensor<1x24x32x32xf32>) -> tensor<1x24x32x32xf32>
    %__auto.smooth.1.weight = util.global.load @__auto.smooth.1.weight : tensor<24x24x3x3xf32>
    %__auto.smooth.1.bias = util.global.load @__auto.smooth.1.bias : tensor<24xf32>
    %padded_6 = tensor.pad %11 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x24x16x16xf32> to tensor<1x24x18x18xf32>
    %broadcasted_7 = linalg.broadcast ins(%__auto.smooth.1.bias : tensor<24xf32>) outs(%5 : tensor<1x24x16x16xf32>) dimensions = [0, 2, 3] 
    %16 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %__auto.smooth.1.weight : tensor<1x24x18x18xf32>, tensor<24x24x3x3xf32>) outs(%broadcasted_7 : tensor<1x24x16x16xf32>) -> tensor<1x24x16x16xf32>
    %__auto.smooth.2.weight = util.global.load @__auto.smooth.2.weight : tensor<24x24x3x3xf32>
    %__auto.smooth.2.bias = util.global.load @__auto.smooth.2.bias : tensor<24xf32>
    %padded_8 = tensor.pad %8 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg5: index, %arg6: index, %arg7: index, %arg8: index):
      tensor.yield %cst : f32
    } : tensor<1x24x8x8xf32> to tensor<1x24x10x10xf32>
    %broadcasted_9 = linalg.broadcast ins(%__auto.smooth.2.bias : tensor<24xf32>) outs(%7 : tensor<1x24x8x8xf32>) dimensions = [0, 2, 3] 
    %17 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %__auto.smooth.2.weight : tensor<1x24x10x10xf32>, tensor<24x24x3x3xf32>) outs(%broadcasted_9 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %19 = tensor.empty() : tensor<4x4xf32>
    %20 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%15, %19 : tensor<1x24x32x32xf32>, tensor<4x4xf32>) outs(%18 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x24x8x8xf32>) outs(%7 : tensor<1x24x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_0 : f32
      linalg.yield %27 : f32
    } -> tensor<1x24x8x8xf32>
    %22 = tensor.empty() : tensor<2x2xf32>
    %23 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%16, %22 : tensor<1x24x16x16xf32>, tensor<2x2xf32>) outs(%18 : tensor<1x24x8x8xf32>) -> tensor<1x24x8x8xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x24x8x8xf32>) outs(%7 : tensor<1x24x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %27 = arith.divf %in, %cst_1 : f32
      linalg.yield %27 : f32
    } -> tensor<1x24x8x8xf32>
    %concat = tensor.concat dim(1) %21, %24, %17 : (tensor<1x24x8x8xf32>, tensor<1x24x8x8xf32>, tensor<1x24x8x8xf32>) -> tensor<1x72x8x8xf32>
    %25 = hal.tensor.barrier join(%concat : tensor<1x72x8x8xf32>) => %arg4 : !hal.fence
    %26 = hal.tensor.export %25 : tensor<1x72x8x8xf32> -> !hal.buffer_view
    util.return %26 : !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1 = util.call @main$async(%arg0, %arg1, %arg2, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1 : !hal.buffer_view
  }
}