module @module {
  util.global private @__auto.qkv.weight = #flow.parameter.named<"model"::"qkv.weight"> : tensor<768x256xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<256x256xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 5.65685415 : f32
    %cst_2 = arith.constant -1.000000e+09 : f32
    %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<1x128x256xf32>
    %1 = hal.tensor.import wait(%arg3) => %arg1 : !hal.buffer_view -> tensor<128x32xf32>
    %2 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<128x32xf32>
    %__auto.qkv.weight = util.global.load @__auto.qkv.weight : tensor<768x256xf32>
    %3 = tensor.empty() : tensor<256x768xf32>
    %transposed = linalg.transpose ins(%__auto.qkv.weight : tensor<768x256xf32>) outs(%3 : tensor<256x768xf32>) permutation = [1, 0] 
    %4 = tensor.empty() : tensor<1x256x768xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<256x768xf32>) outs(%4 : tensor<1x256x768xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x768xf32>
    %6 = tensor.empty() : tensor<1x128x768xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %8 = linalg.batch_matmul ins(%0, %5 : tensor<1x128x256xf32>, tensor<1x256x768xf32>) outs(%7 : tensor<1x128x768xf32>) -> tensor<1x128x768xf32>
    %extracted_slice = tensor.extract_slice %8[0, 0, 0] [1, 128, 256] [1, 1, 1] : tensor<1x128x768xf32> to tensor<1x128x256xf32>
    %extracted_slice_3 = tensor.extract_slice %8[0, 0, 256] [1, 128, 256] [1, 1, 1] : tensor<1x128x768xf32> to tensor<1x128x256xf32>
    %extracted_slice_4 = tensor.extract_slice %8[0, 0, 512] [1, 128, 256] [1, 1, 1] : tensor<1x128x768xf32> to tensor<1x128x256xf32>
    %expanded = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, 128, 8, 32] : tensor<1x128x256xf32> into tensor<1x128x8x32xf32>
    %9 = tensor.empty() : tensor<1x8x128x32xf32>
    %transposed_5 = linalg.transpose ins(%expanded : tensor<1x128x8x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) permutation = [0, 2, 1, 3] 
    %expanded_6 = tensor.expand_shape %extracted_slice_3 [[0], [1], [2, 3]] output_shape [1, 128, 8, 32] : tensor<1x128x256xf32> into tensor<1x128x8x32xf32>
    %transposed_7 = linalg.transpose ins(%expanded_6 : tensor<1x128x8x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) permutation = [0, 2, 1, 3] 
    %expanded_8 = tensor.expand_shape %extracted_slice_4 [[0], [1], [2, 3]] output_shape [1, 128, 8, 32] : tensor<1x128x256xf32> into tensor<1x128x8x32xf32>
    %transposed_9 = linalg.transpose ins(%expanded_8 : tensor<1x128x8x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) permutation = [0, 2, 1, 3] 
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %1 : tensor<1x8x128x32xf32>, tensor<128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.mulf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %extracted_slice_10 = tensor.extract_slice %transposed_5[0, 0, 0, 0] [1, 8, 128, 16] [1, 1, 1, 1] : tensor<1x8x128x32xf32> to tensor<1x8x128x16xf32>
    %extracted_slice_11 = tensor.extract_slice %transposed_5[0, 0, 0, 16] [1, 8, 128, 16] [1, 1, 1, 1] : tensor<1x8x128x32xf32> to tensor<1x8x128x16xf32>
    %11 = tensor.empty() : tensor<1x8x128x16xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_11 : tensor<1x8x128x16xf32>) outs(%11 : tensor<1x8x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.negf %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x16xf32>
    %concat = tensor.concat dim(3) %12, %extracted_slice_10 : (tensor<1x8x128x16xf32>, tensor<1x8x128x16xf32>) -> tensor<1x8x128x32xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %2 : tensor<1x8x128x32xf32>, tensor<128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.mulf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<1x8x128x32xf32>, tensor<1x8x128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.addf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_7, %1 : tensor<1x8x128x32xf32>, tensor<128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.mulf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %extracted_slice_12 = tensor.extract_slice %transposed_7[0, 0, 0, 0] [1, 8, 128, 16] [1, 1, 1, 1] : tensor<1x8x128x32xf32> to tensor<1x8x128x16xf32>
    %extracted_slice_13 = tensor.extract_slice %transposed_7[0, 0, 0, 16] [1, 8, 128, 16] [1, 1, 1, 1] : tensor<1x8x128x32xf32> to tensor<1x8x128x16xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_13 : tensor<1x8x128x16xf32>) outs(%11 : tensor<1x8x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.negf %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x16xf32>
    %concat_14 = tensor.concat dim(3) %16, %extracted_slice_12 : (tensor<1x8x128x16xf32>, tensor<1x8x128x16xf32>) -> tensor<1x8x128x32xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_14, %2 : tensor<1x8x128x32xf32>, tensor<128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.mulf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %17 : tensor<1x8x128x32xf32>, tensor<1x8x128x32xf32>) outs(%9 : tensor<1x8x128x32xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.addf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x32xf32>
    %19 = tensor.empty() : tensor<1x8x32x128xf32>
    %transposed_15 = linalg.transpose ins(%18 : tensor<1x8x128x32xf32>) outs(%19 : tensor<1x8x32x128xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %14 [[0, 1], [2], [3]] : tensor<1x8x128x32xf32> into tensor<8x128x32xf32>
    %collapsed_16 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<1x8x32x128xf32> into tensor<8x32x128xf32>
    %20 = tensor.empty() : tensor<8x128x128xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %22 = linalg.batch_matmul ins(%collapsed, %collapsed_16 : tensor<8x128x32xf32>, tensor<8x32x128xf32>) outs(%21 : tensor<8x128x128xf32>) -> tensor<8x128x128xf32>
    %expanded_17 = tensor.expand_shape %22 [[0, 1], [2], [3]] output_shape [1, 8, 128, 128] : tensor<8x128x128xf32> into tensor<1x8x128x128xf32>
    %23 = tensor.empty() : tensor<1x8x128x128xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_17 : tensor<1x8x128x128xf32>) outs(%23 : tensor<1x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.divf %in, %cst_1 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x128xf32>
    %25 = tensor.empty() : tensor<128x128xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<128x128xf32>) outs(%25 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %cst_2 : f32
    } -> tensor<128x128xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<128x128xf32>) outs(%25 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = linalg.index 0 : index
      %53 = arith.index_cast %52 : index to i64
      %54 = linalg.index 1 : index
      %55 = arith.index_cast %54 : index to i64
      %56 = arith.addi %53, %c1_i64 : i64
      %57 = arith.cmpi sge, %55, %56 : i64
      %58 = arith.select %57, %in, %cst : f32
      linalg.yield %58 : f32
    } -> tensor<128x128xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %27 : tensor<1x8x128x128xf32>, tensor<128x128xf32>) outs(%23 : tensor<1x8x128x128xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.addf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x128xf32>
    %29 = tensor.empty() : tensor<1x8x128xi64>
    %30 = linalg.fill ins(%c0_i64 : i64) outs(%29 : tensor<1x8x128xi64>) -> tensor<1x8x128xi64>
    %31 = tensor.empty() : tensor<1x8x128xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<1x8x128xf32>) -> tensor<1x8x128xf32>
    %33:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%28 : tensor<1x8x128x128xf32>) outs(%32, %30 : tensor<1x8x128xf32>, tensor<1x8x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_25: i64):
      %52 = linalg.index 3 : index
      %53 = arith.index_cast %52 : index to i64
      %54 = arith.maximumf %in, %out : f32
      %55 = arith.cmpf ogt, %in, %out : f32
      %56 = arith.select %55, %53, %out_25 : i64
      linalg.yield %54, %56 : f32, i64
    } -> (tensor<1x8x128xf32>, tensor<1x8x128xi64>)
    %expanded_18 = tensor.expand_shape %33#0 [[0], [1], [2, 3]] output_shape [1, 8, 128, 1] : tensor<1x8x128xf32> into tensor<1x8x128x1xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_18 : tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>) outs(%23 : tensor<1x8x128x128xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.subf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x128xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34 : tensor<1x8x128x128xf32>) outs(%23 : tensor<1x8x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = math.exp %in : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x128xf32>
    %36 = tensor.empty() : tensor<1x8x128x1xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<1x8x128x1xf32>) -> tensor<1x8x128x1xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%35 : tensor<1x8x128x128xf32>) outs(%37 : tensor<1x8x128x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %52 = arith.addf %in, %out : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x1xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %38 : tensor<1x8x128x128xf32>, tensor<1x8x128x1xf32>) outs(%23 : tensor<1x8x128x128xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %52 = arith.divf %in, %in_25 : f32
      linalg.yield %52 : f32
    } -> tensor<1x8x128x128xf32>
    %collapsed_19 = tensor.collapse_shape %39 [[0, 1], [2], [3]] : tensor<1x8x128x128xf32> into tensor<8x128x128xf32>
    %collapsed_20 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<1x8x128x32xf32> into tensor<8x128x32xf32>
    %40 = tensor.empty() : tensor<8x128x32xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<8x128x32xf32>) -> tensor<8x128x32xf32>
    %42 = linalg.batch_matmul ins(%collapsed_19, %collapsed_20 : tensor<8x128x128xf32>, tensor<8x128x32xf32>) outs(%41 : tensor<8x128x32xf32>) -> tensor<8x128x32xf32>
    %expanded_21 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [1, 8, 128, 32] : tensor<8x128x32xf32> into tensor<1x8x128x32xf32>
    %43 = tensor.empty() : tensor<1x128x8x32xf32>
    %transposed_22 = linalg.transpose ins(%expanded_21 : tensor<1x8x128x32xf32>) outs(%43 : tensor<1x128x8x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_23 = tensor.collapse_shape %transposed_22 [[0], [1], [2, 3]] : tensor<1x128x8x32xf32> into tensor<1x128x256xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<256x256xf32>
    %44 = tensor.empty() : tensor<256x256xf32>
    %transposed_24 = linalg.transpose ins(%__auto.o.weight : tensor<256x256xf32>) outs(%44 : tensor<256x256xf32>) permutation = [1, 0] 
    %45 = tensor.empty() : tensor<1x256x256xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_24 : tensor<256x256xf32>) outs(%45 : tensor<1x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x256xf32>
    %47 = tensor.empty() : tensor<1x128x256xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<1x128x256xf32>) -> tensor<1x128x256xf32>
    %49 = linalg.batch_matmul ins(%collapsed_23, %46 : tensor<1x128x256xf32>, tensor<1x256x256xf32>) outs(%48 : tensor<1x128x256xf32>) -> tensor<1x128x256xf32>
    %50 = hal.tensor.barrier join(%49 : tensor<1x128x256xf32>) => %arg4 : !hal.fence
    %51 = hal.tensor.export %50 : tensor<1x128x256xf32> -> !hal.buffer_view
    util.return %51 : !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1 = util.call @main$async(%arg0, %arg1, %arg2, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1 : !hal.buffer_view
  }
}