module @module {
  util.global private @__auto.k = #flow.parameter.named<"model"::"k"> : tensor<128xf32>
  util.global private @__auto.r = #flow.parameter.named<"model"::"r"> : tensor<128xf32>
  util.global private @__auto.R.weight = #flow.parameter.named<"model"::"R.weight"> : tensor<128x128xf32>
  util.global private @__auto.K.weight = #flow.parameter.named<"model"::"K.weight"> : tensor<256x128xf32>
  util.global private @__auto.V.weight = #flow.parameter.named<"model"::"V.weight"> : tensor<128x256xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.fence, %arg2: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<2x64x128xf32>
    %__auto.k = util.global.load @__auto.k : tensor<128xf32>
    %1 = tensor.empty() : tensor<2x64x128xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %__auto.k : tensor<2x64x128xf32>, tensor<128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %3 = tensor.empty() : tensor<128xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.k : tensor<128xf32>) outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.subf %cst_0, %in : f32
      linalg.yield %32 : f32
    } -> tensor<128xf32>
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %4 : tensor<2x64x128xf32>, tensor<128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%2, %5 : tensor<2x64x128xf32>, tensor<2x64x128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.addf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %__auto.r = util.global.load @__auto.r : tensor<128xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %__auto.r : tensor<2x64x128xf32>, tensor<128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%__auto.r : tensor<128xf32>) outs(%3 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.subf %cst_0, %in : f32
      linalg.yield %32 : f32
    } -> tensor<128xf32>
    %9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0, %8 : tensor<2x64x128xf32>, tensor<128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %9 : tensor<2x64x128xf32>, tensor<2x64x128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.addf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %__auto.R.weight = util.global.load @__auto.R.weight : tensor<128x128xf32>
    %11 = tensor.empty() : tensor<128x128xf32>
    %transposed = linalg.transpose ins(%__auto.R.weight : tensor<128x128xf32>) outs(%11 : tensor<128x128xf32>) permutation = [1, 0] 
    %12 = tensor.empty() : tensor<2x128x128xf32>
    %13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed : tensor<128x128xf32>) outs(%12 : tensor<2x128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x128x128xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%1 : tensor<2x64x128xf32>) -> tensor<2x64x128xf32>
    %15 = linalg.batch_matmul ins(%10, %13 : tensor<2x64x128xf32>, tensor<2x128x128xf32>) outs(%14 : tensor<2x64x128xf32>) -> tensor<2x64x128xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x64x128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.negf %in : f32
      %33 = math.exp %32 : f32
      %34 = arith.addf %33, %cst_0 : f32
      %35 = arith.divf %cst_0, %34 : f32
      linalg.yield %35 : f32
    } -> tensor<2x64x128xf32>
    %__auto.K.weight = util.global.load @__auto.K.weight : tensor<256x128xf32>
    %17 = tensor.empty() : tensor<128x256xf32>
    %transposed_1 = linalg.transpose ins(%__auto.K.weight : tensor<256x128xf32>) outs(%17 : tensor<128x256xf32>) permutation = [1, 0] 
    %18 = tensor.empty() : tensor<2x128x256xf32>
    %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_1 : tensor<128x256xf32>) outs(%18 : tensor<2x128x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x128x256xf32>
    %20 = tensor.empty() : tensor<2x64x256xf32>
    %21 = linalg.fill ins(%cst : f32) outs(%20 : tensor<2x64x256xf32>) -> tensor<2x64x256xf32>
    %22 = linalg.batch_matmul ins(%6, %19 : tensor<2x64x128xf32>, tensor<2x128x256xf32>) outs(%21 : tensor<2x64x256xf32>) -> tensor<2x64x256xf32>
    %23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x64x256xf32>) outs(%20 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %32 = arith.cmpf ugt, %in, %cst : f32
      %33 = arith.select %32, %in, %cst : f32
      linalg.yield %33 : f32
    } -> tensor<2x64x256xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %23 : tensor<2x64x256xf32>, tensor<2x64x256xf32>) outs(%20 : tensor<2x64x256xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x256xf32>
    %__auto.V.weight = util.global.load @__auto.V.weight : tensor<128x256xf32>
    %25 = tensor.empty() : tensor<256x128xf32>
    %transposed_2 = linalg.transpose ins(%__auto.V.weight : tensor<128x256xf32>) outs(%25 : tensor<256x128xf32>) permutation = [1, 0] 
    %26 = tensor.empty() : tensor<2x256x128xf32>
    %27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%transposed_2 : tensor<256x128xf32>) outs(%26 : tensor<2x256x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x256x128xf32>
    %28 = linalg.batch_matmul ins(%24, %27 : tensor<2x64x256xf32>, tensor<2x256x128xf32>) outs(%14 : tensor<2x64x128xf32>) -> tensor<2x64x128xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %28 : tensor<2x64x128xf32>, tensor<2x64x128xf32>) outs(%1 : tensor<2x64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %32 = arith.mulf %in, %in_3 : f32
      linalg.yield %32 : f32
    } -> tensor<2x64x128xf32>
    %30 = hal.tensor.barrier join(%29 : tensor<2x64x128xf32>) => %arg2 : !hal.fence
    %31 = hal.tensor.export %30 : tensor<2x64x128xf32> -> !hal.buffer_view
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