module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<32x64x1x1xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<32xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<24x64x1x1xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<24xf32>
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<48x24x3x3xf32>
  util.global private @__auto.c.bias = #flow.parameter.named<"model"::"c.bias"> : tensor<48xf32>
  util.global private @__auto.d.weight = #flow.parameter.named<"model"::"d.weight"> : tensor<8x64x1x1xf32>
  util.global private @__auto.d.bias = #flow.parameter.named<"model"::"d.bias"> : tensor<8xf32>
  util.global private @__auto.e.weight = #flow.parameter.named<"model"::"e.weight"> : tensor<16x8x5x5xf32>
  util.global private @__auto.e.bias = #flow.parameter.named<"model"::"e.bias"> : tensor<16xf32>
  util.global private @__auto.f.weight = #flow.parameter.named<"model"::"f.weight"> : tensor<16x64x1x1xf32>
  util.global private @__auto.f.bias = #flow.parameter.named<"model"::"f.bias"> : tensor<16xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<2x64x14x14xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<32x64x1x1xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<32xf32>
    %1 = tensor.empty() : tensor<2x32x14x14xf32>
    %broadcasted = linalg.broadcast ins(%__auto.a.bias : tensor<32xf32>) outs(%1 : tensor<2x32x14x14xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.a.weight : tensor<2x64x14x14xf32>, tensor<32x64x1x1xf32>) outs(%broadcasted : tensor<2x32x14x14xf32>) -> tensor<2x32x14x14xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<2x32x14x14xf32>) outs(%1 : tensor<2x32x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x32x14x14xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<24x64x1x1xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<24xf32>
    %4 = tensor.empty() : tensor<2x24x14x14xf32>
    %broadcasted_1 = linalg.broadcast ins(%__auto.b.bias : tensor<24xf32>) outs(%4 : tensor<2x24x14x14xf32>) dimensions = [0, 2, 3] 
    %5 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.b.weight : tensor<2x64x14x14xf32>, tensor<24x64x1x1xf32>) outs(%broadcasted_1 : tensor<2x24x14x14xf32>) -> tensor<2x24x14x14xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<2x24x14x14xf32>) outs(%4 : tensor<2x24x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x24x14x14xf32>
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<48x24x3x3xf32>
    %__auto.c.bias = util.global.load @__auto.c.bias : tensor<48xf32>
    %padded = tensor.pad %6 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<2x24x14x14xf32> to tensor<2x24x16x16xf32>
    %7 = tensor.empty() : tensor<2x48x14x14xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.c.bias : tensor<48xf32>) outs(%7 : tensor<2x48x14x14xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.c.weight : tensor<2x24x16x16xf32>, tensor<48x24x3x3xf32>) outs(%broadcasted_2 : tensor<2x48x14x14xf32>) -> tensor<2x48x14x14xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<2x48x14x14xf32>) outs(%7 : tensor<2x48x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x48x14x14xf32>
    %__auto.d.weight = util.global.load @__auto.d.weight : tensor<8x64x1x1xf32>
    %__auto.d.bias = util.global.load @__auto.d.bias : tensor<8xf32>
    %10 = tensor.empty() : tensor<2x8x14x14xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.d.bias : tensor<8xf32>) outs(%10 : tensor<2x8x14x14xf32>) dimensions = [0, 2, 3] 
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.d.weight : tensor<2x64x14x14xf32>, tensor<8x64x1x1xf32>) outs(%broadcasted_3 : tensor<2x8x14x14xf32>) -> tensor<2x8x14x14xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<2x8x14x14xf32>) outs(%10 : tensor<2x8x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x8x14x14xf32>
    %__auto.e.weight = util.global.load @__auto.e.weight : tensor<16x8x5x5xf32>
    %__auto.e.bias = util.global.load @__auto.e.bias : tensor<16xf32>
    %padded_4 = tensor.pad %12 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<2x8x14x14xf32> to tensor<2x8x18x18xf32>
    %13 = tensor.empty() : tensor<2x16x14x14xf32>
    %broadcasted_5 = linalg.broadcast ins(%__auto.e.bias : tensor<16xf32>) outs(%13 : tensor<2x16x14x14xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_4, %__auto.e.weight : tensor<2x8x18x18xf32>, tensor<16x8x5x5xf32>) outs(%broadcasted_5 : tensor<2x16x14x14xf32>) -> tensor<2x16x14x14xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<2x16x14x14xf32>) outs(%13 : tensor<2x16x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x16x14x14xf32>
    %padded_6 = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x64x14x14xf32> to tensor<2x64x16x16xf32>
    %16 = tensor.empty() : tensor<2x64x14x14xf32>
    %17 = linalg.fill ins(%cst_0 : f32) outs(%16 : tensor<2x64x14x14xf32>) -> tensor<2x64x14x14xf32>
    %18 = tensor.empty() : tensor<3x3xf32>
    %19 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_6, %18 : tensor<2x64x16x16xf32>, tensor<3x3xf32>) outs(%17 : tensor<2x64x14x14xf32>) -> tensor<2x64x14x14xf32>
    %__auto.f.weight = util.global.load @__auto.f.weight : tensor<16x64x1x1xf32>
    %__auto.f.bias = util.global.load @__auto.f.bias : tensor<16xf32>
    %broadcasted_7 = linalg.broadcast ins(%__auto.f.bias : tensor<16xf32>) outs(%13 : tensor<2x16x14x14xf32>) dimensions = [0, 2, 3] 
    %20 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%19, %__auto.f.weight : tensor<2x64x14x14xf32>, tensor<16x64x1x1xf32>) outs(%broadcasted_7 : tensor<2x16x14x14xf32>) -> tensor<2x16x14x14xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<2x16x14x14xf32>) outs(%13 : tensor<2x16x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %24 = arith.cmpf ugt, %in, %cst : f32
      %25 = arith.select %24, %in, %cst : f32
      linalg.yield %25 : f32
    } -> tensor<2x16x14x14xf32>
    %concat = tensor.concat dim(1) %3, %9, %15, %21 : (tensor<2x32x14x14xf32>, tensor<2x48x14x14xf32>, tensor<2x16x14x14xf32>, tensor<2x16x14x14xf32>) -> tensor<2x112x14x14xf32>
    %22 = hal.tensor.barrier join(%concat : tensor<2x112x14x14xf32>) => %arg2 : !hal.fence
    %23 = hal.tensor.export %22 : tensor<2x112x14x14xf32> -> !hal.buffer_view
    util.return %23 : !hal.buffer_view
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