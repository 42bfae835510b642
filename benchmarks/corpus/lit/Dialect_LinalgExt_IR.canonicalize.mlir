func.func @gather_to_extract_slice_expand(%source : tensor<1024x128xi32>, %indices : tensor<1x1xi32>) -> (tensor<1x1x128xi32>) {
  %empty = tensor.empty() : tensor<1x1x128xi32>
  %result = iree_linalg_ext.gather dimension_map = [0]
    ins(%source, %indices : tensor<1024x128xi32>, tensor<1x1xi32>)
    outs(%empty: tensor<1x1x128xi32>) -> tensor<1x1x128xi32>
  return %result : tensor<1x1x128xi32>
}

// -----

func.func @gather_to_extract_slice_no_reshape(%source : tensor<1024x128xi32>, %indices : tensor<1xi32>) -> (tensor<1x128xi32>) {
  %empty = tensor.empty() : tensor<1x128xi32>
  %result = iree_linalg_ext.gather dimension_map = [0]
    ins(%source, %indices : tensor<1024x128xi32>, tensor<1xi32>)
    outs(%empty: tensor<1x128xi32>) -> tensor<1x128xi32>
  return %result : tensor<1x128xi32>
}

// -----

func.func @gather_to_extract_slice_perm(%source : tensor<10x1024x128xi32>, %indices : tensor<1x1x2xi32>) -> (tensor<1x1x128xi32>) {
  %empty = tensor.empty() : tensor<1x1x128xi32>
  %result = iree_linalg_ext.gather dimension_map = [1, 0]
    ins(%source, %indices : tensor<10x1024x128xi32>, tensor<1x1x2xi32>)
    outs(%empty: tensor<1x1x128xi32>) -> tensor<1x1x128xi32>
  return %result : tensor<1x1x128xi32>
}

// -----

func.func @gather_to_extract_slice_full_collapse(%source : tensor<2x2x1xi32>, %indices : tensor<2xi32>) -> (tensor<1xi32>) {
  %empty = tensor.empty() : tensor<1xi32>
  %result = iree_linalg_ext.gather dimension_map = [0, 1]
    ins(%source, %indices : tensor<2x2x1xi32>, tensor<2xi32>)
    outs(%empty: tensor<1xi32>) -> tensor<1xi32>
  return %result : tensor<1xi32>
}

// -----

func.func @gather_to_extract_slice_partial_collapse(%source : tensor<2x2x100x100xi32>, %indices : tensor<2xi32>) -> (tensor<100x100xi32>) {
  %empty = tensor.empty() : tensor<100x100xi32>
  %result = iree_linalg_ext.gather dimension_map = [1, 0]
    ins(%source, %indices : tensor<2x2x100x100xi32>, tensor<2xi32>)
    outs(%empty: tensor<100x100xi32>) -> tensor<100x100xi32>
  return %result : tensor<100x100xi32>
}

// -----

func.func @fold_input_pad_into_im2col(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1296x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
      tensor.yield %cst : f32
  } : tensor<2x34x34x640xf32> to tensor<2x36x36x640xf32>
  %empty = tensor.empty() : tensor<2x1296x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      ins(%padded : tensor<2x36x36x640xf32>)
      outs(%empty : tensor<2x1296x5760xf32>) -> tensor<2x1296x5760xf32>
  return %result : tensor<2x1296x5760xf32>
}

// -----

func.func @fold_output_pad_into_im2col(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1040x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x1024x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      input_pad_low = [0, 1, 1, 0] input_pad_high = [0, 1, 1, 0] pad_value(%cst : f32)
      ins(%arg0 : tensor<2x34x34x640xf32>)
      outs(%empty : tensor<2x1024x5760xf32>) -> tensor<2x1024x5760xf32>
  %padded = tensor.pad %result low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index):
      tensor.yield %cst : f32
  } : tensor<2x1024x5760xf32> to tensor<2x1040x5760xf32>
  return %padded : tensor<2x1040x5760xf32>
}

// -----

