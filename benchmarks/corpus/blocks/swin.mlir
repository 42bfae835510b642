module @module {
  util.global private @__auto.n.weight = #flow.parameter.named<"model"::"n.weight"> : tensor<64xf32>
  util.global private @__auto.n.bias = #flow.parameter.named<"model"::"n.bias"> : tensor<64xf32>
  util.global private @__auto.qkv.weight = #flow.parameter.named<"model"::"qkv.weight"> : tensor<192x64xf32>
  util.global private @__auto.qkv.bias = #flow.parameter.named<"model"::"qkv.bias"> : tensor<192xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<64x64xf32>
  util.global private @__auto.o.bias = #flow.parameter.named<"model"::"o.bias"> : tensor<64xf32>
  util.global private @__auto.n2.weight = #flow.parameter.named<"model"::"n2.weight"> : tensor<64xf32>
  util.global private @__auto.n2.bias = #flow.parameter.named<"model"::"n2.bias"> : tensor<64xf32>
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<256x64xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<256xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<64x256xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.41421354 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 9.99999974E-6 : f32
    %cst_5 = arith.constant 6.400000e+01 : f32
    %cst_6 = arith.constant 2.500000e-01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x16x16x64xf32>
    %__auto.n.weight = util.global.load @__auto.n.weight : tensor<64xf32>
    %__auto.n.bias = util.global.load @__auto.n.bias : tensor<64xf32>
    %1 = tensor.empty() : tensor<1x16x16x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x16x16x1xf32>) -> tensor<1x16x16x1xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%0 : tensor<1x16x16x64xf32>) outs(%2 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %out : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.divf %in, %cst_5 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %5 = tensor.empty() : tensor<1x16x16x64xf32>
    %collapsed = tensor.collapse_shape %4 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x16x16xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %6 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.subf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%8 : tensor<1x16x16x64xf32>) outs(%2 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %out : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.divf %in, %cst_5 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %cst_4 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = math.rsqrt %in : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %collapsed_7 = tensor.collapse_shape %12 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_7 : tensor<1x16x16xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %__auto.n.weight : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %__auto.n.bias : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %extracted_slice = tensor.extract_slice %16[0, 2, 0, 0] [1, 14, 16, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x14x16x64xf32>
    %cast = tensor.cast %extracted_slice : tensor<1x14x16x64xf32> to tensor<1x?x16x64xf32>
    %extracted_slice_8 = tensor.extract_slice %16[0, 0, 0, 0] [1, 2, 16, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x2x16x64xf32>
    %cast_9 = tensor.cast %extracted_slice_8 : tensor<1x2x16x64xf32> to tensor<1x?x16x64xf32>
    %concat = tensor.concat dim(1) %cast, %cast_9 : (tensor<1x?x16x64xf32>, tensor<1x?x16x64xf32>) -> tensor<1x16x16x64xf32>
    %extracted_slice_10 = tensor.extract_slice %concat[0, 0, 2, 0] [1, 16, 14, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x16x14x64xf32>
    %cast_11 = tensor.cast %extracted_slice_10 : tensor<1x16x14x64xf32> to tensor<1x16x?x64xf32>
    %extracted_slice_12 = tensor.extract_slice %concat[0, 0, 0, 0] [1, 16, 2, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x16x2x64xf32>
    %cast_13 = tensor.cast %extracted_slice_12 : tensor<1x16x2x64xf32> to tensor<1x16x?x64xf32>
    %concat_14 = tensor.concat dim(2) %cast_11, %cast_13 : (tensor<1x16x?x64xf32>, tensor<1x16x?x64xf32>) -> tensor<1x16x16x64xf32>
    %expanded = tensor.expand_shape %concat_14 [[0], [1, 2], [3, 4], [5]] output_shape [1, 4, 4, 4, 4, 64] : tensor<1x16x16x64xf32> into tensor<1x4x4x4x4x64xf32>
    %17 = tensor.empty() : tensor<1x4x4x4x4x64xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x4x4x4x4x64xf32>) outs(%17 : tensor<1x4x4x4x4x64xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_15 = tensor.collapse_shape %transposed [[0, 1, 2], [3, 4], [5]] : tensor<1x4x4x4x4x64xf32> into tensor<16x16x64xf32>
    %__auto.qkv.weight = util.global.load @__auto.qkv.weight : tensor<192x64xf32>
    %__auto.qkv.bias = util.global.load @__auto.qkv.bias : tensor<192xf32>
    %18 = tensor.empty() : tensor<64x192xf32>
    %transposed_16 = linalg.transpose ins(%__auto.qkv.weight : tensor<192x64xf32>) outs(%18 : tensor<64x192xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<16x64x192xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_16 : tensor<64x192xf32>) outs(%19 : tensor<16x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64x192xf32>
    %21 = tensor.empty() : tensor<16x16x192xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<16x16x192xf32>) -> tensor<16x16x192xf32>
    %23 = linalg.batch_matmul ins(%collapsed_15, %20 : tensor<16x16x64xf32>, tensor<16x64x192xf32>) outs(%22 : tensor<16x16x192xf32>) -> tensor<16x16x192xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %__auto.qkv.bias : tensor<16x16x192xf32>, tensor<192xf32>) outs(%21 : tensor<16x16x192xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<16x16x192xf32>
    %expanded_17 = tensor.expand_shape %24 [[0], [1], [2, 3, 4]] output_shape [16, 16, 3, 4, 16] : tensor<16x16x192xf32> into tensor<16x16x3x4x16xf32>
    %25 = tensor.empty() : tensor<3x16x4x16x16xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<16x16x3x4x16xf32>) outs(%25 : tensor<3x16x4x16x16xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_19 = tensor.extract_slice %transposed_18[0, 0, 0, 0, 0] [1, 16, 4, 16, 16] [1, 1, 1, 1, 1] : tensor<3x16x4x16x16xf32> to tensor<1x16x4x16x16xf32>
    %extracted_slice_20 = tensor.extract_slice %transposed_18[1, 0, 0, 0, 0] [1, 16, 4, 16, 16] [1, 1, 1, 1, 1] : tensor<3x16x4x16x16xf32> to tensor<1x16x4x16x16xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2], [3], [4]] : tensor<1x16x4x16x16xf32> into tensor<16x4x16x16xf32>
    %extracted_slice_22 = tensor.extract_slice %transposed_18[2, 0, 0, 0, 0] [1, 16, 4, 16, 16] [1, 1, 1, 1, 1] : tensor<3x16x4x16x16xf32> to tensor<1x16x4x16x16xf32>
    %26 = tensor.empty() : tensor<16x4x16x16xf32>
    %transposed_23 = linalg.transpose ins(%collapsed_21 : tensor<16x4x16x16xf32>) outs(%26 : tensor<16x4x16x16xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_24 = tensor.collapse_shape %extracted_slice_19 [[0, 1, 2], [3], [4]] : tensor<1x16x4x16x16xf32> into tensor<64x16x16xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_23 [[0, 1], [2], [3]] : tensor<16x4x16x16xf32> into tensor<64x16x16xf32>
    %27 = tensor.empty() : tensor<64x16x16xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<64x16x16xf32>) -> tensor<64x16x16xf32>
    %29 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<64x16x16xf32>, tensor<64x16x16xf32>) outs(%28 : tensor<64x16x16xf32>) -> tensor<64x16x16xf32>
    %expanded_26 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [16, 4, 16, 16] : tensor<64x16x16xf32> into tensor<16x4x16x16xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_26 : tensor<16x4x16x16xf32>) outs(%26 : tensor<16x4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.mulf %in, %cst_6 : f32
      linalg.yield %82 : f32
    } -> tensor<16x4x16x16xf32>
    %31 = tensor.empty() : tensor<16x4x16xi64>
    %32 = linalg.fill ins(%c0_i64 : i64) outs(%31 : tensor<16x4x16xi64>) -> tensor<16x4x16xi64>
    %33 = tensor.empty() : tensor<16x4x16xf32>
    %34 = linalg.fill ins(%cst_0 : f32) outs(%33 : tensor<16x4x16xf32>) -> tensor<16x4x16xf32>
    %35:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%30 : tensor<16x4x16x16xf32>) outs(%34, %32 : tensor<16x4x16xf32>, tensor<16x4x16xi64>) {
    ^bb0(%in: f32, %out: f32, %out_57: i64):
      %82 = linalg.index 3 : index
      %83 = arith.index_cast %82 : index to i64
      %84 = arith.maximumf %in, %out : f32
      %85 = arith.cmpf ogt, %in, %out : f32
      %86 = arith.select %85, %83, %out_57 : i64
      linalg.yield %84, %86 : f32, i64
    } -> (tensor<16x4x16xf32>, tensor<16x4x16xi64>)
    %expanded_27 = tensor.expand_shape %35#0 [[0], [1], [2, 3]] output_shape [16, 4, 16, 1] : tensor<16x4x16xf32> into tensor<16x4x16x1xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_27 : tensor<16x4x16x16xf32>, tensor<16x4x16x1xf32>) outs(%26 : tensor<16x4x16x16xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.subf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<16x4x16x16xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<16x4x16x16xf32>) outs(%26 : tensor<16x4x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = math.exp %in : f32
      linalg.yield %82 : f32
    } -> tensor<16x4x16x16xf32>
    %38 = tensor.empty() : tensor<16x4x16x1xf32>
    %39 = linalg.fill ins(%cst : f32) outs(%38 : tensor<16x4x16x1xf32>) -> tensor<16x4x16x1xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%37 : tensor<16x4x16x16xf32>) outs(%39 : tensor<16x4x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %out : f32
      linalg.yield %82 : f32
    } -> tensor<16x4x16x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%37, %40 : tensor<16x4x16x16xf32>, tensor<16x4x16x1xf32>) outs(%26 : tensor<16x4x16x16xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.divf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<16x4x16x16xf32>
    %collapsed_28 = tensor.collapse_shape %41 [[0, 1], [2], [3]] : tensor<16x4x16x16xf32> into tensor<64x16x16xf32>
    %collapsed_29 = tensor.collapse_shape %extracted_slice_22 [[0, 1, 2], [3], [4]] : tensor<1x16x4x16x16xf32> into tensor<64x16x16xf32>
    %42 = linalg.batch_matmul ins(%collapsed_28, %collapsed_29 : tensor<64x16x16xf32>, tensor<64x16x16xf32>) outs(%28 : tensor<64x16x16xf32>) -> tensor<64x16x16xf32>
    %expanded_30 = tensor.expand_shape %42 [[0, 1], [2], [3]] output_shape [16, 4, 16, 16] : tensor<64x16x16xf32> into tensor<16x4x16x16xf32>
    %43 = tensor.empty() : tensor<16x16x4x16xf32>
    %transposed_31 = linalg.transpose ins(%expanded_30 : tensor<16x4x16x16xf32>) outs(%43 : tensor<16x16x4x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1], [2, 3]] : tensor<16x16x4x16xf32> into tensor<16x16x64xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<64x64xf32>
    %__auto.o.bias = util.global.load @__auto.o.bias : tensor<64xf32>
    %44 = tensor.empty() : tensor<64x64xf32>
    %transposed_33 = linalg.transpose ins(%__auto.o.weight : tensor<64x64xf32>) outs(%44 : tensor<64x64xf32>) permutation = [1, 0] 
    %45 = tensor.empty() : tensor<16x64x64xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_33 : tensor<64x64xf32>) outs(%45 : tensor<16x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64x64xf32>
    %47 = tensor.empty() : tensor<16x16x64xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %49 = linalg.batch_matmul ins(%collapsed_32, %46 : tensor<16x16x64xf32>, tensor<16x64x64xf32>) outs(%48 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %__auto.o.bias : tensor<16x16x64xf32>, tensor<64xf32>) outs(%47 : tensor<16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<16x16x64xf32>
    %expanded_34 = tensor.expand_shape %50 [[0, 1, 2], [3, 4], [5]] output_shape [1, 4, 4, 4, 4, 64] : tensor<16x16x64xf32> into tensor<1x4x4x4x4x64xf32>
    %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<1x4x4x4x4x64xf32>) outs(%17 : tensor<1x4x4x4x4x64xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_36 = tensor.collapse_shape %transposed_35 [[0], [1, 2], [3, 4], [5]] : tensor<1x4x4x4x4x64xf32> into tensor<1x16x16x64xf32>
    %extracted_slice_37 = tensor.extract_slice %collapsed_36[0, 14, 0, 0] [1, 2, 16, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x2x16x64xf32>
    %cast_38 = tensor.cast %extracted_slice_37 : tensor<1x2x16x64xf32> to tensor<1x?x16x64xf32>
    %extracted_slice_39 = tensor.extract_slice %collapsed_36[0, 0, 0, 0] [1, 14, 16, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x14x16x64xf32>
    %cast_40 = tensor.cast %extracted_slice_39 : tensor<1x14x16x64xf32> to tensor<1x?x16x64xf32>
    %concat_41 = tensor.concat dim(1) %cast_38, %cast_40 : (tensor<1x?x16x64xf32>, tensor<1x?x16x64xf32>) -> tensor<1x16x16x64xf32>
    %extracted_slice_42 = tensor.extract_slice %concat_41[0, 0, 14, 0] [1, 16, 2, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x16x2x64xf32>
    %cast_43 = tensor.cast %extracted_slice_42 : tensor<1x16x2x64xf32> to tensor<1x16x?x64xf32>
    %extracted_slice_44 = tensor.extract_slice %concat_41[0, 0, 0, 0] [1, 16, 14, 64] [1, 1, 1, 1] : tensor<1x16x16x64xf32> to tensor<1x16x14x64xf32>
    %cast_45 = tensor.cast %extracted_slice_44 : tensor<1x16x14x64xf32> to tensor<1x16x?x64xf32>
    %concat_46 = tensor.concat dim(2) %cast_43, %cast_45 : (tensor<1x16x?x64xf32>, tensor<1x16x?x64xf32>) -> tensor<1x16x16x64xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %concat_46 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %__auto.n2.weight = util.global.load @__auto.n2.weight : tensor<64xf32>
    %__auto.n2.bias = util.global.load @__auto.n2.bias : tensor<64xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<1x16x16x64xf32>) outs(%2 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %out : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.divf %in, %cst_5 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %collapsed_47 = tensor.collapse_shape %53 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_47 : tensor<1x16x16xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %54 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.subf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %55 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%56 : tensor<1x16x16x64xf32>) outs(%2 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %out : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.divf %in, %cst_5 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.addf %in, %cst_4 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59 : tensor<1x16x16x1xf32>) outs(%1 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = math.rsqrt %in : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x1xf32>
    %collapsed_48 = tensor.collapse_shape %60 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_48 : tensor<1x16x16xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55, %61 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62, %__auto.n2.weight : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.mulf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63, %__auto.n2.bias : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<256x64xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<256xf32>
    %65 = tensor.empty() : tensor<64x256xf32>
    %transposed_49 = linalg.transpose ins(%__auto.a.weight : tensor<256x64xf32>) outs(%65 : tensor<64x256xf32>) permutation = [1, 0] 
    %66 = tensor.empty() : tensor<1x16x64x256xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_49 : tensor<64x256xf32>) outs(%66 : tensor<1x16x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x64x256xf32>
    %collapsed_50 = tensor.collapse_shape %64 [[0, 1], [2], [3]] : tensor<1x16x16x64xf32> into tensor<16x16x64xf32>
    %collapsed_51 = tensor.collapse_shape %67 [[0, 1], [2], [3]] : tensor<1x16x64x256xf32> into tensor<16x64x256xf32>
    %68 = tensor.empty() : tensor<16x16x256xf32>
    %69 = linalg.fill ins(%cst : f32) outs(%68 : tensor<16x16x256xf32>) -> tensor<16x16x256xf32>
    %70 = linalg.batch_matmul ins(%collapsed_50, %collapsed_51 : tensor<16x16x64xf32>, tensor<16x64x256xf32>) outs(%69 : tensor<16x16x256xf32>) -> tensor<16x16x256xf32>
    %expanded_52 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [1, 16, 16, 256] : tensor<16x16x256xf32> into tensor<1x16x16x256xf32>
    %71 = tensor.empty() : tensor<1x16x16x256xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_52, %__auto.a.bias : tensor<1x16x16x256xf32>, tensor<256xf32>) outs(%71 : tensor<1x16x16x256xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x256xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%72 : tensor<1x16x16x256xf32>) outs(%71 : tensor<1x16x16x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %82 = arith.divf %in, %cst_1 : f32
      %83 = math.erf %82 : f32
      %84 = arith.addf %83, %cst_2 : f32
      %85 = arith.mulf %84, %cst_3 : f32
      %86 = arith.mulf %in, %85 : f32
      linalg.yield %86 : f32
    } -> tensor<1x16x16x256xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<64x256xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<64xf32>
    %74 = tensor.empty() : tensor<256x64xf32>
    %transposed_53 = linalg.transpose ins(%__auto.b.weight : tensor<64x256xf32>) outs(%74 : tensor<256x64xf32>) permutation = [1, 0] 
    %75 = tensor.empty() : tensor<1x16x256x64xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_53 : tensor<256x64xf32>) outs(%75 : tensor<1x16x256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x256x64xf32>
    %collapsed_54 = tensor.collapse_shape %73 [[0, 1], [2], [3]] : tensor<1x16x16x256xf32> into tensor<16x16x256xf32>
    %collapsed_55 = tensor.collapse_shape %76 [[0, 1], [2], [3]] : tensor<1x16x256x64xf32> into tensor<16x256x64xf32>
    %77 = linalg.batch_matmul ins(%collapsed_54, %collapsed_55 : tensor<16x16x256xf32>, tensor<16x256x64xf32>) outs(%48 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %expanded_56 = tensor.expand_shape %77 [[0, 1], [2], [3]] output_shape [1, 16, 16, 64] : tensor<16x16x64xf32> into tensor<1x16x16x64xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_56, %__auto.b.bias : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %78 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_57: f32, %out: f32):
      %82 = arith.addf %in, %in_57 : f32
      linalg.yield %82 : f32
    } -> tensor<1x16x16x64xf32>
    %80 = hal.tensor.barrier join(%79 : tensor<1x16x16x64xf32>) => %arg2 : !hal.fence
    %81 = hal.tensor.export %80 : tensor<1x16x16x64xf32> -> !hal.buffer_view
    util.return %81 : !hal.buffer_view
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