module @module {
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.fence, %arg3: !hal.fence) -> (!hal.buffer_view, !hal.buffer_view) attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense_resource<torch_tensor_48_torch.float32_1> : tensor<48xf32>
    %cst_2 = arith.constant dense_resource<torch_tensor_48_16_torch.float32_1> : tensor<48x16xf32>
    %cst_3 = arith.constant dense_resource<torch_tensor_48_torch.float32> : tensor<48xf32>
    %cst_4 = arith.constant dense_resource<torch_tensor_48_16_torch.float32> : tensor<48x16xf32>
    %0 = hal.tensor.import wait(%arg2) => %arg0 : !hal.buffer_view -> tensor<4x2x16xf32>
    %1 = hal.tensor.import wait(%arg2) => %arg1 : !hal.buffer_view -> tensor<2x16xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0] [1, 2, 16] [1, 1, 1] : tensor<4x2x16xf32> to tensor<1x2x16xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x2x16xf32> into tensor<2x16xf32>
    %extracted_slice_5 = tensor.extract_slice %0[1, 0, 0] [1, 2, 16] [1, 1, 1] : tensor<4x2x16xf32> to tensor<1x2x16xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2]] : tensor<1x2x16xf32> into tensor<2x16xf32>
    %extracted_slice_7 = tensor.extract_slice %0[2, 0, 0] [1, 2, 16] [1, 1, 1] : tensor<4x2x16xf32> to tensor<1x2x16xf32>
    %collapsed_8 = tensor.collapse_shape %extracted_slice_7 [[0, 1], [2]] : tensor<1x2x16xf32> into tensor<2x16xf32>
    %extracted_slice_9 = tensor.extract_slice %0[3, 0, 0] [1, 2, 16] [1, 1, 1] : tensor<4x2x16xf32> to tensor<1x2x16xf32>
    %collapsed_10 = tensor.collapse_shape %extracted_slice_9 [[0, 1], [2]] : tensor<1x2x16xf32> into tensor<2x16xf32>
    %2 = tensor.empty() : tensor<16x48xf32>
    %transposed = linalg.transpose ins(%cst_4 : tensor<48x16xf32>) outs(%2 : tensor<16x48xf32>) permutation = [1, 0] 
    %3 = tensor.empty() : tensor<2x48xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %5 = linalg.matmul ins(%collapsed, %transposed : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5, %cst_3 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_11 = tensor.extract_slice %6[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_12 = tensor.extract_slice %6[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_13 = tensor.extract_slice %6[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %transposed_14 = linalg.transpose ins(%cst_2 : tensor<48x16xf32>) outs(%2 : tensor<16x48xf32>) permutation = [1, 0] 
    %7 = linalg.matmul ins(%1, %transposed_14 : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%7, %cst_1 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_15 = tensor.extract_slice %8[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_16 = tensor.extract_slice %8[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_17 = tensor.extract_slice %8[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %9 = tensor.empty() : tensor<2x16xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_12, %extracted_slice_16 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.subf %cst_0, %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_11, %extracted_slice_15 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %extracted_slice_17 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_13, %15 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.tanh %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12, %17 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %1 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%18, %19 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %21 = linalg.matmul ins(%collapsed_6, %transposed : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%21, %cst_3 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_18 = tensor.extract_slice %22[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_19 = tensor.extract_slice %22[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_20 = tensor.extract_slice %22[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %23 = linalg.matmul ins(%20, %transposed_14 : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%23, %cst_1 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_21 = tensor.extract_slice %24[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_22 = tensor.extract_slice %24[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_23 = tensor.extract_slice %24[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_19, %extracted_slice_22 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.subf %cst_0, %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_18, %extracted_slice_21 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%29, %extracted_slice_23 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_20, %30 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.tanh %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%27, %32 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26, %20 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%33, %34 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %36 = linalg.matmul ins(%collapsed_8, %transposed : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%36, %cst_3 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_24 = tensor.extract_slice %37[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_25 = tensor.extract_slice %37[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_26 = tensor.extract_slice %37[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %38 = linalg.matmul ins(%35, %transposed_14 : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%38, %cst_1 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_27 = tensor.extract_slice %39[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_28 = tensor.extract_slice %39[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_29 = tensor.extract_slice %39[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_25, %extracted_slice_28 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%40 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.subf %cst_0, %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_24, %extracted_slice_27 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %44 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%44, %extracted_slice_29 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_26, %45 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.tanh %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%42, %47 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%41, %35 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%48, %49 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %51 = linalg.matmul ins(%collapsed_10, %transposed : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%51, %cst_3 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_30 = tensor.extract_slice %52[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_31 = tensor.extract_slice %52[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_32 = tensor.extract_slice %52[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %53 = linalg.matmul ins(%50, %transposed_14 : tensor<2x16xf32>, tensor<16x48xf32>) outs(%4 : tensor<2x48xf32>) -> tensor<2x48xf32>
    %54 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%53, %cst_1 : tensor<2x48xf32>, tensor<48xf32>) outs(%3 : tensor<2x48xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x48xf32>
    %extracted_slice_33 = tensor.extract_slice %54[0, 0] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_34 = tensor.extract_slice %54[0, 16] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %extracted_slice_35 = tensor.extract_slice %54[0, 32] [2, 16] [1, 1] : tensor<2x48xf32> to tensor<2x16xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_31, %extracted_slice_34 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.subf %cst_0, %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_30, %extracted_slice_33 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%58 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = arith.negf %in : f32
      %70 = math.exp %69 : f32
      %71 = arith.addf %70, %cst_0 : f32
      %72 = arith.divf %cst_0, %71 : f32
      linalg.yield %72 : f32
    } -> tensor<2x16xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%59, %extracted_slice_35 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_32, %60 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %69 = math.tanh %in : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%57, %62 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %64 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%56, %50 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.mulf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%63, %64 : tensor<2x16xf32>, tensor<2x16xf32>) outs(%9 : tensor<2x16xf32>) {
    ^bb0(%in: f32, %in_39: f32, %out: f32):
      %69 = arith.addf %in, %in_39 : f32
      linalg.yield %69 : f32
    } -> tensor<2x16xf32>
    %expanded = tensor.expand_shape %20 [[0, 1], [2]] output_shape [1, 2, 16] : tensor<2x16xf32> into tensor<1x2x16xf32>
    %expanded_36 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [1, 2, 16] : tensor<2x16xf32> into tensor<1x2x16xf32>
    %expanded_37 = tensor.expand_shape %50 [[0, 1], [2]] output_shape [1, 2, 16] : tensor<2x16xf32> into tensor<1x2x16xf32>
    %expanded_38 = tensor.expand_shape %65 [[0, 1], [2]] output_shape [1, 2, 16] : tensor<2x16xf32> into tensor<1x2x16xf32>
    %concat = tensor.concat dim(0) %expanded, %expanded_36, %expanded_37, %expanded_38 : (tensor<1x2x16xf32>, tensor<1x2x16xf32>, tensor<1x2x16xf32>, tensor<1x2x16xf32>) -> tensor<4x2x16xf32>
    %66:2 = hal.tensor.barrier join(%concat, %65 : tensor<4x2x16xf32>, tensor<2x16xf32>) => %arg3 : !hal.fence
    %67 = hal.tensor.export %66#0 : tensor<4x2x16xf32> -> !hal.buffer_view
    %68 = hal.tensor.export %66#1 : tensor<2x16xf32> -> !hal.buffer_view
    util.return %67, %68 : !hal.buffer_view, !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1:2 = util.call @main$async(%arg0, %arg1, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> (!hal.buffer_view, !hal.buffer_view)
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1#0, %1#1 : !hal.buffer_view, !hal.buffer_view
  }
}
{-#
  dialect_resources: {
    builtin: {
      torch_tensor_48_torch.float32_1: "0x04000000B708B7BDBABE14BE5898983CA2CE893D706FB2BD563A993D405374BBB268A43DDA03A23D877140BEE2E6923D1D14ACBD34A65EBD00079C3BE194353EFEB9A93DC53E123EA91B493ED6D48A3D278A083E9A64FE3DB380EABD44D8543D645A533DC65426BE37029ABD78FA0EBE71F2023EB05A873C204436BCE4817C3D82DF873D6AA8C43D02CEAC3DE01F0F3C6C25543DB22117BE94F189BDB07C1CBC6D211C3E8A27943D9D01163E28E2F83CC2E406BEC0BF1DBE90A923BEDD670B3EEDD93A3E",
      torch_tensor_48_16_torch.float32_1: "0x04000000C09A77BD8D4E20BEA109283E00151B3ADD4703BEBA28ECBD0A91A13D86ACD93DACC4553DE0FEAEBD42A4EE3D8876003D532CE8BD580D1CBD927A36BEEA55CEBD489637BD03A3A7BD594C303E3EE4863DB3FEB2BD88703ABDA64DBA3D538E023E1440193D34DB97BDD9FD3D3E03ED46BE509EC83C10B7993CEA9FDD3D60BC70BD506B713C58F2A63C4C3057BD26BC9E3D289249BE5853D13CA0D2643CA740153E8359023E271C173E268314BE14425F3D4BE332BE9839FFBC23DC1D3EEC4F45BD1A54FDBD8727273E804721BC0025C4BA20EB453D937F133E506A673C7E5DED3DB828163D90A139BEAC8F7A3DF2E6A83DD04DA3BC5087A5BCCC1D6BBD78ED283D6E961FBE90B28EBC97B0053EC0E3E4BBF18E3E3EC34A3D3E460497BD6038A6BD34FA28BD58F521BEEA7AC83D145F2E3D0F800D3EE1E3183E5D34393EE084673C689949BD6020F8BB8C186F3D78737DBD5EF9C53D68CC14BD80B1D43A9A40D0BD532735BE5D3B15BED043543C28EA77BDB2BDF33D7DB432BEFD72E4BD829621BE1040B4BC225A843D361F8BBDD01FA03C1712C7BD68096CBD42AA09BED0651D3CAB5B2F3E2B3227BE47E00B3E0CA805BDE842EEBC588722BDEF3237BEB44B613D52D0AF3DA2C99A3DCC3911BDDF6A4ABE807AC63C1504373EB729213E61EA1D3E3DDDFCBD60F3A13BB0CE81BD5A46FC3D30AED6BD518E323E8C6A58BD5DFC363E046F753D1DAC213ED219C73D303270BC55033B3E44097D3D00B8133977F249BE11D7023EBA8EE03DE399263E9A2699BD30AEF9BD883F403DA52B313E250911BE24C80BBEC1D80E3ED0F076BC9B021EBEBAC2B4BD4C38583DF726F9BD00CA413B307D31BE3DB82BBE1E7F853D401133BB6E1E0DBEC2A1F53DD0961ABE96020FBE8A239E3D2256953DBD23DDBD4C9D25BD4A95D23DD0A6713C1A3F3FBED0CEACBDC0CA853BA193433E2D81A4BD60033CBE0CF245BDE86938BD8074C73C9A5EB53D2D5A0D3E20ACAFBD3AF98E3DA0D912BC27BE2E3E0281CF3D4AE9C3BD80E6BC3AF8E629BEBF111B3E5A95D63D80C069BC16FF8E3DB046D1BD40CAC6BBC6D2F83D97A6CDBD823A19BEB320CEBDA65C85BDA7D8F8BDFAA78D3D38152ABDD084A1BDF8B505BD1036FEBC6A80ADBD8BE71C3E836B24BE9F70093EBBCD3D3E548F48BD201937BC8049D23C451F1DBE47EF99BDED90023E88571B3D68696BBD2739ECBD21C0483E3B5527BE209138BDBFF532BE0A6DF4BD677231BE5BEC12BEF13B2C3E10148CBCC3410EBEB57D343E0D1BCEBD507E89BD135C24BEF4FB053D16A0D03DE07C2ABC60D41EBE585437BE3AC6FCBDD389303E346A3FBD1227AA3D7202C23D301F753CFDF1333E9E0719BE5842213DB340483E9DE80BBE7AC9F63D48F808BED2B702BE30F7B13C435AFCBDB7A6D8BDC02A16BBDE37A63D141473BDB0097BBC52AD34BE07F3CABDB07948BEC580113ED283E43D5A1FC53DCE8FB63DECDE05BD8A6FA6BDCBF6043E7ABEFEBDF48F65BD4AEEC8BDB6B8AC3DCA48E43D999A403EDD4B093EB4004A3D0002A43CF842353D35100CBEC633FE3DAE61AD3DC84002BD18B8FD3C6AD4EE3D071BFBBDC0CBA03CDCA5513D752624BECB8A0C3E82ADA93DD506173E6C9A98BDE9B51E3EEA5ECABDEB250A3E2D222BBE4AE9A43DDAE0FA3D97CDD5BDBA92A3BD0D4B33BED8C6B13C6C0059BDF4436B3D40E2C7BDB7DE303E16D7943D025249BE0358C9BD464CE93D6428543D79C4103E43040C3EC717BEBD4217E23DCCDB26BDCE4026BEBAAC973D650519BEB271E73D2047753C76B81EBEB9220B3E167887BD550B1CBEBBE833BEB31E34BE323FB73DC0B8A03B18923BBDB3E62BBE9E7CD73D5E9C8A3DC0CCC2BC4D2D3FBE806A183D20CF67BD003E12BE007731BCB4B189BD50E3123C406484BC821FA13D271B9CBD656F0B3E82A6B53D837719BEB9F2463EDE93EB3D2BB11B3E5A58AEBDDA2EBBBD681C943CE374F0BD5AF6F3BDA027DABD8D8D22BEEED215BE1A143BBE545200BD08CC06BD158807BE3045A4BD3D22C8BD706934BE53A59FBD20EF23BE66B41DBE9A000EBE0209E93D2C3E0CBE63E012BE4081853BA370A6BDDA1326BE5FED483EAEDAEB3DD3854A3EDA31F9BD9353F3BD149A453D28930B3DE8DF3F3DF0E4FE3C2D752D3E4C084B3DC279913DC92D083EF374293E403C9D3B2C14173D308A40BE2FF8183E29910F3E725916BED084E4BCBA78BBBDB6F5823D9AA7CFBD5DD0D8BDB0D391BC1DD1343EAD9123BE2CEB77BD4E740CBE0D8049BE92A119BE136341BED6CDC73D00C5F3BB39581B3E1E2FF03DC098323B00A8703B00DB6DBC32FAF33D48C10D3D20517CBD505CEBBC271C4A3EB4CC5D3D36CC23BEDCC201BE4E89BD3D958B38BE4AD602BE502D6E3CE2352EBE72460CBEB05F2CBE0238F43D528A48BE6DB74C3E207AF9BD58A533BD23F4E2BD5B422ABED0DB2A3C60606FBD0980123E080E113D15E4343E3055433CB0C04CBC00286ABC70DCCCBD9D0B17BE9FAD183E565C863D931DB8BD807A57BC54AE793DBD3D443ED8A7ADBCB0ACB53CE058053C6712023E342B033D8CC430BD643C8CBD4A58AA3D976C203E68B051BDF30FDCBDFA76A8BD4E42DE3D961FD83D1037D6BCA5591F3E1994063E3A83DA3D191D2B3E0F1F423E4A75BE3D62010ABE563BA03DC504423E8A6F42BE640D7A3D9AE9A8BDF99B063E80029F3A505909BC7082BE3CF2D5A53D85BD0CBE48E327BE00E70D3CA6D3D63D10BAECBD0E38EE3D503D94BD4C584F3D3328AEBD9710FFBD23C81CBE95F3493E26CF8A3D50BB8EBC8C8B00BD93C41F3EA0EEAF3B50A909BC90C7D7BD080F403DCE3A883DC193333EC8541A3DC0F1F2BD3058F0BCF188353E2E7BB73DE1CD283E68498A3C3DCE99BDF2C3DE3D9854ED3C7D1644BE5DE9CBBD544D02BDA013233C2768003E80790B3BAA8F92BD80A43E3C8009B4BAE74FFCBD403DD2BD50D5263CD06749BCEA19F73D3C947F3D1C2B0ABEA1CB043EA3D2C5BDC8F478BD2CB505BDC20736BE7037CCBC18D608BE16BB11BE0E4DDA3DA0F863BDA02879BD668AC93D543F043DE984263E5C380ABE45AF393EB00A273C82F6CF3DE86583BCB86F48BE2760253E48E6493D8F54203E6C7C04BED6FACB3DD085CFBD0C29433DBE10843DD376E9BD8E61F73D5233FD3D8B26313E3EFFB63D504AD43C2247AF3DD0A0B2BD995A253ED0B9D9BD9A9B923DA5C22BBEC0E3B83B98E5343D8057C43C95853C3EA368433EC866263D659D123EAD6CCBBD15C72CBE808B45BD90D614BED80502BE0DED043E55484B3ED94F023EEC950EBD2A7AB03D80651C3C728E34BE387D48BE198A223EE2DFD33D8093413DC279AA3D3A82DFBDF302153E7A7BA8BDE7CED3BDA0424ABE1E48F03DA293A13DFD83B0BDD0CC7EBC468616BEBE8A9F3D36C29F3DE4164D3DF4C46B3DF21A04BE205555BDE7C5A2BD4235AE3D7FEE033E7A12A53D73933F3E00B0FE39D2ADE63DAC4615BD7DF7B2BDB1C91D3E669721BED0B5FABD026CA23DDBDC313EA9C3043E2D182ABE138B40BE1297B23D0C6E06BE1AF2F1BD2BA01EBE187446BE58FDD23C16AAB73D33801ABE9EAE893DC6C2F43D28A4C63CB598223EEABEE93DC00F0ABD0378D9BD90E5C73C723F8A3D28C51C3DC096AEBBF3F91FBE856716BE4074DA3B802FC6BCA587423E92022CBE38393BBD800528BD3F8C053E7A3EBCBD3211883D86D481BDFF2347BE935D2ABEDE3BED3D0A5B903DFD92283EBDE9193E48EE293DAC3142BD80CD033C189FE63C9E27F13D09C0283E520745BE9771ACBD9500223E003985BB9135023E6C29603DB89E1ABE3254A73D809776BCF49A0D3D1A40E23DBE61B03DAC3D69BD5F2246BE7FE52C3EFA09BF3DB36CBEBDC221CA3DAB74153E60B3F53B4734493E616D153EC8CA2F3DB0F7E1BC5BAB2E3ED33014BE455F113ED0ABB6BD98B03B3D67AD35BE7273EB3D22A04ABE4E34B73D6A26FC3DA0F1E5BB0B7E353E421BD33DB02809BCFA91ECBD00263EBD9712C8BD02D4E43DE26029BEA4F6593DD875203DB2AEC83DEA11F13D6C0831BD68E88ABCF5983B3E4DBBD1BD15590CBE59D6463EF8B201BEC96E3F3ECBED28BE50910D3CDCC504BE32C1F23DE2D83CBE808758BDFA039EBDC53B18BE2CA6413DE0A15BBC80A1123CC54434BE5FAD44BEF8CC38BEB027FEBD1759E9BDD1762A3EF16B3D3E850727BE08F60DBE18BC56BD00B098B9308D0DBEEDF5FBBDD84BD3BC698B023E8025FD3AED801EBE1AACC63DD2A9CA3D821AB23DD323BEBD1EB61DBED66CE53D98C609BDBF7A43BE4B301BBEDD1E273E56749B3DF701123E0E8BE23D5736493E",
      torch_tensor_48_torch.float32: "0x0400000037DEACBDE6D90BBE1339EBBD241E613DCDC5FCBD3D91493EA43C773DF7499DBDA9E4163EE976193E40787EBD6125363E1CFD6C3DA0A5153DF0A5B5BC1011E33C880B1EBD9235B83D329532BE9137483EA0C7ADBDD77543BE98C657BD86E48FBDA8A70E3DACD8183D9882EFBC973DCABD04758ABD80D7EABD10F5A13CC0DD6CBDA84409BD6394353E048A84BD0C79463DF176453E7BBB353E88B84C3D1F9D3E3EC326ECBD662B8F3D7FFD3E3E008FEF3A28E9893C4A4E9F3D5264993D90BEA8BC",
      torch_tensor_48_16_torch.float32: "0x0400000048B74BBDB8B70CBEEDEEB4BDE0A8663C40DA9EBB524ECE3DCAFDB5BD48F1053D2F26483E43CFA8BD388A4C3D8C025EBD45E21C3ED2BAC93DF024A3BC4F8B32BE6F8D333E92BC893D830D0C3ED6E181BD7EDBDD3DBE73913D92D7A03D40A7E23B0D6C433E73F61ABEC5C743BECE1E17BEF2CFF03DA0FAE2BB54EE6DBDA242E43DE905373EC0B102BE85D70BBE30A1E5BC49C63E3E41B5123EA80AFBBC1B952ABEA8B408BD4BA1283EBF0F183E279046BEC2A50ABE591C3F3ED67105BE3AAFA03D2E40EB3DEA2826BEF28B23BE973AB6BD549252BDA0C01C3C2EAED13D13C5423E223E37BE769180BD25C217BEF5A508BECB87193EF3140DBE21C0173E8DD9EEBD14DB6A3D169E2BBEE9EA283E100F10BEEDE512BE982F2FBD8355393EEAD8FCBDB07F23BC4CA2753DD0722FBCDED0DE3D36D1993DD0C0A43C19DA1D3E8C5023BD18DEFDBCA946193ECEC6E03D3224E73DE18F1C3EEA82A13D0C33663D0034323BF75AABBDFA50BBBD8C1A743D776DEFBDA684873D3D7CE9BD6637843DE23FCB3DC0862DBBB046AABD7AE0D0BDBE0EC53D942B0D3DCCFE17BD19BB033E22C6943DD0CBE03C942F96BD5311BCBD8A58CCBD82AF993D0378C1BD6539043E33B31F3E72F0D33D34737F3D0EA013BED45160BDD0549DBC2BD82E3E0CF48BBDB05F413C70A9A63C36400CBE0C85493D9D4EBABDC035EDBB3B8B1B3EEA91A93DE2B7C23DE841A83C3C0B94BDA61FA13DA47A533D2B7A263E652919BEA848D53C40F1093BE6F8F33DB0C5C0BCED1CD2BDBB5631BE40E33D3D58859CBC6268B03DFF081D3E12AC1FBE6EFCF53DB083733C128C17BE4348E2BDFFDD163E725DFC3D8AD5B1BDD4AA76BD0764453E42EE24BE0D8828BE63C620BEE8031E3D30C6EFBDB7CE153E3BBE4B3EBBAE0EBE65820E3E0A8C9D3D6AE005BED2A140BEECC04F3DBDBF04BEAC3C0D3DB9E1463E9024E2BDAE21B53D0029D83AC7CD3CBEFE7FDC3DD3AEB3BDBD98E2BD0CCC95BD2B322A3EA7E6E1BDD2BE953D70E0E7BD2B072E3ECA53B3BDE08D1EBEDA71EDBDA8B528BEC077EFBC6C757F3D0FD7253E50F8F7BC06A0B43D679FBBBD220922BEB3DB15BEC3530F3E6A4F37BEAD213BBEBDAC4CBE90584ABE9041953C958B023E9448163DD06B7D3CD1214C3E603BCF3B27C934BE74B709BEB58F12BED63B1CBEB82642BD0C4B80BDD53A053E025942BE0A5C17BE3D2D073E1DA43DBEE00C133C42CDA93D78577DBD12F3AF3D43F835BE78150B3D162B10BE1E8FCF3DD88E20BEBF24403E008668BD8278EB3D182932BD56DA853DC052C2BD8047043C9708E4BD43DC3F3E8D2EB4BD8A5DA33DA0BDD6BB3DF6F5BD966CD53D3C2A7A3DD40B213DC8FC25BE86F998BD58013B3D791B063E2D2812BE303317BE061CC03D123B993D03F3AABD3CED623D1725343EDA75EC3DA092BDBD7242A53D672D4BBE50A6B5BC96F6AA3DE237863D609C1CBD0BC920BE9A54ADBD31FF113E40EE043DB147263E2B79363E6F4C133EAD2CEFBD14D668BD037B283E4E85DF3D5615813D96F9833DC3C9233E18DA81BC08E4233D4867443D9D5207BE545999BD1873013D2D53123EB48E13BD6ABAB33DC621ED3D5051D3BD22B3DD3D3CDB723D11B02C3EFC1609BEC779DABD6FF1433E48BE50BD074935BEDE5DD93D60F70DBC0C5C62BD0004D9BD46EFA53D0A7F8F3DECE60BBE00BFC2BA6855C23C12AF9D3DFA1CD0BDB8FE2EBD18F638BE6DB141BEA065C9BD893E483EA6FF9F3D04E76D3D12CF8E3D92E2A43DC0741A3DE0A11EBC070FFEBD22D5FA3D96A0B73D00B142BD073B333EAD93313E67EF32BEC3C7253E103AD03CDDFF28BE38580FBE6A92ACBDD270C53D80151BBC08182EBDB2193EBE00E236BDF2ACA83D3D08FEBD0AD4CA3DC2A7953D1000B8BC600FE1BD1A3FD5BD3F3D0A3EA002743C60BE0FBC80B370BDD875ECBC3B1F433EC0F526BD006E303D821B38BEF35E4B3ED067DC3CD8BD1FBD82110EBE603E70BC3AC789BD148E21BD0205C93DB00983BC30DAE6BC962B9E3DCEE1C43D33B83BBE2AD8F53D9DF63ABEA86DB8BCC88E4ABE806C343C35BF3BBED88C53BD40D5003BEA478A3DD263C03DD3370FBE07E0E8BDBFF2323E6F344CBEA2A134BEF298973D968A0DBE22E3CE3D3561123E66F31ABE2593323EAA81FC3D8C743F3D0078363DE4416F3D0231C53D200F5CBC00146A3930943EBEFAE048BE021EFE3D144F6DBD65AF243E01874C3E63F946BE4185133EC900363E4993333E3E07CD3DD86127BDE52A17BE608152BCCE4C893DED5F13BE94FA10BD9F05163ED2F3F93D203E19BE20F92B3D037D1ABE610A303EC5C7383EDAFA1DBE3C0788BDE0C115BC2A1BC7BD5BDB0D3EF4DF13BDD12B413E7950093E379A273E0110473E4E0EA63D2AFB46BEC82840BDA169093E234A003E6C3B1F3D1FF43E3E15722D3EE309343E36D2D83D000C9BBB60C04ABD3491603D7A9FDBBDB6C985BD508931BE60B80B3CE852833C405DA53B60B151BCDC1D0ABE00507EBCB36CD9BDADA3063E5F6B163E30D8A6BC238C24BECFBA1D3E63F4D1BDC3B0153ED243D83DC79DDBBD6ABC40BEC961383E20B4C6BD3D300FBE8DD0463EB5B33FBE80B52B3DA0F5DDBB706640BE7C044F3D18DEB03C91DA323E683CBC3C7E1BF93D924AF63D908CE6BD30B2ACBDEAEEF5BDA2E72FBEBDA62ABEA525073EC66E19BECACB94BDACED73BD527DFE3D005A28BBBAC428BE6D841F3E10A0D33CDD78063EB576063E009DABBAFBFE0E3E4B4A3CBE50F2273CE8A5AF3CD45202BE0552473E600DDA3B80BE81BCD4431F3D33E43F3E2E14B63D5253E73D60E84BBD4014DBBD995F2E3EBD99E8BD15E93B3EE86325BD8717213EC4F000BE9826443DD7C3BFBDD7A4303E600D0DBDB23FE03DFDFC483E5FD338BEED8ED5BDDBC348BE59BB433EBA8ABABDB06B15BC4787AEBD7D0130BED0A0E0BCB3FC0EBE0BCF3D3E69C6113EB4DE72BD3059B9BD772BCBBDC1AA153E5332F9BD600A29BDB0097CBCB2CABB3DE020613CF37C023ED80AD2BC5BEB0FBE2B412ABE431C3F3E2C9D91BD8480663D4D5B48BE3E1C853DC2AB833D451A2C3EB0079EBC118B263EB7E2ADBD6A07E53D004673BBDBB2423E9063D4BCF2C7883DFA0D1EBE06EFA43D6DCA10BEF46906BEABE74B3E70A742BE58F1FFBCEAF3E83D0796213E0F6D113E892C323E5DBD2FBEE5BD45BEEADDEABDA0A757BD855D2EBE44207E3D68DC40BD667F0FBED02BB0BCE426643DD277813D90DE19BEA202F63D30BB493C48DE42BEF20C913D584FF33C63A7353EBD911BBE9316453EB4EA82BD109532BEB9D7003EB04251BCE06D09BC23C4E2BDA40D783D929EBF3D504E35BC9D83BEBDC01ABDBB8216AF3DF032FDBC4704A9BDCA1F953DC57D353EB3DF103E8691A03D5977183E398E473E41E62B3E90CF1BBE8D0A1C3E0281E53D0251A53D2CAD003D0A8E0FBEDBCD0F3E16B4E43D0A7909BE0A0CD6BD79E2203E68D7C73C8A598B3DD4E90C3D502CEDBD6DE8ADBD9A1CE33DED01CFBDE35DF0BD8381D7BD57A3A1BDD70BD2BD6ABC80BDB279BA3D91CB443E3AA71CBE786C29BE4C9A41BDADB9433E6120023EDA05D1BD32C2AF3D4A2B89BD4243B43DD8C43D3D2086433C0C6A13BDDA6A85BDB02CF23C6075433CED2220BE98E650BD221232BEB48253BD6E98C13DD0F331BEC2E00BBE70CC95BC9304A6BDD084E83C6BCE3F3EF59809BE972E2FBE72EE37BEA8A043BDED8A143E003B5F3CDA971BBE00A03EBCCE89933DE07134BE8AFFD4BDD304413EB424223DCFA0253EB6C798BD8FF3253E8245E03D21CE033E80EF10BB45001E3EBDD011BEB064E8BC989DC03C96900EBEB16F143E05A01DBE6AC292BD709782BD500EA6BC52A4AD3D2E5DD33D94FC6FBD5DDB12BE8A8B20BEC04BF0BD72B225BE057134BEA7B630BE3DEE21BE0EFD8B3DC62EAD3D60ED0DBC20B7663C5AC40ABE2188143E370F003E1B683E3E21A84B3E6867033DFDBEEEBD20B9433C28F728BE073FDBBDA819F9BCE851C83C58DBDB3C219C133E60BB9E3BFDEE2B3E222946BEFA1220BE2DF7A7BD98C0CC3CCA7F0CBEA2358E3D72A7A73D63BE16BECC48653D82F4A03D3C9B0BBEC3F8DCBD984525BDC2CB903D8A80D9BDCDE333BEC0C6DE3CF85A4BBDA580113E0284C63D2BDB2FBE8001903A9AB8FF3DE08A5ABC28F6A13C205C763C78A00DBD70ED3DBE2DB2243EFE130FBE4EFB29BE2C7371BD540B0FBD62EABD3D80C02EBD6E358A3D6AF5F23DCDA8D6BD30B6B9BC63AE11BECC5F18BDA07118BCA3EDBDBD376B023E34AF6ABDD22239BE888310BEEEC0AC3D7E26B33DB278B43D1F98183EEA92CC3D"
    }
  }
#-}
