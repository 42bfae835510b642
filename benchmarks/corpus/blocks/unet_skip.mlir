module @module {
  util.global private @__auto.up.weight = #flow.parameter.named<"model"::"up.weight"> : tensor<64x32x2x2xf32>
  util.global private @__auto.up.bias = #flow.parameter.named<"model"::"up.bias"> : tensor<32xf32>
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<32x64x3x3xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<32xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<8x32x1x1xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<8xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.fence, %arg3: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %c1 = arith.constant 1 : index
    %0 = hal.tensor.import wait(%arg2) => %arg0 : !hal.buffer_view -> tensor<1x64x16x16xf32>
    %1 = hal.tensor.import wait(%arg2) => %arg1 : !hal.buffer_view -> tensor<1x32x36x36xf32>
    %extracted_slice = tensor.extract_slice %1[0, 0, 2, 0] [1, 32, 32, 36] [1, 1, 1, 1] : tensor<1x32x36x36xf32> to tensor<1x32x32x36xf32>
    %extracted_slice_0 = tensor.extract_slice %extracted_slice[0, 0, 0, 2] [1, 32, 32, 32] [1, 1, 1, 1] : tensor<1x32x32x36xf32> to tensor<1x32x32x32xf32>
    %__auto.up.weight = util.global.load @__auto.up.weight : tensor<64x32x2x2xf32>
    %__auto.up.bias = util.global.load @__auto.up.bias : tensor<32xf32>
    %2 = tensor.empty() : tensor<32x64x2x2xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<32x64x2x2xf32>) -> tensor<32x64x2x2xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%3 : tensor<32x64x2x2xf32>) {
    ^bb0(%out: f32):
      %15 = linalg.index 0 : index
      %16 = linalg.index 1 : index
      %17 = linalg.index 2 : index
      %18 = linalg.index 3 : index
      %19 = arith.subi %c1, %17 : index
      %20 = arith.subi %c1, %18 : index
      %extracted = tensor.extract %__auto.up.weight[%16, %15, %19, %20] : tensor<64x32x2x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<32x64x2x2xf32>
    %5 = tensor.empty() : tensor<1x64x33x33xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x64x33x33xf32>) -> tensor<1x64x33x33xf32>
    %inserted_slice = tensor.insert_slice %0 into %6[0, 0, 1, 1] [1, 64, 16, 16] [1, 1, 2, 2] : tensor<1x64x16x16xf32> into tensor<1x64x33x33xf32>
    %7 = tensor.empty() : tensor<1x32x32x32xf32>
    %broadcasted = linalg.broadcast ins(%__auto.up.bias : tensor<32xf32>) outs(%7 : tensor<1x32x32x32xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %4 : tensor<1x64x33x33xf32>, tensor<32x64x2x2xf32>) outs(%broadcasted : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %concat = tensor.concat dim(1) %extracted_slice_0, %8 : (tensor<1x32x32x32xf32>, tensor<1x32x32x32xf32>) -> tensor<1x64x32x32xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<32x64x3x3xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<32xf32>
    %padded = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x64x32x32xf32> to tensor<1x64x34x34xf32>
    %broadcasted_1 = linalg.broadcast ins(%__auto.a.bias : tensor<32xf32>) outs(%7 : tensor<1x32x32x32xf32>) dimensions = [0, 2, 3] 
    %9 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.a.weight : tensor<1x64x34x34xf32>, tensor<32x64x3x3xf32>) outs(%broadcasted_1 : tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x32x32x32xf32>) outs(%7 : tensor<1x32x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.cmpf ugt, %in, %cst : f32
      %16 = arith.select %15, %in, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x32x32x32xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<8x32x1x1xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<8xf32>
    %11 = tensor.empty() : tensor<1x8x32x32xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.b.bias : tensor<8xf32>) outs(%11 : tensor<1x8x32x32xf32>) dimensions = [0, 2, 3] 
    %12 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%10, %__auto.b.weight : tensor<1x32x32x32xf32>, tensor<8x32x1x1xf32>) outs(%broadcasted_2 : tensor<1x8x32x32xf32>) -> tensor<1x8x32x32xf32>
    %13 = hal.tensor.barrier join(%12 : tensor<1x8x32x32xf32>) => %arg3 : !hal.fence
    %14 = hal.tensor.export %13 : tensor<1x8x32x32xf32> -> !hal.buffer_view
    util.return %14 : !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1 = util.call @main$async(%arg0, %arg1, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1 : !hal.buffer_view
  }
}