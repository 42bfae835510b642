func.func @scatter_tensor_dynamic(
    %original: tensor<?x?xf32>, %indices: tensor<?x1xi32>,
    %update: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices : tensor<?x?xf32>, tensor<?x1xi32>)
    outs(%original: tensor<?x?xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @scatter_tensor_masked(
    %original: tensor<8xi32>, %indices: tensor<3x1xi32>,
    %mask: tensor<3xi1>, %update: tensor<3xi32>) -> tensor<8xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices, %mask : tensor<3xi32>, tensor<3x1xi32>, tensor<3xi1>)
    outs(%original: tensor<8xi32>) {
    ^bb0(%arg1: i32, %arg2: i32):
      %1 = arith.addi %arg1, %arg2 : i32
      iree_linalg_ext.yield %1 : i32
    } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @scatter_tensor_partial_dynamic(
    %original: tensor<?x?xf32>, %indices: tensor<?x1xi32>,
    %update: tensor<?x10xf32>) -> tensor<?x?xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices : tensor<?x10xf32>, tensor<?x1xi32>)
    outs(%original: tensor<?x?xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @scatter_tensor_dynamic_implicit_indices(
    %original: tensor<?x?xf32>, %indices: tensor<?xi32>,
    %update: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices : tensor<?x?xf32>, tensor<?xi32>)
    outs(%original: tensor<?x?xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @scatter_repeated_tensor_dynamic(
    %original: tensor<?x?xf32>, %indices: tensor<?x1xi32>,
    %update: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(false)
    ins(%update, %indices : tensor<?x?xf32>, tensor<?x1xi32>)
    outs(%original: tensor<?x?xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @scatter_tensor_static(
    %original: tensor<128x3xf32>, %indices: tensor<48x1xi32>,
    %update: tensor<48x3xf32>) -> tensor<128x3xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices : tensor<48x3xf32>, tensor<48x1xi32>)
    outs(%original: tensor<128x3xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<128x3xf32>
  return %0 : tensor<128x3xf32>
}

// -----

func.func @scatter_tensor_static_implicit_indices(
    %original: tensor<128x3xf32>, %indices: tensor<48xi32>,
    %update: tensor<48x3xf32>) -> tensor<128x3xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%update, %indices : tensor<48x3xf32>, tensor<48xi32>)
    outs(%original: tensor<128x3xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<128x3xf32>
  return %0 : tensor<128x3xf32>
}

// -----

func.func @scatter_tensor_multi_index_depth(
    %original: tensor<1x128x3xf32>, %indices: tensor<48x2xi32>,
    %update: tensor<48x3xf32>) -> tensor<1x128x3xf32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0, 1]
    unique_indices(true)
    ins(%update, %indices : tensor<48x3xf32>, tensor<48x2xi32>)
    outs(%original: tensor<1x128x3xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<1x128x3xf32>
  return %0 : tensor<1x128x3xf32>
}

// -----

func.func @scatter_update_scalar_1D(
    %original: tensor<8xi32>, %indices: tensor<3xi32>,
    %updates: tensor<3xi32>) -> tensor<8xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%updates, %indices : tensor<3xi32>, tensor<3xi32>)
    outs(%original : tensor<8xi32>)  {
    ^bb0(%arg0: i32, %arg1: i32):
      iree_linalg_ext.yield %arg0 : i32
    } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @scatter_update_i64_scalar_1D(
    %original: tensor<8xi32>, %indices: tensor<3x1xi64>,
    %updates: tensor<3xi32>) -> tensor<8xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%updates, %indices : tensor<3xi32>, tensor<3x1xi64>)
    outs(%original : tensor<8xi32>)  {
    ^bb0(%arg0: i32, %arg1: i32):
      iree_linalg_ext.yield %arg0 : i32
    } -> tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

func.func @scatter_update_scalar_2D(
    %original: tensor<4x3xi32>, %indices: tensor<3x2xi32>,
    %updates: tensor<3xi32>) -> tensor<4x3xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0, 1]
    unique_indices(true)
    ins(%updates, %indices : tensor<3xi32>, tensor<3x2xi32>)
    outs(%original : tensor<4x3xi32>)  {
    ^bb0(%arg0: i32, %arg1: i32):
      iree_linalg_ext.yield %arg0 : i32
    } -> tensor<4x3xi32>
  return %0 : tensor<4x3xi32>
}

