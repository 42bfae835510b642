module @module {
  util.global private @__auto.bn.0.running_mean = #flow.parameter.named<"model"::"bn.0.running_mean"> : tensor<32xf32>
  util.global private @__auto.bn.0.running_var = #flow.parameter.named<"model"::"bn.0.running_var"> : tensor<32xf32>
  util.global private @__auto.bn.0.weight = #flow.parameter.named<"model"::"bn.0.weight"> : tensor<32xf32>
  util.global private @__auto.bn.0.bias = #flow.parameter.named<"model"::"bn.0.bias"> : tensor<32xf32>
  util.global private @__auto.c.0.weight = #flow.parameter.named<"model"::"c.0.weight"> : tensor<16x32x3x3xf32>
  util.global private @__auto.bn.1.running_mean = #flow.parameter.named<"model"::"bn.1.running_mean"> : tensor<48xf32>
  util.global private @__auto.bn.1.running_var = #flow.parameter.named<"model"::"bn.1.running_var"> : tensor<48xf32>
  util.global private @__auto.bn.1.weight = #flow.parameter.named<"model"::"bn.1.weight"> : tensor<48xf32>
  util.global private @__auto.bn.1.bias = #flow.parameter.named<"model"::"bn.1.bias"> : tensor<48xf32>
  util.global private @__auto.c.1.weight = #flow.parameter.named<"model"::"c.1.weight"> : tensor<16x48x3x3xf32>
  util.global private @__auto.bn.2.running_mean = #flow.parameter.named<"model"::"bn.2.running_mean"> : tensor<64xf32>
  util.global private @__auto.bn.2.running_var = #flow.parameter.named<"model"::"bn.2.running_var"> : tensor<64xf32>
  util.global private @__auto.bn.2.weight = #flow.parameter.named<"model"::"bn.2.weight"> : tensor<64xf32>
  util.global private @__auto.bn.2.bias = #flow.parameter.named<"model"::"bn.2.bias"> : tensor<64xf32>
  util.global private @__auto.c.2.weight = #flow.parameter.named<"model"::"c.2.weight"> : tensor<16x64x3x3xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<2x32x16x16xf32>
    %__auto.bn.0.running_mean = util.global.load @__auto.bn.0.running_mean : tensor<32xf32>
    %__auto.bn.0.running_var = util.global.load @__auto.bn.0.running_var : tensor<32xf32>
    %1 = tensor.empty() : tensor<32xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.bn.0.running_var : tensor<32xf32>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_1 : f32
      linalg.yield %38 : f32
    } -> tensor<32xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%2 : tensor<32xf32>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.sqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<32xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%3 : tensor<32xf32>) outs(%1 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf one, %in, %cst : f32
      cf.assert %38, "unimplemented: tensor with zero element"
      %39 = arith.divf %cst_0, %in : f32
      linalg.yield %39 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %__auto.bn.0.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_2 = tensor.expand_shape %4 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %5 = tensor.empty() : tensor<2x32x16x16xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %expanded : tensor<2x32x16x16xf32>, tensor<32x1x1xf32>) outs(%5 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.subf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x32x16x16xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_2 : tensor<2x32x16x16xf32>, tensor<32x1x1xf32>) outs(%5 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x32x16x16xf32>
    %__auto.bn.0.weight = util.global.load @__auto.bn.0.weight : tensor<32xf32>
    %expanded_3 = tensor.expand_shape %__auto.bn.0.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_3 : tensor<2x32x16x16xf32>, tensor<32x1x1xf32>) outs(%5 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x32x16x16xf32>
    %__auto.bn.0.bias = util.global.load @__auto.bn.0.bias : tensor<32xf32>
    %expanded_4 = tensor.expand_shape %__auto.bn.0.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<2x32x16x16xf32>, tensor<32x1x1xf32>) outs(%5 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.addf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x32x16x16xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<2x32x16x16xf32>) outs(%5 : tensor<2x32x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf ugt, %in, %cst : f32
      %39 = arith.select %38, %in, %cst : f32
      linalg.yield %39 : f32
    } -> tensor<2x32x16x16xf32>
    %__auto.c.0.weight = util.global.load @__auto.c.0.weight : tensor<16x32x3x3xf32>
    %padded = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<2x32x16x16xf32> to tensor<2x32x18x18xf32>
    %11 = tensor.empty() : tensor<2x16x16x16xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.c.0.weight : tensor<2x32x18x18xf32>, tensor<16x32x3x3xf32>) outs(%12 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %concat = tensor.concat dim(1) %0, %13 : (tensor<2x32x16x16xf32>, tensor<2x16x16x16xf32>) -> tensor<2x48x16x16xf32>
    %__auto.bn.1.running_mean = util.global.load @__auto.bn.1.running_mean : tensor<48xf32>
    %__auto.bn.1.running_var = util.global.load @__auto.bn.1.running_var : tensor<48xf32>
    %14 = tensor.empty() : tensor<48xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.bn.1.running_var : tensor<48xf32>) outs(%14 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_1 : f32
      linalg.yield %38 : f32
    } -> tensor<48xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%15 : tensor<48xf32>) outs(%14 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.sqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<48xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%16 : tensor<48xf32>) outs(%14 : tensor<48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf one, %in, %cst : f32
      cf.assert %38, "unimplemented: tensor with zero element"
      %39 = arith.divf %cst_0, %in : f32
      linalg.yield %39 : f32
    } -> tensor<48xf32>
    %expanded_5 = tensor.expand_shape %__auto.bn.1.running_mean [[0, 1, 2]] output_shape [48, 1, 1] : tensor<48xf32> into tensor<48x1x1xf32>
    %expanded_6 = tensor.expand_shape %17 [[0, 1, 2]] output_shape [48, 1, 1] : tensor<48xf32> into tensor<48x1x1xf32>
    %18 = tensor.empty() : tensor<2x48x16x16xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %expanded_5 : tensor<2x48x16x16xf32>, tensor<48x1x1xf32>) outs(%18 : tensor<2x48x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.subf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x48x16x16xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_6 : tensor<2x48x16x16xf32>, tensor<48x1x1xf32>) outs(%18 : tensor<2x48x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x48x16x16xf32>
    %__auto.bn.1.weight = util.global.load @__auto.bn.1.weight : tensor<48xf32>
    %expanded_7 = tensor.expand_shape %__auto.bn.1.weight [[0, 1, 2]] output_shape [48, 1, 1] : tensor<48xf32> into tensor<48x1x1xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_7 : tensor<2x48x16x16xf32>, tensor<48x1x1xf32>) outs(%18 : tensor<2x48x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x48x16x16xf32>
    %__auto.bn.1.bias = util.global.load @__auto.bn.1.bias : tensor<48xf32>
    %expanded_8 = tensor.expand_shape %__auto.bn.1.bias [[0, 1, 2]] output_shape [48, 1, 1] : tensor<48xf32> into tensor<48x1x1xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_8 : tensor<2x48x16x16xf32>, tensor<48x1x1xf32>) outs(%18 : tensor<2x48x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.addf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x48x16x16xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<2x48x16x16xf32>) outs(%18 : tensor<2x48x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf ugt, %in, %cst : f32
      %39 = arith.select %38, %in, %cst : f32
      linalg.yield %39 : f32
    } -> tensor<2x48x16x16xf32>
    %__auto.c.1.weight = util.global.load @__auto.c.1.weight : tensor<16x48x3x3xf32>
    %padded_9 = tensor.pad %23 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<2x48x16x16xf32> to tensor<2x48x18x18xf32>
    %24 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_9, %__auto.c.1.weight : tensor<2x48x18x18xf32>, tensor<16x48x3x3xf32>) outs(%12 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %concat_10 = tensor.concat dim(1) %concat, %24 : (tensor<2x48x16x16xf32>, tensor<2x16x16x16xf32>) -> tensor<2x64x16x16xf32>
    %__auto.bn.2.running_mean = util.global.load @__auto.bn.2.running_mean : tensor<64xf32>
    %__auto.bn.2.running_var = util.global.load @__auto.bn.2.running_var : tensor<64xf32>
    %25 = tensor.empty() : tensor<64xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.bn.2.running_var : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_1 : f32
      linalg.yield %38 : f32
    } -> tensor<64xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%26 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.sqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<64xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<64xf32>) outs(%25 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf one, %in, %cst : f32
      cf.assert %38, "unimplemented: tensor with zero element"
      %39 = arith.divf %cst_0, %in : f32
      linalg.yield %39 : f32
    } -> tensor<64xf32>
    %expanded_11 = tensor.expand_shape %__auto.bn.2.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_12 = tensor.expand_shape %28 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %29 = tensor.empty() : tensor<2x64x16x16xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_10, %expanded_11 : tensor<2x64x16x16xf32>, tensor<64x1x1xf32>) outs(%29 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.subf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x64x16x16xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_12 : tensor<2x64x16x16xf32>, tensor<64x1x1xf32>) outs(%29 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x64x16x16xf32>
    %__auto.bn.2.weight = util.global.load @__auto.bn.2.weight : tensor<64xf32>
    %expanded_13 = tensor.expand_shape %__auto.bn.2.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_13 : tensor<2x64x16x16xf32>, tensor<64x1x1xf32>) outs(%29 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.mulf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x64x16x16xf32>
    %__auto.bn.2.bias = util.global.load @__auto.bn.2.bias : tensor<64xf32>
    %expanded_14 = tensor.expand_shape %__auto.bn.2.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32, %expanded_14 : tensor<2x64x16x16xf32>, tensor<64x1x1xf32>) outs(%29 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %in_17: f32, %out: f32):
      %38 = arith.addf %in, %in_17 : f32
      linalg.yield %38 : f32
    } -> tensor<2x64x16x16xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<2x64x16x16xf32>) outs(%29 : tensor<2x64x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.cmpf ugt, %in, %cst : f32
      %39 = arith.select %38, %in, %cst : f32
      linalg.yield %39 : f32
    } -> tensor<2x64x16x16xf32>
    %__auto.c.2.weight = util.global.load @__auto.c.2.weight : tensor<16x64x3x3xf32>
    %padded_15 = tensor.pad %34 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<2x64x16x16xf32> to tensor<2x64x18x18xf32>
    %35 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_15, %__auto.c.2.weight : tensor<2x64x18x18xf32>, tensor<16x64x3x3xf32>) outs(%12 : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
    %concat_16 = tensor.concat dim(1) %concat_10, %35 : (tensor<2x64x16x16xf32>, tensor<2x16x16x16xf32>) -> tensor<2x80x16x16xf32>
    %36 = hal.tensor.barrier join(%concat_16 : tensor<2x80x16x16xf32>) => %arg2 : !hal.fence
    %37 = hal.tensor.export %36 : tensor<2x80x16x16xf32> -> !hal.buffer_view
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