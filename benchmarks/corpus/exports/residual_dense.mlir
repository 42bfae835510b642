module @module {
  util.global private @__auto.layers.0.weight = #flow.parameter.named<"model"::"layers.0.weight"> : tensor<8x16x3x3xf32>
  util.global private @__auto.layers.0.bias = #flow.parameter.named<"model"::"layers.0.bias"> : tensor<8xf32>
  util.global private @__auto.layers.1.weight = #flow.parameter.named<"model"::"layers.1.weight"> : tensor<8x24x3x3xf32>
  util.global private @__auto.layers.1.bias = #flow.parameter.named<"model"::"layers.1.bias"> : tensor<8xf32>
  util.global private @__auto.layers.2.weight = #flow.parameter.named<"model"::"layers.2.weight"> : tensor<8x32x3x3xf32>
  util.global private @__auto.layers.2.bias = #flow.parameter.named<"model"::"layers.2.bias"> : tensor<8xf32>
  util.global private @__auto.fuse.weight = #flow.parameter.named<"model"::"fuse.weight"> : tensor<16x40x1x1xf32>
  util.global private @__auto.fuse.bias = #flow.parameter.named<"model"::"fuse.bias"> : tensor<16xf32>
  util.global private @__auto.up.weight = #flow.parameter.named<"model"::"up.weight"> : tensor<12x16x3x3xf32>
  util.global private @__auto.up.bias = #flow.parameter.named<"model"::"up.bias"> : tensor<12xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x16x24x24xf32>
    %__auto.layers.0.weight = util.global.load @__auto.layers.0.weight : tensor<8x16x3x3xf32>
    %__auto.layers.0.bias = util.global.load @__auto.layers.0.bias : tensor<8xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x24x24xf32> to tensor<1x16x26x26xf32>
    %1 = tensor.empty() : tensor<1x8x24x24xf32>
    %broadcasted = linalg.broadcast ins(%__auto.layers.0.bias : tensor<8xf32>) outs(%1 : tensor<1x8x24x24xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.layers.0.weight : tensor<1x16x26x26xf32>, tensor<8x16x3x3xf32>) outs(%broadcasted : tensor<1x8x24x24xf32>) -> tensor<1x8x24x24xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x8x24x24xf32>) outs(%1 : tensor<1x8x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.cmpf ugt, %in, %cst : f32
      %17 = arith.select %16, %in, %cst : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x24x24xf32>
    %concat = tensor.concat dim(1) %0, %3 : (tensor<1x16x24x24xf32>, tensor<1x8x24x24xf32>) -> tensor<1x24x24x24xf32>
    %__auto.layers.1.weight = util.global.load @__auto.layers.1.weight : tensor<8x24x3x3xf32>
    %__auto.layers.1.bias = util.global.load @__auto.layers.1.bias : tensor<8xf32>
    %padded_0 = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x24x24xf32> to tensor<1x24x26x26xf32>
    %broadcasted_1 = linalg.broadcast ins(%__auto.layers.1.bias : tensor<8xf32>) outs(%1 : tensor<1x8x24x24xf32>) dimensions = [0, 2, 3] 
    %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_0, %__auto.layers.1.weight : tensor<1x24x26x26xf32>, tensor<8x24x3x3xf32>) outs(%broadcasted_1 : tensor<1x8x24x24xf32>) -> tensor<1x8x24x24xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x8x24x24xf32>) outs(%1 : tensor<1x8x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.cmpf ugt, %in, %cst : f32
      %17 = arith.select %16, %in, %cst : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x24x24xf32>
    %concat_2 = tensor.concat dim(1) %concat, %5 : (tensor<1x24x24x24xf32>, tensor<1x8x24x24xf32>) -> tensor<1x32x24x24xf32>
    %__auto.layers.2.weight = util.global.load @__auto.layers.2.weight : tensor<8x32x3x3xf32>
    %__auto.layers.2.bias = util.global.load @__auto.layers.2.bias : tensor<8xf32>
    %padded_3 = tensor.pad %concat_2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x24x24xf32> to tensor<1x32x26x26xf32>
    %broadcasted_4 = linalg.broadcast ins(%__auto.layers.2.bias : tensor<8xf32>) outs(%1 : tensor<1x8x24x24xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_3, %__auto.layers.2.weight : tensor<1x32x26x26xf32>, tensor<8x32x3x3xf32>) outs(%broadcasted_4 : tensor<1x8x24x24xf32>) -> tensor<1x8x24x24xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x8x24x24xf32>) outs(%1 : tensor<1x8x24x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.cmpf ugt, %in, %cst : f32
      %17 = arith.select %16, %in, %cst : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x24x24xf32>
    %concat_5 = tensor.concat dim(1) %concat_2, %7 : (tensor<1x32x24x24xf32>, tensor<1x8x24x24xf32>) -> tensor<1x40x24x24xf32>
    %__auto.fuse.weight = util.global.load @__auto.fuse.weight : tensor<16x40x1x1xf32>
    %__auto.fuse.bias = util.global.load @__auto.fuse.bias : tensor<16xf32>
    %8 = tensor.empty() : tensor<1x16x24x24xf32>
    %broadcasted_6 = linalg.broadcast ins(%__auto.fuse.bias : tensor<16xf32>) outs(%8 : tensor<1x16x24x24xf32>) dimensions = [0, 2, 3] 
    %9 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_5, %__auto.fuse.weight : tensor<1x40x24x24xf32>, tensor<16x40x1x1xf32>) outs(%broadcasted_6 : tensor<1x16x24x24xf32>) -> tensor<1x16x24x24xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %9 : tensor<1x16x24x24xf32>, tensor<1x16x24x24xf32>) outs(%8 : tensor<1x16x24x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %16 = arith.addf %in, %in_9 : f32
      linalg.yield %16 : f32
    } -> tensor<1x16x24x24xf32>
    %__auto.up.weight = util.global.load @__auto.up.weight : tensor<12x16x3x3xf32>
    %__auto.up.bias = util.global.load @__auto.up.bias : tensor<12xf32>
    %padded_7 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x24x24xf32> to tensor<1x16x26x26xf32>
    %11 = tensor.empty() : tensor<1x12x24x24xf32>
    %broadcasted_8 = linalg.broadcast ins(%__auto.up.bias : tensor<12xf32>) outs(%11 : tensor<1x12x24x24xf32>) dimensions = [0, 2, 3] 
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_7, %__auto.up.weight : tensor<1x16x26x26xf32>, tensor<12x16x3x3xf32>) outs(%broadcasted_8 : tensor<1x12x24x24xf32>) -> tensor<1x12x24x24xf32>
    %expanded = tensor.expand_shape %12 [[0], [1, 2, 3], [4], [5]] output_shape [1, 3, 2, 2, 24, 24] : tensor<1x12x24x24xf32> into tensor<1x3x2x2x24x24xf32>
    %13 = tensor.empty() : tensor<1x3x24x2x24x2xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x3x2x2x24x24xf32>) outs(%13 : tensor<1x3x24x2x24x2xf32>) permutation = [0, 1, 4, 2, 5, 3] 
    %collapsed = tensor.collapse_shape %transposed [[0], [1], [2, 3], [4, 5]] : tensor<1x3x24x2x24x2xf32> into tensor<1x3x48x48xf32>
    %14 = hal.tensor.barrier join(%collapsed : tensor<1x3x48x48xf32>) => %arg2 : !hal.fence
    %15 = hal.tensor.export %14 : tensor<1x3x48x48xf32> -> !hal.buffer_view
    util.return %15 : !hal.buffer_view
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