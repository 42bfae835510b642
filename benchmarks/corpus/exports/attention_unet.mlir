module @module {
  util.global private @__auto.up.weight = #flow.parameter.named<"model"::"up.weight"> : tensor<32x24x2x2xf32>
  util.global private @__auto.up.bias = #flow.parameter.named<"model"::"up.bias"> : tensor<24xf32>
  util.global private @__auto.g.weight = #flow.parameter.named<"model"::"g.weight"> : tensor<12x24x1x1xf32>
  util.global private @__auto.g.bias = #flow.parameter.named<"model"::"g.bias"> : tensor<12xf32>
  util.global private @__auto.x.weight = #flow.parameter.named<"model"::"x.weight"> : tensor<12x24x1x1xf32>
  util.global private @__auto.x.bias = #flow.parameter.named<"model"::"x.bias"> : tensor<12xf32>
  util.global private @__auto.psi.weight = #flow.parameter.named<"model"::"psi.weight"> : tensor<1x12x1x1xf32>
  util.global private @__auto.psi.bias = #flow.parameter.named<"model"::"psi.bias"> : tensor<1xf32>
  util.global private @__auto.body.0.0.weight = #flow.parameter.named<"model"::"body.0.0.weight"> : tensor<24x48x3x3xf32>
  util.global private @__auto.body.0.1.running_mean = #flow.parameter.named<"model"::"body.0.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.body.0.1.running_var = #flow.parameter.named<"model"::"body.0.1.running_var"> : tensor<24xf32>
  util.global private @__auto.body.0.1.weight = #flow.parameter.named<"model"::"body.0.1.weight"> : tensor<24xf32>
  util.global private @__auto.body.0.1.bias = #flow.parameter.named<"model"::"body.0.1.bias"> : tensor<24xf32>
  util.global private @__auto.body.1.0.weight = #flow.parameter.named<"model"::"body.1.0.weight"> : tensor<24x24x3x3xf32>
  util.global private @__auto.body.1.1.running_mean = #flow.parameter.named<"model"::"body.1.1.running_mean"> : tensor<24xf32>
  util.global private @__auto.body.1.1.running_var = #flow.parameter.named<"model"::"body.1.1.running_var"> : tensor<24xf32>
  util.global private @__auto.body.1.1.weight = #flow.parameter.named<"model"::"body.1.1.weight"> : tensor<24xf32>
  util.global private @__auto.body.1.1.bias = #flow.parameter.named<"model"::"body.1.1.bias"> : tensor<24xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.fence, %arg3: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 9.99999974E-6 : f32
    %c1 = arith.constant 1 : index
    %0 = hal.tensor.import wait(%arg2) => %arg0 : !hal.buffer_view -> tensor<1x32x14x14xf32>
    %1 = hal.tensor.import wait(%arg2) => %arg1 : !hal.buffer_view -> tensor<1x24x28x28xf32>
    %__auto.up.weight = util.global.load @__auto.up.weight : tensor<32x24x2x2xf32>
    %__auto.up.bias = util.global.load @__auto.up.bias : tensor<24xf32>
    %2 = tensor.empty() : tensor<24x32x2x2xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<24x32x2x2xf32>) -> tensor<24x32x2x2xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%3 : tensor<24x32x2x2xf32>) {
    ^bb0(%out: f32):
      %40 = linalg.index 0 : index
      %41 = linalg.index 1 : index
      %42 = linalg.index 2 : index
      %43 = linalg.index 3 : index
      %44 = arith.subi %c1, %42 : index
      %45 = arith.subi %c1, %43 : index
      %extracted = tensor.extract %__auto.up.weight[%41, %40, %44, %45] : tensor<32x24x2x2xf32>
      linalg.yield %extracted : f32
    } -> tensor<24x32x2x2xf32>
    %5 = tensor.empty() : tensor<1x32x29x29xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<1x32x29x29xf32>) -> tensor<1x32x29x29xf32>
    %inserted_slice = tensor.insert_slice %0 into %6[0, 0, 1, 1] [1, 32, 14, 14] [1, 1, 2, 2] : tensor<1x32x14x14xf32> into tensor<1x32x29x29xf32>
    %7 = tensor.empty() : tensor<1x24x28x28xf32>
    %broadcasted = linalg.broadcast ins(%__auto.up.bias : tensor<24xf32>) outs(%7 : tensor<1x24x28x28xf32>) dimensions = [0, 2, 3] 
    %8 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %4 : tensor<1x32x29x29xf32>, tensor<24x32x2x2xf32>) outs(%broadcasted : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
    %__auto.g.weight = util.global.load @__auto.g.weight : tensor<12x24x1x1xf32>
    %__auto.g.bias = util.global.load @__auto.g.bias : tensor<12xf32>
    %9 = tensor.empty() : tensor<1x12x28x28xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.g.bias : tensor<12xf32>) outs(%9 : tensor<1x12x28x28xf32>) dimensions = [0, 2, 3] 
    %10 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%8, %__auto.g.weight : tensor<1x24x28x28xf32>, tensor<12x24x1x1xf32>) outs(%broadcasted_2 : tensor<1x12x28x28xf32>) -> tensor<1x12x28x28xf32>
    %__auto.x.weight = util.global.load @__auto.x.weight : tensor<12x24x1x1xf32>
    %__auto.x.bias = util.global.load @__auto.x.bias : tensor<12xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.x.bias : tensor<12xf32>) outs(%9 : tensor<1x12x28x28xf32>) dimensions = [0, 2, 3] 
    %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%1, %__auto.x.weight : tensor<1x24x28x28xf32>, tensor<12x24x1x1xf32>) outs(%broadcasted_3 : tensor<1x12x28x28xf32>) -> tensor<1x12x28x28xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10, %11 : tensor<1x12x28x28xf32>, tensor<1x12x28x28xf32>) outs(%9 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.addf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x12x28x28xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x12x28x28xf32>) outs(%9 : tensor<1x12x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x12x28x28xf32>
    %__auto.psi.weight = util.global.load @__auto.psi.weight : tensor<1x12x1x1xf32>
    %__auto.psi.bias = util.global.load @__auto.psi.bias : tensor<1xf32>
    %14 = tensor.empty() : tensor<1x1x28x28xf32>
    %broadcasted_4 = linalg.broadcast ins(%__auto.psi.bias : tensor<1xf32>) outs(%14 : tensor<1x1x28x28xf32>) dimensions = [0, 2, 3] 
    %15 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%13, %__auto.psi.weight : tensor<1x12x28x28xf32>, tensor<1x12x1x1xf32>) outs(%broadcasted_4 : tensor<1x1x28x28xf32>) -> tensor<1x1x28x28xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x1x28x28xf32>) outs(%14 : tensor<1x1x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.negf %in : f32
      %41 = math.exp %40 : f32
      %42 = arith.addf %41, %cst_0 : f32
      %43 = arith.divf %cst_0, %42 : f32
      linalg.yield %43 : f32
    } -> tensor<1x1x28x28xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, 0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %16 : tensor<1x24x28x28xf32>, tensor<1x1x28x28xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.mulf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %concat = tensor.concat dim(1) %17, %8 : (tensor<1x24x28x28xf32>, tensor<1x24x28x28xf32>) -> tensor<1x48x28x28xf32>
    %__auto.body.0.0.weight = util.global.load @__auto.body.0.0.weight : tensor<24x48x3x3xf32>
    %padded = tensor.pad %concat low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x48x28x28xf32> to tensor<1x48x30x30xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%7 : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
    %19 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %__auto.body.0.0.weight : tensor<1x48x30x30xf32>, tensor<24x48x3x3xf32>) outs(%18 : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
    %__auto.body.0.1.running_mean = util.global.load @__auto.body.0.1.running_mean : tensor<24xf32>
    %__auto.body.0.1.running_var = util.global.load @__auto.body.0.1.running_var : tensor<24xf32>
    %20 = tensor.empty() : tensor<24xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.body.0.1.running_var : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.addf %in, %cst_1 : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%21 : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%22 : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %expanded = tensor.expand_shape %__auto.body.0.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_5 = tensor.expand_shape %23 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %expanded : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.subf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %expanded_5 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.mulf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %__auto.body.0.1.weight = util.global.load @__auto.body.0.1.weight : tensor<24xf32>
    %expanded_6 = tensor.expand_shape %__auto.body.0.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %expanded_6 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.mulf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %__auto.body.0.1.bias = util.global.load @__auto.body.0.1.bias : tensor<24xf32>
    %expanded_7 = tensor.expand_shape %__auto.body.0.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %expanded_7 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.addf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27 : tensor<1x24x28x28xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x24x28x28xf32>
    %__auto.body.1.0.weight = util.global.load @__auto.body.1.0.weight : tensor<24x24x3x3xf32>
    %padded_8 = tensor.pad %28 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst : f32
    } : tensor<1x24x28x28xf32> to tensor<1x24x30x30xf32>
    %29 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded_8, %__auto.body.1.0.weight : tensor<1x24x30x30xf32>, tensor<24x24x3x3xf32>) outs(%18 : tensor<1x24x28x28xf32>) -> tensor<1x24x28x28xf32>
    %__auto.body.1.1.running_mean = util.global.load @__auto.body.1.1.running_mean : tensor<24xf32>
    %__auto.body.1.1.running_var = util.global.load @__auto.body.1.1.running_var : tensor<24xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.body.1.1.running_var : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.addf %in, %cst_1 : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%30 : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.sqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<24xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%31 : tensor<24xf32>) outs(%20 : tensor<24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf one, %in, %cst : f32
      cf.assert %40, "unimplemented: tensor with zero element"
      %41 = arith.divf %cst_0, %in : f32
      linalg.yield %41 : f32
    } -> tensor<24xf32>
    %expanded_9 = tensor.expand_shape %__auto.body.1.1.running_mean [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %expanded_10 = tensor.expand_shape %32 [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_9 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.subf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33, %expanded_10 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.mulf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %__auto.body.1.1.weight = util.global.load @__auto.body.1.1.weight : tensor<24xf32>
    %expanded_11 = tensor.expand_shape %__auto.body.1.1.weight [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_11 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.mulf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %__auto.body.1.1.bias = util.global.load @__auto.body.1.1.bias : tensor<24xf32>
    %expanded_12 = tensor.expand_shape %__auto.body.1.1.bias [[0, 1, 2]] output_shape [24, 1, 1] : tensor<24xf32> into tensor<24x1x1xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_12 : tensor<1x24x28x28xf32>, tensor<24x1x1xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %in_13: f32, %out: f32):
      %40 = arith.addf %in, %in_13 : f32
      linalg.yield %40 : f32
    } -> tensor<1x24x28x28xf32>
    %37 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36 : tensor<1x24x28x28xf32>) outs(%7 : tensor<1x24x28x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x24x28x28xf32>
    %38 = hal.tensor.barrier join(%37 : tensor<1x24x28x28xf32>) => %arg3 : !hal.fence
    %39 = hal.tensor.export %38 : tensor<1x24x28x28xf32> -> !hal.buffer_view
    util.return %39 : !hal.buffer_view
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