// Two layers of a dense block for one image: what is inserted into is read in parts, and results are padded within their dispatch.
util.func public @f(%x: tensor<1x8x6x6xf32>, %w0: tensor<8xf32>, %w1: tensor<8xf32>, %w2: tensor<16x8x1x1xf32>, %w3: tensor<16xf32>, %w4: tensor<16xf32>, %w5: tensor<4x16x3x3xf32>, %w6: tensor<12xf32>, %w7: tensor<12xf32>, %w8: tensor<16x12x1x1xf32>, %w9: tensor<16xf32>, %w10: tensor<16xf32>, %w11: tensor<4x16x3x3xf32>, %w12: tensor<16xf32>, %w13: tensor<16xf32>) -> tensor<1x16x6x6xf32> {
  %zero = arith.constant 0.0 : f32
  %1 = tensor.empty() : tensor<1x8x6x6xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x, %w0, %w1 : tensor<1x8x6x6xf32>, tensor<8xf32>, tensor<8xf32>) outs(%1 : tensor<1x8x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %into: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %c : f32
    %y = arith.maximumf %s, %zero : f32
    linalg.yield %y : f32
  } -> tensor<1x8x6x6xf32>
  %3 = tensor.empty() : tensor<1x16x6x6xf32>
  %4 = linalg.fill ins(%zero : f32) outs(%3 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %5 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%2, %w2 : tensor<1x8x6x6xf32>, tensor<16x8x1x1xf32>) outs(%4 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %6 = tensor.empty() : tensor<1x16x6x6xf32>
  %7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %w3, %w4 : tensor<1x16x6x6xf32>, tensor<16xf32>, tensor<16xf32>) outs(%6 : tensor<1x16x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %into: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %c : f32
    %y = arith.maximumf %s, %zero : f32
    linalg.yield %y : f32
  } -> tensor<1x16x6x6xf32>
  %8 = tensor.pad %7 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x6x6xf32> to tensor<1x16x8x8xf32>
  %9 = tensor.empty() : tensor<1x4x6x6xf32>
  %10 = linalg.fill ins(%zero : f32) outs(%9 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %11 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%8, %w5 : tensor<1x16x8x8xf32>, tensor<4x16x3x3xf32>) outs(%10 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %12 = tensor.concat dim(1) %x, %11 : (tensor<1x8x6x6xf32>, tensor<1x4x6x6xf32>) -> tensor<1x12x6x6xf32>
  %13 = tensor.empty() : tensor<1x12x6x6xf32>
  %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %w6, %w7 : tensor<1x12x6x6xf32>, tensor<12xf32>, tensor<12xf32>) outs(%13 : tensor<1x12x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %into: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %c : f32
    %y = arith.maximumf %s, %zero : f32
    linalg.yield %y : f32
  } -> tensor<1x12x6x6xf32>
  %15 = tensor.empty() : tensor<1x16x6x6xf32>
  %16 = linalg.fill ins(%zero : f32) outs(%15 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %17 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%14, %w8 : tensor<1x12x6x6xf32>, tensor<16x12x1x1xf32>) outs(%16 : tensor<1x16x6x6xf32>) -> tensor<1x16x6x6xf32>
  %18 = tensor.empty() : tensor<1x16x6x6xf32>
  %19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %w9, %w10 : tensor<1x16x6x6xf32>, tensor<16xf32>, tensor<16xf32>) outs(%18 : tensor<1x16x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %into: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %c : f32
    %y = arith.maximumf %s, %zero : f32
    linalg.yield %y : f32
  } -> tensor<1x16x6x6xf32>
  %20 = tensor.pad %19 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x16x6x6xf32> to tensor<1x16x8x8xf32>
  %21 = tensor.empty() : tensor<1x4x6x6xf32>
  %22 = linalg.fill ins(%zero : f32) outs(%21 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %23 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%20, %w11 : tensor<1x16x8x8xf32>, tensor<4x16x3x3xf32>) outs(%22 : tensor<1x4x6x6xf32>) -> tensor<1x4x6x6xf32>
  %24 = tensor.concat dim(1) %12, %23 : (tensor<1x12x6x6xf32>, tensor<1x4x6x6xf32>) -> tensor<1x16x6x6xf32>
  %25 = tensor.empty() : tensor<1x16x6x6xf32>
  %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d1)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24, %w12, %w13 : tensor<1x16x6x6xf32>, tensor<16xf32>, tensor<16xf32>) outs(%25 : tensor<1x16x6x6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %into: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %c : f32
    %y = arith.maximumf %s, %zero : f32
    linalg.yield %y : f32
  } -> tensor<1x16x6x6xf32>
  util.return %26 : tensor<1x16x6x6xf32>
}
