module @module {
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view, %arg4: !hal.fence, %arg5: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view) attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %0 = hal.tensor.import wait(%arg4) => %arg0 : !hal.buffer_view -> tensor<1x8x128x64xf32>
    %1 = hal.tensor.import wait(%arg4) => %arg1 : !hal.buffer_view -> tensor<1x8x128x64xf32>
    %2 = hal.tensor.import wait(%arg4) => %arg2 : !hal.buffer_view -> tensor<128x64xf32>
    %3 = hal.tensor.import wait(%arg4) => %arg3 : !hal.buffer_view -> tensor<128x64xf32>
    %4 = tensor.empty() : tensor<1x8x128x64xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %2 : tensor<1x8x128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.mulf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0, 0] [1, 8, 128, 32] [1, 1, 1, 1] : tensor<1x8x128x64xf32> to tensor<1x8x128x32xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0, 0, 0, 32] [1, 8, 128, 32] [1, 1, 1, 1] : tensor<1x8x128x64xf32> to tensor<1x8x128x32xf32>
    %6 = tensor.empty() : tensor<1x8x128x32xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_0 : tensor<1x8x128x32xf32>) outs(%6 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.negf %in : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x32xf32>
    %concat = tensor.concat dim(3) %7, %extracted_slice : (tensor<1x8x128x32xf32>, tensor<1x8x128x32xf32>) -> tensor<1x8x128x64xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %3 : tensor<1x8x128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.mulf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %8 : tensor<1x8x128x64xf32>, tensor<1x8x128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.addf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %2 : tensor<1x8x128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.mulf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %extracted_slice_1 = tensor.extract_slice %1[0, 0, 0, 0] [1, 8, 128, 32] [1, 1, 1, 1] : tensor<1x8x128x64xf32> to tensor<1x8x128x32xf32>
    %extracted_slice_2 = tensor.extract_slice %1[0, 0, 0, 32] [1, 8, 128, 32] [1, 1, 1, 1] : tensor<1x8x128x64xf32> to tensor<1x8x128x32xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_2 : tensor<1x8x128x32xf32>) outs(%6 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %17 = arith.negf %in : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x32xf32>
    %concat_3 = tensor.concat dim(3) %11, %extracted_slice_1 : (tensor<1x8x128x32xf32>, tensor<1x8x128x32xf32>) -> tensor<1x8x128x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_3, %3 : tensor<1x8x128x64xf32>, tensor<128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.mulf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %12 : tensor<1x8x128x64xf32>, tensor<1x8x128x64xf32>) outs(%4 : tensor<1x8x128x64xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %17 = arith.addf %in, %in_4 : f32
      linalg.yield %17 : f32
    } -> tensor<1x8x128x64xf32>
    %14:2 = hal.tensor.barrier join(%9, %13 : tensor<1x8x128x64xf32>, tensor<1x8x128x64xf32>) => %arg5 : !hal.fence
    %15 = hal.tensor.export %14#0 : tensor<1x8x128x64xf32> -> !hal.buffer_view
    %16 = hal.tensor.export %14#1 : tensor<1x8x128x64xf32> -> !hal.buffer_view
    util.return %15, %16 : !hal.buffer_view, !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1:2 = util.call @main$async(%arg0, %arg1, %arg2, %arg3, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> (!hal.buffer_view, !hal.buffer_view)
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1#0, %1#1 : !hal.buffer_view, !hal.buffer_view
  }
}