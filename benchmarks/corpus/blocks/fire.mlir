module @module {
  util.global private @__auto.s.weight = #flow.parameter.named<"model"::"s.weight"> : tensor<16x64xf32>
  util.global private @__auto.s.bias = #flow.parameter.named<"model"::"s.bias"> : tensor<16xf32>
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<64x16xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<64xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<64x16xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x28x28x64xf32>
    %__auto.s.weight = util.global.load @__auto.s.weight : tensor<16x64xf32>
    %__auto.s.bias = util.global.load @__auto.s.bias : tensor<16xf32>
    %1 = tensor.empty() : tensor<64x16xf32>
    %transposed = linalg.transpose ins(%__auto.s.weight : tensor<16x64xf32>) outs(%1 : tensor<64x16xf32>) permutation = [1, 0] 
    %2 = tensor.empty() : tensor<1x28x64x16xf32>
    %3 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed : tensor<64x16xf32>) outs(%2 : tensor<1x28x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x28x64x16xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<1x28x28x64xf32> into tensor<28x28x64xf32>
    %collapsed_0 = tensor.collapse_shape %3 [[0, 1], [2], [3]] : tensor<1x28x64x16xf32> into tensor<28x64x16xf32>
    %4 = tensor.empty() : tensor<28x28x16xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<28x28x16xf32>) -> tensor<28x28x16xf32>
    %6 = linalg.batch_matmul ins(%collapsed, %collapsed_0 : tensor<28x28x64xf32>, tensor<28x64x16xf32>) outs(%5 : tensor<28x28x16xf32>) -> tensor<28x28x16xf32>
    %expanded = tensor.expand_shape %6 [[0, 1], [2], [3]] output_shape [1, 28, 28, 16] : tensor<28x28x16xf32> into tensor<1x28x28x16xf32>
    %7 = tensor.empty() : tensor<1x28x28x16xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %__auto.s.bias : tensor<1x28x28x16xf32>, tensor<16xf32>) outs(%7 : tensor<1x28x28x16xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %25 = arith.addf %in, %in_8 : f32
      linalg.yield %25 : f32
    } -> tensor<1x28x28x16xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x28x28x16xf32>) outs(%7 : tensor<1x28x28x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.cmpf ugt, %in, %cst : f32
      %26 = arith.select %25, %in, %cst : f32
      linalg.yield %26 : f32
    } -> tensor<1x28x28x16xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<64x16xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<64xf32>
    %10 = tensor.empty() : tensor<16x64xf32>
    %transposed_1 = linalg.transpose ins(%__auto.a.weight : tensor<64x16xf32>) outs(%10 : tensor<16x64xf32>) permutation = [1, 0] 
    %11 = tensor.empty() : tensor<1x28x16x64xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_1 : tensor<16x64xf32>) outs(%11 : tensor<1x28x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x28x16x64xf32>
    %collapsed_2 = tensor.collapse_shape %9 [[0, 1], [2], [3]] : tensor<1x28x28x16xf32> into tensor<28x28x16xf32>
    %collapsed_3 = tensor.collapse_shape %12 [[0, 1], [2], [3]] : tensor<1x28x16x64xf32> into tensor<28x16x64xf32>
    %13 = tensor.empty() : tensor<28x28x64xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<28x28x64xf32>) -> tensor<28x28x64xf32>
    %15 = linalg.batch_matmul ins(%collapsed_2, %collapsed_3 : tensor<28x28x16xf32>, tensor<28x16x64xf32>) outs(%14 : tensor<28x28x64xf32>) -> tensor<28x28x64xf32>
    %expanded_4 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [1, 28, 28, 64] : tensor<28x28x64xf32> into tensor<1x28x28x64xf32>
    %16 = tensor.empty() : tensor<1x28x28x64xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_4, %__auto.a.bias : tensor<1x28x28x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x28x28x64xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %25 = arith.addf %in, %in_8 : f32
      linalg.yield %25 : f32
    } -> tensor<1x28x28x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<1x28x28x64xf32>) outs(%16 : tensor<1x28x28x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.cmpf ugt, %in, %cst : f32
      %26 = arith.select %25, %in, %cst : f32
      linalg.yield %26 : f32
    } -> tensor<1x28x28x64xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<64x16xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<64xf32>
    %transposed_5 = linalg.transpose ins(%__auto.b.weight : tensor<64x16xf32>) outs(%10 : tensor<16x64xf32>) permutation = [1, 0] 
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_5 : tensor<16x64xf32>) outs(%11 : tensor<1x28x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x28x16x64xf32>
    %collapsed_6 = tensor.collapse_shape %19 [[0, 1], [2], [3]] : tensor<1x28x16x64xf32> into tensor<28x16x64xf32>
    %20 = linalg.batch_matmul ins(%collapsed_2, %collapsed_6 : tensor<28x28x16xf32>, tensor<28x16x64xf32>) outs(%14 : tensor<28x28x64xf32>) -> tensor<28x28x64xf32>
    %expanded_7 = tensor.expand_shape %20 [[0, 1], [2], [3]] output_shape [1, 28, 28, 64] : tensor<28x28x64xf32> into tensor<1x28x28x64xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7, %__auto.b.bias : tensor<1x28x28x64xf32>, tensor<64xf32>) outs(%16 : tensor<1x28x28x64xf32>) {
    ^bb0(%in: f32, %in_8: f32, %out: f32):
      %25 = arith.addf %in, %in_8 : f32
      linalg.yield %25 : f32
    } -> tensor<1x28x28x64xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<1x28x28x64xf32>) outs(%16 : tensor<1x28x28x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %25 = arith.cmpf ugt, %in, %cst : f32
      %26 = arith.select %25, %in, %cst : f32
      linalg.yield %26 : f32
    } -> tensor<1x28x28x64xf32>
    %concat = tensor.concat dim(3) %18, %22 : (tensor<1x28x28x64xf32>, tensor<1x28x28x64xf32>) -> tensor<1x28x28x128xf32>
    %23 = hal.tensor.barrier join(%concat : tensor<1x28x28x128xf32>) => %arg2 : !hal.fence
    %24 = hal.tensor.export %23 : tensor<1x28x28x128xf32> -> !hal.buffer_view
    util.return %24 : !hal.buffer_view
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