util.func public @clone_scatter_indices(%arg0: tensor<1x?x32x8x128xf8E4M3FNUZ>, %arg1: tensor<1x?x32x8x128xbf16>, %arg2: tensor<1x?xi64>, %arg3: tensor<1x?xi64>, %arg4: tensor<1x?xi32>, %arg5: tensor<?x32x8x128xbf16>) -> (tensor<?x32x8x128xbf16>, tensor<1x?xi64>) {
  %c1 = arith.constant 1 : index
  %c10_i64 = arith.constant 10 : i64
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x?x32x8x128xf8E4M3FNUZ>) outs(%arg1 : tensor<1x?x32x8x128xbf16>) {
  ^bb0(%in: f8E4M3FNUZ, %out: bf16):
    %3 = arith.extf %in : f8E4M3FNUZ to bf16
    linalg.yield %3 : bf16
  } -> tensor<1x?x32x8x128xbf16>
  %1:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<1x?xi64>) outs(%arg3, %arg4 : tensor<1x?xi64>, tensor<1x?xi32>) {
  ^bb0(%in: i64, %out: i64, %out_0: i32):
    %3 = arith.addi %in, %c10_i64 : i64
    %4 = arith.trunci %3 : i64 to i32
    linalg.yield %3, %4 : i64, i32
  } -> (tensor<1x?xi64>, tensor<1x?xi32>)
  %2 = flow.dispatch.region -> (tensor<?x32x8x128xbf16>{%c1}) {
    %3 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true) ins(%0, %1#1 : tensor<1x?x32x8x128xbf16>, tensor<1x?xi32>) outs(%arg5 : tensor<?x32x8x128xbf16>) {
    ^bb0(%arg6: bf16, %arg7: bf16):
      iree_linalg_ext.yield %arg6 : bf16
    } -> tensor<?x32x8x128xbf16>
    flow.return %3 : tensor<?x32x8x128xbf16>
  }
  util.return %2, %1#0 : tensor<?x32x8x128xbf16>, tensor<1x?xi64>
}

// -----

