module @module {
  util.global private @__auto.mod.weight = #flow.parameter.named<"model"::"mod.weight"> : tensor<288x48xf32>
  util.global private @__auto.mod.bias = #flow.parameter.named<"model"::"mod.bias"> : tensor<288xf32>
  util.global private @__auto.qkv.weight = #flow.parameter.named<"model"::"qkv.weight"> : tensor<144x48xf32>
  util.global private @__auto.qkv.bias = #flow.parameter.named<"model"::"qkv.bias"> : tensor<144xf32>
  util.global private @__auto.proj.weight = #flow.parameter.named<"model"::"proj.weight"> : tensor<48x48xf32>
  util.global private @__auto.proj.bias = #flow.parameter.named<"model"::"proj.bias"> : tensor<48xf32>
  util.global private @__auto.mlp.0.weight = #flow.parameter.named<"model"::"mlp.0.weight"> : tensor<96x48xf32>
  util.global private @__auto.mlp.0.bias = #flow.parameter.named<"model"::"mlp.0.bias"> : tensor<96xf32>
  util.global private @__auto.mlp.2.weight = #flow.parameter.named<"model"::"mlp.2.weight"> : tensor<48x96xf32>
  util.global private @__auto.mlp.2.bias = #flow.parameter.named<"model"::"mlp.2.bias"> : tensor<48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.fence, %arg3: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %c3_i64 = arith.constant 3 : i64
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 7.977240e-01 : f32
    %cst_4 = arith.constant 5.000000e-01 : f32
    %cst_5 = arith.constant 9.99999974E-6 : f32
    %cst_6 = arith.constant 4.800000e+01 : f32
    %cst_7 = arith.constant 2.500000e-01 : f32
    %0 = hal.tensor.import wait(%arg2) => %arg0 : !hal.buffer_view -> tensor<1x64x48xf32>
    %1 = hal.tensor.import wait(%arg2) => %arg1 : !hal.buffer_view -> tensor<1x48xf32>
    %2 = tensor.empty() : tensor<1x48xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<1x48xf32>) outs(%2 : tensor<1x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.negf %in : f32
      %97 = math.exp %96 : f32
      %98 = arith.addf %97, %cst : f32
      %99 = arith.divf %cst, %98 : f32
      linalg.yield %99 : f32
    } -> tensor<1x48xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%3, %1 : tensor<1x48xf32>, tensor<1x48xf32>) outs(%2 : tensor<1x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x48xf32>
    %__auto.mod.weight = util.global.load @__auto.mod.weight : tensor<288x48xf32>
    %__auto.mod.bias = util.global.load @__auto.mod.bias : tensor<288xf32>
    %5 = tensor.empty() : tensor<48x288xf32>
    %transposed = linalg.transpose ins(%__auto.mod.weight : tensor<288x48xf32>) outs(%5 : tensor<48x288xf32>) permutation = [1, 0] 
    %6 = tensor.empty() : tensor<1x288xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<1x288xf32>) -> tensor<1x288xf32>
    %8 = linalg.matmul ins(%4, %transposed : tensor<1x48xf32>, tensor<48x288xf32>) outs(%7 : tensor<1x288xf32>) -> tensor<1x288xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %__auto.mod.bias : tensor<1x288xf32>, tensor<288xf32>) outs(%6 : tensor<1x288xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x288xf32>
    %extracted_slice = tensor.extract_slice %9[0, 0] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %extracted_slice_8 = tensor.extract_slice %9[0, 48] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %extracted_slice_9 = tensor.extract_slice %9[0, 96] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %extracted_slice_10 = tensor.extract_slice %9[0, 144] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %extracted_slice_11 = tensor.extract_slice %9[0, 192] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %extracted_slice_12 = tensor.extract_slice %9[0, 240] [1, 48] [1, 1] : tensor<1x288xf32> to tensor<1x48xf32>
    %10 = tensor.empty() : tensor<1x64x1xf32>
    %11 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0 : tensor<1x64x48xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_6 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %14 = tensor.empty() : tensor<1x64x48xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x64xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %15 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.subf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %16 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%17 : tensor<1x64x48xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_6 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %cst_5 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_13 = tensor.collapse_shape %21 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_13 : tensor<1x64xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %22 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %expanded = tensor.expand_shape %extracted_slice_8 [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %24 = tensor.empty() : tensor<1x1x48xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<1x1x48xf32>) outs(%24 : tensor<1x1x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %cst : f32
      linalg.yield %96 : f32
    } -> tensor<1x1x48xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %25 : tensor<1x64x48xf32>, tensor<1x1x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %expanded_14 = tensor.expand_shape %extracted_slice [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %expanded_14 : tensor<1x64x48xf32>, tensor<1x1x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %__auto.qkv.weight = util.global.load @__auto.qkv.weight : tensor<144x48xf32>
    %__auto.qkv.bias = util.global.load @__auto.qkv.bias : tensor<144xf32>
    %28 = tensor.empty() : tensor<48x144xf32>
    %transposed_15 = linalg.transpose ins(%__auto.qkv.weight : tensor<144x48xf32>) outs(%28 : tensor<48x144xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<1x48x144xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_15 : tensor<48x144xf32>) outs(%29 : tensor<1x48x144xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x144xf32>
    %31 = tensor.empty() : tensor<1x64x144xf32>
    %32 = linalg.fill ins(%cst_0 : f32) outs(%31 : tensor<1x64x144xf32>) -> tensor<1x64x144xf32>
    %33 = linalg.batch_matmul ins(%27, %30 : tensor<1x64x48xf32>, tensor<1x48x144xf32>) outs(%32 : tensor<1x64x144xf32>) -> tensor<1x64x144xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %__auto.qkv.bias : tensor<1x64x144xf32>, tensor<144xf32>) outs(%31 : tensor<1x64x144xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x144xf32>
    %expanded_16 = tensor.expand_shape %34 [[0], [1], [2, 3, 4]] output_shape [1, 64, 3, 3, 16] : tensor<1x64x144xf32> into tensor<1x64x3x3x16xf32>
    %35 = tensor.empty() : tensor<3x1x3x64x16xf32>
    %transposed_17 = linalg.transpose ins(%expanded_16 : tensor<1x64x3x3x16xf32>) outs(%35 : tensor<3x1x3x64x16xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice_18 = tensor.extract_slice %transposed_17[0, 0, 0, 0, 0] [1, 1, 3, 64, 16] [1, 1, 1, 1, 1] : tensor<3x1x3x64x16xf32> to tensor<1x1x3x64x16xf32>
    %extracted_slice_19 = tensor.extract_slice %transposed_17[1, 0, 0, 0, 0] [1, 1, 3, 64, 16] [1, 1, 1, 1, 1] : tensor<3x1x3x64x16xf32> to tensor<1x1x3x64x16xf32>
    %extracted_slice_20 = tensor.extract_slice %transposed_17[2, 0, 0, 0, 0] [1, 1, 3, 64, 16] [1, 1, 1, 1, 1] : tensor<3x1x3x64x16xf32> to tensor<1x1x3x64x16xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_19 [[0, 1], [2], [3], [4]] : tensor<1x1x3x64x16xf32> into tensor<1x3x64x16xf32>
    %36 = tensor.empty() : tensor<1x3x16x64xf32>
    %transposed_22 = linalg.transpose ins(%collapsed_21 : tensor<1x3x64x16xf32>) outs(%36 : tensor<1x3x16x64xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_23 = tensor.collapse_shape %extracted_slice_18 [[0, 1, 2], [3], [4]] : tensor<1x1x3x64x16xf32> into tensor<3x64x16xf32>
    %collapsed_24 = tensor.collapse_shape %transposed_22 [[0, 1], [2], [3]] : tensor<1x3x16x64xf32> into tensor<3x16x64xf32>
    %37 = tensor.empty() : tensor<3x64x64xf32>
    %38 = linalg.fill ins(%cst_0 : f32) outs(%37 : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
    %39 = linalg.batch_matmul ins(%collapsed_23, %collapsed_24 : tensor<3x64x16xf32>, tensor<3x16x64xf32>) outs(%38 : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
    %expanded_25 = tensor.expand_shape %39 [[0, 1], [2], [3]] output_shape [1, 3, 64, 64] : tensor<3x64x64xf32> into tensor<1x3x64x64xf32>
    %40 = tensor.empty() : tensor<1x3x64x64xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_25 : tensor<1x3x64x64xf32>) outs(%40 : tensor<1x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.mulf %in, %cst_7 : f32
      linalg.yield %96 : f32
    } -> tensor<1x3x64x64xf32>
    %42 = tensor.empty() : tensor<1x3x64xi64>
    %43 = linalg.fill ins(%c0_i64 : i64) outs(%42 : tensor<1x3x64xi64>) -> tensor<1x3x64xi64>
    %44 = tensor.empty() : tensor<1x3x64xf32>
    %45 = linalg.fill ins(%cst_1 : f32) outs(%44 : tensor<1x3x64xf32>) -> tensor<1x3x64xf32>
    %46:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%41 : tensor<1x3x64x64xf32>) outs(%45, %43 : tensor<1x3x64xf32>, tensor<1x3x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_41: i64):
      %96 = linalg.index 3 : index
      %97 = arith.index_cast %96 : index to i64
      %98 = arith.maximumf %in, %out : f32
      %99 = arith.cmpf ogt, %in, %out : f32
      %100 = arith.select %99, %97, %out_41 : i64
      linalg.yield %98, %100 : f32, i64
    } -> (tensor<1x3x64xf32>, tensor<1x3x64xi64>)
    %expanded_26 = tensor.expand_shape %46#0 [[0], [1], [2, 3]] output_shape [1, 3, 64, 1] : tensor<1x3x64xf32> into tensor<1x3x64x1xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_26 : tensor<1x3x64x64xf32>, tensor<1x3x64x1xf32>) outs(%40 : tensor<1x3x64x64xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.subf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x3x64x64xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%47 : tensor<1x3x64x64xf32>) outs(%40 : tensor<1x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.exp %in : f32
      linalg.yield %96 : f32
    } -> tensor<1x3x64x64xf32>
    %49 = tensor.empty() : tensor<1x3x64x1xf32>
    %50 = linalg.fill ins(%cst_0 : f32) outs(%49 : tensor<1x3x64x1xf32>) -> tensor<1x3x64x1xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%48 : tensor<1x3x64x64xf32>) outs(%50 : tensor<1x3x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x3x64x1xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %51 : tensor<1x3x64x64xf32>, tensor<1x3x64x1xf32>) outs(%40 : tensor<1x3x64x64xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.divf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x3x64x64xf32>
    %collapsed_27 = tensor.collapse_shape %52 [[0, 1], [2], [3]] : tensor<1x3x64x64xf32> into tensor<3x64x64xf32>
    %collapsed_28 = tensor.collapse_shape %extracted_slice_20 [[0, 1, 2], [3], [4]] : tensor<1x1x3x64x16xf32> into tensor<3x64x16xf32>
    %53 = tensor.empty() : tensor<3x64x16xf32>
    %54 = linalg.fill ins(%cst_0 : f32) outs(%53 : tensor<3x64x16xf32>) -> tensor<3x64x16xf32>
    %55 = linalg.batch_matmul ins(%collapsed_27, %collapsed_28 : tensor<3x64x64xf32>, tensor<3x64x16xf32>) outs(%54 : tensor<3x64x16xf32>) -> tensor<3x64x16xf32>
    %expanded_29 = tensor.expand_shape %55 [[0, 1], [2], [3]] output_shape [1, 3, 64, 16] : tensor<3x64x16xf32> into tensor<1x3x64x16xf32>
    %expanded_30 = tensor.expand_shape %extracted_slice_9 [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %56 = tensor.empty() : tensor<1x64x3x16xf32>
    %transposed_31 = linalg.transpose ins(%expanded_29 : tensor<1x3x64x16xf32>) outs(%56 : tensor<1x64x3x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_32 = tensor.collapse_shape %transposed_31 [[0], [1], [2, 3]] : tensor<1x64x3x16xf32> into tensor<1x64x48xf32>
    %__auto.proj.weight = util.global.load @__auto.proj.weight : tensor<48x48xf32>
    %__auto.proj.bias = util.global.load @__auto.proj.bias : tensor<48xf32>
    %57 = tensor.empty() : tensor<48x48xf32>
    %transposed_33 = linalg.transpose ins(%__auto.proj.weight : tensor<48x48xf32>) outs(%57 : tensor<48x48xf32>) permutation = [1, 0] 
    %58 = tensor.empty() : tensor<1x48x48xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_33 : tensor<48x48xf32>) outs(%58 : tensor<1x48x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48xf32>
    %60 = linalg.fill ins(%cst_0 : f32) outs(%14 : tensor<1x64x48xf32>) -> tensor<1x64x48xf32>
    %61 = linalg.batch_matmul ins(%collapsed_32, %59 : tensor<1x64x48xf32>, tensor<1x48x48xf32>) outs(%60 : tensor<1x64x48xf32>) -> tensor<1x64x48xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %__auto.proj.bias : tensor<1x64x48xf32>, tensor<48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_30, %62 : tensor<1x1x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %63 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %expanded_34 = tensor.expand_shape %extracted_slice_12 [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%64 : tensor<1x64x48xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_6 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_35 = tensor.collapse_shape %66 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_35 : tensor<1x64xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %67 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.subf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %68 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %70 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<1x64x48xf32>) outs(%11 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %out : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.divf %in, %cst_6 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %cst_5 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<1x64x1xf32>) outs(%10 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.rsqrt %in : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_36 = tensor.collapse_shape %73 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_36 : tensor<1x64xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68, %74 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %expanded_37 = tensor.expand_shape %extracted_slice_11 [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<1x1x48xf32>) outs(%24 : tensor<1x1x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = arith.addf %in, %cst : f32
      linalg.yield %96 : f32
    } -> tensor<1x1x48xf32>
    %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %76 : tensor<1x64x48xf32>, tensor<1x1x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %expanded_38 = tensor.expand_shape %extracted_slice_10 [[0], [1, 2]] output_shape [1, 1, 48] : tensor<1x48xf32> into tensor<1x1x48xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %expanded_38 : tensor<1x64x48xf32>, tensor<1x1x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %__auto.mlp.0.weight = util.global.load @__auto.mlp.0.weight : tensor<96x48xf32>
    %__auto.mlp.0.bias = util.global.load @__auto.mlp.0.bias : tensor<96xf32>
    %79 = tensor.empty() : tensor<48x96xf32>
    %transposed_39 = linalg.transpose ins(%__auto.mlp.0.weight : tensor<96x48xf32>) outs(%79 : tensor<48x96xf32>) permutation = [1, 0] 
    %80 = tensor.empty() : tensor<1x48x96xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_39 : tensor<48x96xf32>) outs(%80 : tensor<1x48x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x96xf32>
    %82 = tensor.empty() : tensor<1x64x96xf32>
    %83 = linalg.fill ins(%cst_0 : f32) outs(%82 : tensor<1x64x96xf32>) -> tensor<1x64x96xf32>
    %84 = linalg.batch_matmul ins(%78, %81 : tensor<1x64x48xf32>, tensor<1x48x96xf32>) outs(%83 : tensor<1x64x96xf32>) -> tensor<1x64x96xf32>
    %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %__auto.mlp.0.bias : tensor<1x64x96xf32>, tensor<96xf32>) outs(%82 : tensor<1x64x96xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x96xf32>
    %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85 : tensor<1x64x96xf32>) outs(%82 : tensor<1x64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %96 = math.fpowi %in, %c3_i64 : f32, i64
      %97 = arith.mulf %96, %cst_2 : f32
      %98 = arith.addf %in, %97 : f32
      %99 = arith.mulf %98, %cst_3 : f32
      %100 = math.tanh %99 : f32
      %101 = arith.addf %100, %cst : f32
      %102 = arith.mulf %101, %cst_4 : f32
      %103 = arith.mulf %in, %102 : f32
      linalg.yield %103 : f32
    } -> tensor<1x64x96xf32>
    %__auto.mlp.2.weight = util.global.load @__auto.mlp.2.weight : tensor<48x96xf32>
    %__auto.mlp.2.bias = util.global.load @__auto.mlp.2.bias : tensor<48xf32>
    %87 = tensor.empty() : tensor<96x48xf32>
    %transposed_40 = linalg.transpose ins(%__auto.mlp.2.weight : tensor<48x96xf32>) outs(%87 : tensor<96x48xf32>) permutation = [1, 0] 
    %88 = tensor.empty() : tensor<1x96x48xf32>
    %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_40 : tensor<96x48xf32>) outs(%88 : tensor<1x96x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x96x48xf32>
    %90 = linalg.batch_matmul ins(%86, %89 : tensor<1x64x96xf32>, tensor<1x96x48xf32>) outs(%60 : tensor<1x64x48xf32>) -> tensor<1x64x48xf32>
    %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %__auto.mlp.2.bias : tensor<1x64x48xf32>, tensor<48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_34, %91 : tensor<1x1x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.mulf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %93 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64, %92 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%14 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_41: f32, %out: f32):
      %96 = arith.addf %in, %in_41 : f32
      linalg.yield %96 : f32
    } -> tensor<1x64x48xf32>
    %94 = hal.tensor.barrier join(%93 : tensor<1x64x48xf32>) => %arg3 : !hal.fence
    %95 = hal.tensor.export %94 : tensor<1x64x48xf32> -> !hal.buffer_view
    util.return %95 : !hal.buffer_view
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