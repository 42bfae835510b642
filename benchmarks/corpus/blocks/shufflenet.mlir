module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<32x32x1x1xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<32xf32>
  util.global private @__auto.d.weight = #flow.parameter.named<"model"::"d.weight"> : tensor<32x1x3x3xf32>
  util.global private @__auto.d.bias = #flow.parameter.named<"model"::"d.bias"> : tensor<32xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<32x32x1x1xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x64x28x28xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0, 0] [1, 32, 28, 28] [1, 1, 1, 1] : tensor<1x64x28x28xf32> to tensor<1x32x28x28xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0, 32, 0, 0] [1, 32, 28, 28] [1, 1, 1, 1] : tensor<1x64x28x28xf32> to tensor<1x32x28x28xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<32x32x1x1xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<32xf32>
    %1 = tensor.empty() : tensor<1x32x28x28xf32>
    %broadcasted = linalg.broadcast ins(%__auto.a.bias : tensor<32xf32>) outs(%1 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%extracted_slice_0, %__auto.a.weight : tensor<1x32x28x28xf32>, tensor<32x32x1x1xf32>) outs(%broadcasted : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x28x28xf32>) outs(%1 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.cmpf ugt, %in, %cst : f32
      %11 = arith.select %10, %in, %cst : f32
      linalg.yield %11 : f32
    } -> tensor<1x32x28x28xf32>
    %__auto.d.weight = util.global.load @__auto.d.weight : tensor<32x1x3x3xf32>
    %__auto.d.bias = util.global.load @__auto.d.bias : tensor<32xf32>
    %padded = tensor.pad %3 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x28x28xf32> to tensor<1x32x30x30xf32>
    %broadcasted_1 = linalg.broadcast ins(%__auto.d.bias : tensor<32xf32>) outs(%1 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %__auto.d.weight [[0, 1], [2], [3]] : tensor<32x1x3x3xf32> into tensor<32x3x3xf32>
    %4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x32x30x30xf32>, tensor<32x3x3xf32>) outs(%broadcasted_1 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<32x32x1x1xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<32xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.b.bias : tensor<32xf32>) outs(%1 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %5 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %__auto.b.weight : tensor<1x32x28x28xf32>, tensor<32x32x1x1xf32>) outs(%broadcasted_2 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<1x32x28x28xf32>) outs(%1 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %10 = arith.cmpf ugt, %in, %cst : f32
      %11 = arith.select %10, %in, %cst : f32
      linalg.yield %11 : f32
    } -> tensor<1x32x28x28xf32>
    %concat = tensor.concat dim(1) %extracted_slice, %6 : (tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) -> tensor<1x64x28x28xf32>
    %expanded = tensor.expand_shape %concat [[0], [1, 2], [3], [4]] output_shape [1, 2, 32, 28, 28] : tensor<1x64x28x28xf32> into tensor<1x2x32x28x28xf32>
    %7 = tensor.empty() : tensor<1x32x2x28x28xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x2x32x28x28xf32>) outs(%7 : tensor<1x32x2x28x28xf32>) permutation = [0, 2, 1, 3, 4] 
    %collapsed_3 = tensor.collapse_shape %transposed [[0], [1, 2], [3], [4]] : tensor<1x32x2x28x28xf32> into tensor<1x64x28x28xf32>
    %8 = hal.tensor.barrier join(%collapsed_3 : tensor<1x64x28x28xf32>) => %arg2 : !hal.fence
    %9 = hal.tensor.export %8 : tensor<1x64x28x28xf32> -> !hal.buffer_view
    util.return %9 : !hal.buffer_view
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