func.func @main(%a0: tensor<1x10x14x32xf32>, %a1: tensor<32x96xf32>, %a2: tensor<32x32xf32>) -> (tensor<1x10x14x32xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.pad %a0 low[0, 0, 0, 0] high[0, 2, 2, 0] {
  ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
    tensor.yield %z : f32
  } : tensor<1x10x14x32xf32> to tensor<1x12x16x32xf32>
  %v2 = tensor.expand_shape %v1 [[0], [1, 2], [3, 4], [5]] output_shape [1, 3, 4, 4, 4, 32] : tensor<1x12x16x32xf32> into tensor<1x3x4x4x4x32xf32>
  %v3 = tensor.empty() : tensor<1x3x4x4x4x32xf32>
  %v4 = linalg.transpose ins(%v2 : tensor<1x3x4x4x4x32xf32>) outs(%v3 : tensor<1x3x4x4x4x32xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %v5 = tensor.collapse_shape %v4 [[0, 1, 2, 3, 4], [5]] : tensor<1x3x4x4x4x32xf32> into tensor<192x32xf32>
  %v6 = tensor.empty() : tensor<192x96xf32>
  %v7 = linalg.fill ins(%z : f32) outs(%v6 : tensor<192x96xf32>) -> tensor<192x96xf32>
  %v8 = linalg.matmul ins(%v5, %a1 : tensor<192x32xf32>, tensor<32x96xf32>) outs(%v7 : tensor<192x96xf32>) -> tensor<192x96xf32>
  %v9 = tensor.expand_shape %v8 [[0, 1], [2, 3, 4]] output_shape [12, 16, 3, 2, 16] : tensor<192x96xf32> into tensor<12x16x3x2x16xf32>
  %v10 = tensor.empty() : tensor<3x12x2x16x16xf32>
  %v11 = linalg.transpose ins(%v9 : tensor<12x16x3x2x16xf32>) outs(%v10 : tensor<3x12x2x16x16xf32>) permutation = [2, 0, 3, 1, 4]
  %v12 = tensor.extract_slice %v11[0, 0, 0, 0, 0] [1, 12, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x12x2x16x16xf32> to tensor<1x12x2x16x16xf32>
  %v13 = tensor.collapse_shape %v12 [[0, 1, 2], [3], [4]] : tensor<1x12x2x16x16xf32> into tensor<24x16x16xf32>
  %v14 = tensor.extract_slice %v11[1, 0, 0, 0, 0] [1, 12, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x12x2x16x16xf32> to tensor<1x12x2x16x16xf32>
  %v15 = tensor.collapse_shape %v14 [[0, 1, 2], [3], [4]] : tensor<1x12x2x16x16xf32> into tensor<24x16x16xf32>
  %v16 = tensor.extract_slice %v11[2, 0, 0, 0, 0] [1, 12, 2, 16, 16] [1, 1, 1, 1, 1] : tensor<3x12x2x16x16xf32> to tensor<1x12x2x16x16xf32>
  %v17 = tensor.collapse_shape %v16 [[0, 1, 2], [3], [4]] : tensor<1x12x2x16x16xf32> into tensor<24x16x16xf32>
  %v18 = tensor.empty() : tensor<24x16x16xf32>
  %v19 = linalg.transpose ins(%v15 : tensor<24x16x16xf32>) outs(%v18 : tensor<24x16x16xf32>) permutation = [0, 2, 1]
  %v20 = tensor.empty() : tensor<24x16x16xf32>
  %v21 = linalg.fill ins(%z : f32) outs(%v20 : tensor<24x16x16xf32>) -> tensor<24x16x16xf32>
  %v22 = linalg.batch_matmul ins(%v13, %v19 : tensor<24x16x16xf32>, tensor<24x16x16xf32>) outs(%v21 : tensor<24x16x16xf32>) -> tensor<24x16x16xf32>
  %v23 = tensor.empty() : tensor<24x16xf32>
  %v24 = linalg.fill ins(%ninf : f32) outs(%v23 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %v25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v22 : tensor<24x16x16xf32>) outs(%v24 : tensor<24x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %out : f32
    linalg.yield %q : f32
  } -> tensor<24x16xf32>
  %v26 = tensor.empty() : tensor<24x16x16xf32>
  %v27 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v22, %v25 : tensor<24x16x16xf32>, tensor<24x16xf32>) outs(%v26 : tensor<24x16x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %d = arith.subf %x0, %x1 : f32
    %q = math.exp %d : f32
    linalg.yield %q : f32
  } -> tensor<24x16x16xf32>
  %v28 = tensor.empty() : tensor<24x16xf32>
  %v29 = linalg.fill ins(%z : f32) outs(%v28 : tensor<24x16xf32>) -> tensor<24x16xf32>
  %v30 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v27 : tensor<24x16x16xf32>) outs(%v29 : tensor<24x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.addf %x0, %out : f32
    linalg.yield %q : f32
  } -> tensor<24x16xf32>
  %v31 = tensor.empty() : tensor<24x16x16xf32>
  %v32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v27, %v30 : tensor<24x16x16xf32>, tensor<24x16xf32>) outs(%v31 : tensor<24x16x16xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.divf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<24x16x16xf32>
  %v33 = tensor.empty() : tensor<24x16x16xf32>
  %v34 = linalg.fill ins(%z : f32) outs(%v33 : tensor<24x16x16xf32>) -> tensor<24x16x16xf32>
  %v35 = linalg.batch_matmul ins(%v32, %v17 : tensor<24x16x16xf32>, tensor<24x16x16xf32>) outs(%v34 : tensor<24x16x16xf32>) -> tensor<24x16x16xf32>
  %v36 = tensor.expand_shape %v35 [[0, 1], [2], [3]] output_shape [12, 2, 16, 16] : tensor<24x16x16xf32> into tensor<12x2x16x16xf32>
  %v37 = tensor.empty() : tensor<12x16x2x16xf32>
  %v38 = linalg.transpose ins(%v36 : tensor<12x2x16x16xf32>) outs(%v37 : tensor<12x16x2x16xf32>) permutation = [0, 2, 1, 3]
  %v39 = tensor.collapse_shape %v38 [[0, 1], [2, 3]] : tensor<12x16x2x16xf32> into tensor<192x32xf32>
  %v40 = tensor.empty() : tensor<192x32xf32>
  %v41 = linalg.fill ins(%z : f32) outs(%v40 : tensor<192x32xf32>) -> tensor<192x32xf32>
  %v42 = linalg.matmul ins(%v39, %a2 : tensor<192x32xf32>, tensor<32x32xf32>) outs(%v41 : tensor<192x32xf32>) -> tensor<192x32xf32>
  %v43 = tensor.expand_shape %v42 [[0, 1, 2, 3, 4], [5]] output_shape [1, 3, 4, 4, 4, 32] : tensor<192x32xf32> into tensor<1x3x4x4x4x32xf32>
  %v44 = tensor.empty() : tensor<1x3x4x4x4x32xf32>
  %v45 = linalg.transpose ins(%v43 : tensor<1x3x4x4x4x32xf32>) outs(%v44 : tensor<1x3x4x4x4x32xf32>) permutation = [0, 1, 3, 2, 4, 5]
  %v46 = tensor.collapse_shape %v45 [[0], [1, 2], [3, 4], [5]] : tensor<1x3x4x4x4x32xf32> into tensor<1x12x16x32xf32>
  %v47 = tensor.extract_slice %v46[0, 0, 0, 0] [1, 10, 14, 32] [1, 1, 1, 1] : tensor<1x12x16x32xf32> to tensor<1x10x14x32xf32>
  %v48 = tensor.empty() : tensor<1x10x14x32xf32>
  %v49 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v47, %a0 : tensor<1x10x14x32xf32>, tensor<1x10x14x32xf32>) outs(%v48 : tensor<1x10x14x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x10x14x32xf32>
  return %v49 : tensor<1x10x14x32xf32>
}
