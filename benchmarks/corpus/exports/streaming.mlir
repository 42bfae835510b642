module @module {
  util.global private @__auto.depth.weight = #flow.parameter.named<"model"::"depth.weight"> : tensor<32x1x7xf32>
  util.global private @__auto.depth.bias = #flow.parameter.named<"model"::"depth.bias"> : tensor<32xf32>
  util.global private @__auto.point.weight = #flow.parameter.named<"model"::"point.weight"> : tensor<32x32x1xf32>
  util.global private @__auto.point.bias = #flow.parameter.named<"model"::"point.bias"> : tensor<32xf32>
  util.global private @__auto.next.weight = #flow.parameter.named<"model"::"next.weight"> : tensor<32x32x3xf32>
  util.global private @__auto.next.bias = #flow.parameter.named<"model"::"next.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<1x32x6xf32>
    %1 = hal.tensor.import wait(%arg3) => %arg1 : !hal.buffer_view -> tensor<1x32x16xf32>
    %2 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<1x32x2xf32>
    %concat = tensor.concat dim(2) %0, %1 : (tensor<1x32x6xf32>, tensor<1x32x16xf32>) -> tensor<1x32x22xf32>
    %__auto.depth.weight = util.global.load @__auto.depth.weight : tensor<32x1x7xf32>
    %__auto.depth.bias = util.global.load @__auto.depth.bias : tensor<32xf32>
    %expanded = tensor.expand_shape %concat [[0], [1], [2, 3]] output_shape [1, 32, 22, 1] : tensor<1x32x22xf32> into tensor<1x32x22x1xf32>
    %expanded_0 = tensor.expand_shape %__auto.depth.weight [[0], [1], [2, 3]] output_shape [32, 1, 7, 1] : tensor<32x1x7xf32> into tensor<32x1x7x1xf32>
    %3 = tensor.empty() : tensor<1x32x16x1xf32>
    %broadcasted = linalg.broadcast ins(%__auto.depth.bias : tensor<32xf32>) outs(%3 : tensor<1x32x16x1xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %expanded_0 [[0, 1], [2], [3]] : tensor<32x1x7x1xf32> into tensor<32x7x1xf32>
    %4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%expanded, %collapsed : tensor<1x32x22x1xf32>, tensor<32x7x1xf32>) outs(%broadcasted : tensor<1x32x16x1xf32>) -> tensor<1x32x16x1xf32>
    %collapsed_1 = tensor.collapse_shape %4 [[0], [1], [2, 3]] : tensor<1x32x16x1xf32> into tensor<1x32x16xf32>
    %__auto.point.weight = util.global.load @__auto.point.weight : tensor<32x32x1xf32>
    %__auto.point.bias = util.global.load @__auto.point.bias : tensor<32xf32>
    %5 = tensor.empty() : tensor<1x32x16xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.point.bias : tensor<32xf32>) outs(%5 : tensor<1x32x16xf32>) dimensions = [0, 2] 
    %6 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%collapsed_1, %__auto.point.weight : tensor<1x32x16xf32>, tensor<32x32x1xf32>) outs(%broadcasted_2 : tensor<1x32x16xf32>) -> tensor<1x32x16xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<1x32x16xf32>) outs(%5 : tensor<1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %14 = arith.cmpf ugt, %in, %cst : f32
      %15 = arith.select %14, %in, %cst : f32
      linalg.yield %15 : f32
    } -> tensor<1x32x16xf32>
    %concat_3 = tensor.concat dim(2) %2, %7 : (tensor<1x32x2xf32>, tensor<1x32x16xf32>) -> tensor<1x32x18xf32>
    %__auto.next.weight = util.global.load @__auto.next.weight : tensor<32x32x3xf32>
    %__auto.next.bias = util.global.load @__auto.next.bias : tensor<32xf32>
    %broadcasted_4 = linalg.broadcast ins(%__auto.next.bias : tensor<32xf32>) outs(%5 : tensor<1x32x16xf32>) dimensions = [0, 2] 
    %8 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%concat_3, %__auto.next.weight : tensor<1x32x18xf32>, tensor<32x32x3xf32>) outs(%broadcasted_4 : tensor<1x32x16xf32>) -> tensor<1x32x16xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %1 : tensor<1x32x16xf32>, tensor<1x32x16xf32>) outs(%5 : tensor<1x32x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %14 = arith.addf %in, %in_6 : f32
      linalg.yield %14 : f32
    } -> tensor<1x32x16xf32>
    %extracted_slice = tensor.extract_slice %concat[0, 0, 16] [1, 32, 6] [1, 1, 1] : tensor<1x32x22xf32> to tensor<1x32x6xf32>
    %extracted_slice_5 = tensor.extract_slice %concat_3[0, 0, 16] [1, 32, 2] [1, 1, 1] : tensor<1x32x18xf32> to tensor<1x32x2xf32>
    %10:3 = hal.tensor.barrier join(%9, %extracted_slice, %extracted_slice_5 : tensor<1x32x16xf32>, tensor<1x32x6xf32>, tensor<1x32x2xf32>) => %arg4 : !hal.fence
    %11 = hal.tensor.export %10#0 : tensor<1x32x16xf32> -> !hal.buffer_view
    %12 = hal.tensor.export %10#1 : tensor<1x32x6xf32> -> !hal.buffer_view
    %13 = hal.tensor.export %10#2 : tensor<1x32x2xf32> -> !hal.buffer_view
    util.return %11, %12, %13 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1:3 = util.call @main$async(%arg0, %arg1, %arg2, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view)
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1#0, %1#1, %1#2 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
}