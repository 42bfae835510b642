module @module {
  util.global private @__auto.norm.weight = #flow.parameter.named<"model"::"norm.weight"> : tensor<48xf32>
  util.global private @__auto.norm.bias = #flow.parameter.named<"model"::"norm.bias"> : tensor<48xf32>
  util.global private @__auto.first.weight = #flow.parameter.named<"model"::"first.weight"> : tensor<96x48x1xf32>
  util.global private @__auto.first.bias = #flow.parameter.named<"model"::"first.bias"> : tensor<96xf32>
  util.global private @__auto.depth.weight = #flow.parameter.named<"model"::"depth.weight"> : tensor<48x1x15xf32>
  util.global private @__auto.depth.bias = #flow.parameter.named<"model"::"depth.bias"> : tensor<48xf32>
  util.global private @__auto.bn.running_mean = #flow.parameter.named<"model"::"bn.running_mean"> : tensor<48xf32>
  util.global private @__auto.bn.running_var = #flow.parameter.named<"model"::"bn.running_var"> : tensor<48xf32>
  util.global private @__auto.bn.weight = #flow.parameter.named<"model"::"bn.weight"> : tensor<48xf32>
  util.global private @__auto.bn.bias = #flow.parameter.named<"model"::"bn.bias"> : tensor<48xf32>
  util.global private @__auto.last.weight = #flow.parameter.named<"model"::"last.weight"> : tensor<48x48x1xf32>
  util.global private @__auto.last.bias = #flow.parameter.named<"model"::"last.bias"> : tensor<48xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %cst_2 = arith.constant 4.800000e+01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x64x48xf32>
    %__auto.norm.weight = util.global.load @__auto.norm.weight : tensor<48xf32>
    %__auto.norm.bias = util.global.load @__auto.norm.bias : tensor<48xf32>
    %1 = tensor.empty() : tensor<1x64x1xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x1xf32>) -> tensor<1x64x1xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%0 : tensor<1x64x48xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_2 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %5 = tensor.empty() : tensor<1x64x48xf32>
    %collapsed = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed : tensor<1x64xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %6 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.subf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %7 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<1x64x48xf32>) outs(%2 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_2 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_1 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<1x64x1xf32>) outs(%1 : tensor<1x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.rsqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x1xf32>
    %collapsed_3 = tensor.collapse_shape %12 [[0], [1, 2]] : tensor<1x64x1xf32> into tensor<1x64xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_3 : tensor<1x64xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x64x48xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %13 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14, %__auto.norm.weight : tensor<1x64x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15, %__auto.norm.bias : tensor<1x64x48xf32>, tensor<48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %17 = tensor.empty() : tensor<1x48x64xf32>
    %transposed = linalg.transpose ins(%16 : tensor<1x64x48xf32>) outs(%17 : tensor<1x48x64xf32>) permutation = [0, 2, 1] 
    %__auto.first.weight = util.global.load @__auto.first.weight : tensor<96x48x1xf32>
    %__auto.first.bias = util.global.load @__auto.first.bias : tensor<96xf32>
    %18 = tensor.empty() : tensor<1x96x64xf32>
    %broadcasted = linalg.broadcast ins(%__auto.first.bias : tensor<96xf32>) outs(%18 : tensor<1x96x64xf32>) dimensions = [0, 2] 
    %19 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%transposed, %__auto.first.weight : tensor<1x48x64xf32>, tensor<96x48x1xf32>) outs(%broadcasted : tensor<1x96x64xf32>) -> tensor<1x96x64xf32>
    %extracted_slice = tensor.extract_slice %19[0, 0, 0] [1, 48, 64] [1, 1, 1] : tensor<1x96x64xf32> to tensor<1x48x64xf32>
    %extracted_slice_4 = tensor.extract_slice %19[0, 48, 0] [1, 48, 64] [1, 1, 1] : tensor<1x96x64xf32> to tensor<1x48x64xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_4 : tensor<1x48x64xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.negf %in : f32
      %39 = math.exp %38 : f32
      %40 = arith.addf %39, %cst_0 : f32
      %41 = arith.divf %cst_0, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<1x48x64xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice, %20 : tensor<1x48x64xf32>, tensor<1x48x64xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %__auto.depth.weight = util.global.load @__auto.depth.weight : tensor<48x1x15xf32>
    %__auto.depth.bias = util.global.load @__auto.depth.bias : tensor<48xf32>
    %expanded = tensor.expand_shape %21 [[0], [1], [2, 3]] output_shape [1, 48, 64, 1] : tensor<1x48x64xf32> into tensor<1x48x64x1xf32>
    %expanded_5 = tensor.expand_shape %__auto.depth.weight [[0], [1], [2, 3]] output_shape [48, 1, 15, 1] : tensor<48x1x15xf32> into tensor<48x1x15x1xf32>
    %padded = tensor.pad %expanded low[0, 0, 7, 0] high[0, 0, 7, 0] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x48x64x1xf32> to tensor<1x48x78x1xf32>
    %22 = tensor.empty() : tensor<1x48x64x1xf32>
    %broadcasted_6 = linalg.broadcast ins(%__auto.depth.bias : tensor<48xf32>) outs(%22 : tensor<1x48x64x1xf32>) dimensions = [0, 2, 3] 
    %collapsed_7 = tensor.collapse_shape %expanded_5 [[0, 1], [2], [3]] : tensor<48x1x15x1xf32> into tensor<48x15x1xf32>
    %23 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed_7 : tensor<1x48x78x1xf32>, tensor<48x15x1xf32>) outs(%broadcasted_6 : tensor<1x48x64x1xf32>) -> tensor<1x48x64x1xf32>
    %collapsed_8 = tensor.collapse_shape %23 [[0], [1], [2, 3]] : tensor<1x48x64x1xf32> into tensor<1x48x64xf32>
    %__auto.bn.running_mean = util.global.load @__auto.bn.running_mean : tensor<48xf32>
    %__auto.bn.running_var = util.global.load @__auto.bn.running_var : tensor<48xf32>
    %24 = tensor.empty() : tensor<48xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.bn.running_var : tensor<48xf32>) outs(%24 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_1 : f32
      linalg.yield %38 : f32
    } -> tensor<48xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%25 : tensor<48xf32>) outs(%24 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.sqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<48xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%26 : tensor<48xf32>) outs(%24 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf one, %in, %cst : f32
      cf.assert %38, "unimplemented: tensor with zero element"
      %39 = arith.divf %cst_0, %in : f32
      linalg.yield %39 : f32
    } -> tensor<48xf32>
    %expanded_9 = tensor.expand_shape %__auto.bn.running_mean [[0, 1]] output_shape [48, 1] : tensor<48xf32> into tensor<48x1xf32>
    %expanded_10 = tensor.expand_shape %27 [[0, 1]] output_shape [48, 1] : tensor<48xf32> into tensor<48x1xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_8, %expanded_9 : tensor<1x48x64xf32>, tensor<48x1xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.subf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %expanded_10 : tensor<1x48x64xf32>, tensor<48x1xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %__auto.bn.weight = util.global.load @__auto.bn.weight : tensor<48xf32>
    %expanded_11 = tensor.expand_shape %__auto.bn.weight [[0, 1]] output_shape [48, 1] : tensor<48xf32> into tensor<48x1xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29, %expanded_11 : tensor<1x48x64xf32>, tensor<48x1xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %__auto.bn.bias = util.global.load @__auto.bn.bias : tensor<48xf32>
    %expanded_12 = tensor.expand_shape %__auto.bn.bias [[0, 1]] output_shape [48, 1] : tensor<48xf32> into tensor<48x1xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %expanded_12 : tensor<1x48x64xf32>, tensor<48x1xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31 : tensor<1x48x64xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.negf %in : f32
      %39 = math.exp %38 : f32
      %40 = arith.addf %39, %cst_0 : f32
      %41 = arith.divf %cst_0, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<1x48x64xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32, %31 : tensor<1x48x64xf32>, tensor<1x48x64xf32>) outs(%17 : tensor<1x48x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x48x64xf32>
    %__auto.last.weight = util.global.load @__auto.last.weight : tensor<48x48x1xf32>
    %__auto.last.bias = util.global.load @__auto.last.bias : tensor<48xf32>
    %broadcasted_13 = linalg.broadcast ins(%__auto.last.bias : tensor<48xf32>) outs(%17 : tensor<1x48x64xf32>) dimensions = [0, 2] 
    %34 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%33, %__auto.last.weight : tensor<1x48x64xf32>, tensor<48x48x1xf32>) outs(%broadcasted_13 : tensor<1x48x64xf32>) -> tensor<1x48x64xf32>
    %transposed_14 = linalg.transpose ins(%34 : tensor<1x48x64xf32>) outs(%5 : tensor<1x64x48xf32>) permutation = [0, 2, 1] 
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %transposed_14 : tensor<1x64x48xf32>, tensor<1x64x48xf32>) outs(%5 : tensor<1x64x48xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x48xf32>
    %36 = hal.tensor.barrier join(%35 : tensor<1x64x48xf32>) => %arg2 : !hal.fence
    %37 = hal.tensor.export %36 : tensor<1x64x48xf32> -> !hal.buffer_view
    util.return %37 : !hal.buffer_view
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