util.func @never_clone_hal_ops(%arg0 : !hal.buffer_view, %arg1 : !hal.fence,
    %arg2 : index, %arg3 : index, %arg4 : index, %update : tensor<?x?xf32>,
    %original : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = hal.tensor.import wait(%arg1) => %arg0 : !hal.buffer_view -> tensor<?xi32>{%arg2}
  %1 = flow.dispatch.region -> (tensor<?x?xf32>{%arg3, %arg4}) {
    %2 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
        ins(%update, %0 : tensor<?x?xf32>, tensor<?xi32>)
        outs(%original: tensor<?x?xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        %1 = arith.addf %b0, %b1 : f32
        iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
    flow.return %2 : tensor<?x?xf32>
  }
  util.return %1 : tensor<?x?xf32>
}

// -----

util.func @never_clone_flow_ops(%arg0 : tensor<?xi32>,
    %arg2 : index, %arg3 : index, %arg4 : index, %update : tensor<?x?xf32>,
    %original : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = flow.tensor.transfer %arg0 : tensor<?xi32>{%arg2} to "target"
  %1 = flow.dispatch.region -> (tensor<?x?xf32>{%arg3, %arg4}) {
    %2 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
        ins(%update, %0 : tensor<?x?xf32>, tensor<?xi32>)
        outs(%original: tensor<?x?xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        %1 = arith.addf %b0, %b1 : f32
        iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
    flow.return %2 : tensor<?x?xf32>
  }
  util.return %1 : tensor<?x?xf32>
}

// -----

util.func @never_clone_insert_slice_ops(%arg0 : tensor<?xi32>, %arg1 : tensor<?xi32>,
    %arg2 : index, %arg3 : index, %arg4 : index, %update : tensor<?x?xf32>,
    %original : tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.insert_slice %arg0 into %arg1[0] [%arg2] [1]: tensor<?xi32> into tensor<?xi32>
  %1 = flow.dispatch.region -> (tensor<?x?xf32>{%arg3, %arg4}) {
    %2 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
        ins(%update, %0 : tensor<?x?xf32>, tensor<?xi32>)
        outs(%original: tensor<?x?xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        %1 = arith.addf %b0, %b1 : f32
        iree_linalg_ext.yield %1 : f32
    } -> tensor<?x?xf32>
    flow.return %2 : tensor<?x?xf32>
  }
  util.return %1 : tensor<?x?xf32>
}

// -----

util.func @never_clone_scatter_outs_fill(%updates : tensor<8x1x6x128xf32>,
    %indices : tensor<8x1x6x128x4xi64>) -> tensor<1x8x127x128xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<1x8x127x128xf32>
  %fill = linalg.fill ins(%cst : f32) outs(%empty : tensor<1x8x127x128xf32>) -> tensor<1x8x127x128xf32>
  %0 = flow.dispatch.region -> (tensor<1x8x127x128xf32>) {
    %1 = iree_linalg_ext.scatter dimension_map = [0, 1, 2, 3] unique_indices(true)
        ins(%updates, %indices : tensor<8x1x6x128xf32>, tensor<8x1x6x128x4xi64>)
        outs(%fill : tensor<1x8x127x128xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        iree_linalg_ext.yield %b0 : f32
    } -> tensor<1x8x127x128xf32>
    flow.return %1 : tensor<1x8x127x128xf32>
  }
  util.return %0 : tensor<1x8x127x128xf32>
}

// -----

util.func @never_clone_scatter_outs_fill_through_slice(
    %updates : tensor<1x1x6x128xf32>,
    %indices : tensor<1x1x6x128x4xi64>) -> tensor<1x8x127x128xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<2x8x127x128xf32>
  %fill = linalg.fill ins(%cst : f32) outs(%empty : tensor<2x8x127x128xf32>) -> tensor<2x8x127x128xf32>
  %slice = tensor.extract_slice %fill[0, 0, 0, 0] [1, 8, 127, 128] [1, 1, 1, 1]
      : tensor<2x8x127x128xf32> to tensor<1x8x127x128xf32>
  %0 = flow.dispatch.region -> (tensor<1x8x127x128xf32>) {
    %1 = iree_linalg_ext.scatter dimension_map = [0, 1, 2, 3] unique_indices(true)
        ins(%updates, %indices : tensor<1x1x6x128xf32>, tensor<1x1x6x128x4xi64>)
        outs(%slice : tensor<1x8x127x128xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        iree_linalg_ext.yield %b0 : f32
    } -> tensor<1x8x127x128xf32>
    flow.return %1 : tensor<1x8x127x128xf32>
  }
  util.return %0 : tensor<1x8x127x128xf32>
}

// -----

