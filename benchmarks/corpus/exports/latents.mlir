module @module {
  util.global private @__auto.n1.weight = #flow.parameter.named<"model"::"n1.weight"> : tensor<48xf32>
  util.global private @__auto.n1.bias = #flow.parameter.named<"model"::"n1.bias"> : tensor<48xf32>
  util.global private @__auto.latents = #flow.parameter.named<"model"::"latents"> : tensor<1x8x48xf32>
  util.global private @__auto.n2.weight = #flow.parameter.named<"model"::"n2.weight"> : tensor<48xf32>
  util.global private @__auto.n2.bias = #flow.parameter.named<"model"::"n2.bias"> : tensor<48xf32>
  util.global private @__auto.kv.weight = #flow.parameter.named<"model"::"kv.weight"> : tensor<96x48xf32>
  util.global private @__auto.q.weight = #flow.parameter.named<"model"::"q.weight"> : tensor<48x48xf32>
  util.global private @__auto.out.weight = #flow.parameter.named<"model"::"out.weight"> : tensor<48x48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %cst_2 = arith.constant 4.800000e+01 : f32
    %cst_3 = arith.constant 2.500000e-01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x50x48xf32>
    %__auto.n1.weight = util.global.load @__auto.n1.weight : tensor<48xf32>
    %__auto.n1.bias = util.global.load @__auto.n1.bias : tensor<48xf32>
    %1 = tensor.empty() : tensor<1x50x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x50x1xf32>) -> tensor<1x50x1xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0 : tensor<1x50x48xf32>) outs(%2 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x50x1xf32>) outs(%1 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_2 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %5 = tensor.empty() : tensor<1x50x48xf32>
    %collapsed = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<1x50x1xf32> into tensor<1x50xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x50xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x50x48xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %6 : tensor<1x50x48xf32>, tensor<1x50x48xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.subf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x48xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<1x50x48xf32>, tensor<1x50x48xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x48xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<1x50x48xf32>) outs(%2 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x50x1xf32>) outs(%1 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_2 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x50x1xf32>) outs(%1 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %cst_1 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x50x1xf32>) outs(%1 : tensor<1x50x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x1xf32>
    %collapsed_4 = tensor.collapse_shape %12 [[0], [1, 2]] : tensor<1x50x1xf32> into tensor<1x50xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_4 : tensor<1x50xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x50x48xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<1x50x48xf32>, tensor<1x50x48xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %__auto.n1.weight : tensor<1x50x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %__auto.n1.bias : tensor<1x50x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x50x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.addf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x50x48xf32>
    %__auto.latents = util.global.load @__auto.latents : tensor<1x8x48xf32>
    %__auto.n2.weight = util.global.load @__auto.n2.weight : tensor<48xf32>
    %__auto.n2.bias = util.global.load @__auto.n2.bias : tensor<48xf32>
    %17 = tensor.empty() : tensor<1x8x1xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%__auto.latents : tensor<1x8x48xf32>) outs(%18 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19 : tensor<1x8x1xf32>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_2 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %21 = tensor.empty() : tensor<1x8x48xf32>
    %collapsed_5 = tensor.collapse_shape %20 [[0], [1, 2]] : tensor<1x8x1xf32> into tensor<1x8xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_5 : tensor<1x8xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x48xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%__auto.latents, %22 : tensor<1x8x48xf32>, tensor<1x8x48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.subf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %23 : tensor<1x8x48xf32>, tensor<1x8x48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<1x8x48xf32>) outs(%18 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x8x1xf32>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.divf %in, %cst_2 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x8x1xf32>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %cst_1 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x8x1xf32>) outs(%17 : tensor<1x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.rsqrt %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x1xf32>
    %collapsed_6 = tensor.collapse_shape %28 [[0], [1, 2]] : tensor<1x8x1xf32> into tensor<1x8xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_6 : tensor<1x8xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x8x48xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %29 : tensor<1x8x48xf32>, tensor<1x8x48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %__auto.n2.weight : tensor<1x8x48xf32>, tensor<48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.mulf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %__auto.n2.bias : tensor<1x8x48xf32>, tensor<48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.addf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %concat = tensor.concat dim(1) %16, %32 : (tensor<1x50x48xf32>, tensor<1x8x48xf32>) -> tensor<1x58x48xf32>
    %__auto.kv.weight = util.global.load @__auto.kv.weight : tensor<96x48xf32>
    %33 = tensor.empty() : tensor<48x96xf32>
    %transposed = linalg.transpose ins(%__auto.kv.weight : tensor<96x48xf32>) outs(%33 : tensor<48x96xf32>) permutation = [1, 0] 
    %34 = tensor.empty() : tensor<1x48x96xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<48x96xf32>) outs(%34 : tensor<1x48x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x96xf32>
    %36 = tensor.empty() : tensor<1x58x96xf32>
    %37 = linalg.fill ins(%cst : f32) outs(%36 : tensor<1x58x96xf32>) -> tensor<1x58x96xf32>
    %38 = linalg.batch_matmul ins(%concat, %35 : tensor<1x58x48xf32>, tensor<1x48x96xf32>) outs(%37 : tensor<1x58x96xf32>) -> tensor<1x58x96xf32>
    %extracted_slice = tensor.extract_slice %38[0, 0, 0] [1, 58, 48] [1, 1, 1] : tensor<1x58x96xf32> to tensor<1x58x48xf32>
    %extracted_slice_7 = tensor.extract_slice %38[0, 0, 48] [1, 58, 48] [1, 1, 1] : tensor<1x58x96xf32> to tensor<1x58x48xf32>
    %__auto.q.weight = util.global.load @__auto.q.weight : tensor<48x48xf32>
    %39 = tensor.empty() : tensor<48x48xf32>
    %transposed_8 = linalg.transpose ins(%__auto.q.weight : tensor<48x48xf32>) outs(%39 : tensor<48x48xf32>) permutation = [1, 0] 
    %40 = tensor.empty() : tensor<1x48x48xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<48x48xf32>) outs(%40 : tensor<1x48x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48xf32>
    %42 = linalg.fill ins(%cst : f32) outs(%21 : tensor<1x8x48xf32>) -> tensor<1x8x48xf32>
    %43 = linalg.batch_matmul ins(%32, %41 : tensor<1x8x48xf32>, tensor<1x48x48xf32>) outs(%42 : tensor<1x8x48xf32>) -> tensor<1x8x48xf32>
    %expanded = tensor.expand_shape %43 [[0], [1], [2, 3]] output_shape [1, 8, 3, 16] : tensor<1x8x48xf32> into tensor<1x8x3x16xf32>
    %44 = tensor.empty() : tensor<1x3x8x16xf32>
    %transposed_9 = linalg.transpose ins(%expanded : tensor<1x8x3x16xf32>) outs(%44 : tensor<1x3x8x16xf32>) permutation = [0, 2, 1, 3] 
    %expanded_10 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [1, 58, 3, 16] : tensor<1x58x48xf32> into tensor<1x58x3x16xf32>
    %45 = tensor.empty() : tensor<1x3x58x16xf32>
    %expanded_11 = tensor.expand_shape %extracted_slice_7 [[0], [1], [2, 3]] output_shape [1, 58, 3, 16] : tensor<1x58x48xf32> into tensor<1x58x3x16xf32>
    %transposed_12 = linalg.transpose ins(%expanded_11 : tensor<1x58x3x16xf32>) outs(%45 : tensor<1x3x58x16xf32>) permutation = [0, 2, 1, 3] 
    %46 = tensor.empty() : tensor<1x3x16x58xf32>
    %transposed_13 = linalg.transpose ins(%expanded_10 : tensor<1x58x3x16xf32>) outs(%46 : tensor<1x3x16x58xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_14 = tensor.collapse_shape %transposed_9 [[0, 1], [2], [3]] : tensor<1x3x8x16xf32> into tensor<3x8x16xf32>
    %collapsed_15 = tensor.collapse_shape %transposed_13 [[0, 1], [2], [3]] : tensor<1x3x16x58xf32> into tensor<3x16x58xf32>
    %47 = tensor.empty() : tensor<3x8x58xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<3x8x58xf32>) -> tensor<3x8x58xf32>
    %49 = linalg.batch_matmul ins(%collapsed_14, %collapsed_15 : tensor<3x8x16xf32>, tensor<3x16x58xf32>) outs(%48 : tensor<3x8x58xf32>) -> tensor<3x8x58xf32>
    %expanded_16 = tensor.expand_shape %49 [[0, 1], [2], [3]] output_shape [1, 3, 8, 58] : tensor<3x8x58xf32> into tensor<1x3x8x58xf32>
    %50 = tensor.empty() : tensor<1x3x8x58xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<1x3x8x58xf32>) outs(%50 : tensor<1x3x8x58xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.mulf %in, %cst_3 : f32
      linalg.yield %72 : f32
    } -> tensor<1x3x8x58xf32>
    %52 = tensor.empty() : tensor<1x3x8xi64>
    %53 = linalg.fill ins(%c0_i64 : i64) outs(%52 : tensor<1x3x8xi64>) -> tensor<1x3x8xi64>
    %54 = tensor.empty() : tensor<1x3x8xf32>
    %55 = linalg.fill ins(%cst_0 : f32) outs(%54 : tensor<1x3x8xf32>) -> tensor<1x3x8xf32>
    %56:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%51 : tensor<1x3x8x58xf32>) outs(%55, %53 : tensor<1x3x8xf32>, tensor<1x3x8xi64>) {
    ^bb0(%in: f32, %out: f32, %out_24: i64):
      %72 = linalg.index 3 : index
      %73 = arith.index_cast %72 : index to i64
      %74 = arith.maximumf %in, %out : f32
      %75 = arith.cmpf ogt, %in, %out : f32
      %76 = arith.select %75, %73, %out_24 : i64
      linalg.yield %74, %76 : f32, i64
    } -> (tensor<1x3x8xf32>, tensor<1x3x8xi64>)
    %expanded_17 = tensor.expand_shape %56#0 [[0], [1], [2, 3]] output_shape [1, 3, 8, 1] : tensor<1x3x8xf32> into tensor<1x3x8x1xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51, %expanded_17 : tensor<1x3x8x58xf32>, tensor<1x3x8x1xf32>) outs(%50 : tensor<1x3x8x58xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.subf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x3x8x58xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<1x3x8x58xf32>) outs(%50 : tensor<1x3x8x58xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = math.exp %in : f32
      linalg.yield %72 : f32
    } -> tensor<1x3x8x58xf32>
    %59 = tensor.empty() : tensor<1x3x8x1xf32>
    %60 = linalg.fill ins(%cst : f32) outs(%59 : tensor<1x3x8x1xf32>) -> tensor<1x3x8x1xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%58 : tensor<1x3x8x58xf32>) outs(%60 : tensor<1x3x8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %72 = arith.addf %in, %out : f32
      linalg.yield %72 : f32
    } -> tensor<1x3x8x1xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %61 : tensor<1x3x8x58xf32>, tensor<1x3x8x1xf32>) outs(%50 : tensor<1x3x8x58xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.divf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x3x8x58xf32>
    %collapsed_18 = tensor.collapse_shape %62 [[0, 1], [2], [3]] : tensor<1x3x8x58xf32> into tensor<3x8x58xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_12 [[0, 1], [2], [3]] : tensor<1x3x58x16xf32> into tensor<3x58x16xf32>
    %63 = tensor.empty() : tensor<3x8x16xf32>
    %64 = linalg.fill ins(%cst : f32) outs(%63 : tensor<3x8x16xf32>) -> tensor<3x8x16xf32>
    %65 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<3x8x58xf32>, tensor<3x58x16xf32>) outs(%64 : tensor<3x8x16xf32>) -> tensor<3x8x16xf32>
    %expanded_20 = tensor.expand_shape %65 [[0, 1], [2], [3]] output_shape [1, 3, 8, 16] : tensor<3x8x16xf32> into tensor<1x3x8x16xf32>
    %66 = tensor.empty() : tensor<1x8x3x16xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<1x3x8x16xf32>) outs(%66 : tensor<1x8x3x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_22 = tensor.collapse_shape %transposed_21 [[0], [1], [2, 3]] : tensor<1x8x3x16xf32> into tensor<1x8x48xf32>
    %__auto.out.weight = util.global.load @__auto.out.weight : tensor<48x48xf32>
    %transposed_23 = linalg.transpose ins(%__auto.out.weight : tensor<48x48xf32>) outs(%39 : tensor<48x48xf32>) permutation = [1, 0] 
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_23 : tensor<48x48xf32>) outs(%40 : tensor<1x48x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x48x48xf32>
    %68 = linalg.batch_matmul ins(%collapsed_22, %67 : tensor<1x8x48xf32>, tensor<1x48x48xf32>) outs(%42 : tensor<1x8x48xf32>) -> tensor<1x8x48xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%__auto.latents, %68 : tensor<1x8x48xf32>, tensor<1x8x48xf32>) outs(%21 : tensor<1x8x48xf32>) {
    ^bb0(%in: f32, %in_24: f32, %out: f32):
      %72 = arith.addf %in, %in_24 : f32
      linalg.yield %72 : f32
    } -> tensor<1x8x48xf32>
    %70 = hal.tensor.barrier join(%69 : tensor<1x8x48xf32>) => %arg2 : !hal.fence
    %71 = hal.tensor.export %70 : tensor<1x8x48xf32> -> !hal.buffer_view
    util.return %71 : !hal.buffer_view
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