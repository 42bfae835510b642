module @module {
  util.global private @__auto.a.weight = #flow.parameter.named<"model"::"a.weight"> : tensor<128x64xf32>
  util.global private @__auto.a.bias = #flow.parameter.named<"model"::"a.bias"> : tensor<128xf32>
  util.global private @__auto.b.weight = #flow.parameter.named<"model"::"b.weight"> : tensor<128x128xf32>
  util.global private @__auto.b.bias = #flow.parameter.named<"model"::"b.bias"> : tensor<128xf32>
  util.global private @__auto.c.weight = #flow.parameter.named<"model"::"c.weight"> : tensor<128x32xf32>
  util.global private @__auto.c.bias = #flow.parameter.named<"model"::"c.bias"> : tensor<128xf32>
  util.global private @__auto.o.weight = #flow.parameter.named<"model"::"o.weight"> : tensor<64x384xf32>
  util.global private @__auto.o.bias = #flow.parameter.named<"model"::"o.bias"> : tensor<64xf32>
  util.func public @main$async(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view, %arg3: !hal.fence, %arg4: !hal.fence) -> !hal.buffer_view attributes {inlining_policy = #util.inline.never, iree.abi.model = "coarse-fences", iree.abi.stub} {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = hal.tensor.import wait(%arg3) => %arg0 : !hal.buffer_view -> tensor<64x64xf32>
    %1 = hal.tensor.import wait(%arg3) => %arg1 : !hal.buffer_view -> tensor<64x128xf32>
    %2 = hal.tensor.import wait(%arg3) => %arg2 : !hal.buffer_view -> tensor<64x32xf32>
    %__auto.a.weight = util.global.load @__auto.a.weight : tensor<128x64xf32>
    %__auto.a.bias = util.global.load @__auto.a.bias : tensor<128xf32>
    %3 = tensor.empty() : tensor<64x128xf32>
    %transposed = linalg.transpose ins(%__auto.a.weight : tensor<128x64xf32>) outs(%3 : tensor<64x128xf32>) permutation = [1, 0] 
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %5 = linalg.matmul ins(%0, %transposed : tensor<64x64xf32>, tensor<64x128xf32>) outs(%4 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%5, %__auto.a.bias : tensor<64x128xf32>, tensor<128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %23 = arith.addf %in, %in_3 : f32
      linalg.yield %23 : f32
    } -> tensor<64x128xf32>
    %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<64x128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<64x128xf32>
    %__auto.b.weight = util.global.load @__auto.b.weight : tensor<128x128xf32>
    %__auto.b.bias = util.global.load @__auto.b.bias : tensor<128xf32>
    %8 = tensor.empty() : tensor<128x128xf32>
    %transposed_0 = linalg.transpose ins(%__auto.b.weight : tensor<128x128xf32>) outs(%8 : tensor<128x128xf32>) permutation = [1, 0] 
    %9 = linalg.matmul ins(%1, %transposed_0 : tensor<64x128xf32>, tensor<128x128xf32>) outs(%4 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%9, %__auto.b.bias : tensor<64x128xf32>, tensor<128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %23 = arith.addf %in, %in_3 : f32
      linalg.yield %23 : f32
    } -> tensor<64x128xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<64x128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<64x128xf32>
    %__auto.c.weight = util.global.load @__auto.c.weight : tensor<128x32xf32>
    %__auto.c.bias = util.global.load @__auto.c.bias : tensor<128xf32>
    %12 = tensor.empty() : tensor<32x128xf32>
    %transposed_1 = linalg.transpose ins(%__auto.c.weight : tensor<128x32xf32>) outs(%12 : tensor<32x128xf32>) permutation = [1, 0] 
    %13 = linalg.matmul ins(%2, %transposed_1 : tensor<64x32xf32>, tensor<32x128xf32>) outs(%4 : tensor<64x128xf32>) -> tensor<64x128xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%13, %__auto.c.bias : tensor<64x128xf32>, tensor<128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %23 = arith.addf %in, %in_3 : f32
      linalg.yield %23 : f32
    } -> tensor<64x128xf32>
    %15 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<64x128xf32>) outs(%3 : tensor<64x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %23 = arith.cmpf ugt, %in, %cst : f32
      %24 = arith.select %23, %in, %cst : f32
      linalg.yield %24 : f32
    } -> tensor<64x128xf32>
    %concat = tensor.concat dim(1) %7, %11, %15 : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x384xf32>
    %__auto.o.weight = util.global.load @__auto.o.weight : tensor<64x384xf32>
    %__auto.o.bias = util.global.load @__auto.o.bias : tensor<64xf32>
    %16 = tensor.empty() : tensor<384x64xf32>
    %transposed_2 = linalg.transpose ins(%__auto.o.weight : tensor<64x384xf32>) outs(%16 : tensor<384x64xf32>) permutation = [1, 0] 
    %17 = tensor.empty() : tensor<64x64xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %19 = linalg.matmul ins(%concat, %transposed_2 : tensor<64x384xf32>, tensor<384x64xf32>) outs(%18 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%19, %__auto.o.bias : tensor<64x64xf32>, tensor<64xf32>) outs(%17 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %23 = arith.addf %in, %in_3 : f32
      linalg.yield %23 : f32
    } -> tensor<64x64xf32>
    %21 = hal.tensor.barrier join(%20 : tensor<64x64xf32>) => %arg4 : !hal.fence
    %22 = hal.tensor.export %21 : tensor<64x64xf32> -> !hal.buffer_view
    util.return %22 : !hal.buffer_view
  }
  util.func public @main(%arg0: !hal.buffer_view, %arg1: !hal.buffer_view, %arg2: !hal.buffer_view) -> !hal.buffer_view attributes {iree.abi.stub} {
    %0 = util.null : !hal.fence
    %c-1_i32 = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %device_0 = hal.devices.get %c0 : !hal.device
    %fence = hal.fence.create device(%device_0 : !hal.device) flags("None") : !hal.fence
    %1 = util.call @main$async(%arg0, %arg1, %arg2, %0, %fence) : (!hal.buffer_view, !hal.buffer_view, !hal.buffer_view, !hal.fence, !hal.fence) -> !hal.buffer_view
    %status = hal.fence.await until([%fence]) timeout_millis(%c-1_i32) flags("None") : i32
    util.return %1 : !hal.buffer_view
  }
}