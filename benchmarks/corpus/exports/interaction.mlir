module @module {
  util.global private @__auto.bottom.0.weight = #flow.parameter.named<"model"::"bottom.0.weight"> : tensor<32x13xf32>
  util.global private @__auto.bottom.0.bias = #flow.parameter.named<"model"::"bottom.0.bias"> : tensor<32xf32>
  util.global private @__auto.bottom.2.weight = #flow.parameter.named<"model"::"bottom.2.weight"> : tensor<16x32xf32>
  util.global private @__auto.bottom.2.bias = #flow.parameter.named<"model"::"bottom.2.bias"> : tensor<16xf32>
  util.global private @__auto.top.0.weight = #flow.parameter.named<"model"::"top.0.weight"> : tensor<32x52xf32>
  util.global private @__auto.top.0.bias = #flow.parameter.named<"model"::"top.0.bias"> : tensor<32xf32>
  util.global private @__auto.top.2.weight = #flow.parameter.named<"model"::"top.2.weight"> : tensor<1x32xf32>
  util.global private @__auto.top.2.bias = #flow.parameter.named<"model"::"top.2.bias"> : tensor<1xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.fence, %arg3: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg2) => %arg0 : !hal.buffer_view -> tensor<8x13xf32>
    %1 = hal.tensor.import wait(%arg2) => %arg1 : !hal.buffer_view -> tensor<8x5x16xf32>
    %__auto.bottom.0.weight = util.global.load @__auto.bottom.0.weight : tensor<32x13xf32>
    %__auto.bottom.0.bias = util.global.load @__auto.bottom.0.bias : tensor<32xf32>
    %2 = tensor.empty() : tensor<13x32xf32>
    %transposed = linalg.transpose ins(%__auto.bottom.0.weight : tensor<32x13xf32>) outs(%2 : tensor<13x32xf32>) permutation = [1, 0] 
    %3 = tensor.empty() : tensor<8x32xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %5 = linalg.matmul ins(%0, %transposed : tensor<8x13xf32>, tensor<13x32xf32>) outs(%4 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5, %__auto.bottom.0.bias : tensor<8x32xf32>, tensor<32xf32>) outs(%3 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.addf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<8x32xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<8x32xf32>) outs(%3 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.cmpf ugt, %in, %cst : f32
      %31 = arith.select %30, %in, %cst : f32
      linalg.yield %31 : f32
    } -> tensor<8x32xf32>
    %__auto.bottom.2.weight = util.global.load @__auto.bottom.2.weight : tensor<16x32xf32>
    %__auto.bottom.2.bias = util.global.load @__auto.bottom.2.bias : tensor<16xf32>
    %8 = tensor.empty() : tensor<32x16xf32>
    %transposed_1 = linalg.transpose ins(%__auto.bottom.2.weight : tensor<16x32xf32>) outs(%8 : tensor<32x16xf32>) permutation = [1, 0] 
    %9 = tensor.empty() : tensor<8x16xf32>
    %10 = linalg.fill ins(%cst : f32) outs(%9 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %11 = linalg.matmul ins(%7, %transposed_1 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%10 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%11, %__auto.bottom.2.bias : tensor<8x16xf32>, tensor<16xf32>) outs(%9 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.addf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<8x16xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<8x16xf32>) outs(%9 : tensor<8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.cmpf ugt, %in, %cst : f32
      %31 = arith.select %30, %in, %cst : f32
      linalg.yield %31 : f32
    } -> tensor<8x16xf32>
    %expanded = tensor.expand_shape %13 [[0], [1, 2]] output_shape [8, 1, 16] : tensor<8x16xf32> into tensor<8x1x16xf32>
    %concat = tensor.concat dim(1) %expanded, %1 : (tensor<8x1x16xf32>, tensor<8x5x16xf32>) -> tensor<8x6x16xf32>
    %14 = tensor.empty() : tensor<8x16x6xf32>
    %transposed_2 = linalg.transpose ins(%concat : tensor<8x6x16xf32>) outs(%14 : tensor<8x16x6xf32>) permutation = [0, 2, 1] 
    %15 = tensor.empty() : tensor<8x6x6xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<8x6x6xf32>) -> tensor<8x6x6xf32>
    %17 = linalg.batch_matmul ins(%concat, %transposed_2 : tensor<8x6x16xf32>, tensor<8x16x6xf32>) outs(%16 : tensor<8x6x6xf32>) -> tensor<8x6x6xf32>
    %collapsed = tensor.collapse_shape %17 [[0], [1, 2]] : tensor<8x6x6xf32> into tensor<8x36xf32>
    %concat_3 = tensor.concat dim(1) %13, %collapsed : (tensor<8x16xf32>, tensor<8x36xf32>) -> tensor<8x52xf32>
    %__auto.top.0.weight = util.global.load @__auto.top.0.weight : tensor<32x52xf32>
    %__auto.top.0.bias = util.global.load @__auto.top.0.bias : tensor<32xf32>
    %18 = tensor.empty() : tensor<52x32xf32>
    %transposed_4 = linalg.transpose ins(%__auto.top.0.weight : tensor<32x52xf32>) outs(%18 : tensor<52x32xf32>) permutation = [1, 0] 
    %19 = linalg.matmul ins(%concat_3, %transposed_4 : tensor<8x52xf32>, tensor<52x32xf32>) outs(%4 : tensor<8x32xf32>) -> tensor<8x32xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19, %__auto.top.0.bias : tensor<8x32xf32>, tensor<32xf32>) outs(%3 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.addf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<8x32xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<8x32xf32>) outs(%3 : tensor<8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.cmpf ugt, %in, %cst : f32
      %31 = arith.select %30, %in, %cst : f32
      linalg.yield %31 : f32
    } -> tensor<8x32xf32>
    %__auto.top.2.weight = util.global.load @__auto.top.2.weight : tensor<1x32xf32>
    %__auto.top.2.bias = util.global.load @__auto.top.2.bias : tensor<1xf32>
    %22 = tensor.empty() : tensor<32x1xf32>
    %transposed_5 = linalg.transpose ins(%__auto.top.2.weight : tensor<1x32xf32>) outs(%22 : tensor<32x1xf32>) permutation = [1, 0] 
    %23 = tensor.empty() : tensor<8x1xf32>
    %24 = linalg.fill ins(%cst : f32) outs(%23 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %25 = linalg.matmul ins(%21, %transposed_5 : tensor<8x32xf32>, tensor<32x1xf32>) outs(%24 : tensor<8x1xf32>) -> tensor<8x1xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%25, %__auto.top.2.bias : tensor<8x1xf32>, tensor<1xf32>) outs(%23 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %30 = arith.addf %in, %in_6 : f32
      linalg.yield %30 : f32
    } -> tensor<8x1xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%26 : tensor<8x1xf32>) outs(%23 : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %30 = arith.negf %in : f32
      %31 = math.exp %30 : f32
      %32 = arith.addf %31, %cst_0 : f32
      %33 = arith.divf %cst_0, %32 : f32
      linalg.yield %33 : f32
    } -> tensor<8x1xf32>
    %28 = hal.tensor.barrier join(%27 : tensor<8x1xf32>) => %arg3 : !hal.fence
    %29 = hal.tensor.export %28 : tensor<8x1xf32> -> !hal.buffer_view
    util.return %29 : !hal.buffer_view
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