// -----

func.func @scatter_update_slice_2D(
    %original: tensor<4x3xi32>, %indices: tensor<1x1xi32>,
    %updates: tensor<1x3xi32>) -> tensor<4x3xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%updates, %indices : tensor<1x3xi32>, tensor<1x1xi32>)
    outs(%original : tensor<4x3xi32>)  {
    ^bb0(%arg0: i32, %arg1: i32):
      iree_linalg_ext.yield %arg0 : i32
    } -> tensor<4x3xi32>
  return %0 : tensor<4x3xi32>
}

// -----

func.func @scatter_batch_2D_dynamic(
    %update : tensor<48x?x?xf32>, %indices : tensor<48x?x1xi32>,
    %original : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
    ins(%update, %indices : tensor<48x?x?xf32>, tensor<48x?x1xi32>)
    outs(%original : tensor<?x?xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @scatter_batch_2D_static(
    %update : tensor<48x?x1x10xf32>, %indices : tensor<48x?x1xi32>,
    %original : tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
    ins(%update, %indices : tensor<48x?x1x10xf32>, tensor<48x?x1xi32>)
    outs(%original : tensor<?x10xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// -----

func.func @scatter_rank_reduced(
    %update : tensor<48x10xf32>, %indices : tensor<48x1xi32>,
    %original : tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
    ins(%update, %indices : tensor<48x10xf32>, tensor<48x1xi32>)
    outs(%original : tensor<?x10xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// -----

func.func @scatter_batch_2D_rank_reduced(
    %update : tensor<48x?x10xf32>, %indices : tensor<48x?x1xi32>,
    %original : tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
    ins(%update, %indices : tensor<48x?x10xf32>, tensor<48x?x1xi32>)
    outs(%original : tensor<?x10xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %1 = arith.addf %arg1, %arg2 : f32
      iree_linalg_ext.yield %1 : f32
    } -> tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// -----

func.func @scatter_update_slice_2D(
    %original: tensor<4x?xi32>, %indices: tensor<1x1xi32>,
    %updates: tensor<1x?xi32>) -> tensor<4x?xi32> {
  %0 = iree_linalg_ext.scatter
    dimension_map = [0]
    unique_indices(true)
    ins(%updates, %indices : tensor<1x?xi32>, tensor<1x1xi32>)
    outs(%original : tensor<4x?xi32>)  {
    ^bb0(%arg0: i32, %arg1: i32):
      iree_linalg_ext.yield %arg0 : i32
    } -> tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}

// -----

func.func @gather_static(
    %source : tensor<10xf32>, %idx : tensor<1xi32>,
    %result : tensor<1xf32>) -> tensor<1xf32> {
  %0 = iree_linalg_ext.gather
    dimension_map = [0]
    ins(%source, %idx : tensor<10xf32>, tensor<1xi32>)
    outs(%result : tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_static_masked(
    %source : tensor<10xf32>, %idx : tensor<1xi32>,
    %mask : tensor<1xi1>, %result : tensor<1xf32>) -> tensor<1xf32> {
  %0 = iree_linalg_ext.gather
    dimension_map = [0]
    ins(%source, %idx, %mask : tensor<10xf32>, tensor<1xi32>, tensor<1xi1>)
    outs(%result : tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_static_2D_batch(
    %source : tensor<4x3xf32>, %idx : tensor<1x1xi32>,
    %result : tensor<1xf32>) -> tensor<1xf32> {
  %0 = iree_linalg_ext.gather
    dimension_map = [0, 1]
    ins(%source, %idx : tensor<4x3xf32>, tensor<1x1xi32>)
    outs(%result : tensor<1xf32>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}

// -----

func.func @gather_dynamic(
    %source : tensor<?x?xf32>, %idx : tensor<?x1xi32>,
    %result : tensor<?xf32>) -> tensor<?xf32> {
  %0 = iree_linalg_ext.gather
    dimension_map = [0, 1]
    ins(%source, %idx : tensor<?x?xf32>, tensor<?x1xi32>)
    outs(%result : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
