module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<128x32x1x1xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<128xf32>
  util.global private @__auto.d.weight = #flow.parameter.named<"model"::"d.weight"> : tensor<128x1x3x3xf32>
  util.global private @__auto.d.bias = #flow.parameter.named<"model"::"d.bias"> : tensor<128xf32>
  util.global private @__auto.p.weight = #flow.parameter.named<"model"::"p.weight"> : tensor<16x128x1x1xf32>
  util.global private @__auto.p.bias = #flow.parameter.named<"model"::"p.bias"> : tensor<16xf32>
  util.global private @__auto.q.weight = #flow.parameter.named<"model"::"q.weight"> : tensor<128x16x1x1xf32>
  util.global private @__auto.q.bias = #flow.parameter.named<"model"::"q.bias"> : tensor<128xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<32x128x1x1xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<6.000000e+00> : tensor<f32>
    %cst_2 = arith.constant 7.840000e+02 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x28x28xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<128x32x1x1xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<128xf32>
    %1 = tensor.empty() : tensor<1x128x28x28xf32>
    %broadcasted = linalg.broadcast ins(%__auto.a.bias : tensor<128xf32>) outs(%1 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.a.weight : tensor<1x32x28x28xf32>, tensor<128x32x1x1xf32>) outs(%broadcasted : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x128x28x28xf32>) outs(%1 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<1x128x28x28xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %cst_1 : tensor<1x128x28x28xf32>, tensor<f32>) outs(%1 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.cmpf olt, %in, %in_7 : f32
      %24 = arith.select %23, %in, %in_7 : f32
      linalg.yield %24 : f32
    } -> tensor<1x128x28x28xf32>
    %__auto.d.weight = util.global.load @__auto.d.weight : tensor<128x1x3x3xf32>
    %__auto.d.bias = util.global.load @__auto.d.bias : tensor<128xf32>
    %padded = tensor.pad %4 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x128x28x28xf32> to tensor<1x128x30x30xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.d.bias : tensor<128xf32>) outs(%1 : tensor<1x128x28x28xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %__auto.d.weight [[0, 1], [2], [3]] : tensor<128x1x3x3xf32> into tensor<128x3x3xf32>
    %5 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x128x30x30xf32>, tensor<128x3x3xf32>) outs(%broadcasted_3 : tensor<1x128x28x28xf32>) -> tensor<1x128x28x28xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<1x128x28x28xf32>) outs(%1 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<1x128x28x28xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %cst_1 : tensor<1x128x28x28xf32>, tensor<f32>) outs(%1 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.cmpf olt, %in, %in_7 : f32
      %24 = arith.select %23, %in, %in_7 : f32
      linalg.yield %24 : f32
    } -> tensor<1x128x28x28xf32>
    %8 = tensor.empty() : tensor<1x128x1x1xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x128x1x1xf32>) -> tensor<1x128x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%7 : tensor<1x128x28x28xf32>) outs(%9 : tensor<1x128x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.addf %in, %out : f32
      linalg.yield %23 : f32
    } -> tensor<1x128x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x128x1x1xf32>) outs(%8 : tensor<1x128x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.divf %in, %cst_2 : f32
      linalg.yield %23 : f32
    } -> tensor<1x128x1x1xf32>
    %__auto.p.weight = util.global.load @__auto.p.weight : tensor<16x128x1x1xf32>
    %__auto.p.bias = util.global.load @__auto.p.bias : tensor<16xf32>
    %12 = tensor.empty() : tensor<1x16x1x1xf32>
    %broadcasted_4 = linalg.broadcast ins(%__auto.p.bias : tensor<16xf32>) outs(%12 : tensor<1x16x1x1xf32>) dimensions = [0, 2, 3] 
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%11, %__auto.p.weight : tensor<1x128x1x1xf32>, tensor<16x128x1x1xf32>) outs(%broadcasted_4 : tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x16x1x1xf32>) outs(%12 : tensor<1x16x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<1x16x1x1xf32>
    %__auto.q.weight = util.global.load @__auto.q.weight : tensor<128x16x1x1xf32>
    %__auto.q.bias = util.global.load @__auto.q.bias : tensor<128xf32>
    %broadcasted_5 = linalg.broadcast ins(%__auto.q.bias : tensor<128xf32>) outs(%8 : tensor<1x128x1x1xf32>) dimensions = [0, 2, 3] 
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%14, %__auto.q.weight : tensor<1x16x1x1xf32>, tensor<128x16x1x1xf32>) outs(%broadcasted_5 : tensor<1x128x1x1xf32>) -> tensor<1x128x1x1xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x128x1x1xf32>) outs(%8 : tensor<1x128x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.negf %in : f32
      %24 = math.exp %23 : f32
      %25 = arith.addf %24, %cst_0 : f32
      %26 = arith.divf %cst_0, %25 : f32
      linalg.yield %26 : f32
    } -> tensor<1x128x1x1xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %16 : tensor<1x128x28x28xf32>, tensor<1x128x1x1xf32>) outs(%1 : tensor<1x128x28x28xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.mulf %in, %in_7 : f32
      linalg.yield %23 : f32
    } -> tensor<1x128x28x28xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<32x128x1x1xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<32xf32>
    %18 = tensor.empty() : tensor<1x32x28x28xf32>
    %broadcasted_6 = linalg.broadcast ins(%__auto.b.bias : tensor<32xf32>) outs(%18 : tensor<1x32x28x28xf32>) dimensions = [0, 2, 3] 
    %19 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%17, %__auto.b.weight : tensor<1x128x28x28xf32>, tensor<32x128x1x1xf32>) outs(%broadcasted_6 : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %19 : tensor<1x32x28x28xf32>, tensor<1x32x28x28xf32>) outs(%18 : tensor<1x32x28x28xf32>) {
    ^bb0(%in: f32, %in_7: f32, %out: f32):
      %23 = arith.addf %in, %in_7 : f32
      linalg.yield %23 : f32
    } -> tensor<1x32x28x28xf32>
    %21 = hal.tensor.barrier join(%20 : tensor<1x32x28x28xf32>) => %arg2 : !hal.fence
    %22 = hal.tensor.export %21 : tensor<1x32x28x28xf32> -> !hal.buffer_view
    util.return %22 : !hal.buffer_view
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