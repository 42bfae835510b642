// An inner concatenation of halves, padded in front with an argument.
util.func public @f(%x: tensor<2x3x4xf16>, %y: tensor<2x5x4xf16>, %s: f16) -> tensor<2x10x4xf16> {
  %a = math.exp %x : tensor<2x3x4xf16>
  %b = math.absf %y : tensor<2x5x4xf16>
  %c = tensor.concat dim(1) %a, %b : (tensor<2x3x4xf16>, tensor<2x5x4xf16>) -> tensor<2x8x4xf16>
  %p = tensor.pad %c low[0, 1, 0] high[0, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %s : f16
  } : tensor<2x8x4xf16> to tensor<2x10x4xf16>
  util.return %p : tensor<2x10x4xf16>
}
