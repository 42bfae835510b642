module @module {
  util.global private @__auto.x.weight = #flow.parameter.named<"model"::"x.weight"> : tensor<256x64xf32>
  util.global private @__auto.x.bias = #flow.parameter.named<"model"::"x.bias"> : tensor<256xf32>
  util.global private @__auto.h.weight = #flow.parameter.named<"model"::"h.weight"> : tensor<256x64xf32>
  util.global private @__auto.h.bias = #flow.parameter.named<"model"::"h.bias"> : tensor<256xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<4x8x64xf32>
    %1 = hal.tensor.import wait(%arg3) => %arg1 : !hal.buffer_view -> tensor<8x64xf32>
    %2 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<8x64xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<4x8x64xf32> to tensor<1x8x64xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x8x64xf32> into tensor<8x64xf32>
    %__auto.x.weight = util.global.load @__auto.x.weight : tensor<256x64xf32>
    %__auto.x.bias = util.global.load @__auto.x.bias : tensor<256xf32>
    %3 = tensor.empty() : tensor<64x256xf32>
    %transposed = linalg.transpose ins(%__auto.x.weight : tensor<256x64xf32>) outs(%3 : tensor<64x256xf32>) permutation = [1, 0] 
    %4 = tensor.empty() : tensor<8x256xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %6 = linalg.matmul ins(%collapsed, %transposed : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6, %__auto.x.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %__auto.h.weight = util.global.load @__auto.h.weight : tensor<256x64xf32>
    %__auto.h.bias = util.global.load @__auto.h.bias : tensor<256xf32>
    %transposed_1 = linalg.transpose ins(%__auto.h.weight : tensor<256x64xf32>) outs(%3 : tensor<64x256xf32>) permutation = [1, 0] 
    %8 = linalg.matmul ins(%1, %transposed_1 : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %__auto.h.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %9 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %extracted_slice_2 = tensor.extract_slice %10[0, 0] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_3 = tensor.extract_slice %10[0, 64] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_4 = tensor.extract_slice %10[0, 128] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_5 = tensor.extract_slice %10[0, 192] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %11 = tensor.empty() : tensor<8x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12, %2 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_2 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %15 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %16 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%18, %19 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %extracted_slice_6 = tensor.extract_slice %0[1, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<4x8x64xf32> to tensor<1x8x64xf32>
    %collapsed_7 = tensor.collapse_shape %extracted_slice_6 [[0, 1], [2]] : tensor<1x8x64xf32> into tensor<8x64xf32>
    %21 = linalg.matmul ins(%collapsed_7, %transposed : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21, %__auto.x.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %23 = linalg.matmul ins(%20, %transposed_1 : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23, %__auto.h.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%22, %24 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %extracted_slice_8 = tensor.extract_slice %25[0, 0] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_9 = tensor.extract_slice %25[0, 64] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_10 = tensor.extract_slice %25[0, 128] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_11 = tensor.extract_slice %25[0, 192] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_9 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26, %17 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_8 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%28, %29 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%27, %30 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_11 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%32, %33 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %extracted_slice_12 = tensor.extract_slice %0[2, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<4x8x64xf32> to tensor<1x8x64xf32>
    %collapsed_13 = tensor.collapse_shape %extracted_slice_12 [[0, 1], [2]] : tensor<1x8x64xf32> into tensor<8x64xf32>
    %35 = linalg.matmul ins(%collapsed_13, %transposed : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%35, %__auto.x.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %37 = linalg.matmul ins(%34, %transposed_1 : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%37, %__auto.h.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36, %38 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %extracted_slice_14 = tensor.extract_slice %39[0, 0] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_15 = tensor.extract_slice %39[0, 64] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_16 = tensor.extract_slice %39[0, 128] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_17 = tensor.extract_slice %39[0, 192] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_15 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%40, %31 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_16 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%42, %43 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%41, %44 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_17 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%45 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46, %47 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %extracted_slice_18 = tensor.extract_slice %0[3, 0, 0] [1, 8, 64] [1, 1, 1] : tensor<4x8x64xf32> to tensor<1x8x64xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [[0, 1], [2]] : tensor<1x8x64xf32> into tensor<8x64xf32>
    %49 = linalg.matmul ins(%collapsed_19, %transposed : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%49, %__auto.x.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %51 = linalg.matmul ins(%48, %transposed_1 : tensor<8x64xf32>, tensor<64x256xf32>) outs(%5 : tensor<8x256xf32>) -> tensor<8x256xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%51, %__auto.h.bias : tensor<8x256xf32>, tensor<256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%50, %52 : tensor<8x256xf32>, tensor<8x256xf32>) outs(%4 : tensor<8x256xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x256xf32>
    %extracted_slice_20 = tensor.extract_slice %53[0, 0] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_21 = tensor.extract_slice %53[0, 64] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_22 = tensor.extract_slice %53[0, 128] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %extracted_slice_23 = tensor.extract_slice %53[0, 192] [8, 64] [1, 1] : tensor<8x256xf32> to tensor<8x64xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_21 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%54, %45 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_20 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_22 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%56, %57 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%55, %58 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.addf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_23 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = arith.negf %in : f32
      %68 = math.exp %67 : f32
      %69 = arith.addf %68, %cst_0 : f32
      %70 = arith.divf %cst_0, %69 : f32
      linalg.yield %70 : f32
    } -> tensor<8x64xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %67 = math.tanh %in : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%60, %61 : tensor<8x64xf32>, tensor<8x64xf32>) outs(%11 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %in_27: f32, %out: f32):
      %67 = arith.mulf %in, %in_27 : f32
      linalg.yield %67 : f32
    } -> tensor<8x64xf32>
    %expanded = tensor.expand_shape %20 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xf32> into tensor<1x8x64xf32>
    %expanded_24 = tensor.expand_shape %34 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xf32> into tensor<1x8x64xf32>
    %expanded_25 = tensor.expand_shape %48 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xf32> into tensor<1x8x64xf32>
    %expanded_26 = tensor.expand_shape %62 [[0, 1], [2]] output_shape [1, 8, 64] : tensor<8x64xf32> into tensor<1x8x64xf32>
    %concat = tensor.concat dim(0) %expanded, %expanded_24, %expanded_25, %expanded_26 : (tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1x8x64xf32>, tensor<1x8x64xf32>) -> tensor<4x8x64xf32>
    %63:3 = hal.tensor.barrier join(%concat, %62, %59 : tensor<4x8x64xf32>, tensor<8x64xf32>, tensor<8x64xf32>) => %arg4 : !hal.fence
    %64 = hal.tensor.export %63#0 : tensor<4x8x64xf32> -> !hal.buffer_view
    %65 = hal.tensor.export %63#1 : tensor<8x64xf32> -> !hal.buffer_view
    %66 = hal.tensor.export %63#2 : tensor<8x64xf32> -> !hal.buffer_view
    util.return %64, %65, %66 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1:3 = util.call @main$async(%arg0, %arg1, %arg2, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view)
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1#0, %1#1, %1#2 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
}