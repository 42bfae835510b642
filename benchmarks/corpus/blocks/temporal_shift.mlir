module @module {
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<64x64x1x1xf32>
  util.global private @__auto.c.bias = #flow.parameter.named<"model"::"c.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<8x64x14x14xf32>
    %1 = tensor.empty() : tensor<8x64x14x14xf32>
    %extracted_slice = tensor.extract_slice %0[1, 0, 0, 0] [7, 64, 14, 14] [1, 1, 1, 1] : tensor<8x64x14x14xf32> to tensor<7x64x14x14xf32>
    %extracted_slice_0 = tensor.extract_slice %extracted_slice[0, 0, 0, 0] [7, 8, 14, 14] [1, 1, 1, 1] : tensor<7x64x14x14xf32> to tensor<7x8x14x14xf32>
    %padded = tensor.pad %extracted_slice_0 low[0, 0, 0, 0] high[1, 0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<7x8x14x14xf32> to tensor<8x8x14x14xf32>
    %extracted_slice_1 = tensor.extract_slice %0[0, 0, 0, 0] [7, 64, 14, 14] [1, 1, 1, 1] : tensor<8x64x14x14xf32> to tensor<7x64x14x14xf32>
    %extracted_slice_2 = tensor.extract_slice %extracted_slice_1[0, 8, 0, 0] [7, 8, 14, 14] [1, 1, 1, 1] : tensor<7x64x14x14xf32> to tensor<7x8x14x14xf32>
    %padded_3 = tensor.pad %extracted_slice_2 low[1, 0, 0, 0] high[0, 0, 0, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<7x8x14x14xf32> to tensor<8x8x14x14xf32>
    %extracted_slice_4 = tensor.extract_slice %0[0, 16, 0, 0] [8, 48, 14, 14] [1, 1, 1, 1] : tensor<8x64x14x14xf32> to tensor<8x48x14x14xf32>
    %concat = tensor.concat dim(1) %padded, %padded_3, %extracted_slice_4 : (tensor<8x8x14x14xf32>, tensor<8x8x14x14xf32>, tensor<8x48x14x14xf32>) -> tensor<8x64x14x14xf32>
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<64x64x1x1xf32>
    %__auto.c.bias = util.global.load @__auto.c.bias : tensor<64xf32>
    %broadcasted = linalg.broadcast ins(%__auto.c.bias : tensor<64xf32>) outs(%1 : tensor<8x64x14x14xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %__auto.c.weight : tensor<8x64x14x14xf32>, tensor<64x64x1x1xf32>) outs(%broadcasted : tensor<8x64x14x14xf32>) -> tensor<8x64x14x14xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<8x64x14x14xf32>) outs(%1 : tensor<8x64x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %7 = arith.cmpf ugt, %in, %cst : f32
      %8 = arith.select %7, %in, %cst : f32
      linalg.yield %8 : f32
    } -> tensor<8x64x14x14xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %3 : tensor<8x64x14x14xf32>, tensor<8x64x14x14xf32>) outs(%1 : tensor<8x64x14x14xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %7 = arith.addf %in, %in_5 : f32
      linalg.yield %7 : f32
    } -> tensor<8x64x14x14xf32>
    %5 = hal.tensor.barrier join(%4 : tensor<8x64x14x14xf32>) => %arg2 : !hal.fence
    %6 = hal.tensor.export %5 : tensor<8x64x14x14xf32> -> !hal.buffer_view
    util.return %6 : !hal.buffer_view
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