module @module {
  util.global private @__auto.norm.weight = #flow.parameter.named<"model"::"norm.weight"> : tensor<48xf32>
  util.global private @__auto.norm.bias = #flow.parameter.named<"model"::"norm.bias"> : tensor<48xf32>
  util.global private @__auto.qkv.weight = #flow.parameter.named<"model"::"qkv.weight"> : tensor<144x48xf32>
  util.global private @__auto.qkv.bias = #flow.parameter.named<"model"::"qkv.bias"> : tensor<144xf32>
  util.global private @__auto.bias = #flow.parameter.named<"model"::"bias"> : tensor<3x49x49xf32>
  util.global private @__auto.proj.weight = #flow.parameter.named<"model"::"proj.weight"> : tensor<48x48xf32>
  util.global private @__auto.proj.bias = #flow.parameter.named<"model"::"proj.bias"> : tensor<48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %cst_2 = arith.constant 4.800000e+01 : f32
    %cst_3 = arith.constant 2.500000e-01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x24x24x48xf32>
    %__auto.norm.weight = util.global.load @__auto.norm.weight : tensor<48xf32>
    %__auto.norm.bias = util.global.load @__auto.norm.bias : tensor<48xf32>
    %1 = tensor.empty() : tensor<1x24x24x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x24x24x1xf32>) -> tensor<1x24x24x1xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%0 : tensor<1x24x24x48xf32>) outs(%2 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %out : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3 : tensor<1x24x24x1xf32>) outs(%1 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %in, %cst_2 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %5 = tensor.empty() : tensor<1x24x24x48xf32>
    %collapsed = tensor.collapse_shape %4 [[0], [1], [2, 3]] : tensor<1x24x24x1xf32> into tensor<1x24x24xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x24x24xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x24x24x48xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %6 : tensor<1x24x24x48xf32>, tensor<1x24x24x48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.subf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<1x24x24x48xf32>, tensor<1x24x24x48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.mulf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%8 : tensor<1x24x24x48xf32>) outs(%2 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %out : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x24x24x1xf32>) outs(%1 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.divf %in, %cst_2 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<1x24x24x1xf32>) outs(%1 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %cst_1 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x24x24x1xf32>) outs(%1 : tensor<1x24x24x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.rsqrt %in : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x1xf32>
    %collapsed_4 = tensor.collapse_shape %12 [[0], [1], [2, 3]] : tensor<1x24x24x1xf32> into tensor<1x24x24xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_4 : tensor<1x24x24xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x24x24x48xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<1x24x24x48xf32>, tensor<1x24x24x48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.mulf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%14, %__auto.norm.weight : tensor<1x24x24x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.mulf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %__auto.norm.bias : tensor<1x24x24x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.addf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %padded = tensor.pad %16 low[0, 0, 0, 0] high[0, 4, 4, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x24x24x48xf32> to tensor<1x28x28x48xf32>
    %expanded = tensor.expand_shape %padded [[0], [1, 2], [3, 4], [5]] output_shape [1, 4, 7, 4, 7, 48] : tensor<1x28x28x48xf32> into tensor<1x4x7x4x7x48xf32>
    %17 = tensor.empty() : tensor<1x4x4x7x7x48xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<1x4x7x4x7x48xf32>) outs(%17 : tensor<1x4x4x7x7x48xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_5 = tensor.collapse_shape %transposed [[0, 1, 2], [3, 4], [5]] : tensor<1x4x4x7x7x48xf32> into tensor<16x49x48xf32>
    %__auto.qkv.weight = util.global.load @__auto.qkv.weight : tensor<144x48xf32>
    %__auto.qkv.bias = util.global.load @__auto.qkv.bias : tensor<144xf32>
    %18 = tensor.empty() : tensor<48x144xf32>
    %transposed_6 = linalg.transpose ins(%__auto.qkv.weight : tensor<144x48xf32>) outs(%18 : tensor<48x144xf32>) permutation = [1, 0] 
    %19 = tensor.empty() : tensor<16x48x144xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<48x144xf32>) outs(%19 : tensor<16x48x144xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x48x144xf32>
    %21 = tensor.empty() : tensor<16x49x144xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<16x49x144xf32>) -> tensor<16x49x144xf32>
    %23 = linalg.batch_matmul ins(%collapsed_5, %20 : tensor<16x49x48xf32>, tensor<16x48x144xf32>) outs(%22 : tensor<16x49x144xf32>) -> tensor<16x49x144xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %__auto.qkv.bias : tensor<16x49x144xf32>, tensor<144xf32>) outs(%21 : tensor<16x49x144xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.addf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<16x49x144xf32>
    %expanded_7 = tensor.expand_shape %24 [[0], [1], [2, 3, 4]] output_shape [16, 49, 3, 3, 16] : tensor<16x49x144xf32> into tensor<16x49x3x3x16xf32>
    %25 = tensor.empty() : tensor<3x16x3x49x16xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<16x49x3x3x16xf32>) outs(%25 : tensor<3x16x3x49x16xf32>) permutation = [2, 0, 3, 1, 4] 
    %extracted_slice = tensor.extract_slice %transposed_8[0, 0, 0, 0, 0] [1, 16, 3, 49, 16] [1, 1, 1, 1, 1] : tensor<3x16x3x49x16xf32> to tensor<1x16x3x49x16xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed_8[1, 0, 0, 0, 0] [1, 16, 3, 49, 16] [1, 1, 1, 1, 1] : tensor<3x16x3x49x16xf32> to tensor<1x16x3x49x16xf32>
    %extracted_slice_10 = tensor.extract_slice %transposed_8[2, 0, 0, 0, 0] [1, 16, 3, 49, 16] [1, 1, 1, 1, 1] : tensor<3x16x3x49x16xf32> to tensor<1x16x3x49x16xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2], [3], [4]] : tensor<1x16x3x49x16xf32> into tensor<16x3x49x16xf32>
    %26 = tensor.empty() : tensor<16x3x16x49xf32>
    %transposed_12 = linalg.transpose ins(%collapsed_11 : tensor<16x3x49x16xf32>) outs(%26 : tensor<16x3x16x49xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_13 = tensor.collapse_shape %extracted_slice [[0, 1, 2], [3], [4]] : tensor<1x16x3x49x16xf32> into tensor<48x49x16xf32>
    %collapsed_14 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<16x3x16x49xf32> into tensor<48x16x49xf32>
    %27 = tensor.empty() : tensor<48x49x49xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<48x49x49xf32>) -> tensor<48x49x49xf32>
    %29 = linalg.batch_matmul ins(%collapsed_13, %collapsed_14 : tensor<48x49x16xf32>, tensor<48x16x49xf32>) outs(%28 : tensor<48x49x49xf32>) -> tensor<48x49x49xf32>
    %expanded_15 = tensor.expand_shape %29 [[0, 1], [2], [3]] output_shape [16, 3, 49, 49] : tensor<48x49x49xf32> into tensor<16x3x49x49xf32>
    %30 = tensor.empty() : tensor<16x3x49x49xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_15 : tensor<16x3x49x49xf32>) outs(%30 : tensor<16x3x49x49xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.mulf %in, %cst_3 : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x49xf32>
    %__auto.bias = util.global.load @__auto.bias : tensor<3x49x49xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %__auto.bias : tensor<16x3x49x49xf32>, tensor<3x49x49xf32>) outs(%30 : tensor<16x3x49x49xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.addf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x49xf32>
    %33 = tensor.empty() : tensor<16x3x49xi64>
    %34 = linalg.fill ins(%c0_i64 : i64) outs(%33 : tensor<16x3x49xi64>) -> tensor<16x3x49xi64>
    %35 = tensor.empty() : tensor<16x3x49xf32>
    %36 = linalg.fill ins(%cst_0 : f32) outs(%35 : tensor<16x3x49xf32>) -> tensor<16x3x49xf32>
    %37:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%32 : tensor<16x3x49x49xf32>) outs(%36, %34 : tensor<16x3x49xf32>, tensor<16x3x49xi64>) {
    ^bb0(%in: f32, %out: f32, %out_28: i64):
      %59 = linalg.index 3 : index
      %60 = arith.index_cast %59 : index to i64
      %61 = arith.maximumf %in, %out : f32
      %62 = arith.cmpf ogt, %in, %out : f32
      %63 = arith.select %62, %60, %out_28 : i64
      linalg.yield %61, %63 : f32, i64
    } -> (tensor<16x3x49xf32>, tensor<16x3x49xi64>)
    %expanded_16 = tensor.expand_shape %37#0 [[0], [1], [2, 3]] output_shape [16, 3, 49, 1] : tensor<16x3x49xf32> into tensor<16x3x49x1xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %expanded_16 : tensor<16x3x49x49xf32>, tensor<16x3x49x1xf32>) outs(%30 : tensor<16x3x49x49xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.subf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x49xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<16x3x49x49xf32>) outs(%30 : tensor<16x3x49x49xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = math.exp %in : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x49xf32>
    %40 = tensor.empty() : tensor<16x3x49x1xf32>
    %41 = linalg.fill ins(%cst : f32) outs(%40 : tensor<16x3x49x1xf32>) -> tensor<16x3x49x1xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<16x3x49x49xf32>) outs(%41 : tensor<16x3x49x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %59 = arith.addf %in, %out : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x1xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %42 : tensor<16x3x49x49xf32>, tensor<16x3x49x1xf32>) outs(%30 : tensor<16x3x49x49xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.divf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<16x3x49x49xf32>
    %collapsed_17 = tensor.collapse_shape %43 [[0, 1], [2], [3]] : tensor<16x3x49x49xf32> into tensor<48x49x49xf32>
    %collapsed_18 = tensor.collapse_shape %extracted_slice_10 [[0, 1, 2], [3], [4]] : tensor<1x16x3x49x16xf32> into tensor<48x49x16xf32>
    %44 = tensor.empty() : tensor<48x49x16xf32>
    %45 = linalg.fill ins(%cst : f32) outs(%44 : tensor<48x49x16xf32>) -> tensor<48x49x16xf32>
    %46 = linalg.batch_matmul ins(%collapsed_17, %collapsed_18 : tensor<48x49x49xf32>, tensor<48x49x16xf32>) outs(%45 : tensor<48x49x16xf32>) -> tensor<48x49x16xf32>
    %expanded_19 = tensor.expand_shape %46 [[0, 1], [2], [3]] output_shape [16, 3, 49, 16] : tensor<48x49x16xf32> into tensor<16x3x49x16xf32>
    %47 = tensor.empty() : tensor<16x49x3x16xf32>
    %transposed_20 = linalg.transpose ins(%expanded_19 : tensor<16x3x49x16xf32>) outs(%47 : tensor<16x49x3x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_21 = tensor.collapse_shape %transposed_20 [[0], [1], [2, 3]] : tensor<16x49x3x16xf32> into tensor<16x49x48xf32>
    %__auto.proj.weight = util.global.load @__auto.proj.weight : tensor<48x48xf32>
    %__auto.proj.bias = util.global.load @__auto.proj.bias : tensor<48xf32>
    %48 = tensor.empty() : tensor<48x48xf32>
    %transposed_22 = linalg.transpose ins(%__auto.proj.weight : tensor<48x48xf32>) outs(%48 : tensor<48x48xf32>) permutation = [1, 0] 
    %49 = tensor.empty() : tensor<16x48x48xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_22 : tensor<48x48xf32>) outs(%49 : tensor<16x48x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x48x48xf32>
    %51 = tensor.empty() : tensor<16x49x48xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<16x49x48xf32>) -> tensor<16x49x48xf32>
    %53 = linalg.batch_matmul ins(%collapsed_21, %50 : tensor<16x49x48xf32>, tensor<16x48x48xf32>) outs(%52 : tensor<16x49x48xf32>) -> tensor<16x49x48xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %__auto.proj.bias : tensor<16x49x48xf32>, tensor<48xf32>) outs(%51 : tensor<16x49x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.addf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<16x49x48xf32>
    %expanded_23 = tensor.expand_shape %54 [[0, 1, 2], [3, 4], [5]] output_shape [1, 4, 4, 7, 7, 48] : tensor<16x49x48xf32> into tensor<1x4x4x7x7x48xf32>
    %55 = tensor.empty() : tensor<1x4x7x4x7x48xf32>
    %transposed_24 = linalg.transpose ins(%expanded_23 : tensor<1x4x4x7x7x48xf32>) outs(%55 : tensor<1x4x7x4x7x48xf32>) permutation = [0, 1, 3, 2, 4, 5] 
    %collapsed_25 = tensor.collapse_shape %transposed_24 [[0], [1, 2], [3, 4], [5]] : tensor<1x4x7x4x7x48xf32> into tensor<1x28x28x48xf32>
    %extracted_slice_26 = tensor.extract_slice %collapsed_25[0, 0, 0, 0] [1, 24, 28, 48] [1, 1, 1, 1] : tensor<1x28x28x48xf32> to tensor<1x24x28x48xf32>
    %extracted_slice_27 = tensor.extract_slice %extracted_slice_26[0, 0, 0, 0] [1, 24, 24, 48] [1, 1, 1, 1] : tensor<1x24x28x48xf32> to tensor<1x24x24x48xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %extracted_slice_27 : tensor<1x24x24x48xf32>, tensor<1x24x24x48xf32>) outs(%5 : tensor<1x24x24x48xf32>) {
    ^bb0(%in: f32, %in_28: f32, %out: f32):
      %59 = arith.addf %in, %in_28 : f32
      linalg.yield %59 : f32
    } -> tensor<1x24x24x48xf32>
    %57 = hal.tensor.barrier join(%56 : tensor<1x24x24x48xf32>) => %arg2 : !hal.fence
    %58 = hal.tensor.export %57 : tensor<1x24x24x48xf32> -> !hal.buffer_view
    util.return %58 : !hal.buffer_view
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