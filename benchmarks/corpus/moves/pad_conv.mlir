util.func public @f(%x: tensor<1x16x16x16xf32>, %k: tensor<16x16x3x3xf32>) -> (tensor<1x16x16x16xf32>) {
%zero = arith.constant 0.0 : f32
%v1 = tensor.empty() : tensor<1x16x16x16xf32>
%v2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%x : tensor<1x16x16x16xf32>) outs(%v1 : tensor<1x16x16x16xf32>) {
 ^bb0(%a: f32, %o: f32):
  %y = math.tanh %a : f32
 linalg.yield %y : f32
 } -> tensor<1x16x16x16xf32>
%v3 = tensor.pad %v2 low[0, 0, 1, 1] high[0, 0, 1, 1] {
 ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
 tensor.yield %zero : f32
 } : tensor<1x16x16x16xf32> to tensor<1x16x18x18xf32>
%v4 = tensor.empty() : tensor<1x16x16x16xf32>
%v5 = linalg.fill ins(%zero : f32) outs(%v4 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
%v6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%v3, %k : tensor<1x16x18x18xf32>, tensor<16x16x3x3xf32>) outs(%v5 : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
util.return %v6 : tensor<1x16x16x16xf32>
}