util.func @never_clone_insert_slice_dest_fill(%source : tensor<16x16xf32>,
    %offset : index) -> tensor<64x64xf32> {
  %cst = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %fill = linalg.fill ins(%cst : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %0 = flow.dispatch.region -> (tensor<64x64xf32>) {
    %1 = tensor.insert_slice %source into %fill[%offset, %offset] [16, 16] [1, 1]
        : tensor<16x16xf32> into tensor<64x64xf32>
    flow.return %1 : tensor<64x64xf32>
  }
  util.return %0 : tensor<64x64xf32>
}

// -----

util.func @never_clone_scatter_outs_bitextend(%in : tensor<1x8x127x128xf16>,
    %updates : tensor<8x1x6x128xf32>,
    %indices : tensor<8x1x6x128x4xi64>) -> tensor<1x8x127x128xf32> {
  %empty = tensor.empty() : tensor<1x8x127x128xf32>
  %extended = linalg.generic {
      indexing_maps = [affine_map<(d0,d1,d2,d3) -> (d0,d1,d2,d3)>,
                       affine_map<(d0,d1,d2,d3) -> (d0,d1,d2,d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%in : tensor<1x8x127x128xf16>)
      outs(%empty : tensor<1x8x127x128xf32>) {
    ^bb0(%a: f16, %b: f32):
      %ext = arith.extf %a : f16 to f32
      linalg.yield %ext : f32
  } -> tensor<1x8x127x128xf32>
  %0 = flow.dispatch.region -> (tensor<1x8x127x128xf32>) {
    %1 = iree_linalg_ext.scatter dimension_map = [0, 1, 2, 3] unique_indices(true)
        ins(%updates, %indices : tensor<8x1x6x128xf32>, tensor<8x1x6x128x4xi64>)
        outs(%extended : tensor<1x8x127x128xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        iree_linalg_ext.yield %b0 : f32
    } -> tensor<1x8x127x128xf32>
    flow.return %1 : tensor<1x8x127x128xf32>
  }
  util.return %0 : tensor<1x8x127x128xf32>
}

// -----

util.func @never_clone_scatter_outs_tensor_constant(
    %updates : tensor<4x1x4xf32>,
    %indices : tensor<4x1x4x2xi64>) -> tensor<4x4xf32> {
  %cst = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
  %0 = flow.dispatch.region -> (tensor<4x4xf32>) {
    %1 = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(true)
        ins(%updates, %indices : tensor<4x1x4xf32>, tensor<4x1x4x2xi64>)
        outs(%cst : tensor<4x4xf32>) {
      ^bb0(%b0: f32, %b1: f32):
        iree_linalg_ext.yield %b0 : f32
    } -> tensor<4x4xf32>
    flow.return %1 : tensor<4x4xf32>
  }
  util.return %0 : tensor<4x4xf32>
}

// -----

util.func @clone_with_external_insert_slice_dest_use(%source : tensor<16x16xf32>)
    -> (tensor<16x16xf32>, tensor<16x16xf32>) {
  %cst = arith.constant 0.000000e+00 : f32
  %empty = tensor.empty() : tensor<16x16xf32>
  %fill = linalg.fill ins(%cst : f32) outs(%empty : tensor<16x16xf32>)
      -> tensor<16x16xf32>
  %0 = flow.dispatch.region -> (tensor<16x16xf32>) {
    %1 = linalg.generic {
        indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
        iterator_types = ["parallel", "parallel"]}
        outs(%fill : tensor<16x16xf32>) {
    ^bb0(%out: f32):
      linalg.yield %out : f32
    } -> tensor<16x16xf32>
    flow.return %1 : tensor<16x16xf32>
  }
  %1 = tensor.insert_slice %source into %fill[0, 0] [16, 16] [1, 1]
      : tensor<16x16xf32> into tensor<16x16xf32>
  util.return %0, %1 : tensor<16x16xf32>, tensor<16x16xf32>
}

// -----

util.func @clone_gather_elementwise(%source : tensor<2x2x2048xi32>,
                                   %indices : tensor<2xi32>) -> tensor<2048xi32> {
  %empty = tensor.empty() : tensor<2048xi32>
  %result = iree_linalg_ext.gather dimension_map = [0, 1]
                          ins(%source, %indices : tensor<2x2x2048xi32>, tensor<2xi32>)
                          outs(%empty: tensor<2048xi32>) -> tensor<2048xi32>
  %dispatch = flow.dispatch.region -> (tensor<2048xi32>) {
    %cst = arith.constant 2 : i32
    %generic = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%result : tensor<2048xi32>) outs(%empty: tensor<2048xi32>) {
      ^bb0(%arg0: i32, %arg1: i32):
        %0 = arith.muli %arg0, %cst : i32
        linalg.yield %0 : i32
    } -> tensor<2048xi32>
    flow.return %generic : tensor<2048xi32>
  }
  util.return %dispatch : tensor<2048xi32>
}
