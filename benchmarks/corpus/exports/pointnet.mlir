module @module {
  util.global private @__auto.one.weight = #flow.parameter.named<"model"::"one.weight"> : tensor<32x3x1xf32>
  util.global private @__auto.one.bias = #flow.parameter.named<"model"::"one.bias"> : tensor<32xf32>
  util.global private @__auto.two.weight = #flow.parameter.named<"model"::"two.weight"> : tensor<64x32x1xf32>
  util.global private @__auto.two.bias = #flow.parameter.named<"model"::"two.bias"> : tensor<64xf32>
  util.global private @__auto.three.weight = #flow.parameter.named<"model"::"three.weight"> : tensor<48x96x1xf32>
  util.global private @__auto.three.bias = #flow.parameter.named<"model"::"three.bias"> : tensor<48xf32>
  util.global private @__auto.out.weight = #flow.parameter.named<"model"::"out.weight"> : tensor<8x48x1xf32>
  util.global private @__auto.out.bias = #flow.parameter.named<"model"::"out.bias"> : tensor<8xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<2x3x128xf32>
    %__auto.one.weight = util.global.load @__auto.one.weight : tensor<32x3x1xf32>
    %__auto.one.bias = util.global.load @__auto.one.bias : tensor<32xf32>
    %1 = tensor.empty() : tensor<2x32x128xf32>
    %broadcasted = linalg.broadcast ins(%__auto.one.bias : tensor<32xf32>) outs(%1 : tensor<2x32x128xf32>) dimensions = [0, 2] 
    %2 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%0, %__auto.one.weight : tensor<2x3x128xf32>, tensor<32x3x1xf32>) outs(%broadcasted : tensor<2x32x128xf32>) -> tensor<2x32x128xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2 : tensor<2x32x128xf32>) outs(%1 : tensor<2x32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<2x32x128xf32>
    %__auto.two.weight = util.global.load @__auto.two.weight : tensor<64x32x1xf32>
    %__auto.two.bias = util.global.load @__auto.two.bias : tensor<64xf32>
    %4 = tensor.empty() : tensor<2x64x128xf32>
    %broadcasted_1 = linalg.broadcast ins(%__auto.two.bias : tensor<64xf32>) outs(%4 : tensor<2x64x128xf32>) dimensions = [0, 2] 
    %5 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%3, %__auto.two.weight : tensor<2x32x128xf32>, tensor<64x32x1xf32>) outs(%broadcasted_1 : tensor<2x64x128xf32>) -> tensor<2x64x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x64x128xf32>) outs(%4 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<2x64x128xf32>
    %7 = tensor.empty() : tensor<2x64xi64>
    %8 = linalg.fill ins(%c0_i64 : i64) outs(%7 : tensor<2x64xi64>) -> tensor<2x64xi64>
    %9 = tensor.empty() : tensor<2x64xf32>
    %10 = linalg.fill ins(%cst_0 : f32) outs(%9 : tensor<2x64xf32>) -> tensor<2x64xf32>
    %11:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x64x128xf32>) outs(%10, %8 : tensor<2x64xf32>, tensor<2x64xi64>) {
    ^bb0(%in: f32, %out: f32, %out_4: i64):
      %32 = linalg.index 2 : index
      %33 = arith.index_cast %32 : index to i64
      %34 = arith.maximumf %in, %out : f32
      %35 = arith.cmpf ogt, %in, %out : f32
      %36 = arith.select %35, %33, %out_4 : i64
      linalg.yield %34, %36 : f32, i64
    } -> (tensor<2x64xf32>, tensor<2x64xi64>)
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11#0 : tensor<2x64xf32>) outs(%4 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x64x128xf32>
    %concat = tensor.concat dim(1) %3, %12 : (tensor<2x32x128xf32>, tensor<2x64x128xf32>) -> tensor<2x96x128xf32>
    %__auto.three.weight = util.global.load @__auto.three.weight : tensor<48x96x1xf32>
    %__auto.three.bias = util.global.load @__auto.three.bias : tensor<48xf32>
    %13 = tensor.empty() : tensor<2x48x128xf32>
    %broadcasted_2 = linalg.broadcast ins(%__auto.three.bias : tensor<48xf32>) outs(%13 : tensor<2x48x128xf32>) dimensions = [0, 2] 
    %14 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%concat, %__auto.three.weight : tensor<2x96x128xf32>, tensor<48x96x1xf32>) outs(%broadcasted_2 : tensor<2x48x128xf32>) -> tensor<2x48x128xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<2x48x128xf32>) outs(%13 : tensor<2x48x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<2x48x128xf32>
    %__auto.out.weight = util.global.load @__auto.out.weight : tensor<8x48x1xf32>
    %__auto.out.bias = util.global.load @__auto.out.bias : tensor<8xf32>
    %16 = tensor.empty() : tensor<2x8x128xf32>
    %broadcasted_3 = linalg.broadcast ins(%__auto.out.bias : tensor<8xf32>) outs(%16 : tensor<2x8x128xf32>) dimensions = [0, 2] 
    %17 = linalg.conv_1d_ncw_fcw {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>} ins(%15, %__auto.out.weight : tensor<2x48x128xf32>, tensor<8x48x1xf32>) outs(%broadcasted_3 : tensor<2x8x128xf32>) -> tensor<2x8x128xf32>
    %18 = tensor.empty() : tensor<2x128xi64>
    %19 = linalg.fill ins(%c0_i64 : i64) outs(%18 : tensor<2x128xi64>) -> tensor<2x128xi64>
    %20 = tensor.empty() : tensor<2x128xf32>
    %21 = linalg.fill ins(%cst_0 : f32) outs(%20 : tensor<2x128xf32>) -> tensor<2x128xf32>
    %22:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%17 : tensor<2x8x128xf32>) outs(%21, %19 : tensor<2x128xf32>, tensor<2x128xi64>) {
    ^bb0(%in: f32, %out: f32, %out_4: i64):
      %32 = linalg.index 1 : index
      %33 = arith.index_cast %32 : index to i64
      %34 = arith.maximumf %in, %out : f32
      %35 = arith.cmpf ogt, %in, %out : f32
      %36 = arith.select %35, %33, %out_4 : i64
      linalg.yield %34, %36 : f32, i64
    } -> (tensor<2x128xf32>, tensor<2x128xi64>)
    %expanded = tensor.expand_shape %22#0 [[0, 1], [2]] output_shape [2, 1, 128] : tensor<2x128xf32> into tensor<2x1x128xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%17, %expanded : tensor<2x8x128xf32>, tensor<2x1x128xf32>) outs(%16 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %32 = arith.subf %in, %in_4 : f32
      linalg.yield %32 : f32
    } -> tensor<2x8x128xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23 : tensor<2x8x128xf32>) outs(%16 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.exp %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x8x128xf32>
    %25 = tensor.empty() : tensor<2x1x128xf32>
    %26 = linalg.fill ins(%cst : f32) outs(%25 : tensor<2x1x128xf32>) -> tensor<2x1x128xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%24 : tensor<2x8x128xf32>) outs(%26 : tensor<2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.addf %in, %out : f32
      linalg.yield %32 : f32
    } -> tensor<2x1x128xf32>
    %28 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27 : tensor<2x1x128xf32>) outs(%25 : tensor<2x1x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = math.log %in : f32
      linalg.yield %32 : f32
    } -> tensor<2x1x128xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, 0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %28 : tensor<2x8x128xf32>, tensor<2x1x128xf32>) outs(%16 : tensor<2x8x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %32 = arith.subf %in, %in_4 : f32
      linalg.yield %32 : f32
    } -> tensor<2x8x128xf32>
    %30 = hal.tensor.barrier join(%29 : tensor<2x8x128xf32>) => %arg2 : !hal.fence
    %31 = hal.tensor.export %30 : tensor<2x8x128xf32> -> !hal.buffer_view
    util.return %31 : !hal.buffer_view
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