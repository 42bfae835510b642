module @module {
  util.global private @__auto.q.weight = #flow.parameter.named<"model"::"q.weight"> : tensor<256x256xf32>
  util.global private @__auto.k.weight = #flow.parameter.named<"model"::"k.weight"> : tensor<128x256xf32>
  util.global private @__auto.v.weight = #flow.parameter.named<"model"::"v.weight"> : tensor<128x256xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<256x256xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view, %arg4: !hal.buffer_view, %arg5: !hal.fence, %arg6: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 5.65685415 : f32
    %0 = hal.tensor.import wait(%arg5) => %arg0 : !hal.buffer_view -> tensor<1x1x256xf32>
    %1 = hal.tensor.import wait(%arg5) => %arg1 : !hal.buffer_view -> tensor<1x4x255x32xf32>
    %2 = hal.tensor.import wait(%arg5) => %arg2 : !hal.buffer_view -> tensor<1x4x255x32xf32>
    %3 = hal.tensor.import wait(%arg5) => %arg3 : !hal.buffer_view -> tensor<1x32xf32>
    %4 = hal.tensor.import wait(%arg5) => %arg4 : !hal.buffer_view -> tensor<1x32xf32>
    %__auto.q.weight = util.global.load @__auto.q.weight : tensor<256x256xf32>
    %5 = tensor.empty() : tensor<256x256xf32>
    %transposed = linalg.transpose ins(%__auto.q.weight : tensor<256x256xf32>) outs(%5 : tensor<256x256xf32>) permutation = [1, 0] 
    %6 = tensor.empty() : tensor<1x256x256xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<256x256xf32>) outs(%6 : tensor<1x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x256xf32>
    %8 = tensor.empty() : tensor<1x1x256xf32>
    %9 = linalg.fill ins(%cst : f32) outs(%8 : tensor<1x1x256xf32>) -> tensor<1x1x256xf32>
    %10 = linalg.batch_matmul ins(%0, %7 : tensor<1x1x256xf32>, tensor<1x256x256xf32>) outs(%9 : tensor<1x1x256xf32>) -> tensor<1x1x256xf32>
    %expanded = tensor.expand_shape %10 [[0], [1], [2, 3]] output_shape [1, 1, 8, 32] : tensor<1x1x256xf32> into tensor<1x1x8x32xf32>
    %11 = tensor.empty() : tensor<1x8x1x32xf32>
    %transposed_2 = linalg.transpose ins(%expanded : tensor<1x1x8x32xf32>) outs(%11 : tensor<1x8x1x32xf32>) permutation = [0, 2, 1, 3] 
    %__auto.k.weight = util.global.load @__auto.k.weight : tensor<128x256xf32>
    %12 = tensor.empty() : tensor<256x128xf32>
    %transposed_3 = linalg.transpose ins(%__auto.k.weight : tensor<128x256xf32>) outs(%12 : tensor<256x128xf32>) permutation = [1, 0] 
    %13 = tensor.empty() : tensor<1x256x128xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_3 : tensor<256x128xf32>) outs(%13 : tensor<1x256x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x128xf32>
    %15 = tensor.empty() : tensor<1x1x128xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<1x1x128xf32>) -> tensor<1x1x128xf32>
    %17 = linalg.batch_matmul ins(%0, %14 : tensor<1x1x256xf32>, tensor<1x256x128xf32>) outs(%16 : tensor<1x1x128xf32>) -> tensor<1x1x128xf32>
    %expanded_4 = tensor.expand_shape %17 [[0], [1], [2, 3]] output_shape [1, 1, 4, 32] : tensor<1x1x128xf32> into tensor<1x1x4x32xf32>
    %18 = tensor.empty() : tensor<1x4x1x32xf32>
    %transposed_5 = linalg.transpose ins(%expanded_4 : tensor<1x1x4x32xf32>) outs(%18 : tensor<1x4x1x32xf32>) permutation = [0, 2, 1, 3] 
    %__auto.v.weight = util.global.load @__auto.v.weight : tensor<128x256xf32>
    %transposed_6 = linalg.transpose ins(%__auto.v.weight : tensor<128x256xf32>) outs(%12 : tensor<256x128xf32>) permutation = [1, 0] 
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_6 : tensor<256x128xf32>) outs(%13 : tensor<1x256x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x128xf32>
    %20 = linalg.batch_matmul ins(%0, %19 : tensor<1x1x256xf32>, tensor<1x256x128xf32>) outs(%16 : tensor<1x1x128xf32>) -> tensor<1x1x128xf32>
    %expanded_7 = tensor.expand_shape %20 [[0], [1], [2, 3]] output_shape [1, 1, 4, 32] : tensor<1x1x128xf32> into tensor<1x1x4x32xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<1x1x4x32xf32>) outs(%18 : tensor<1x4x1x32xf32>) permutation = [0, 2, 1, 3] 
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_2, %3 : tensor<1x8x1x32xf32>, tensor<1x32xf32>) outs(%11 : tensor<1x8x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.mulf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x32xf32>
    %extracted_slice = tensor.extract_slice %transposed_2[0, 0, 0, 0] [1, 8, 1, 16] [1, 1, 1, 1] : tensor<1x8x1x32xf32> to tensor<1x8x1x16xf32>
    %extracted_slice_9 = tensor.extract_slice %transposed_2[0, 0, 0, 16] [1, 8, 1, 16] [1, 1, 1, 1] : tensor<1x8x1x32xf32> to tensor<1x8x1x16xf32>
    %22 = tensor.empty() : tensor<1x8x1x16xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_9 : tensor<1x8x1x16xf32>) outs(%22 : tensor<1x8x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.negf %in : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x16xf32>
    %concat = tensor.concat dim(3) %23, %extracted_slice : (tensor<1x8x1x16xf32>, tensor<1x8x1x16xf32>) -> tensor<1x8x1x32xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %4 : tensor<1x8x1x32xf32>, tensor<1x32xf32>) outs(%11 : tensor<1x8x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.mulf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x32xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %24 : tensor<1x8x1x32xf32>, tensor<1x8x1x32xf32>) outs(%11 : tensor<1x8x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.addf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x32xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5, %3 : tensor<1x4x1x32xf32>, tensor<1x32xf32>) outs(%18 : tensor<1x4x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.mulf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x4x1x32xf32>
    %extracted_slice_10 = tensor.extract_slice %transposed_5[0, 0, 0, 0] [1, 4, 1, 16] [1, 1, 1, 1] : tensor<1x4x1x32xf32> to tensor<1x4x1x16xf32>
    %extracted_slice_11 = tensor.extract_slice %transposed_5[0, 0, 0, 16] [1, 4, 1, 16] [1, 1, 1, 1] : tensor<1x4x1x32xf32> to tensor<1x4x1x16xf32>
    %27 = tensor.empty() : tensor<1x4x1x16xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_11 : tensor<1x4x1x16xf32>) outs(%27 : tensor<1x4x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.negf %in : f32
      linalg.yield %61 : f32
    } -> tensor<1x4x1x16xf32>
    %concat_12 = tensor.concat dim(3) %28, %extracted_slice_10 : (tensor<1x4x1x16xf32>, tensor<1x4x1x16xf32>) -> tensor<1x4x1x32xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_12, %4 : tensor<1x4x1x32xf32>, tensor<1x32xf32>) outs(%18 : tensor<1x4x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.mulf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x4x1x32xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %29 : tensor<1x4x1x32xf32>, tensor<1x4x1x32xf32>) outs(%18 : tensor<1x4x1x32xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.addf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x4x1x32xf32>
    %concat_13 = tensor.concat dim(2) %1, %30 : (tensor<1x4x255x32xf32>, tensor<1x4x1x32xf32>) -> tensor<1x4x256x32xf32>
    %concat_14 = tensor.concat dim(2) %2, %transposed_8 : (tensor<1x4x255x32xf32>, tensor<1x4x1x32xf32>) -> tensor<1x4x256x32xf32>
    %31 = tensor.empty() : tensor<1x4x2x256x32xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_13 : tensor<1x4x256x32xf32>) outs(%31 : tensor<1x4x2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x256x32xf32>
    %collapsed = tensor.collapse_shape %32 [[0], [1, 2], [3], [4]] : tensor<1x4x2x256x32xf32> into tensor<1x8x256x32xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%concat_14 : tensor<1x4x256x32xf32>) outs(%31 : tensor<1x4x2x256x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x2x256x32xf32>
    %34 = tensor.empty() : tensor<1x8x32x256xf32>
    %transposed_15 = linalg.transpose ins(%collapsed : tensor<1x8x256x32xf32>) outs(%34 : tensor<1x8x32x256xf32>) permutation = [0, 1, 3, 2] 
    %collapsed_16 = tensor.collapse_shape %25 [[0, 1], [2], [3]] : tensor<1x8x1x32xf32> into tensor<8x1x32xf32>
    %collapsed_17 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<1x8x32x256xf32> into tensor<8x32x256xf32>
    %35 = tensor.empty() : tensor<8x1x256xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<8x1x256xf32>) -> tensor<8x1x256xf32>
    %37 = linalg.batch_matmul ins(%collapsed_16, %collapsed_17 : tensor<8x1x32xf32>, tensor<8x32x256xf32>) outs(%36 : tensor<8x1x256xf32>) -> tensor<8x1x256xf32>
    %expanded_18 = tensor.expand_shape %37 [[0, 1], [2], [3]] output_shape [1, 8, 1, 256] : tensor<8x1x256xf32> into tensor<1x8x1x256xf32>
    %38 = tensor.empty() : tensor<1x8x1x256xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<1x8x1x256xf32>) outs(%38 : tensor<1x8x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.divf %in, %cst_1 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x256xf32>
    %40 = tensor.empty() : tensor<1x8x1xi64>
    %41 = linalg.fill ins(%c0_i64 : i64) outs(%40 : tensor<1x8x1xi64>) -> tensor<1x8x1xi64>
    %42 = tensor.empty() : tensor<1x8x1xf32>
    %43 = linalg.fill ins(%cst_0 : f32) outs(%42 : tensor<1x8x1xf32>) -> tensor<1x8x1xf32>
    %44:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%39 : tensor<1x8x1x256xf32>) outs(%43, %41 : tensor<1x8x1xf32>, tensor<1x8x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_26: i64):
      %61 = linalg.index 3 : index
      %62 = arith.index_cast %61 : index to i64
      %63 = arith.maximumf %in, %out : f32
      %64 = arith.cmpf ogt, %in, %out : f32
      %65 = arith.select %64, %62, %out_26 : i64
      linalg.yield %63, %65 : f32, i64
    } -> (tensor<1x8x1xf32>, tensor<1x8x1xi64>)
    %expanded_19 = tensor.expand_shape %44#0 [[0], [1], [2, 3]] output_shape [1, 8, 1, 1] : tensor<1x8x1xf32> into tensor<1x8x1x1xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_19 : tensor<1x8x1x256xf32>, tensor<1x8x1x1xf32>) outs(%38 : tensor<1x8x1x256xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.subf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x256xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45 : tensor<1x8x1x256xf32>) outs(%38 : tensor<1x8x1x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = math.exp %in : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x256xf32>
    %47 = tensor.empty() : tensor<1x8x1x1xf32>
    %48 = linalg.fill ins(%cst : f32) outs(%47 : tensor<1x8x1x1xf32>) -> tensor<1x8x1x1xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%46 : tensor<1x8x1x256xf32>) outs(%48 : tensor<1x8x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %61 = arith.addf %in, %out : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x1xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46, %49 : tensor<1x8x1x256xf32>, tensor<1x8x1x1xf32>) outs(%38 : tensor<1x8x1x256xf32>) {
    ^bb0(%in: f32, %in_26: f32, %out: f32):
      %61 = arith.divf %in, %in_26 : f32
      linalg.yield %61 : f32
    } -> tensor<1x8x1x256xf32>
    %collapsed_20 = tensor.collapse_shape %50 [[0, 1], [2], [3]] : tensor<1x8x1x256xf32> into tensor<8x1x256xf32>
    %collapsed_21 = tensor.collapse_shape %33 [[0, 1, 2], [3], [4]] : tensor<1x4x2x256x32xf32> into tensor<8x256x32xf32>
    %51 = tensor.empty() : tensor<8x1x32xf32>
    %52 = linalg.fill ins(%cst : f32) outs(%51 : tensor<8x1x32xf32>) -> tensor<8x1x32xf32>
    %53 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<8x1x256xf32>, tensor<8x256x32xf32>) outs(%52 : tensor<8x1x32xf32>) -> tensor<8x1x32xf32>
    %expanded_22 = tensor.expand_shape %53 [[0, 1], [2], [3]] output_shape [1, 8, 1, 32] : tensor<8x1x32xf32> into tensor<1x8x1x32xf32>
    %54 = tensor.empty() : tensor<1x1x8x32xf32>
    %transposed_23 = linalg.transpose ins(%expanded_22 : tensor<1x8x1x32xf32>) outs(%54 : tensor<1x1x8x32xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_24 = tensor.collapse_shape %transposed_23 [[0], [1], [2, 3]] : tensor<1x1x8x32xf32> into tensor<1x1x256xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<256x256xf32>
    %transposed_25 = linalg.transpose ins(%__auto.o.weight : tensor<256x256xf32>) outs(%5 : tensor<256x256xf32>) permutation = [1, 0] 
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_25 : tensor<256x256xf32>) outs(%6 : tensor<1x256x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x256x256xf32>
    %56 = linalg.batch_matmul ins(%collapsed_24, %55 : tensor<1x1x256xf32>, tensor<1x256x256xf32>) outs(%9 : tensor<1x1x256xf32>) -> tensor<1x1x256xf32>
    %57:3 = hal.tensor.barrier join(%56, %concat_13, %concat_14 : tensor<1x1x256xf32>, tensor<1x4x256x32xf32>, tensor<1x4x256x32xf32>) => %arg6 : !hal.fence
    %58 = hal.tensor.export %57#0 : tensor<1x1x256xf32> -> !hal.buffer_view
    %59 = hal.tensor.export %57#1 : tensor<1x4x256x32xf32> -> !hal.buffer_view
    %60 = hal.tensor.export %57#2 : tensor<1x4x256x32xf32> -> !hal.buffer_view
    util.return %58, %59, %60 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.buffer_view, %arg4: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1:3 = util.call @main$async(%arg0, %arg1, %arg2, %arg3, %arg4, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view)
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1#0, %1#1, %1#2 : !hal.buffer_view, !hal.buffer_view, !hal.buffer_view
  }
}