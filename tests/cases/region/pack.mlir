// A packed tensor and back.
util.func public @f(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %d = tensor.empty() : tensor<2x4x4x4xf32>
  %p = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %d : tensor<8x16xf32> -> tensor<2x4x4x4xf32>
  %e = math.absf %p : tensor<2x4x4x4xf32>
  %o = tensor.empty() : tensor<8x16xf32>
  %u = linalg.unpack %e inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %o : tensor<2x4x4x4xf32> -> tensor<8x16xf32>
  util.return %u : tensor<8x16xf32>
}
