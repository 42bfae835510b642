module @module {
  util.global private @__auto.first.0.weight = #flow.parameter.named<"model"::"first.0.weight"> : tensor<32x32x1x1xf32>
  util.global private @__auto.first.1.running_mean = #flow.parameter.named<"model"::"first.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.first.1.running_var = #flow.parameter.named<"model"::"first.1.running_var"> : tensor<32xf32>
  util.global private @__auto.first.1.weight = #flow.parameter.named<"model"::"first.1.weight"> : tensor<32xf32>
  util.global private @__auto.first.1.bias = #flow.parameter.named<"model"::"first.1.bias"> : tensor<32xf32>
  util.global private @__auto.parts.0.0.0.weight = #flow.parameter.named<"model"::"parts.0.0.0.weight"> : tensor<16x16x3x3xf32>
  util.global private @__auto.parts.0.0.1.running_mean = #flow.parameter.named<"model"::"parts.0.0.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.parts.0.0.1.running_var = #flow.parameter.named<"model"::"parts.0.0.1.running_var"> : tensor<16xf32>
  util.global private @__auto.parts.0.0.1.weight = #flow.parameter.named<"model"::"parts.0.0.1.weight"> : tensor<16xf32>
  util.global private @__auto.parts.0.0.1.bias = #flow.parameter.named<"model"::"parts.0.0.1.bias"> : tensor<16xf32>
  util.global private @__auto.parts.0.1.0.weight = #flow.parameter.named<"model"::"parts.0.1.0.weight"> : tensor<16x16x3x3xf32>
  util.global private @__auto.parts.0.1.1.running_mean = #flow.parameter.named<"model"::"parts.0.1.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.parts.0.1.1.running_var = #flow.parameter.named<"model"::"parts.0.1.1.running_var"> : tensor<16xf32>
  util.global private @__auto.parts.0.1.1.weight = #flow.parameter.named<"model"::"parts.0.1.1.weight"> : tensor<16xf32>
  util.global private @__auto.parts.0.1.1.bias = #flow.parameter.named<"model"::"parts.0.1.1.bias"> : tensor<16xf32>
  util.global private @__auto.parts.1.0.0.weight = #flow.parameter.named<"model"::"parts.1.0.0.weight"> : tensor<16x16x3x3xf32>
  util.global private @__auto.parts.1.0.1.running_mean = #flow.parameter.named<"model"::"parts.1.0.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.parts.1.0.1.running_var = #flow.parameter.named<"model"::"parts.1.0.1.running_var"> : tensor<16xf32>
  util.global private @__auto.parts.1.0.1.weight = #flow.parameter.named<"model"::"parts.1.0.1.weight"> : tensor<16xf32>
  util.global private @__auto.parts.1.0.1.bias = #flow.parameter.named<"model"::"parts.1.0.1.bias"> : tensor<16xf32>
  util.global private @__auto.parts.1.1.0.weight = #flow.parameter.named<"model"::"parts.1.1.0.weight"> : tensor<16x16x3x3xf32>
  util.global private @__auto.parts.1.1.1.running_mean = #flow.parameter.named<"model"::"parts.1.1.1.running_mean"> : tensor<16xf32>
  util.global private @__auto.parts.1.1.1.running_var = #flow.parameter.named<"model"::"parts.1.1.1.running_var"> : tensor<16xf32>
  util.global private @__auto.parts.1.1.1.weight = #flow.parameter.named<"model"::"parts.1.1.1.weight"> : tensor<16xf32>
  util.global private @__auto.parts.1.1.1.bias = #flow.parameter.named<"model"::"parts.1.1.1.bias"> : tensor<16xf32>
  util.global private @__auto.last.0.weight = #flow.parameter.named<"model"::"last.0.weight"> : tensor<32x64x1x1xf32>
  util.global private @__auto.last.1.running_mean = #flow.parameter.named<"model"::"last.1.running_mean"> : tensor<32xf32>
  util.global private @__auto.last.1.running_var = #flow.parameter.named<"model"::"last.1.running_var"> : tensor<32xf32>
  util.global private @__auto.last.1.weight = #flow.parameter.named<"model"::"last.1.weight"> : tensor<32xf32>
  util.global private @__auto.last.1.bias = #flow.parameter.named<"model"::"last.1.bias"> : tensor<32xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x20x20xf32>
    %__auto.first.0.weight = util.global.load @__auto.first.0.weight : tensor<32x32x1x1xf32>
    %1 = tensor.empty() : tensor<1x32x20x20xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x32x20x20xf32>) -> tensor<1x32x20x20xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%0, %__auto.first.0.weight : tensor<1x32x20x20xf32>, tensor<32x32x1x1xf32>) outs(%2 : tensor<1x32x20x20xf32>) -> tensor<1x32x20x20xf32>
    %__auto.first.1.running_mean = util.global.load @__auto.first.1.running_mean : tensor<32xf32>
    %__auto.first.1.running_var = util.global.load @__auto.first.1.running_var : tensor<32xf32>
    %4 = tensor.empty() : tensor<32xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.first.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<32xf32>
    %expanded = tensor.expand_shape %__auto.first.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_2 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_2 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %__auto.first.1.weight = util.global.load @__auto.first.1.weight : tensor<32xf32>
    %expanded_3 = tensor.expand_shape %__auto.first.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_3 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %__auto.first.1.bias = util.global.load @__auto.first.1.bias : tensor<32xf32>
    %expanded_4 = tensor.expand_shape %__auto.first.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_4 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x32x20x20xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x32x20x20xf32>
    %extracted_slice = tensor.extract_slice %12[0, 0, 0, 0] [1, 16, 20, 20] [1, 1, 1, 1] : tensor<1x32x20x20xf32> to tensor<1x16x20x20xf32>
    %extracted_slice_5 = tensor.extract_slice %12[0, 16, 0, 0] [1, 16, 20, 20] [1, 1, 1, 1] : tensor<1x32x20x20xf32> to tensor<1x16x20x20xf32>
    %__auto.parts.0.0.0.weight = util.global.load @__auto.parts.0.0.0.weight : tensor<16x16x3x3xf32>
    %padded = tensor.pad %extracted_slice_5 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x20x20xf32> to tensor<1x16x22x22xf32>
    %13 = tensor.empty() : tensor<1x16x20x20xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<1x16x20x20xf32>) -> tensor<1x16x20x20xf32>
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.parts.0.0.0.weight : tensor<1x16x22x22xf32>, tensor<16x16x3x3xf32>) outs(%14 : tensor<1x16x20x20xf32>) -> tensor<1x16x20x20xf32>
    %__auto.parts.0.0.1.running_mean = util.global.load @__auto.parts.0.0.1.running_mean : tensor<16xf32>
    %__auto.parts.0.0.1.running_var = util.global.load @__auto.parts.0.0.1.running_var : tensor<16xf32>
    %16 = tensor.empty() : tensor<16xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.parts.0.0.1.running_var : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%17 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%18 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<16xf32>
    %expanded_6 = tensor.expand_shape %__auto.parts.0.0.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_7 = tensor.expand_shape %19 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15, %expanded_6 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %expanded_7 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.0.0.1.weight = util.global.load @__auto.parts.0.0.1.weight : tensor<16xf32>
    %expanded_8 = tensor.expand_shape %__auto.parts.0.0.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_8 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.0.0.1.bias = util.global.load @__auto.parts.0.0.1.bias : tensor<16xf32>
    %expanded_9 = tensor.expand_shape %__auto.parts.0.0.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22, %expanded_9 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23 : tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.0.1.0.weight = util.global.load @__auto.parts.0.1.0.weight : tensor<16x16x3x3xf32>
    %padded_10 = tensor.pad %24 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x20x20xf32> to tensor<1x16x22x22xf32>
    %25 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_10, %__auto.parts.0.1.0.weight : tensor<1x16x22x22xf32>, tensor<16x16x3x3xf32>) outs(%14 : tensor<1x16x20x20xf32>) -> tensor<1x16x20x20xf32>
    %__auto.parts.0.1.1.running_mean = util.global.load @__auto.parts.0.1.1.running_mean : tensor<16xf32>
    %__auto.parts.0.1.1.running_var = util.global.load @__auto.parts.0.1.1.running_var : tensor<16xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.parts.0.1.1.running_var : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%26 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%27 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<16xf32>
    %expanded_11 = tensor.expand_shape %__auto.parts.0.1.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_12 = tensor.expand_shape %28 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_11 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_12 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.0.1.1.weight = util.global.load @__auto.parts.0.1.1.weight : tensor<16xf32>
    %expanded_13 = tensor.expand_shape %__auto.parts.0.1.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %expanded_13 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.0.1.1.bias = util.global.load @__auto.parts.0.1.1.bias : tensor<16xf32>
    %expanded_14 = tensor.expand_shape %__auto.parts.0.1.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_14 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%32 : tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x16x20x20xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %extracted_slice_5 : tensor<1x16x20x20xf32>, tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.0.0.weight = util.global.load @__auto.parts.1.0.0.weight : tensor<16x16x3x3xf32>
    %padded_15 = tensor.pad %34 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x20x20xf32> to tensor<1x16x22x22xf32>
    %35 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_15, %__auto.parts.1.0.0.weight : tensor<1x16x22x22xf32>, tensor<16x16x3x3xf32>) outs(%14 : tensor<1x16x20x20xf32>) -> tensor<1x16x20x20xf32>
    %__auto.parts.1.0.1.running_mean = util.global.load @__auto.parts.1.0.1.running_mean : tensor<16xf32>
    %__auto.parts.1.0.1.running_var = util.global.load @__auto.parts.1.0.1.running_var : tensor<16xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.parts.1.0.1.running_var : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%36 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%37 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<16xf32>
    %expanded_16 = tensor.expand_shape %__auto.parts.1.0.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_17 = tensor.expand_shape %38 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %39 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_16 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%39, %expanded_17 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.0.1.weight = util.global.load @__auto.parts.1.0.1.weight : tensor<16xf32>
    %expanded_18 = tensor.expand_shape %__auto.parts.1.0.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %41 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40, %expanded_18 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.0.1.bias = util.global.load @__auto.parts.1.0.1.bias : tensor<16xf32>
    %expanded_19 = tensor.expand_shape %__auto.parts.1.0.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %42 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%41, %expanded_19 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %43 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.1.0.weight = util.global.load @__auto.parts.1.1.0.weight : tensor<16x16x3x3xf32>
    %padded_20 = tensor.pad %43 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x16x20x20xf32> to tensor<1x16x22x22xf32>
    %44 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_20, %__auto.parts.1.1.0.weight : tensor<1x16x22x22xf32>, tensor<16x16x3x3xf32>) outs(%14 : tensor<1x16x20x20xf32>) -> tensor<1x16x20x20xf32>
    %__auto.parts.1.1.1.running_mean = util.global.load @__auto.parts.1.1.1.running_mean : tensor<16xf32>
    %__auto.parts.1.1.1.running_var = util.global.load @__auto.parts.1.1.1.running_var : tensor<16xf32>
    %45 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.parts.1.1.1.running_var : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %46 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%45 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<16xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%46 : tensor<16xf32>) outs(%16 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<16xf32>
    %expanded_21 = tensor.expand_shape %__auto.parts.1.1.1.running_mean [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %expanded_22 = tensor.expand_shape %47 [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %48 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %expanded_21 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %expanded_22 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.1.1.weight = util.global.load @__auto.parts.1.1.1.weight : tensor<16xf32>
    %expanded_23 = tensor.expand_shape %__auto.parts.1.1.1.weight [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %50 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%49, %expanded_23 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %__auto.parts.1.1.1.bias = util.global.load @__auto.parts.1.1.1.bias : tensor<16xf32>
    %expanded_24 = tensor.expand_shape %__auto.parts.1.1.1.bias [[0, 1, 2]] output_shape [16, 1, 1] : tensor<16xf32> into tensor<16x1x1xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50, %expanded_24 : tensor<1x16x20x20xf32>, tensor<16x1x1xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %52 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%51 : tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x16x20x20xf32>
    %53 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%52, %34 : tensor<1x16x20x20xf32>, tensor<1x16x20x20xf32>) outs(%13 : tensor<1x16x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x16x20x20xf32>
    %concat = tensor.concat dim(1) %extracted_slice, %extracted_slice_5, %34, %53 : (tensor<1x16x20x20xf32>, tensor<1x16x20x20xf32>, tensor<1x16x20x20xf32>, tensor<1x16x20x20xf32>) -> tensor<1x64x20x20xf32>
    %__auto.last.0.weight = util.global.load @__auto.last.0.weight : tensor<32x64x1x1xf32>
    %54 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%concat, %__auto.last.0.weight : tensor<1x64x20x20xf32>, tensor<32x64x1x1xf32>) outs(%2 : tensor<1x32x20x20xf32>) -> tensor<1x32x20x20xf32>
    %__auto.last.1.running_mean = util.global.load @__auto.last.1.running_mean : tensor<32xf32>
    %__auto.last.1.running_var = util.global.load @__auto.last.1.running_var : tensor<32xf32>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.last.1.running_var : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.addf %in, %cst_1 : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %56 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%55 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = math.sqrt %in : f32
      linalg.yield %65 : f32
    } -> tensor<32xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%56 : tensor<32xf32>) outs(%4 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf one, %in, %cst : f32
      cf.assert %65, "unimplemented: tensor with zero element"
      %66 = arith.divf %cst_0, %in : f32
      linalg.yield %66 : f32
    } -> tensor<32xf32>
    %expanded_25 = tensor.expand_shape %__auto.last.1.running_mean [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %expanded_26 = tensor.expand_shape %57 [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %58 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%54, %expanded_25 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.subf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%58, %expanded_26 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %__auto.last.1.weight = util.global.load @__auto.last.1.weight : tensor<32xf32>
    %expanded_27 = tensor.expand_shape %__auto.last.1.weight [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %60 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %expanded_27 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.mulf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %__auto.last.1.bias = util.global.load @__auto.last.1.bias : tensor<32xf32>
    %expanded_28 = tensor.expand_shape %__auto.last.1.bias [[0, 1, 2]] output_shape [32, 1, 1] : tensor<32xf32> into tensor<32x1x1xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60, %expanded_28 : tensor<1x32x20x20xf32>, tensor<32x1x1xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %in_29: f32, %out: f32):
      %65 = arith.addf %in, %in_29 : f32
      linalg.yield %65 : f32
    } -> tensor<1x32x20x20xf32>
    %62 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<1x32x20x20xf32>) outs(%1 : tensor<1x32x20x20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %65 = arith.cmpf ugt, %in, %cst : f32
      %66 = arith.select %65, %in, %cst : f32
      linalg.yield %66 : f32
    } -> tensor<1x32x20x20xf32>
    %63 = hal.tensor.barrier join(%62 : tensor<1x32x20x20xf32>) => %arg2 : !hal.fence
    %64 = hal.tensor.export %63 : tensor<1x32x20x20xf32> -> !hal.buffer_view
    util.return %64 : !hal.buffer_view
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