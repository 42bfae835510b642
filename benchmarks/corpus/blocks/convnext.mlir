module @module {
  util.global private @__auto.d.weight = #flow.parameter.named<"model"::"d.weight"> : tensor<64x1x7x7xf32>
  util.global private @__auto.d.bias = #flow.parameter.named<"model"::"d.bias"> : tensor<64xf32>
  util.global private @__auto.n.weight = #flow.parameter.named<"model"::"n.weight"> : tensor<64xf32>
  util.global private @__auto.n.bias = #flow.parameter.named<"model"::"n.bias"> : tensor<64xf32>
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<256x64xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<256xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<64x256xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.41421354 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %cst_3 = arith.constant 9.99999974E-6 : f32
    %cst_4 = arith.constant 6.400000e+01 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<1x64x16x16xf32>
    %__auto.d.weight = util.global.load @__auto.d.weight : tensor<64x1x7x7xf32>
    %__auto.d.bias = util.global.load @__auto.d.bias : tensor<64xf32>
    %padded = tensor.pad %0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg3: index, %arg4: index, %arg5: index, %arg6: index):
      tensor.yield %cst : f32
    } : tensor<1x64x16x16xf32> to tensor<1x64x22x22xf32>
    %1 = tensor.empty() : tensor<1x64x16x16xf32>
    %broadcasted = linalg.broadcast ins(%__auto.d.bias : tensor<64xf32>) outs(%1 : tensor<1x64x16x16xf32>) dimensions = [0, 2, 3] 
    %collapsed = tensor.collapse_shape %__auto.d.weight [[0, 1], [2], [3]] : tensor<64x1x7x7xf32> into tensor<64x7x7xf32>
    %2 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%padded, %collapsed : tensor<1x64x22x22xf32>, tensor<64x7x7xf32>) outs(%broadcasted : tensor<1x64x16x16xf32>) -> tensor<1x64x16x16xf32>
    %3 = tensor.empty() : tensor<1x16x16x64xf32>
    %transposed = linalg.transpose ins(%2 : tensor<1x64x16x16xf32>) outs(%3 : tensor<1x16x16x64xf32>) permutation = [0, 2, 3, 1] 
    %__auto.n.weight = util.global.load @__auto.n.weight : tensor<64xf32>
    %__auto.n.bias = util.global.load @__auto.n.bias : tensor<64xf32>
    %4 = tensor.empty() : tensor<1x16x16x1xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<1x16x16x1xf32>) -> tensor<1x16x16x1xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%transposed : tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x16x16x1xf32>) outs(%4 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_4 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %collapsed_5 = tensor.collapse_shape %7 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_5 : tensor<1x16x16xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed, %8 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.subf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %9 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%10 : tensor<1x16x16x64xf32>) outs(%5 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x16x16x1xf32>) outs(%4 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_4 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12 : tensor<1x16x16x1xf32>) outs(%4 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %cst_3 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x16x16x1xf32>) outs(%4 : tensor<1x16x16x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.rsqrt %in : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x1xf32>
    %collapsed_6 = tensor.collapse_shape %14 [[0], [1], [2, 3]] : tensor<1x16x16x1xf32> into tensor<1x16x16xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%collapsed_6 : tensor<1x16x16xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x16x64xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9, %15 : tensor<1x16x16x64xf32>, tensor<1x16x16x64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %__auto.n.weight : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.mulf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %__auto.n.bias : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<256x64xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<256xf32>
    %19 = tensor.empty() : tensor<64x256xf32>
    %transposed_7 = linalg.transpose ins(%__auto.a.weight : tensor<256x64xf32>) outs(%19 : tensor<64x256xf32>) permutation = [1, 0] 
    %20 = tensor.empty() : tensor<1x16x64x256xf32>
    %21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_7 : tensor<64x256xf32>) outs(%20 : tensor<1x16x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x64x256xf32>
    %collapsed_8 = tensor.collapse_shape %18 [[0, 1], [2], [3]] : tensor<1x16x16x64xf32> into tensor<16x16x64xf32>
    %collapsed_9 = tensor.collapse_shape %21 [[0, 1], [2], [3]] : tensor<1x16x64x256xf32> into tensor<16x64x256xf32>
    %22 = tensor.empty() : tensor<16x16x256xf32>
    %23 = linalg.fill ins(%cst : f32) outs(%22 : tensor<16x16x256xf32>) -> tensor<16x16x256xf32>
    %24 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<16x16x64xf32>, tensor<16x64x256xf32>) outs(%23 : tensor<16x16x256xf32>) -> tensor<16x16x256xf32>
    %expanded = tensor.expand_shape %24 [[0, 1], [2], [3]] output_shape [1, 16, 16, 256] : tensor<16x16x256xf32> into tensor<1x16x16x256xf32>
    %25 = tensor.empty() : tensor<1x16x16x256xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %__auto.a.bias : tensor<1x16x16x256xf32>, tensor<256xf32>) outs(%25 : tensor<1x16x16x256xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x256xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x16x16x256xf32>) outs(%25 : tensor<1x16x16x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.divf %in, %cst_0 : f32
      %39 = math.erf %38 : f32
      %40 = arith.addf %39, %cst_1 : f32
      %41 = arith.mulf %40, %cst_2 : f32
      %42 = arith.mulf %in, %41 : f32
      linalg.yield %42 : f32
    } -> tensor<1x16x16x256xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<64x256xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<64xf32>
    %28 = tensor.empty() : tensor<256x64xf32>
    %transposed_10 = linalg.transpose ins(%__auto.b.weight : tensor<64x256xf32>) outs(%28 : tensor<256x64xf32>) permutation = [1, 0] 
    %29 = tensor.empty() : tensor<1x16x256x64xf32>
    %30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_10 : tensor<256x64xf32>) outs(%29 : tensor<1x16x256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x16x256x64xf32>
    %collapsed_11 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<1x16x16x256xf32> into tensor<16x16x256xf32>
    %collapsed_12 = tensor.collapse_shape %30 [[0, 1], [2], [3]] : tensor<1x16x256x64xf32> into tensor<16x256x64xf32>
    %31 = tensor.empty() : tensor<16x16x64xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %33 = linalg.batch_matmul ins(%collapsed_11, %collapsed_12 : tensor<16x16x256xf32>, tensor<16x256x64xf32>) outs(%32 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %expanded_13 = tensor.expand_shape %33 [[0, 1], [2], [3]] output_shape [1, 16, 16, 64] : tensor<16x16x64xf32> into tensor<1x16x16x64xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13, %__auto.b.bias : tensor<1x16x16x64xf32>, tensor<64xf32>) outs(%3 : tensor<1x16x16x64xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x16x16x64xf32>
    %transposed_14 = linalg.transpose ins(%34 : tensor<1x16x16x64xf32>) outs(%1 : tensor<1x64x16x16xf32>) permutation = [0, 3, 1, 2] 
    %35 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%0, %transposed_14 : tensor<1x64x16x16xf32>, tensor<1x64x16x16xf32>) outs(%1 : tensor<1x64x16x16xf32>) {
    ^bb0(%in: f32, %in_15: f32, %out: f32):
      %38 = arith.addf %in, %in_15 : f32
      linalg.yield %38 : f32
    } -> tensor<1x64x16x16xf32>
    %36 = hal.tensor.barrier join(%35 : tensor<1x64x16x16xf32>) => %arg2 : !hal.fence
    %37 = hal.tensor.export %36 : tensor<1x64x16x16xf32> -> !hal.buffer_view
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