module @module {
  util.global private @__auto.up.weight = #flow.parameter.named<"model"::"up.weight"> : tensor<32x16x4xf32>
  util.global private @__auto.up.bias = #flow.parameter.named<"model"::"up.bias"> : tensor<16xf32>
  util.global private @__auto.blocks.0.0.weight = #flow.parameter.named<"model"::"blocks.0.0.weight"> : tensor<16x16x3xf32>
  util.global private @__auto.blocks.0.0.bias = #flow.parameter.named<"model"::"blocks.0.0.bias"> : tensor<16xf32>
  util.global private @__auto.blocks.0.1.weight = #flow.parameter.named<"model"::"blocks.0.1.weight"> : tensor<16x16x3xf32>
  util.global private @__auto.blocks.0.1.bias = #flow.parameter.named<"model"::"blocks.0.1.bias"> : tensor<16xf32>
  util.global private @__auto.blocks.1.0.weight = #flow.parameter.named<"model"::"blocks.1.0.weight"> : tensor<16x16x7xf32>
  util.global private @__auto.blocks.1.0.bias = #flow.parameter.named<"model"::"blocks.1.0.bias"> : tensor<16xf32>
  util.global private @__auto.blocks.1.1.weight = #flow.parameter.named<"model"::"blocks.1.1.weight"> : tensor<16x16x7xf32>
  util.global private @__auto.blocks.1.1.bias = #flow.parameter.named<"model"::"blocks.1.1.bias"> : tensor<16xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.099999994 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<f32>
    %c3 = arith.constant 3 : index
    %cst_2 = arith.constant 2.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x32x40xf32>
    %1 = tensor.empty() : tensor<1x32x40xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %0 : tensor<f32>, tensor<1x32x40xf32>) outs(%1 : tensor<1x32x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf ogt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x32x40xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %0 : tensor<f32>, tensor<1x32x40xf32>) outs(%1 : tensor<1x32x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf olt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x32x40xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3 : tensor<1x32x40xf32>) outs(%1 : tensor<1x32x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_0 : f32
      linalg.yield %39 : f32
    } -> tensor<1x32x40xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<1x32x40xf32>, tensor<1x32x40xf32>) outs(%1 : tensor<1x32x40xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x32x40xf32>
    %__auto.up.weight = util.global.load @__auto.up.weight : tensor<32x16x4xf32>
    %__auto.up.bias = util.global.load @__auto.up.bias : tensor<16xf32>
    %6 = tensor.empty() : tensor<16x32x4xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<16x32x4xf32>) -> tensor<16x32x4xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} outs(%7 : tensor<16x32x4xf32>) {
    ^bb0(%out: f32):
      %39 = linalg.index 0 : index
      %40 = linalg.index 1 : index
      %41 = linalg.index 2 : index
      %42 = arith.subi %c3, %41 : index
      %extracted = tensor.extract %__auto.up.weight[%40, %39, %42] : tensor<32x16x4xf32>
      linalg.yield %extracted : f32
    } -> tensor<16x32x4xf32>
    %9 = tensor.empty() : tensor<1x32x83xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<1x32x83xf32>) -> tensor<1x32x83xf32>
    %inserted_slice = tensor.insert_slice %5 into %10[0, 0, 2] [1, 32, 40] [1, 1, 2] : tensor<1x32x40xf32> into tensor<1x32x83xf32>
    %11 = tensor.empty() : tensor<1x16x80xf32>
    %broadcasted = linalg.broadcast ins(%__auto.up.bias : tensor<16xf32>) outs(%11 : tensor<1x16x80xf32>) dimensions = [0, 2] 
    %12 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%inserted_slice, %8 : tensor<1x32x83xf32>, tensor<16x32x4xf32>) outs(%broadcasted : tensor<1x16x80xf32>) -> tensor<1x16x80xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %12 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf ogt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %12 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf olt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_0 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %15 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %__auto.blocks.0.0.weight = util.global.load @__auto.blocks.0.0.weight : tensor<16x16x3xf32>
    %__auto.blocks.0.0.bias = util.global.load @__auto.blocks.0.0.bias : tensor<16xf32>
    %padded = tensor.pad %16 low[0, 0, 1] high[0, 0, 1] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x80xf32> to tensor<1x16x82xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.blocks.0.0.bias : tensor<16xf32>) outs(%11 : tensor<1x16x80xf32>) dimensions = [0, 2] 
    %17 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded, %__auto.blocks.0.0.weight : tensor<1x16x82xf32>, tensor<16x16x3xf32>) outs(%broadcasted_3 : tensor<1x16x80xf32>) -> tensor<1x16x80xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %17 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %18 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf ogt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %18 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf olt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_0 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %21 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %__auto.blocks.0.1.weight = util.global.load @__auto.blocks.0.1.weight : tensor<16x16x3xf32>
    %__auto.blocks.0.1.bias = util.global.load @__auto.blocks.0.1.bias : tensor<16xf32>
    %padded_4 = tensor.pad %22 low[0, 0, 3] high[0, 0, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x80xf32> to tensor<1x16x86xf32>
    %broadcasted_5 = linalg.broadcast ins(%__auto.blocks.0.1.bias : tensor<16xf32>) outs(%11 : tensor<1x16x80xf32>) dimensions = [0, 2] 
    %23 = linalg.conv_1d_ncw_fcw {dilations = dense<3> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_4, %__auto.blocks.0.1.weight : tensor<1x16x86xf32>, tensor<16x16x3xf32>) outs(%broadcasted_5 : tensor<1x16x80xf32>) -> tensor<1x16x80xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %23 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.addf %in, %cst : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %__auto.blocks.1.0.weight = util.global.load @__auto.blocks.1.0.weight : tensor<16x16x7xf32>
    %__auto.blocks.1.0.bias = util.global.load @__auto.blocks.1.0.bias : tensor<16xf32>
    %padded_6 = tensor.pad %16 low[0, 0, 3] high[0, 0, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x80xf32> to tensor<1x16x86xf32>
    %broadcasted_7 = linalg.broadcast ins(%__auto.blocks.1.0.bias : tensor<16xf32>) outs(%11 : tensor<1x16x80xf32>) dimensions = [0, 2] 
    %26 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_6, %__auto.blocks.1.0.weight : tensor<1x16x86xf32>, tensor<16x16x7xf32>) outs(%broadcasted_7 : tensor<1x16x80xf32>) -> tensor<1x16x80xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %26 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %27 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf ogt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> ()>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%cst_1, %27 : tensor<f32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.cmpf olt, %in, %in_10 : f32
      %40 = arith.select %39, %in, %in_10 : f32
      linalg.yield %40 : f32
    } -> tensor<1x16x80xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%29 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_0 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %31 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%28, %30 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %__auto.blocks.1.1.weight = util.global.load @__auto.blocks.1.1.weight : tensor<16x16x7xf32>
    %__auto.blocks.1.1.bias = util.global.load @__auto.blocks.1.1.bias : tensor<16xf32>
    %padded_8 = tensor.pad %31 low[0, 0, 9] high[0, 0, 9] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index):
      tensor.yield %cst : f32
    } : tensor<1x16x80xf32> to tensor<1x16x98xf32>
    %broadcasted_9 = linalg.broadcast ins(%__auto.blocks.1.1.bias : tensor<16xf32>) outs(%11 : tensor<1x16x80xf32>) dimensions = [0, 2] 
    %32 = linalg.conv_1d_ncw_fcw {dilations = dense<3> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%padded_8, %__auto.blocks.1.1.weight : tensor<1x16x98xf32>, tensor<16x16x7xf32>) outs(%broadcasted_9 : tensor<1x16x80xf32>) -> tensor<1x16x80xf32>
    %33 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %32 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %33 : tensor<1x16x80xf32>, tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %39 = arith.addf %in, %in_10 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.divf %in, %cst_2 : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35 : tensor<1x16x80xf32>) outs(%11 : tensor<1x16x80xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = math.tanh %in : f32
      linalg.yield %39 : f32
    } -> tensor<1x16x80xf32>
    %37 = hal.tensor.barrier join(%36 : tensor<1x16x80xf32>) => %arg2 : !hal.fence
    %38 = hal.tensor.export %37 : tensor<1x16x80xf32> -> !hal.buffer_view
    util.return %38 : !hal.buffer_view
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