module @module {
  util.global private @__auto.i.weight = #flow.parameter.named<"model"::"i.weight"> : tensor<256x64xf32>
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<128x1x4xf32>
  util.global private @__auto.c.bias = #flow.parameter.named<"model"::"c.bias"> : tensor<128xf32>
  util.global private @__auto.x.weight = #flow.parameter.named<"model"::"x.weight"> : tensor<36x128xf32>
  util.global private @__auto.dt.weight = #flow.parameter.named<"model"::"dt.weight"> : tensor<128x4xf32>
  util.global private @__auto.dt.bias = #flow.parameter.named<"model"::"dt.bias"> : tensor<128xf32>
  util.global private @__auto.A = #flow.parameter.named<"model"::"A"> : tensor<128x16xf32>
  util.global private @__auto.D = #flow.parameter.named<"model"::"D"> : tensor<128xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<64x128xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x128x16xf32>
    %cst_2 = arith.constant 2.000000e+01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x8x64xf32>
    %__auto.i.weight = util.global.load @__auto.i.weight : tensor<256x64xf32>
    %1 = tensor.empty() : tensor<64x256xf32>
    %transposed = linalg.transpose ins(%__auto.i.weight : tensor<256x64xf32>) outs(%1 : tensor<64x256xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<1x64x256xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<64x256xf32>) outs(%2 : tensor<1x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x256xf32>
    %4 = tensor.empty() : tensor<1x8x256xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x8x256xf32>) -> tensor<1x8x256xf32>
    %6 = linalg.batch_matmul ins(%0, %3 : tensor<1x8x64xf32>, tensor<1x64x256xf32>) outs(%5 : tensor<1x8x256xf32>) -> tensor<1x8x256xf32>
    %extracted_slice = tensor.extract_slice %6[0, 0, 0] [1, 8, 128] [1, 1, 1] : tensor<1x8x256xf32> to tensor<1x8x128xf32>
    %extracted_slice_3 = tensor.extract_slice %6[0, 0, 128] [1, 8, 128] [1, 1, 1] : tensor<1x8x256xf32> to tensor<1x8x128xf32>
    %7 = tensor.empty() : tensor<1x128x8xf32>
    %transposed_4 = linalg.transpose ins(%extracted_slice : tensor<1x8x128xf32>) outs(%7 : tensor<1x128x8xf32>) permutation = [0, 2, 1] 
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<128x1x4xf32>
    %__auto.c.bias = util.global.load @__auto.c.bias : tensor<128xf32>
    %expanded = tensor.expand_shape %transposed_4 [[0], [1], [2, 3]] output_shape [1, 128, 8, 1] : tensor<1x128x8xf32> into tensor<1x128x8x1xf32>
    %expanded_5 = tensor.expand_shape %__auto.c.weight [[0], [1], [2, 3]] output_shape [128, 1, 4, 1] : tensor<128x1x4xf32> into tensor<128x1x4x1xf32>
    %padded = tensor.pad %expanded low[0, 0, 3, 0] high[0, 0, 3, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x128x8x1xf32> to tensor<1x128x14x1xf32>
    %8 = tensor.empty() : tensor<1x128x11x1xf32>
    %broadcasted = linalg.broadcast ins(%__auto.c.bias : tensor<128xf32>) outs(%8 : tensor<1x128x11x1xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %expanded_5 [[0, 1], [2], [3]] : tensor<128x1x4x1xf32> into tensor<128x4x1xf32>
    %9 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x128x14x1xf32>, tensor<128x4x1xf32>) outs(%broadcasted : tensor<1x128x11x1xf32>) -> tensor<1x128x11x1xf32>
    %collapsed_6 = tensor.collapse_shape %9 [[0], [1], [2, 3]] : tensor<1x128x11x1xf32> into tensor<1x128x11xf32>
    %extracted_slice_7 = tensor.extract_slice %collapsed_6[0, 0, 0] [1, 128, 8] [1, 1, 1] : tensor<1x128x11xf32> to tensor<1x128x8xf32>
    %10 = tensor.empty() : tensor<1x8x128xf32>
    %transposed_8 = linalg.transpose ins(%extracted_slice_7 : tensor<1x128x8xf32>) outs(%10 : tensor<1x8x128xf32>) permutation = [0, 2, 1] 
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_8 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.negf %in : f32
      %118 = math.exp %117 : f32
      %119 = arith.addf %118, %cst_0 : f32
      %120 = arith.divf %cst_0, %119 : f32
      linalg.yield %120 : f32
    } -> tensor<1x8x128xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %transposed_8 : tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %__auto.x.weight = util.global.load @__auto.x.weight : tensor<36x128xf32>
    %13 = tensor.empty() : tensor<128x36xf32>
    %transposed_9 = linalg.transpose ins(%__auto.x.weight : tensor<36x128xf32>) outs(%13 : tensor<128x36xf32>) permutation = [1, 0] 
    %14 = tensor.empty() : tensor<1x128x36xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_9 : tensor<128x36xf32>) outs(%14 : tensor<1x128x36xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x36xf32>
    %16 = tensor.empty() : tensor<1x8x36xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<1x8x36xf32>) -> tensor<1x8x36xf32>
    %18 = linalg.batch_matmul ins(%12, %15 : tensor<1x8x128xf32>, tensor<1x128x36xf32>) outs(%17 : tensor<1x8x36xf32>) -> tensor<1x8x36xf32>
    %extracted_slice_10 = tensor.extract_slice %18[0, 0, 0] [1, 8, 4] [1, 1, 1] : tensor<1x8x36xf32> to tensor<1x8x4xf32>
    %extracted_slice_11 = tensor.extract_slice %18[0, 0, 4] [1, 8, 16] [1, 1, 1] : tensor<1x8x36xf32> to tensor<1x8x16xf32>
    %extracted_slice_12 = tensor.extract_slice %18[0, 0, 20] [1, 8, 16] [1, 1, 1] : tensor<1x8x36xf32> to tensor<1x8x16xf32>
    %__auto.dt.weight = util.global.load @__auto.dt.weight : tensor<128x4xf32>
    %__auto.dt.bias = util.global.load @__auto.dt.bias : tensor<128xf32>
    %19 = tensor.empty() : tensor<4x128xf32>
    %transposed_13 = linalg.transpose ins(%__auto.dt.weight : tensor<128x4xf32>) outs(%19 : tensor<4x128xf32>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<1x4x128xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_13 : tensor<4x128xf32>) outs(%20 : tensor<1x4x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x4x128xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%10 : tensor<1x8x128xf32>) -> tensor<1x8x128xf32>
    %23 = linalg.batch_matmul ins(%extracted_slice_10, %21 : tensor<1x8x4xf32>, tensor<1x4x128xf32>) outs(%22 : tensor<1x8x128xf32>) -> tensor<1x8x128xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %__auto.dt.bias : tensor<1x8x128xf32>, tensor<128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.absf %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.negf %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.log1p %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.cmpf ugt, %in, %cst : f32
      %118 = arith.select %117, %in, %cst : f32
      linalg.yield %118 : f32
    } -> tensor<1x8x128xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %28 : tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %31 = tensor.empty() : tensor<1x8x128xi1>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x8x128xf32>) outs(%31 : tensor<1x8x128xi1>) {
    ^bb0(%in: f32, %out: i1):
      %117 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %117 : i1
    } -> tensor<1x8x128xi1>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %24, %30 : tensor<1x8x128xi1>, tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: i1, %in_87: f32, %in_88: f32, %out: f32):
      %117 = arith.select %in, %in_87, %in_88 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %extracted_slice_14 = tensor.extract_slice %33[0, 0, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_15 = tensor.collapse_shape %extracted_slice_14 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %__auto.A = util.global.load @__auto.A : tensor<128x16xf32>
    %34 = tensor.empty() : tensor<128x16xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%__auto.A : tensor<128x16xf32>) outs(%34 : tensor<128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<128x16xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%35 : tensor<128x16xf32>) outs(%34 : tensor<128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.negf %in : f32
      linalg.yield %117 : f32
    } -> tensor<128x16xf32>
    %37 = tensor.empty() : tensor<1x128x16xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %cst_1 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_17 = tensor.extract_slice %extracted_slice_11[0, 0, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_16, %extracted_slice_17 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_18 = tensor.extract_slice %12[0, 0, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_20 = tensor.expand_shape %collapsed_19 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%41, %expanded_20 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%40, %42 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_21 = tensor.extract_slice %extracted_slice_12[0, 0, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %extracted_slice_21 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %45 = tensor.empty() : tensor<1x128xf32>
    %46 = linalg.fill ins(%cst : f32) outs(%45 : tensor<1x128xf32>) -> tensor<1x128xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_22 = tensor.extract_slice %33[0, 1, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_24 = tensor.expand_shape %collapsed_23 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %43 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_25 = tensor.extract_slice %extracted_slice_11[0, 1, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_24, %extracted_slice_25 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_26 = tensor.extract_slice %12[0, 1, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_27 = tensor.collapse_shape %extracted_slice_26 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_28 = tensor.expand_shape %collapsed_27 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51, %expanded_28 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %52 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_29 = tensor.extract_slice %extracted_slice_12[0, 1, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %extracted_slice_29 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%54 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_30 = tensor.extract_slice %33[0, 2, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_32 = tensor.expand_shape %collapsed_31 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %53 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_33 = tensor.extract_slice %extracted_slice_11[0, 2, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_32, %extracted_slice_33 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_34 = tensor.extract_slice %12[0, 2, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_35 = tensor.collapse_shape %extracted_slice_34 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_36 = tensor.expand_shape %collapsed_35 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %expanded_36 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %60 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_37 = tensor.extract_slice %extracted_slice_12[0, 2, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%61, %extracted_slice_37 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%62 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_38 = tensor.extract_slice %33[0, 3, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_39 = tensor.collapse_shape %extracted_slice_38 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_40 = tensor.expand_shape %collapsed_39 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %66 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65, %61 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_41 = tensor.extract_slice %extracted_slice_11[0, 3, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_40, %extracted_slice_41 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_42 = tensor.extract_slice %12[0, 3, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_43 = tensor.collapse_shape %extracted_slice_42 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_44 = tensor.expand_shape %collapsed_43 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %68 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67, %expanded_44 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %69 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66, %68 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_45 = tensor.extract_slice %extracted_slice_12[0, 3, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %70 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %extracted_slice_45 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %71 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_46 = tensor.extract_slice %33[0, 4, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_47 = tensor.collapse_shape %extracted_slice_46 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_48 = tensor.expand_shape %collapsed_47 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %73 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %69 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_49 = tensor.extract_slice %extracted_slice_11[0, 4, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %75 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_48, %extracted_slice_49 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_50 = tensor.extract_slice %12[0, 4, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_51 = tensor.collapse_shape %extracted_slice_50 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_52 = tensor.expand_shape %collapsed_51 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75, %expanded_52 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %77 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%74, %76 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_53 = tensor.extract_slice %extracted_slice_12[0, 4, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %78 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77, %extracted_slice_53 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%78 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_54 = tensor.extract_slice %33[0, 5, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_55 = tensor.collapse_shape %extracted_slice_54 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_56 = tensor.expand_shape %collapsed_55 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %80 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %82 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%81, %77 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_57 = tensor.extract_slice %extracted_slice_11[0, 5, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56, %extracted_slice_57 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_58 = tensor.extract_slice %12[0, 5, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_59 = tensor.collapse_shape %extracted_slice_58 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_60 = tensor.expand_shape %collapsed_59 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %84 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %expanded_60 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %85 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %84 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_61 = tensor.extract_slice %extracted_slice_12[0, 5, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %86 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %extracted_slice_61 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %87 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%86 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_62 = tensor.extract_slice %33[0, 6, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_63 = tensor.collapse_shape %extracted_slice_62 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_64 = tensor.expand_shape %collapsed_63 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %88 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %89 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %90 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%89, %85 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_65 = tensor.extract_slice %extracted_slice_11[0, 6, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %91 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %extracted_slice_65 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_66 = tensor.extract_slice %12[0, 6, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_67 = tensor.collapse_shape %extracted_slice_66 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_68 = tensor.expand_shape %collapsed_67 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %92 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91, %expanded_68 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %93 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90, %92 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_69 = tensor.extract_slice %extracted_slice_12[0, 6, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %94 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%93, %extracted_slice_69 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %95 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%94 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %extracted_slice_70 = tensor.extract_slice %33[0, 7, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_71 = tensor.collapse_shape %extracted_slice_70 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_72 = tensor.expand_shape %collapsed_71 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %96 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_72, %36 : tensor<1x128x1xf32>, tensor<128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %97 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%96 : tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = math.exp %in : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %98 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%97, %93 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_73 = tensor.extract_slice %extracted_slice_11[0, 7, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %99 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_72, %extracted_slice_73 : tensor<1x128x1xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_74 = tensor.extract_slice %12[0, 7, 0] [1, 1, 128] [1, 1, 1] : tensor<1x8x128xf32> to tensor<1x1x128xf32>
    %collapsed_75 = tensor.collapse_shape %extracted_slice_74 [[0, 1], [2]] : tensor<1x1x128xf32> into tensor<1x128xf32>
    %expanded_76 = tensor.expand_shape %collapsed_75 [[0], [1, 2]] output_shape [1, 128, 1] : tensor<1x128xf32> into tensor<1x128x1xf32>
    %100 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%99, %expanded_76 : tensor<1x128x16xf32>, tensor<1x128x1xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %101 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%98, %100 : tensor<1x128x16xf32>, tensor<1x128x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %extracted_slice_77 = tensor.extract_slice %extracted_slice_12[0, 7, 0] [1, 1, 16] [1, 1, 1] : tensor<1x8x16xf32> to tensor<1x1x16xf32>
    %102 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%101, %extracted_slice_77 : tensor<1x128x16xf32>, tensor<1x1x16xf32>) outs(%37 : tensor<1x128x16xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x128x16xf32>
    %103 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%102 : tensor<1x128x16xf32>) outs(%46 : tensor<1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.addf %in, %out : f32
      linalg.yield %117 : f32
    } -> tensor<1x128xf32>
    %expanded_78 = tensor.expand_shape %47 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_79 = tensor.expand_shape %55 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_80 = tensor.expand_shape %63 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_81 = tensor.expand_shape %71 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_82 = tensor.expand_shape %79 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_83 = tensor.expand_shape %87 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_84 = tensor.expand_shape %95 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %expanded_85 = tensor.expand_shape %103 [[0], [1, 2]] output_shape [1, 1, 128] : tensor<1x128xf32> into tensor<1x1x128xf32>
    %concat = tensor.concat dim(1) %expanded_78, %expanded_79, %expanded_80, %expanded_81, %expanded_82, %expanded_83, %expanded_84, %expanded_85 : (tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>, tensor<1x1x128xf32>) -> tensor<1x8x128xf32>
    %__auto.D = util.global.load @__auto.D : tensor<128xf32>
    %104 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %__auto.D : tensor<1x8x128xf32>, tensor<128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %105 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %104 : tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.addf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %106 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_3 : tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %117 = arith.negf %in : f32
      %118 = math.exp %117 : f32
      %119 = arith.addf %118, %cst_0 : f32
      %120 = arith.divf %cst_0, %119 : f32
      linalg.yield %120 : f32
    } -> tensor<1x8x128xf32>
    %107 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106, %extracted_slice_3 : tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %108 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%105, %107 : tensor<1x8x128xf32>, tensor<1x8x128xf32>) outs(%10 : tensor<1x8x128xf32>) {
    ^bb0(%in: f32, %in_87: f32, %out: f32):
      %117 = arith.mulf %in, %in_87 : f32
      linalg.yield %117 : f32
    } -> tensor<1x8x128xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<64x128xf32>
    %109 = tensor.empty() : tensor<128x64xf32>
    %transposed_86 = linalg.transpose ins(%__auto.o.weight : tensor<64x128xf32>) outs(%109 : tensor<128x64xf32>) permutation = [1, 0] 
    %110 = tensor.empty() : tensor<1x128x64xf32>
    %111 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_86 : tensor<128x64xf32>) outs(%110 : tensor<1x128x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x64xf32>
    %112 = tensor.empty() : tensor<1x8x64xf32>
    %113 = linalg.fill ins(%cst : f32) outs(%112 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %114 = linalg.batch_matmul ins(%108, %111 : tensor<1x8x128xf32>, tensor<1x128x64xf32>) outs(%113 : tensor<1x8x64xf32>) -> tensor<1x8x64xf32>
    %115 = hal.tensor.barrier join(%114 : tensor<1x8x64xf32>) => %arg2 : !hal.fence
    %116 = hal.tensor.export %115 : tensor<1x8x64xf32> -> !hal.buffer_view
    util.return %116 : !hal.buffer_view
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