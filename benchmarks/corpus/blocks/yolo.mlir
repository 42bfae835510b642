module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<32x12x3x3xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<32xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<16x32x1x1xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<16xf32>
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<32x64x1x1xf32>
  util.global private @__auto.c.bias = #flow.parameter.named<"model"::"c.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x3x64x64xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0, 0] [1, 3, 32, 64] [1, 1, 2, 1] : tensor<1x3x64x64xf32> to tensor<1x3x32x64xf32>
    %extracted_slice_2 = tensor.extract_slice %extracted_slice[0, 0, 0, 0] [1, 3, 32, 32] [1, 1, 1, 2] : tensor<1x3x32x64xf32> to tensor<1x3x32x32xf32>
    %extracted_slice_3 = tensor.extract_slice %0[0, 0, 1, 0] [1, 3, 32, 64] [1, 1, 2, 1] : tensor<1x3x64x64xf32> to tensor<1x3x32x64xf32>
    %extracted_slice_4 = tensor.extract_slice %extracted_slice_3[0, 0, 0, 0] [1, 3, 32, 32] [1, 1, 1, 2] : tensor<1x3x32x64xf32> to tensor<1x3x32x32xf32>
    %extracted_slice_5 = tensor.extract_slice %extracted_slice[0, 0, 0, 1] [1, 3, 32, 32] [1, 1, 1, 2] : tensor<1x3x32x64xf32> to tensor<1x3x32x32xf32>
    %extracted_slice_6 = tensor.extract_slice %extracted_slice_3[0, 0, 0, 1] [1, 3, 32, 32] [1, 1, 1, 2] : tensor<1x3x32x64xf32> to tensor<1x3x32x32xf32>
    %concat = tensor.concat dim(1) %extracted_slice_2, %extracted_slice_4, %extracted_slice_5, %extracted_slice_6 : (tensor<1x3x32x32xf32>, tensor<1x3x32x32xf32>, tensor<1x3x32x32xf32>, tensor<1x3x32x32xf32>) -> tensor<1x12x32x32xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<32x12x3x3xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<32xf32>
    %padded = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x12x32x32xf32> to tensor<1x12x34x34xf32>
    %1 = tensor.empty() : tensor<1x32x32x32xf32>
    %broadcasted = linalg.broadcast ins(%__auto.a.bias : tensor<32xf32>) outs(%1 : tensor<1x32x32x32xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.a.weight : tensor<1x12x34x34xf32>, tensor<32x12x3x3xf32>) outs(%broadcasted : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<1x32x32x32xf32>) outs(%1 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<1x32x32x32xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %2 : tensor<1x32x32x32xf32>, tensor<1x32x32x32xf32>) outs(%1 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %19 = arith.mulf %in, %in_13 : f32
      linalg.yield %19 : f32
    } -> tensor<1x32x32x32xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<16x32x1x1xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<16xf32>
    %5 = tensor.empty() : tensor<1x16x32x32xf32>
    %broadcasted_7 = linalg.broadcast ins(%__auto.b.bias : tensor<16xf32>) outs(%5 : tensor<1x16x32x32xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%4, %__auto.b.weight : tensor<1x32x32x32xf32>, tensor<16x32x1x1xf32>) outs(%broadcasted_7 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x16x32x32xf32>) outs(%5 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<1x16x32x32xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %6 : tensor<1x16x32x32xf32>, tensor<1x16x32x32xf32>) outs(%5 : tensor<1x16x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %19 = arith.mulf %in, %in_13 : f32
      linalg.yield %19 : f32
    } -> tensor<1x16x32x32xf32>
    %padded_8 = tensor.pad %8 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x32x32xf32> to tensor<1x16x36x36xf32>
    %9 = linalg.fill ins(%cst_1 : f32) outs(%5 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %10 = tensor.empty() : tensor<5x5xf32>
    %11 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %10 : tensor<1x16x36x36xf32>, tensor<5x5xf32>) outs(%9 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %padded_9 = tensor.pad %11 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x32x32xf32> to tensor<1x16x36x36xf32>
    %12 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %10 : tensor<1x16x36x36xf32>, tensor<5x5xf32>) outs(%9 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %padded_10 = tensor.pad %12 low[0, 0, 2, 2] high[0, 0, 2, 2] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst_1 : f32
    } : tensor<1x16x32x32xf32> to tensor<1x16x36x36xf32>
    %13 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %10 : tensor<1x16x36x36xf32>, tensor<5x5xf32>) outs(%9 : tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %concat_11 = tensor.concat dim(1) %8, %11, %12, %13 : (tensor<1x16x32x32xf32>, tensor<1x16x32x32xf32>, tensor<1x16x32x32xf32>, tensor<1x16x32x32xf32>) -> tensor<1x64x32x32xf32>
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<32x64x1x1xf32>
    %__auto.c.bias = util.global.load @__auto.c.bias : tensor<32xf32>
    %broadcasted_12 = linalg.broadcast ins(%__auto.c.bias : tensor<32xf32>) outs(%1 : tensor<1x32x32x32xf32>) dimensions = [0, 2, 3] 
    %14 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat_11, %__auto.c.weight : tensor<1x64x32x32xf32>, tensor<32x64x1x1xf32>) outs(%broadcasted_12 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14 : tensor<1x32x32x32xf32>) outs(%1 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<1x32x32x32xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %14 : tensor<1x32x32x32xf32>, tensor<1x32x32x32xf32>) outs(%1 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %19 = arith.mulf %in, %in_13 : f32
      linalg.yield %19 : f32
    } -> tensor<1x32x32x32xf32>
    %17 = hal.tensor.barrier join(%16 : tensor<1x32x32x32xf32>) => %arg2 : !hal.fence
    %18 = hal.tensor.export %17 : tensor<1x32x32x32xf32> -> !hal.buffer_view
    util.return %18 : !hal.buffer_view
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