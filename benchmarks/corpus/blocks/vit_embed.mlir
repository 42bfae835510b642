module @module {
  util.global private @__auto.p.weight = #flow.parameter.named<"model"::"p.weight"> : tensor<128x3x8x8xf32>
  util.global private @__auto.p.bias = #flow.parameter.named<"model"::"p.bias"> : tensor<128xf32>
  util.global private @__auto.c = #flow.parameter.named<"model"::"c"> : tensor<1x1x128xf32>
  util.global private @__auto.e = #flow.parameter.named<"model"::"e"> : tensor<1x65x128xf32>
  util.global private @__auto.n.weight = #flow.parameter.named<"model"::"n.weight"> : tensor<128xf32>
  util.global private @__auto.n.bias = #flow.parameter.named<"model"::"n.bias"> : tensor<128xf32>
  util.global private @__auto.f.weight = #flow.parameter.named<"model"::"f.weight"> : tensor<384x128xf32>
  util.global private @__auto.f.bias = #flow.parameter.named<"model"::"f.bias"> : tensor<384xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 9.99999974E-6 : f32
    %cst_1 = arith.constant 1.280000e+02 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x3x64x64xf32>
    %__auto.p.weight = util.global.load @__auto.p.weight : tensor<128x3x8x8xf32>
    %__auto.p.bias = util.global.load @__auto.p.bias : tensor<128xf32>
    %1 = tensor.empty() : tensor<1x128x8x8xf32>
    %broadcasted = linalg.broadcast ins(%__auto.p.bias : tensor<128xf32>) outs(%1 : tensor<1x128x8x8xf32>) dimensions = [0, 2, 3] 
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<8> : vector<2xi64>} ins(%0, %__auto.p.weight : tensor<1x3x64x64xf32>, tensor<128x3x8x8xf32>) outs(%broadcasted : tensor<1x128x8x8xf32>) -> tensor<1x128x8x8xf32>
    %collapsed = tensor.collapse_shape %2 [[0], [1], [2, 3]] : tensor<1x128x8x8xf32> into tensor<1x128x64xf32>
    %3 = tensor.empty() : tensor<1x64x128xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<1x128x64xf32>) outs(%3 : tensor<1x64x128xf32>) permutation = [0, 2, 1] 
    %__auto.c = util.global.load @__auto.c : tensor<1x1x128xf32>
    %concat = tensor.concat dim(1) %__auto.c, %transposed : (tensor<1x1x128xf32>, tensor<1x64x128xf32>) -> tensor<1x65x128xf32>
    %__auto.e = util.global.load @__auto.e : tensor<1x65x128xf32>
    %4 = tensor.empty() : tensor<1x65x128xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %__auto.e : tensor<1x65x128xf32>, tensor<1x65x128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.addf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %__auto.n.weight = util.global.load @__auto.n.weight : tensor<128xf32>
    %__auto.n.bias = util.global.load @__auto.n.bias : tensor<128xf32>
    %6 = tensor.empty() : tensor<1x65x1xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<1x65x1xf32>) -> tensor<1x65x1xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%5 : tensor<1x65x128xf32>) outs(%7 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8 : tensor<1x65x1xf32>) outs(%6 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.divf %in, %cst_1 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %collapsed_2 = tensor.collapse_shape %9 [[0], [1, 2]] : tensor<1x65x1xf32> into tensor<1x65xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_2 : tensor<1x65xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x65x128xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %10 : tensor<1x65x128xf32>, tensor<1x65x128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.subf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %11 : tensor<1x65x128xf32>, tensor<1x65x128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.mulf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, 0)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%12 : tensor<1x65x128xf32>) outs(%7 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %out : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13 : tensor<1x65x1xf32>) outs(%6 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.divf %in, %cst_1 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%14 : tensor<1x65x1xf32>) outs(%6 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.addf %in, %cst_0 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<1x65x1xf32>) outs(%6 : tensor<1x65x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = math.rsqrt %in : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x1xf32>
    %collapsed_3 = tensor.collapse_shape %16 [[0], [1, 2]] : tensor<1x65x1xf32> into tensor<1x65xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_3 : tensor<1x65xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x65x128xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11, %17 : tensor<1x65x128xf32>, tensor<1x65x128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.mulf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %__auto.n.weight : tensor<1x65x128xf32>, tensor<128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.mulf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %__auto.n.bias : tensor<1x65x128xf32>, tensor<128xf32>) outs(%4 : tensor<1x65x128xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.addf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x128xf32>
    %__auto.f.weight = util.global.load @__auto.f.weight : tensor<384x128xf32>
    %__auto.f.bias = util.global.load @__auto.f.bias : tensor<384xf32>
    %21 = tensor.empty() : tensor<128x384xf32>
    %transposed_4 = linalg.transpose ins(%__auto.f.weight : tensor<384x128xf32>) outs(%21 : tensor<128x384xf32>) permutation = [1, 0] 
    %22 = tensor.empty() : tensor<1x128x384xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_4 : tensor<128x384xf32>) outs(%22 : tensor<1x128x384xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x128x384xf32>
    %24 = tensor.empty() : tensor<1x65x384xf32>
    %25 = linalg.fill ins(%cst : f32) outs(%24 : tensor<1x65x384xf32>) -> tensor<1x65x384xf32>
    %26 = linalg.batch_matmul ins(%20, %23 : tensor<1x65x128xf32>, tensor<1x128x384xf32>) outs(%25 : tensor<1x65x384xf32>) -> tensor<1x65x384xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %__auto.f.bias : tensor<1x65x384xf32>, tensor<384xf32>) outs(%24 : tensor<1x65x384xf32>) {
    ^bb0(%in: f32, %in_5: f32, %out: f32):
      %30 = arith.addf %in, %in_5 : f32
      linalg.yield %30 : f32
    } -> tensor<1x65x384xf32>
    %28 = hal.tensor.barrier join(%27 : tensor<1x65x384xf32>) => %arg2 : !hal.fence
    %29 = hal.tensor.export %28 : tensor<1x65x384xf32> -> !hal.buffer_view
    util.return %29 : !hal.buffer_view
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