#map = affine_map<(d0, d1) -> (d0, d1)>
util.func public @test_slice_middle(%A : tensor<64x64x64xf32>, %B : tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %0 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%B : tensor<64x64xf32>) {
  ^bb0(%out: f32):
    %i1 = linalg.index 0 : index
    %i2 = linalg.index 1 : index
    %extracted = tensor.extract %A[%i1, %c0, %i2] : tensor<64x64x64xf32>
    linalg.yield %extracted : f32
  } -> tensor<64x64xf32>
  util.return %0 : tensor<64x64xf32>
}

// -----

util.func public @test_trailing_elementwise(%arg0: tensor<180x320x1xf32>) -> tensor<320xf32> {
  %c0 = arith.constant 0 : index
  %c179 = arith.constant 179 : index
  %70 = tensor.empty() : tensor<320xf32>
  %71 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%70 : tensor<320xf32>) {
  ^bb0(%out: f32):
    %76 = linalg.index 0 : index
    %extracted = tensor.extract %arg0[%c0, %76, %c0] : tensor<180x320x1xf32>
    linalg.yield %extracted : f32
  } -> tensor<320xf32>
  util.return %71 : tensor<320xf32>
}

// -----

#map = affine_map<(d0, d1) -> (d0, d1)>
util.func public @test_slice_negate_cat_peephole(%arg0: tensor<1x32x1x128xf16>) -> tensor<1x32x1x128xf16> {
  %1 = tensor.empty() : tensor<1x32x1x128xf16>
  %2 = tensor.empty() : tensor<32x64xf16>
  %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 32, 1, 64] [1, 1, 1, 1] : tensor<1x32x1x128xf16> to tensor<32x64xf16>
  %extracted_slice_0 = tensor.extract_slice %arg0[0, 0, 0, 64] [1, 32, 1, 64] [1, 1, 1, 1] : tensor<1x32x1x128xf16> to tensor<32x64xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_0 : tensor<32x64xf16>) outs(%2 : tensor<32x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %5 = arith.negf %in : f16
    linalg.yield %5 : f16
  } -> tensor<32x64xf16>
  %inserted_slice = tensor.insert_slice %3 into %1[0, 0, 0, 0] [1, 32, 1, 64] [1, 1, 1, 1] : tensor<32x64xf16> into tensor<1x32x1x128xf16>
  %inserted_slice_1 = tensor.insert_slice %extracted_slice into %inserted_slice[0, 0, 0, 64] [1, 32, 1, 64] [1, 1, 1, 1] : tensor<32x64xf16> into tensor<1x32x1x128xf16>
  util.return %inserted_slice_1 : tensor<1x32x1x128xf16>
}

// -----

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
util.func public @test_slice_negate_cat_peephole_dynamic(%arg0: tensor<1x32x?x128xf16>) -> tensor<1x32x?x128xf16> {
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %arg0, %c2 : tensor<1x32x?x128xf16>
  %1 = tensor.empty(%d2) : tensor<1x32x?x128xf16>
  %2 = tensor.empty(%d2) : tensor<32x?x64xf16>
  %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 32, %d2, 64] [1, 1, 1, 1] : tensor<1x32x?x128xf16> to tensor<32x?x64xf16>
  %extracted_slice_0 = tensor.extract_slice %arg0[0, 0, 0, 64] [1, 32, %d2, 64] [1, 1, 1, 1] : tensor<1x32x?x128xf16> to tensor<32x?x64xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_0 : tensor<32x?x64xf16>) outs(%2 : tensor<32x?x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %5 = arith.negf %in : f16
    linalg.yield %5 : f16
  } -> tensor<32x?x64xf16>
  %inserted_slice = tensor.insert_slice %3 into %1[0, 0, 0, 0] [1, 32, %d2, 64] [1, 1, 1, 1] : tensor<32x?x64xf16> into tensor<1x32x?x128xf16>
  %inserted_slice_1 = tensor.insert_slice %extracted_slice into %inserted_slice[0, 0, 0, 64] [1, 32, %d2, 64] [1, 1, 1, 1] : tensor<32x?x64xf16> into tensor<1x32x?x128xf16>
  util.return %inserted_slice_1 : tensor<1x32x?x128xf16>
}

// -----

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
util.func public @test_slice_negate_cat_peephole_dynamic(%arg0: tensor<32x?x128xf16>) -> tensor<32x?x128xf16> {
  %c2 = arith.constant 2 : index
  %d2 = tensor.dim %arg0, %c2 : tensor<32x?x128xf16>
  %1 = tensor.empty(%d2) : tensor<32x?x128xf16>
  %2 = tensor.empty(%d2) : tensor<32x?x64xf16>
  %extracted_slice = tensor.extract_slice %arg0[0, 0, 0] [32, %d2, 64] [1, 1, 1] : tensor<32x?x128xf16> to tensor<32x?x64xf16>
  %extracted_slice_0 = tensor.extract_slice %arg0[0, 0, 64] [32, %d2, 64] [1, 1, 1] : tensor<32x?x128xf16> to tensor<32x?x64xf16>
  %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%extracted_slice_0 : tensor<32x?x64xf16>) outs(%2 : tensor<32x?x64xf16>) {
  ^bb0(%in: f16, %out: f16):
    %5 = arith.negf %in : f16
    linalg.yield %5 : f16
  } -> tensor<32x?x64xf16>
  %concat = tensor.concat dim(2) %3, %extracted_slice : (tensor<32x?x64xf16>, tensor<32x?x64xf16>) -> tensor<32x?x128xf16>
  util.return %concat : tensor<32x?x128xf16>
}

// -----

util.func public @constant_pad_i8(%arg0: tensor<10x20xi8>) -> tensor<13x23xi8> {
  %cst = arith.constant dense<1> : tensor<13x23xi8>
  %1 = tensor.insert_slice %arg0 into %cst[1, 2] [10, 20] [1, 1] : tensor<10x20xi8> into tensor<13x23xi8>
  util.return %1 : tensor<13x23xi8>
}

// -----

util.func public @constant_pad_f32(%arg0: tensor<?x?xf32>, %x: index, %y: index) -> tensor<13x23xf32> {
  %cst = arith.constant dense<1.0> : tensor<13x23xf32>
  %1 = tensor.insert_slice %arg0 into %cst[1, 2] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<13x23xf32>
  util.return %1 : tensor<13x23xf32>
}
