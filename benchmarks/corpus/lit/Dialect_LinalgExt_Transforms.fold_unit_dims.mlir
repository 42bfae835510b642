util.func public @gather_unit_batch_dims(%source: tensor<4x4x4x4xf16>, %indices: tensor<4x1x2xi64>) -> tensor<4x1x4x4xf16> {
  %empty = tensor.empty() : tensor<4x1x4x4xf16>
  %0 = iree_linalg_ext.gather dimension_map = [0, 1]
          ins(%source, %indices: tensor<4x4x4x4xf16>, tensor<4x1x2xi64>)
          outs(%empty: tensor<4x1x4x4xf16>) -> tensor<4x1x4x4xf16>
  util.return %0 : tensor<4x1x4x4xf16>
}

// -----

util.func public @gather_batch_and_slice_dims(%source: tensor<4x4x1x4xf16>, %indices: tensor<4x1x2xi64>) -> tensor<4x1x1x4xf16> {
  %empty = tensor.empty() : tensor<4x1x1x4xf16>
  %0 = iree_linalg_ext.gather dimension_map = [0, 1]
          ins(%source, %indices: tensor<4x4x1x4xf16>, tensor<4x1x2xi64>)
          outs(%empty: tensor<4x1x1x4xf16>) -> tensor<4x1x1x4xf16>
  util.return %0 : tensor<4x1x1x4xf16>
}

// -----

util.func public @scatter_batch_and_slice_dims(%slice: tensor<4x1x1x4xf16>, %indices: tensor<4x1x2xi64>) -> tensor<4x4x1x4xf16> {
  %empty = tensor.empty() : tensor<4x4x1x4xf16>
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(true)
          ins(%slice, %indices: tensor<4x1x1x4xf16>, tensor<4x1x2xi64>)
          outs(%empty: tensor<4x4x1x4xf16>){
  ^bb0(%in : f16, %out : f16):
    iree_linalg_ext.yield %in : f16
  }-> tensor<4x4x1x4xf16>
  util.return %0 : tensor<4x4x1x4xf16>
}

// -----

util.func public @scatter_no_change_output(%slice: tensor<1x2xf16>, %indices: tensor<1x2x2xi64>) -> tensor<2x2xf16> {
  %empty = tensor.empty() : tensor<2x2xf16>
  %0 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(false)
          ins(%slice, %indices: tensor<1x2xf16>, tensor<1x2x2xi64>)
          outs(%empty: tensor<2x2xf16>){
  ^bb0(%in : f16, %out : f16):
    iree_linalg_ext.yield %in : f16
  }-> tensor<2x2xf16>
  util.return %0 : tensor<2x2xf16>
}

// -----

util.func public @map_store(%input: tensor<1x2x1x1xf16>) -> tensor<2x2x2x2xf16> {
  %empty = tensor.empty() : tensor<2x2x2x2xf16>
  %0 = iree_linalg_ext.map_store %input into %empty {
    ^bb0(%idx0: index, %idx1: index, %idx2: index, %idx3: index):
      %mask = arith.constant true
      iree_linalg_ext.yield %idx0, %idx1, %idx2, %idx3, %mask : index, index, index, index, i1
  } : tensor<1x2x1x1xf16> into tensor<2x2x2x2xf16> -> tensor<2x2x2x2xf16>
  util.return %0 : tensor<2x2x2x2xf16>
}

// -----

util.func public @map_store_all_unit(%input: tensor<1x1xf16>) -> tensor<2x2xf16> {
  %empty = tensor.empty() : tensor<2x2xf16>
  %0 = iree_linalg_ext.map_store %input into %empty {
    ^bb0(%idx0: index, %idx1: index):
      %mask = arith.constant true
      iree_linalg_ext.yield %idx0, %idx1, %mask : index, index, i1
  } : tensor<1x1xf16> into tensor<2x2xf16> -> tensor<2x2xf16>
  util.return %0 : tensor<2x2xf16>
}
