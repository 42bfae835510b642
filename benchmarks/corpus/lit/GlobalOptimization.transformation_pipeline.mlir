util.func public @transpose_with_strided_conv(%arg0: tensor<40x1x1x32xbf16>, %arg1: tensor<16x192x128x32xbf16>) -> tensor<16x96x64x40xbf16> {
  %cst = arith.constant 0.000000e+00 : f32
  %0 = tensor.empty() : tensor<16x32x192x128xbf16>
  %transposed = linalg.transpose ins(%arg1 : tensor<16x192x128x32xbf16>) outs(%0 : tensor<16x32x192x128xbf16>) permutation = [0, 3, 1, 2]
  %1 = tensor.empty() : tensor<40x32x1x1xbf16>
  %transposed_0 = linalg.transpose ins(%arg0 : tensor<40x1x1x32xbf16>) outs(%1 : tensor<40x32x1x1xbf16>) permutation = [0, 3, 1, 2]
  %2 = tensor.empty() : tensor<16x40x96x64xf32>
  %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<16x40x96x64xf32>) -> tensor<16x40x96x64xf32>
  %4 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%transposed, %transposed_0 : tensor<16x32x192x128xbf16>, tensor<40x32x1x1xbf16>) outs(%3 : tensor<16x40x96x64xf32>) -> tensor<16x40x96x64xf32>
  %5 = tensor.empty() : tensor<16x40x96x64xbf16>
  %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<16x40x96x64xf32>) outs(%5 : tensor<16x40x96x64xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %9 = arith.truncf %in : f32 to bf16
    linalg.yield %9 : bf16
  } -> tensor<16x40x96x64xbf16>
  %7 = tensor.empty() : tensor<16x96x64x40xbf16>
  %transposed_1 = linalg.transpose ins(%6 : tensor<16x40x96x64xbf16>) outs(%7 : tensor<16x96x64x40xbf16>) permutation = [0, 2, 3, 1]
  util.return %transposed_1 : tensor<16x96x64x40xbf16>
}
