module @module {
  util.global private @__auto.ahead.x.weight = #flow.parameter.named<"model"::"ahead.x.weight"> : tensor<144x32xf32>
  util.global private @__auto.ahead.x.bias = #flow.parameter.named<"model"::"ahead.x.bias"> : tensor<144xf32>
  util.global private @__auto.ahead.h.weight = #flow.parameter.named<"model"::"ahead.h.weight"> : tensor<144x48xf32>
  util.global private @__auto.ahead.h.bias = #flow.parameter.named<"model"::"ahead.h.bias"> : tensor<144xf32>
  util.global private @__auto.behind.x.weight = #flow.parameter.named<"model"::"behind.x.weight"> : tensor<144x32xf32>
  util.global private @__auto.behind.x.bias = #flow.parameter.named<"model"::"behind.x.bias"> : tensor<144xf32>
  util.global private @__auto.behind.h.weight = #flow.parameter.named<"model"::"behind.h.weight"> : tensor<144x48xf32>
  util.global private @__auto.behind.h.bias = #flow.parameter.named<"model"::"behind.h.bias"> : tensor<144xf32>
  util.global private @__auto.score.weight = #flow.parameter.named<"model"::"score.weight"> : tensor<1x96xf32>
  util.global private @__auto.score.bias = #flow.parameter.named<"model"::"score.bias"> : tensor<1xf32>
  util.global private @__auto.out.weight = #flow.parameter.named<"model"::"out.weight"> : tensor<10x96xf32>
  util.global private @__auto.out.bias = #flow.parameter.named<"model"::"out.bias"> : tensor<10xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant dense<0.000000e+00> : tensor<2x48xf32>
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<2x6x32xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %__auto.ahead.x.weight = util.global.load @__auto.ahead.x.weight : tensor<144x32xf32>
    %__auto.ahead.x.bias = util.global.load @__auto.ahead.x.bias : tensor<144xf32>
    %1 = tensor.empty() : tensor<32x144xf32>
    %transposed = linalg.transpose ins(%__auto.ahead.x.weight : tensor<144x32xf32>) outs(%1 : tensor<32x144xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<2x144xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %4 = linalg.matmul ins(%collapsed, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%4, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_3 = tensor.extract_slice %5[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_4 = tensor.extract_slice %5[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_5 = tensor.extract_slice %5[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %__auto.ahead.h.weight = util.global.load @__auto.ahead.h.weight : tensor<144x48xf32>
    %__auto.ahead.h.bias = util.global.load @__auto.ahead.h.bias : tensor<144xf32>
    %6 = tensor.empty() : tensor<48x144xf32>
    %transposed_6 = linalg.transpose ins(%__auto.ahead.h.weight : tensor<144x48xf32>) outs(%6 : tensor<48x144xf32>) permutation = [1, 0] 
    %7 = linalg.matmul ins(%cst_2, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_7 = tensor.extract_slice %8[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_8 = tensor.extract_slice %8[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_9 = tensor.extract_slice %8[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %9 = tensor.empty() : tensor<2x48xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_3, %extracted_slice_7 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_4, %extracted_slice_8 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %extracted_slice_9 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_5, %15 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %17 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %cst_2 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%18, %19 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_10 = tensor.extract_slice %0[0, 5, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %__auto.behind.x.weight = util.global.load @__auto.behind.x.weight : tensor<144x32xf32>
    %__auto.behind.x.bias = util.global.load @__auto.behind.x.bias : tensor<144xf32>
    %transposed_12 = linalg.transpose ins(%__auto.behind.x.weight : tensor<144x32xf32>) outs(%1 : tensor<32x144xf32>) permutation = [1, 0] 
    %21 = linalg.matmul ins(%collapsed_11, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_13 = tensor.extract_slice %22[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_14 = tensor.extract_slice %22[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_15 = tensor.extract_slice %22[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %__auto.behind.h.weight = util.global.load @__auto.behind.h.weight : tensor<144x48xf32>
    %__auto.behind.h.bias = util.global.load @__auto.behind.h.bias : tensor<144xf32>
    %transposed_16 = linalg.transpose ins(%__auto.behind.h.weight : tensor<144x48xf32>) outs(%6 : tensor<48x144xf32>) permutation = [1, 0] 
    %23 = linalg.matmul ins(%cst_2, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_17 = tensor.extract_slice %24[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_18 = tensor.extract_slice %24[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_19 = tensor.extract_slice %24[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_13, %extracted_slice_17 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14, %extracted_slice_18 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26, %extracted_slice_19 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_15, %30 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%29, %32 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%28, %cst_2 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_20 = tensor.extract_slice %0[0, 1, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %36 = linalg.matmul ins(%collapsed_21, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_22 = tensor.extract_slice %37[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_23 = tensor.extract_slice %37[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_24 = tensor.extract_slice %37[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %38 = linalg.matmul ins(%20, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%38, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_25 = tensor.extract_slice %39[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_26 = tensor.extract_slice %39[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_27 = tensor.extract_slice %39[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_22, %extracted_slice_25 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_23, %extracted_slice_26 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%42 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%41, %extracted_slice_27 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_24, %45 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%44, %47 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%43, %20 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%48, %49 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_28 = tensor.extract_slice %0[0, 4, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed_29 = tensor.collapse_shape %extracted_slice_28 [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %51 = linalg.matmul ins(%collapsed_29, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%51, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_30 = tensor.extract_slice %52[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_31 = tensor.extract_slice %52[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_32 = tensor.extract_slice %52[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %53 = linalg.matmul ins(%35, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%53, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_33 = tensor.extract_slice %54[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_34 = tensor.extract_slice %54[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_35 = tensor.extract_slice %54[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_30, %extracted_slice_33 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_31, %extracted_slice_34 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%56, %extracted_slice_35 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_32, %60 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%59, %62 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%58, %35 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_36 = tensor.extract_slice %0[0, 2, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed_37 = tensor.collapse_shape %extracted_slice_36 [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %66 = linalg.matmul ins(%collapsed_37, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%66, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_38 = tensor.extract_slice %67[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_39 = tensor.extract_slice %67[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_40 = tensor.extract_slice %67[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %68 = linalg.matmul ins(%50, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%68, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_41 = tensor.extract_slice %69[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_42 = tensor.extract_slice %69[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_43 = tensor.extract_slice %69[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %70 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_38, %extracted_slice_41 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_39, %extracted_slice_42 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%73 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%71, %extracted_slice_43 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_40, %75 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%74, %77 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%73, %50 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %80 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%78, %79 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_44 = tensor.extract_slice %0[0, 3, 0] [2, 1, 32] [1, 1, 1] : tensor<2x6x32xf32> to tensor<2x1x32xf32>
    %collapsed_45 = tensor.collapse_shape %extracted_slice_44 [[0, 1], [2]] : tensor<2x1x32xf32> into tensor<2x32xf32>
    %81 = linalg.matmul ins(%collapsed_45, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %82 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%81, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_46 = tensor.extract_slice %82[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_47 = tensor.extract_slice %82[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_48 = tensor.extract_slice %82[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %83 = linalg.matmul ins(%65, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%83, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_49 = tensor.extract_slice %84[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_50 = tensor.extract_slice %84[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_51 = tensor.extract_slice %84[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_46, %extracted_slice_49 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_47, %extracted_slice_50 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%87 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %90 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%86, %extracted_slice_51 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_48, %90 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%91 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %93 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%89, %92 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%88, %65 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %95 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%93, %94 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %96 = linalg.matmul ins(%collapsed_45, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%96, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_52 = tensor.extract_slice %97[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_53 = tensor.extract_slice %97[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_54 = tensor.extract_slice %97[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %98 = linalg.matmul ins(%80, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %99 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%98, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_55 = tensor.extract_slice %99[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_56 = tensor.extract_slice %99[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_57 = tensor.extract_slice %99[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_52, %extracted_slice_55 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %101 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %102 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_53, %extracted_slice_56 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %103 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%103 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %105 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%101, %extracted_slice_57 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_54, %105 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%106 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%104, %107 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %109 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%103, %80 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %110 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%108, %109 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %111 = linalg.matmul ins(%collapsed_37, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %112 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%111, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_58 = tensor.extract_slice %112[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_59 = tensor.extract_slice %112[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_60 = tensor.extract_slice %112[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %113 = linalg.matmul ins(%95, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %114 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%113, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_61 = tensor.extract_slice %114[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_62 = tensor.extract_slice %114[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_63 = tensor.extract_slice %114[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %115 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_58, %extracted_slice_61 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %116 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%115 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %117 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_59, %extracted_slice_62 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %118 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%117 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %119 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%118 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %120 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%116, %extracted_slice_63 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %121 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_60, %120 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %122 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%121 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %123 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%119, %122 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %124 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%118, %95 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %125 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%123, %124 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %126 = linalg.matmul ins(%collapsed_29, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %127 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%126, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_64 = tensor.extract_slice %127[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_65 = tensor.extract_slice %127[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_66 = tensor.extract_slice %127[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %128 = linalg.matmul ins(%110, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %129 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%128, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_67 = tensor.extract_slice %129[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_68 = tensor.extract_slice %129[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_69 = tensor.extract_slice %129[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %130 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_64, %extracted_slice_67 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %131 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%130 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %132 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_65, %extracted_slice_68 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %133 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%132 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %134 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%133 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %135 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%131, %extracted_slice_69 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %136 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_66, %135 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %137 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %138 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%134, %137 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %139 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%133, %110 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %140 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%138, %139 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %141 = linalg.matmul ins(%collapsed_21, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %142 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%141, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_70 = tensor.extract_slice %142[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_71 = tensor.extract_slice %142[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_72 = tensor.extract_slice %142[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %143 = linalg.matmul ins(%125, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %144 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%143, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_73 = tensor.extract_slice %144[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_74 = tensor.extract_slice %144[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_75 = tensor.extract_slice %144[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %145 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_70, %extracted_slice_73 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %146 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%145 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %147 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_71, %extracted_slice_74 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %148 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%147 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %149 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %150 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%146, %extracted_slice_75 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %151 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_72, %150 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %152 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %153 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%149, %152 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %154 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%148, %125 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %155 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%153, %154 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %156 = linalg.matmul ins(%collapsed_11, %transposed : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %157 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%156, %__auto.ahead.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_76 = tensor.extract_slice %157[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_77 = tensor.extract_slice %157[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_78 = tensor.extract_slice %157[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %158 = linalg.matmul ins(%140, %transposed_6 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %159 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%158, %__auto.ahead.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_79 = tensor.extract_slice %159[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_80 = tensor.extract_slice %159[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_81 = tensor.extract_slice %159[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %160 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_76, %extracted_slice_79 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %161 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%160 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %162 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_77, %extracted_slice_80 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %163 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%162 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %164 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%163 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %165 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%161, %extracted_slice_81 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %166 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_78, %165 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %167 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%166 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %168 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%164, %167 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %169 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%163, %140 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %170 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%168, %169 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %171 = linalg.matmul ins(%collapsed, %transposed_12 : tensor<2x32xf32>, tensor<32x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %172 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%171, %__auto.behind.x.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_82 = tensor.extract_slice %172[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_83 = tensor.extract_slice %172[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_84 = tensor.extract_slice %172[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %173 = linalg.matmul ins(%155, %transposed_16 : tensor<2x48xf32>, tensor<48x144xf32>) outs(%3 : tensor<2x144xf32>) -> tensor<2x144xf32>
    %174 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%173, %__auto.behind.h.bias : tensor<2x144xf32>, tensor<144xf32>) outs(%2 : tensor<2x144xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x144xf32>
    %extracted_slice_85 = tensor.extract_slice %174[0, 0] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_86 = tensor.extract_slice %174[0, 48] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %extracted_slice_87 = tensor.extract_slice %174[0, 96] [2, 48] [1, 1] : tensor<2x144xf32> to tensor<2x48xf32>
    %175 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_82, %extracted_slice_85 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %176 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %177 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_83, %extracted_slice_86 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %178 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%177 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.negf %in : f32
      %217 = math.exp %216 : f32
      %218 = arith.addf %217, %cst_0 : f32
      %219 = arith.divf %cst_0, %218 : f32
      linalg.yield %219 : f32
    } -> tensor<2x48xf32>
    %179 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%178 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.subf %cst_0, %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %180 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%176, %extracted_slice_87 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %181 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_84, %180 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %182 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%181 : tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.tanh %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %183 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%179, %182 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %184 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%178, %155 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %185 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%183, %184 : tensor<2x48xf32>, tensor<2x48xf32>) outs(%9 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x48xf32>
    %expanded = tensor.expand_shape %20 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_88 = tensor.expand_shape %50 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_89 = tensor.expand_shape %80 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_90 = tensor.expand_shape %110 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_91 = tensor.expand_shape %140 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_92 = tensor.expand_shape %170 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %concat = tensor.concat dim(1) %expanded, %expanded_88, %expanded_89, %expanded_90, %expanded_91, %expanded_92 : (tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>) -> tensor<2x6x48xf32>
    %expanded_93 = tensor.expand_shape %185 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_94 = tensor.expand_shape %155 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_95 = tensor.expand_shape %125 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_96 = tensor.expand_shape %95 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_97 = tensor.expand_shape %65 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %expanded_98 = tensor.expand_shape %35 [[0], [1, 2]] output_shape [2, 1, 48] : tensor<2x48xf32> into tensor<2x1x48xf32>
    %concat_99 = tensor.concat dim(1) %expanded_93, %expanded_94, %expanded_95, %expanded_96, %expanded_97, %expanded_98 : (tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>, tensor<2x1x48xf32>) -> tensor<2x6x48xf32>
    %concat_100 = tensor.concat dim(2) %concat, %concat_99 : (tensor<2x6x48xf32>, tensor<2x6x48xf32>) -> tensor<2x6x96xf32>
    %__auto.score.weight = util.global.load @__auto.score.weight : tensor<1x96xf32>
    %__auto.score.bias = util.global.load @__auto.score.bias : tensor<1xf32>
    %186 = tensor.empty() : tensor<96x1xf32>
    %transposed_101 = linalg.transpose ins(%__auto.score.weight : tensor<1x96xf32>) outs(%186 : tensor<96x1xf32>) permutation = [1, 0] 
    %187 = tensor.empty() : tensor<2x96x1xf32>
    %188 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_101 : tensor<96x1xf32>) outs(%187 : tensor<2x96x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x96x1xf32>
    %189 = tensor.empty() : tensor<2x6x1xf32>
    %190 = linalg.fill ins(%cst : f32) outs(%189 : tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
    %191 = linalg.batch_matmul ins(%concat_100, %188 : tensor<2x6x96xf32>, tensor<2x96x1xf32>) outs(%190 : tensor<2x6x1xf32>) -> tensor<2x6x1xf32>
    %192 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%191, %__auto.score.bias : tensor<2x6x1xf32>, tensor<1xf32>) outs(%189 : tensor<2x6x1xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x6x1xf32>
    %193 = tensor.empty() : tensor<2x1xi64>
    %194 = linalg.fill ins(%c0_i64 : i64) outs(%193 : tensor<2x1xi64>) -> tensor<2x1xi64>
    %195 = tensor.empty() : tensor<2x1xf32>
    %196 = linalg.fill ins(%cst_1 : f32) outs(%195 : tensor<2x1xf32>) -> tensor<2x1xf32>
    %197:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%192 : tensor<2x6x1xf32>) outs(%196, %194 : tensor<2x1xf32>, tensor<2x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_104: i64):
      %216 = linalg.index 1 : index
      %217 = arith.index_cast %216 : index to i64
      %218 = arith.maximumf %in, %out : f32
      %219 = arith.cmpf ogt, %in, %out : f32
      %220 = arith.select %219, %217, %out_104 : i64
      linalg.yield %218, %220 : f32, i64
    } -> (tensor<2x1xf32>, tensor<2x1xi64>)
    %expanded_102 = tensor.expand_shape %197#0 [[0, 1], [2]] output_shape [2, 1, 1] : tensor<2x1xf32> into tensor<2x1x1xf32>
    %198 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%192, %expanded_102 : tensor<2x6x1xf32>, tensor<2x1x1xf32>) outs(%189 : tensor<2x6x1xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.subf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x6x1xf32>
    %199 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%198 : tensor<2x6x1xf32>) outs(%189 : tensor<2x6x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = math.exp %in : f32
      linalg.yield %216 : f32
    } -> tensor<2x6x1xf32>
    %200 = tensor.empty() : tensor<2x1x1xf32>
    %201 = linalg.fill ins(%cst : f32) outs(%200 : tensor<2x1x1xf32>) -> tensor<2x1x1xf32>
    %202 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%199 : tensor<2x6x1xf32>) outs(%201 : tensor<2x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.addf %in, %out : f32
      linalg.yield %216 : f32
    } -> tensor<2x1x1xf32>
    %203 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%199, %202 : tensor<2x6x1xf32>, tensor<2x1x1xf32>) outs(%189 : tensor<2x6x1xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.divf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x6x1xf32>
    %204 = tensor.empty() : tensor<2x6x96xf32>
    %205 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%203, %concat_100 : tensor<2x6x1xf32>, tensor<2x6x96xf32>) outs(%204 : tensor<2x6x96xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.mulf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x6x96xf32>
    %206 = tensor.empty() : tensor<2x96xf32>
    %207 = linalg.fill ins(%cst : f32) outs(%206 : tensor<2x96xf32>) -> tensor<2x96xf32>
    %208 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%205 : tensor<2x6x96xf32>) outs(%207 : tensor<2x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %216 = arith.addf %in, %out : f32
      linalg.yield %216 : f32
    } -> tensor<2x96xf32>
    %__auto.out.weight = util.global.load @__auto.out.weight : tensor<10x96xf32>
    %__auto.out.bias = util.global.load @__auto.out.bias : tensor<10xf32>
    %209 = tensor.empty() : tensor<96x10xf32>
    %transposed_103 = linalg.transpose ins(%__auto.out.weight : tensor<10x96xf32>) outs(%209 : tensor<96x10xf32>) permutation = [1, 0] 
    %210 = tensor.empty() : tensor<2x10xf32>
    %211 = linalg.fill ins(%cst : f32) outs(%210 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %212 = linalg.matmul ins(%208, %transposed_103 : tensor<2x96xf32>, tensor<96x10xf32>) outs(%211 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %213 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%212, %__auto.out.bias : tensor<2x10xf32>, tensor<10xf32>) outs(%210 : tensor<2x10xf32>) {
    ^bb0(%in: f32, %in_104: f32, %out: f32):
      %216 = arith.addf %in, %in_104 : f32
      linalg.yield %216 : f32
    } -> tensor<2x10xf32>
    %214 = hal.tensor.barrier join(%213 : tensor<2x10xf32>) => %arg2 : !hal.fence
    %215 = hal.tensor.export %214 : tensor<2x10xf32> -> !hal.buffer_view
    util.return %215 : !hal.buffer_view
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