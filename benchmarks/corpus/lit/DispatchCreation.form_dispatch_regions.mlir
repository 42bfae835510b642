util.func @scatter_no_index_producer_fusion(%arg0 : tensor<?x1xi64>,
    %arg1 : index, %arg2 : tensor<?x1x32x8x128xf16>,
    %arg3 : tensor<?x32x8x128xf16>) -> tensor<?x32x8x128xf16> {
  %empty = tensor.empty(%arg1) : tensor<?x1xi32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%arg0 : tensor<?x1xi64>) outs(%empty : tensor<?x1xi32>) {
  ^bb0(%in: i64, %out: i32):
    %1 = arith.trunci %in : i64 to i32
    linalg.yield %1 : i32
  } -> tensor<?x1xi32>
  %1 = iree_linalg_ext.scatter
      dimension_map = [0] unique_indices(true)
      ins(%arg2, %0 : tensor<?x1x32x8x128xf16>, tensor<?x1xi32>)
      outs(%arg3 : tensor<?x32x8x128xf16>) {
  ^bb0(%arg6: f16, %arg7: f16):
    iree_linalg_ext.yield %arg6 : f16
  } -> tensor<?x32x8x128xf16>
  util.return %1 : tensor<?x32x8x128xf16>
}

// -----

util.func @interchange_producer(%update : tensor<2x2xi32>, %indices : tensor<2x2x2xi32>, %original : tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%update : tensor<2x2xi32>)
      outs(%update : tensor<2x2xi32>){
      ^bb0(%b0 : i32, %out : i32):
        linalg.yield %b0 : i32
  } -> tensor<2x2xi32>
  %result = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(true)
                          ins(%0, %indices : tensor<2x2xi32>, tensor<2x2x2xi32>)
                          outs(%original : tensor<2x2xi32>) {
                    ^bb0(%arg0: i32, %arg1: i32):
                      iree_linalg_ext.yield %arg0 : i32
  } -> tensor<2x2xi32>
  util.return %result : tensor<2x2xi32>
}

// -----

util.func @no_interchange_producer_crash(%update : tensor<2x2xi32>, %indices : tensor<2x2x2xi32>, %original : tensor<2x2xi32>) -> tensor<2x2xi32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%original : tensor<2x2xi32>)
      outs(%original : tensor<2x2xi32>){
      ^bb0(%b0 : i32, %out : i32):
        linalg.yield %b0 : i32
  } -> tensor<2x2xi32>
  %result = iree_linalg_ext.scatter dimension_map = [0, 1] unique_indices(true)
                          ins(%update, %indices : tensor<2x2xi32>, tensor<2x2x2xi32>)
                          outs(%0 : tensor<2x2xi32>) {
                    ^bb0(%arg0: i32, %arg1: i32):
                      iree_linalg_ext.yield %arg0 : i32
  } -> tensor<2x2xi32>
  util.return %result : tensor<2x2xi32>
}

// -----

util.func public @scatter_chain_dispatch_ordering(
    %pos: tensor<4xi64>,
    %table: tensor<4x?xi64>,
    %buf: tensor<?x128xi8>,
    %data_a: tensor<4x8x128xi8>,
    %data_b: tensor<4x8x128xi8>,
    %data_c: tensor<4x8x128xi8>,
    %data_d: tensor<4x8x128xi8>,
    %buf_dim: index) -> tensor<?x128xi8> {
  %c64_i64 = arith.constant 64 : i64
  %c32_i64 = arith.constant 32 : i64
  %c8_i64 = arith.constant 8 : i64
  %c2_i64 = arith.constant 2 : i64
  %cst = arith.constant 3.200000e+01 : f32
  %empty_1d = tensor.empty() : tensor<4xi64>
  %empty_2d = tensor.empty() : tensor<4x8xi64>
  %idx:2 = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%pos : tensor<4xi64>)
      outs(%empty_1d, %empty_1d : tensor<4xi64>, tensor<4xi64>) {
    ^bb0(%in: i64, %out0: i64, %out1: i64):
      %i = linalg.index 0 : index
      %j = arith.sitofp %in : i64 to f32
      %k = arith.divf %j, %cst : f32
      %l = math.floor %k : f32
      %m = arith.fptosi %l : f32 to i64
      %n = arith.index_cast %m : i64 to index
      %val = tensor.extract %table[%i, %n] : tensor<4x?xi64>
      %r0 = arith.muli %val, %c32_i64 : i64
      %r1 = arith.muli %val, %c64_i64 : i64
      linalg.yield %r0, %r1 : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  %bcast_0 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%idx#1, %pos : tensor<4xi64>, tensor<4xi64>)
      outs(%empty_2d : tensor<4x8xi64>) {
    ^bb0(%in0: i64, %in1: i64, %out: i64):
      %k = linalg.index 1 : index
      %ki = arith.index_cast %k : index to i64
      %off = arith.addi %ki, %c8_i64 : i64
      %r = arith.muli %off, %c32_i64 : i64
      linalg.yield %r : i64
  } -> tensor<4x8xi64>
  %s0 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
      ins(%data_a, %bcast_0 : tensor<4x8x128xi8>, tensor<4x8xi64>)
      outs(%buf : tensor<?x128xi8>) {
    ^bb0(%arg8: i8, %arg9: i8):
      iree_linalg_ext.yield %arg8 : i8
  } -> tensor<?x128xi8>
  %bcast_1 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%idx#1, %pos : tensor<4xi64>, tensor<4xi64>)
      outs(%empty_2d : tensor<4x8xi64>) {
    ^bb0(%in0: i64, %in1: i64, %out: i64):
      linalg.yield %in1 : i64
  } -> tensor<4x8xi64>
  %s1 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
      ins(%data_b, %bcast_1 : tensor<4x8x128xi8>, tensor<4x8xi64>)
      outs(%s0 : tensor<?x128xi8>) {
    ^bb0(%arg8: i8, %arg9: i8):
      iree_linalg_ext.yield %arg8 : i8
  } -> tensor<?x128xi8>
  %s2 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
      ins(%data_c, %empty_2d : tensor<4x8x128xi8>, tensor<4x8xi64>)
      outs(%s1 : tensor<?x128xi8>) {
    ^bb0(%arg8: i8, %arg9: i8):
      iree_linalg_ext.yield %arg8 : i8
  } -> tensor<?x128xi8>
  %ew = linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>,
                       affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%idx#0 : tensor<4xi64>)
      outs(%empty_1d : tensor<4xi64>) {
    ^bb0(%in: i64, %out: i64):
      %r = arith.addi %in, %c2_i64 : i64
      linalg.yield %r : i64
  } -> tensor<4xi64>
  %bcast_3 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%ew, %pos : tensor<4xi64>, tensor<4xi64>)
      outs(%empty_2d : tensor<4x8xi64>) {
    ^bb0(%in0: i64, %in1: i64, %out: i64):
      %k = linalg.index 1 : index
      %ki = arith.index_cast %k : index to i64
      %r = arith.muli %in0, %c8_i64 : i64
      linalg.yield %r : i64
  } -> tensor<4x8xi64>
  %s3 = iree_linalg_ext.scatter dimension_map = [0] unique_indices(true)
      ins(%data_d, %bcast_3 : tensor<4x8x128xi8>, tensor<4x8xi64>)
      outs(%s2 : tensor<?x128xi8>) {
    ^bb0(%arg8: i8, %arg9: i8):
      iree_linalg_ext.yield %arg8 : i8
  } -> tensor<?x128xi8>
  util.return %s3 : tensor<?x128xi8>
}