func.func @no_fold_both_pads_incompatible(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1040x5760xf32> {
  %cst_pad = arith.constant 1.0 : f32
  %cst_im2col = arith.constant 0.0 : f32
  %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
      tensor.yield %cst_pad : f32
  } : tensor<2x34x34x640xf32> to tensor<2x36x36x640xf32>
  %empty = tensor.empty() : tensor<2x1024x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      input_pad_low = [0, 0, 0, 0] input_pad_high = [0, 0, 0, 0] pad_value(%cst_im2col : f32)
      ins(%padded : tensor<2x36x36x640xf32>)
      outs(%empty : tensor<2x1024x5760xf32>) -> tensor<2x1024x5760xf32>
  %padded_output = tensor.pad %result low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index):
      tensor.yield %cst_pad : f32
  } : tensor<2x1024x5760xf32> to tensor<2x1040x5760xf32>
  return %padded_output : tensor<2x1040x5760xf32>
}

// -----

func.func @fold_both_pads_compatible(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1312x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %padded_input = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
      tensor.yield %cst : f32
  } : tensor<2x34x34x640xf32> to tensor<2x36x36x640xf32>
  %empty = tensor.empty() : tensor<2x1296x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      ins(%padded_input : tensor<2x36x36x640xf32>)
      outs(%empty : tensor<2x1296x5760xf32>) -> tensor<2x1296x5760xf32>
  %padded_output = tensor.pad %result low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index):
      tensor.yield %cst : f32
  } : tensor<2x1296x5760xf32> to tensor<2x1312x5760xf32>
  return %padded_output : tensor<2x1312x5760xf32>
}

// -----

func.func @fold_input_pad_compose(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1296x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %padded = tensor.pad %arg0 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index, %b3: index):
      tensor.yield %cst : f32
  } : tensor<2x34x34x640xf32> to tensor<2x36x36x640xf32>
  %empty = tensor.empty() : tensor<2x1296x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      input_pad_low = [0, 1, 1, 0] input_pad_high = [0, 1, 1, 0] pad_value(%cst : f32)
      ins(%padded : tensor<2x36x36x640xf32>)
      outs(%empty : tensor<2x1296x5760xf32>) -> tensor<2x1296x5760xf32>
  return %result : tensor<2x1296x5760xf32>
}

// -----

func.func @fold_output_pad_low(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1040x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x1024x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      input_pad_low = [0, 1, 1, 0] input_pad_high = [0, 1, 1, 0] pad_value(%cst : f32)
      ins(%arg0 : tensor<2x34x34x640xf32>)
      outs(%empty : tensor<2x1024x5760xf32>) -> tensor<2x1024x5760xf32>
  %padded = tensor.pad %result low[0, 16, 0] high[0, 0, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index):
      tensor.yield %cst : f32
  } : tensor<2x1024x5760xf32> to tensor<2x1040x5760xf32>
  return %padded : tensor<2x1040x5760xf32>
}

// -----

func.func @fold_output_pad_compose(%arg0: tensor<2x34x34x640xf32>) -> tensor<2x1056x5760xf32> {
  %cst = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x1040x5760xf32>
  %result = iree_linalg_ext.im2col
      strides = [1, 1] dilations = [1, 1] kernel_size = [3, 3]
      offsets = [0, 0, 0] output_sizes = [[2], [32, 32], [3, 3, 640]]
      batch_pos = [0] m_pos = [1, 2] k_pos = [3]
      input_k_perm = [0, 1, 2]
      output_perm = [0, 1, 2]
      output_pad_low = [0, 0, 0] output_pad_high = [0, 16, 0]
      pad_value(%cst : f32)
      ins(%arg0 : tensor<2x34x34x640xf32>)
      outs(%empty : tensor<2x1040x5760xf32>) -> tensor<2x1040x5760xf32>
  %padded = tensor.pad %result low[0, 0, 0] high[0, 16, 0] {
    ^bb0(%b0: index, %b1: index, %b2: index):
      tensor.yield %cst : f32
  } : tensor<2x1040x5760xf32> to tensor<2x1056x5760xf32>
  return %padded : tensor<2x1056x5760xf32>
}
