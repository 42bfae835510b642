module @module {
  util.global private @__auto.dilated.0.weight = #flow.parameter.named<"model"::"dilated.0.weight"> : tensor<64x32x2xf32>
  util.global private @__auto.dilated.0.bias = #flow.parameter.named<"model"::"dilated.0.bias"> : tensor<64xf32>
  util.global private @__auto.point.0.weight = #flow.parameter.named<"model"::"point.0.weight"> : tensor<64x32x1xf32>
  util.global private @__auto.point.0.bias = #flow.parameter.named<"model"::"point.0.bias"> : tensor<64xf32>
  util.global private @__auto.dilated.1.weight = #flow.parameter.named<"model"::"dilated.1.weight"> : tensor<64x32x2xf32>
  util.global private @__auto.dilated.1.bias = #flow.parameter.named<"model"::"dilated.1.bias"> : tensor<64xf32>
  util.global private @__auto.point.1.weight = #flow.parameter.named<"model"::"point.1.weight"> : tensor<64x32x1xf32>
  util.global private @__auto.point.1.bias = #flow.parameter.named<"model"::"point.1.bias"> : tensor<64xf32>
  util.global private @__auto.dilated.2.weight = #flow.parameter.named<"model"::"dilated.2.weight"> : tensor<64x32x2xf32>
  util.global private @__auto.dilated.2.bias = #flow.parameter.named<"model"::"dilated.2.bias"> : tensor<64xf32>
  util.global private @__auto.point.2.weight = #flow.parameter.named<"model"::"point.2.weight"> : tensor<64x32x1xf32>
  util.global private @__auto.point.2.bias = #flow.parameter.named<"model"::"point.2.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x200xf32>
    %padded = tensor.pad %0 low[0, 0, 1] high[0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x32x200xf32> to tensor<1x32x201xf32>
    %__auto.dilated.0.weight = util.global.load @__auto.dilated.0.weight : tensor<64x32x2xf32>
    %__auto.dilated.0.bias = util.global.load @__auto.dilated.0.bias : tensor<64xf32>
    %1 = tensor.empty() : tensor<1x64x200xf32>
    %broadcasted = linalg.broadcast ins(%__auto.dilated.0.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %__auto.dilated.0.weight : tensor<1x32x201xf32>, tensor<64x32x2xf32>) outs(%broadcasted : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice = tensor.extract_slice %2[0, 0, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %extracted_slice_1 = tensor.extract_slice %2[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %3 = tensor.empty() : tensor<1x32x200xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.tanh %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_1 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.negf %in : f32
      %27 = math.exp %26 : f32
      %28 = arith.addf %27, %cst_0 : f32
      %29 = arith.divf %cst_0, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x32x200xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %5 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.mulf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %__auto.point.0.weight = util.global.load @__auto.point.0.weight : tensor<64x32x1xf32>
    %__auto.point.0.bias = util.global.load @__auto.point.0.bias : tensor<64xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.point.0.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %7 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%6, %__auto.point.0.weight : tensor<1x32x200xf32>, tensor<64x32x1xf32>) outs(%broadcasted_2 : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice_3 = tensor.extract_slice %7[0, 0, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %extracted_slice_4 = tensor.extract_slice %7[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %extracted_slice_3 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.addf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_4 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.addf %in, %cst : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %padded_5 = tensor.pad %8 low[0, 0, 2] high[0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x32x200xf32> to tensor<1x32x202xf32>
    %__auto.dilated.1.weight = util.global.load @__auto.dilated.1.weight : tensor<64x32x2xf32>
    %__auto.dilated.1.bias = util.global.load @__auto.dilated.1.bias : tensor<64xf32>
    %broadcasted_6 = linalg.broadcast ins(%__auto.dilated.1.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %10 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_5, %__auto.dilated.1.weight : tensor<1x32x202xf32>, tensor<64x32x2xf32>) outs(%broadcasted_6 : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice_7 = tensor.extract_slice %10[0, 0, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %extracted_slice_8 = tensor.extract_slice %10[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_7 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.tanh %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_8 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.negf %in : f32
      %27 = math.exp %26 : f32
      %28 = arith.addf %27, %cst_0 : f32
      %29 = arith.divf %cst_0, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x32x200xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %12 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.mulf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %__auto.point.1.weight = util.global.load @__auto.point.1.weight : tensor<64x32x1xf32>
    %__auto.point.1.bias = util.global.load @__auto.point.1.bias : tensor<64xf32>
    %broadcasted_9 = linalg.broadcast ins(%__auto.point.1.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %14 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%13, %__auto.point.1.weight : tensor<1x32x200xf32>, tensor<64x32x1xf32>) outs(%broadcasted_9 : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice_10 = tensor.extract_slice %14[0, 0, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %extracted_slice_11 = tensor.extract_slice %14[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %extracted_slice_10 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.addf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %extracted_slice_11 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.addf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %padded_12 = tensor.pad %15 low[0, 0, 4] high[0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x32x200xf32> to tensor<1x32x204xf32>
    %__auto.dilated.2.weight = util.global.load @__auto.dilated.2.weight : tensor<64x32x2xf32>
    %__auto.dilated.2.bias = util.global.load @__auto.dilated.2.bias : tensor<64xf32>
    %broadcasted_13 = linalg.broadcast ins(%__auto.dilated.2.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %17 = linalg.conv_1d_ncw_fcw {dilations = dense<4> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_12, %__auto.dilated.2.weight : tensor<1x32x204xf32>, tensor<64x32x2xf32>) outs(%broadcasted_13 : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice_14 = tensor.extract_slice %17[0, 0, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %extracted_slice_15 = tensor.extract_slice %17[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_14 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = math.tanh %in : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_15 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.negf %in : f32
      %27 = math.exp %26 : f32
      %28 = arith.addf %27, %cst_0 : f32
      %29 = arith.divf %cst_0, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<1x32x200xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %19 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.mulf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %__auto.point.2.weight = util.global.load @__auto.point.2.weight : tensor<64x32x1xf32>
    %__auto.point.2.bias = util.global.load @__auto.point.2.bias : tensor<64xf32>
    %broadcasted_16 = linalg.broadcast ins(%__auto.point.2.bias : tensor<64xf32>) outs(%1 : tensor<1x64x200xf32>) dimensions = [0, 2] 
    %21 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%20, %__auto.point.2.weight : tensor<1x32x200xf32>, tensor<64x32x1xf32>) outs(%broadcasted_16 : tensor<1x64x200xf32>) -> tensor<1x64x200xf32>
    %extracted_slice_17 = tensor.extract_slice %21[0, 32, 0] [1, 32, 200] [1, 1, 1] : tensor<1x64x200xf32> to tensor<1x32x200xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %extracted_slice_17 : tensor<1x32x200xf32>, tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %in_18: f32, %out: f32):
      %26 = arith.addf %in, %in_18 : f32
      linalg.yield %26 : f32
    } -> tensor<1x32x200xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<1x32x200xf32>) outs(%3 : tensor<1x32x200xf32>) {
    ^bb0(%in: f32, %out: f32):
      %26 = arith.cmpf ugt, %in, %cst : f32
      %27 = arith.select %26, %in, %cst : f32
      linalg.yield %27 : f32
    } -> tensor<1x32x200xf32>
    %24 = hal.tensor.barrier join(%23 : tensor<1x32x200xf32>) => %arg2 : !hal.fence
    %25 = hal.tensor.export %24 : tensor<1x32x200xf32> -> !hal.buffer_view
    util.return %25 : !hal.buffer_view
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