module @module {
  util.global private @__auto.gate.weight = #flow.parameter.named<"model"::"gate.weight"> : tensor<4x64xf32>
  util.global private @__auto.up = #flow.parameter.named<"model"::"up"> : tensor<4x64x192xf32>
  util.global private @__auto.down = #flow.parameter.named<"model"::"down"> : tensor<4x96x64xf32>
  util.global private @__auto.shared.weight = #flow.parameter.named<"model"::"shared.weight"> : tensor<64x64xf32>
  util.global private @__auto.shared.bias = #flow.parameter.named<"model"::"shared.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<16x64xf32>
    %__auto.gate.weight = util.global.load @__auto.gate.weight : tensor<4x64xf32>
    %1 = tensor.empty() : tensor<64x4xf32>
    %transposed = linalg.transpose ins(%__auto.gate.weight : tensor<4x64xf32>) outs(%1 : tensor<64x4xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<16x4xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<16x4xf32>) -> tensor<16x4xf32>
    %4 = linalg.matmul ins(%0, %transposed : tensor<16x64xf32>, tensor<64x4xf32>) outs(%3 : tensor<16x4xf32>) -> tensor<16x4xf32>
    %5 = tensor.empty() : tensor<16xi64>
    %6 = linalg.fill ins(%c0_i64 : i64) outs(%5 : tensor<16xi64>) -> tensor<16xi64>
    %7 = tensor.empty() : tensor<16xf32>
    %8 = linalg.fill ins(%cst_0 : f32) outs(%7 : tensor<16xf32>) -> tensor<16xf32>
    %9:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%4 : tensor<16x4xf32>) outs(%8, %6 : tensor<16xf32>, tensor<16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_12: i64):
      %39 = linalg.index 1 : index
      %40 = arith.index_cast %39 : index to i64
      %41 = arith.maximumf %in, %out : f32
      %42 = arith.cmpf ogt, %in, %out : f32
      %43 = arith.select %42, %40, %out_12 : i64
      linalg.yield %41, %43 : f32, i64
    } -> (tensor<16xf32>, tensor<16xi64>)
    %expanded = tensor.expand_shape %9#0 [[0, 1]] output_shape [16, 1] : tensor<16xf32> into tensor<16x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4, %expanded : tensor<16x4xf32>, tensor<16x1xf32>) outs(%2 : tensor<16x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.subf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<16x4xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<16x4xf32>) outs(%2 : tensor<16x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.exp %in : f32
      linalg.yield %39 : f32
    } -> tensor<16x4xf32>
    %12 = tensor.empty() : tensor<16x1xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<16x1xf32>) -> tensor<16x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<16x4xf32>) outs(%13 : tensor<16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<16x1xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %14 : tensor<16x4xf32>, tensor<16x1xf32>) outs(%2 : tensor<16x4xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.divf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<16x4xf32>
    %__auto.up = util.global.load @__auto.up : tensor<4x64x192xf32>
    %16 = tensor.empty() : tensor<64x4x192xf32>
    %transposed_2 = linalg.transpose ins(%__auto.up : tensor<4x64x192xf32>) outs(%16 : tensor<64x4x192xf32>) permutation = [1, 0, 2] 
    %expanded_3 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [1, 16, 64] : tensor<16x64xf32> into tensor<1x16x64xf32>
    %collapsed = tensor.collapse_shape %transposed_2 [[0], [1, 2]] : tensor<64x4x192xf32> into tensor<64x768xf32>
    %expanded_4 = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 64, 768] : tensor<64x768xf32> into tensor<1x64x768xf32>
    %17 = tensor.empty() : tensor<1x16x768xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<1x16x768xf32>) -> tensor<1x16x768xf32>
    %19 = linalg.batch_matmul ins(%expanded_3, %expanded_4 : tensor<1x16x64xf32>, tensor<1x64x768xf32>) outs(%18 : tensor<1x16x768xf32>) -> tensor<1x16x768xf32>
    %collapsed_5 = tensor.collapse_shape %19 [[0, 1], [2]] : tensor<1x16x768xf32> into tensor<16x768xf32>
    %expanded_6 = tensor.expand_shape %collapsed_5 [[0], [1, 2]] output_shape [16, 4, 192] : tensor<16x768xf32> into tensor<16x4x192xf32>
    %20 = tensor.empty() : tensor<4x16x192xf32>
    %transposed_7 = linalg.transpose ins(%expanded_6 : tensor<16x4x192xf32>) outs(%20 : tensor<4x16x192xf32>) permutation = [1, 0, 2] 
    %extracted_slice = tensor.extract_slice %transposed_7[0, 0, 0] [4, 16, 96] [1, 1, 1] : tensor<4x16x192xf32> to tensor<4x16x96xf32>
    %extracted_slice_8 = tensor.extract_slice %transposed_7[0, 0, 96] [4, 16, 96] [1, 1, 1] : tensor<4x16x192xf32> to tensor<4x16x96xf32>
    %21 = tensor.empty() : tensor<4x16x96xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice : tensor<4x16x96xf32>) outs(%21 : tensor<4x16x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.negf %in : f32
      %40 = math.exp %39 : f32
      %41 = arith.addf %40, %cst_1 : f32
      %42 = arith.divf %cst_1, %41 : f32
      linalg.yield %42 : f32
    } -> tensor<4x16x96xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %extracted_slice : tensor<4x16x96xf32>, tensor<4x16x96xf32>) outs(%21 : tensor<4x16x96xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.mulf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<4x16x96xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %extracted_slice_8 : tensor<4x16x96xf32>, tensor<4x16x96xf32>) outs(%21 : tensor<4x16x96xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.mulf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<4x16x96xf32>
    %__auto.down = util.global.load @__auto.down : tensor<4x96x64xf32>
    %25 = tensor.empty() : tensor<4x16x64xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %27 = linalg.batch_matmul ins(%24, %__auto.down : tensor<4x16x96xf32>, tensor<4x96x64xf32>) outs(%26 : tensor<4x16x64xf32>) -> tensor<4x16x64xf32>
    %28 = tensor.empty() : tensor<4x16xf32>
    %transposed_9 = linalg.transpose ins(%15 : tensor<16x4xf32>) outs(%28 : tensor<4x16xf32>) permutation = [1, 0] 
    %expanded_10 = tensor.expand_shape %transposed_9 [[0], [1, 2]] output_shape [4, 16, 1] : tensor<4x16xf32> into tensor<4x16x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %expanded_10 : tensor<4x16x64xf32>, tensor<4x16x1xf32>) outs(%25 : tensor<4x16x64xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.mulf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<4x16x64xf32>
    %30 = tensor.empty() : tensor<16x64xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>], iterator_types = ["reduction", "parallel", "parallel"]} ins(%29 : tensor<4x16x64xf32>) outs(%31 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %out : f32
      linalg.yield %39 : f32
    } -> tensor<16x64xf32>
    %__auto.shared.weight = util.global.load @__auto.shared.weight : tensor<64x64xf32>
    %__auto.shared.bias = util.global.load @__auto.shared.bias : tensor<64xf32>
    %33 = tensor.empty() : tensor<64x64xf32>
    %transposed_11 = linalg.transpose ins(%__auto.shared.weight : tensor<64x64xf32>) outs(%33 : tensor<64x64xf32>) permutation = [1, 0] 
    %34 = linalg.matmul ins(%0, %transposed_11 : tensor<16x64xf32>, tensor<64x64xf32>) outs(%31 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34, %__auto.shared.bias : tensor<16x64xf32>, tensor<64xf32>) outs(%30 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.addf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<16x64xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32, %35 : tensor<16x64xf32>, tensor<16x64xf32>) outs(%30 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %39 = arith.addf %in, %in_12 : f32
      linalg.yield %39 : f32
    } -> tensor<16x64xf32>
    %37 = hal.tensor.barrier join(%36 : tensor<16x64xf32>) => %arg2 : !hal.fence
    %38 = hal.tensor.export %37 : tensor<16x64xf32> -> !hal.buffer_view
    util.return %38 : !hal.buffer_view
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