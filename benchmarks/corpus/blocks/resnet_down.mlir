module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<64x32x3x3xf32>
  util.global private @__auto.m.running_mean = #flow.parameter.named<"model"::"m.running_mean"> : tensor<64xf32>
  util.global private @__auto.m.running_var = #flow.parameter.named<"model"::"m.running_var"> : tensor<64xf32>
  util.global private @__auto.m.weight = #flow.parameter.named<"model"::"m.weight"> : tensor<64xf32>
  util.global private @__auto.m.bias = #flow.parameter.named<"model"::"m.bias"> : tensor<64xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<64x64x3x3xf32>
  util.global private @__auto.n.running_mean = #flow.parameter.named<"model"::"n.running_mean"> : tensor<64xf32>
  util.global private @__auto.n.running_var = #flow.parameter.named<"model"::"n.running_var"> : tensor<64xf32>
  util.global private @__auto.n.weight = #flow.parameter.named<"model"::"n.weight"> : tensor<64xf32>
  util.global private @__auto.n.bias = #flow.parameter.named<"model"::"n.bias"> : tensor<64xf32>
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<64x32x1x1xf32>
  util.global private @__auto.o.running_mean = #flow.parameter.named<"model"::"o.running_mean"> : tensor<64xf32>
  util.global private @__auto.o.running_var = #flow.parameter.named<"model"::"o.running_var"> : tensor<64xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<64xf32>
  util.global private @__auto.o.bias = #flow.parameter.named<"model"::"o.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x28x28xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<64x32x3x3xf32>
    %padded = tensor.pad %0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x32x28x28xf32> to tensor<1x32x30x30xf32>
    %1 = tensor.empty() : tensor<1x64x14x14xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %3 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %__auto.a.weight : tensor<1x32x30x30xf32>, tensor<64x32x3x3xf32>) outs(%2 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %__auto.m.running_mean = util.global.load @__auto.m.running_mean : tensor<64xf32>
    %__auto.m.running_var = util.global.load @__auto.m.running_var : tensor<64xf32>
    %4 = tensor.empty() : tensor<64xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.m.running_var : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %cst_1 : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%5 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.sqrt %in : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%6 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.cmpf one, %in, %cst : f32
      cf.assert %33, "unimplemented: tensor with zero element"
      %34 = arith.divf %cst_0, %in : f32
      linalg.yield %34 : f32
    } -> tensor<64xf32>
    %expanded = tensor.expand_shape %__auto.m.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_2 = tensor.expand_shape %7 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%3, %expanded : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.subf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_2 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.m.weight = util.global.load @__auto.m.weight : tensor<64xf32>
    %expanded_3 = tensor.expand_shape %__auto.m.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %expanded_3 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.m.bias = util.global.load @__auto.m.bias : tensor<64xf32>
    %expanded_4 = tensor.expand_shape %__auto.m.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %expanded_4 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.addf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x64x14x14xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.cmpf ugt, %in, %cst : f32
      %34 = arith.select %33, %in, %cst : f32
      linalg.yield %34 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<64x64x3x3xf32>
    %padded_5 = tensor.pad %12 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x64x14x14xf32> to tensor<1x64x16x16xf32>
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_5, %__auto.b.weight : tensor<1x64x16x16xf32>, tensor<64x64x3x3xf32>) outs(%2 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %__auto.n.running_mean = util.global.load @__auto.n.running_mean : tensor<64xf32>
    %__auto.n.running_var = util.global.load @__auto.n.running_var : tensor<64xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.n.running_var : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %cst_1 : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%14 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.sqrt %in : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%15 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.cmpf one, %in, %cst : f32
      cf.assert %33, "unimplemented: tensor with zero element"
      %34 = arith.divf %cst_0, %in : f32
      linalg.yield %34 : f32
    } -> tensor<64xf32>
    %expanded_6 = tensor.expand_shape %__auto.n.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_7 = tensor.expand_shape %16 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_6 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.subf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_7 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.n.weight = util.global.load @__auto.n.weight : tensor<64xf32>
    %expanded_8 = tensor.expand_shape %__auto.n.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_8 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.n.bias = util.global.load @__auto.n.bias : tensor<64xf32>
    %expanded_9 = tensor.expand_shape %__auto.n.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded_9 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.addf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<64x32x1x1xf32>
    %21 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%0, %__auto.c.weight : tensor<1x32x28x28xf32>, tensor<64x32x1x1xf32>) outs(%2 : tensor<1x64x14x14xf32>) -> tensor<1x64x14x14xf32>
    %__auto.o.running_mean = util.global.load @__auto.o.running_mean : tensor<64xf32>
    %__auto.o.running_var = util.global.load @__auto.o.running_var : tensor<64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.o.running_var : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.addf %in, %cst_1 : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%22 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = math.sqrt %in : f32
      linalg.yield %33 : f32
    } -> tensor<64xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%23 : tensor<64xf32>) outs(%4 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.cmpf one, %in, %cst : f32
      cf.assert %33, "unimplemented: tensor with zero element"
      %34 = arith.divf %cst_0, %in : f32
      linalg.yield %34 : f32
    } -> tensor<64xf32>
    %expanded_10 = tensor.expand_shape %__auto.o.running_mean [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %expanded_11 = tensor.expand_shape %24 [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21, %expanded_10 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.subf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_11 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<64xf32>
    %expanded_12 = tensor.expand_shape %__auto.o.weight [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %expanded_12 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.mulf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %__auto.o.bias = util.global.load @__auto.o.bias : tensor<64xf32>
    %expanded_13 = tensor.expand_shape %__auto.o.bias [[0, 1, 2]] output_shape [64, 1, 1] : tensor<64xf32> into tensor<64x1x1xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_13 : tensor<1x64x14x14xf32>, tensor<64x1x1xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.addf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %28 : tensor<1x64x14x14xf32>, tensor<1x64x14x14xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %in_14: f32, %out: f32):
      %33 = arith.addf %in, %in_14 : f32
      linalg.yield %33 : f32
    } -> tensor<1x64x14x14xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29 : tensor<1x64x14x14xf32>) outs(%1 : tensor<1x64x14x14xf32>) {
    ^bb0(%in: f32, %out: f32):
      %33 = arith.cmpf ugt, %in, %cst : f32
      %34 = arith.select %33, %in, %cst : f32
      linalg.yield %34 : f32
    } -> tensor<1x64x14x14xf32>
    %31 = hal.tensor.barrier join(%30 : tensor<1x64x14x14xf32>) => %arg2 : !hal.fence
    %32 = hal.tensor.export %31 : tensor<1x64x14x14xf32> -> !hal.buffer_view
    util.return %32 : !hal.buffer_view
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