module @module {
  util.global private @__auto.i.weight = #flow.parameter.named<"model"::"i.weight"> : tensor<1024x256xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<256x512xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x64x256xf32>
    %__auto.i.weight = util.global.load @__auto.i.weight : tensor<1024x256xf32>
    %1 = tensor.empty() : tensor<256x1024xf32>
    %transposed = linalg.transpose ins(%__auto.i.weight : tensor<1024x256xf32>) outs(%1 : tensor<256x1024xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<1x256x1024xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<256x1024xf32>) outs(%2 : tensor<1x256x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x1024xf32>
    %4 = tensor.empty() : tensor<1x64x1024xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x64x1024xf32>) -> tensor<1x64x1024xf32>
    %6 = linalg.batch_matmul ins(%0, %3 : tensor<1x64x256xf32>, tensor<1x256x1024xf32>) outs(%5 : tensor<1x64x1024xf32>) -> tensor<1x64x1024xf32>
    %extracted_slice = tensor.extract_slice %6[0, 0, 0] [1, 64, 512] [1, 1, 1] : tensor<1x64x1024xf32> to tensor<1x64x512xf32>
    %extracted_slice_1 = tensor.extract_slice %6[0, 0, 512] [1, 64, 512] [1, 1, 1] : tensor<1x64x1024xf32> to tensor<1x64x512xf32>
    %7 = tensor.empty() : tensor<1x64x512xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<1x64x512xf32>) outs(%7 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %19 = arith.negf %in : f32
      %20 = math.exp %19 : f32
      %21 = arith.addf %20, %cst_0 : f32
      %22 = arith.divf %cst_0, %21 : f32
      linalg.yield %22 : f32
    } -> tensor<1x64x512xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %extracted_slice : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%7 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.mulf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<1x64x512xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %extracted_slice_1 : tensor<1x64x512xf32>, tensor<1x64x512xf32>) outs(%7 : tensor<1x64x512xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %19 = arith.mulf %in, %in_3 : f32
      linalg.yield %19 : f32
    } -> tensor<1x64x512xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<256x512xf32>
    %11 = tensor.empty() : tensor<512x256xf32>
    %transposed_2 = linalg.transpose ins(%__auto.o.weight : tensor<256x512xf32>) outs(%11 : tensor<512x256xf32>) permutation = [1, 0] 
    %12 = tensor.empty() : tensor<1x512x256xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_2 : tensor<512x256xf32>) outs(%12 : tensor<1x512x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x512x256xf32>
    %14 = tensor.empty() : tensor<1x64x256xf32>
    %15 = linalg.fill ins(%cst : f32) outs(%14 : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %16 = linalg.batch_matmul ins(%10, %13 : tensor<1x64x512xf32>, tensor<1x512x256xf32>) outs(%15 : tensor<1x64x256xf32>) -> tensor<1x64x256xf32>
    %17 = hal.tensor.barrier join(%16 : tensor<1x64x256xf32>) => %arg2 : !hal.fence
    %18 = hal.tensor.export %17 : tensor<1x64x256xf32> -> !hal.buffer_view
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