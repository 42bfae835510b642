func.func @main(%a0: tensor<2x4x64x16xf32>, %a1: tensor<4x1x16xf32>, %a2: tensor<1x4x1x16xf32>, %a3: tensor<1x4x1x16xf32>) -> (tensor<4x1x16xf32>, tensor<2x4x64x16xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.insert_slice %a2 into %a0[0, 0, 40, 0] [1, 4, 1, 16] [1, 1, 1, 1] : tensor<1x4x1x16xf32> into tensor<2x4x64x16xf32>
  %v2 = tensor.insert_slice %a3 into %v1[1, 0, 40, 0] [1, 4, 1, 16] [1, 1, 1, 1] : tensor<1x4x1x16xf32> into tensor<2x4x64x16xf32>
  %v3 = tensor.extract_slice %v2[0, 0, 0, 0] [1, 4, 64, 16] [1, 1, 1, 1] : tensor<2x4x64x16xf32> to tensor<1x4x64x16xf32>
  %v4 = tensor.collapse_shape %v3 [[0, 1], [2], [3]] : tensor<1x4x64x16xf32> into tensor<4x64x16xf32>
  %v5 = tensor.extract_slice %v2[1, 0, 0, 0] [1, 4, 64, 16] [1, 1, 1, 1] : tensor<2x4x64x16xf32> to tensor<1x4x64x16xf32>
  %v6 = tensor.collapse_shape %v5 [[0, 1], [2], [3]] : tensor<1x4x64x16xf32> into tensor<4x64x16xf32>
  %v7 = tensor.empty() : tensor<4x16x64xf32>
  %v8 = linalg.transpose ins(%v4 : tensor<4x64x16xf32>) outs(%v7 : tensor<4x16x64xf32>) permutation = [0, 2, 1]
  %v9 = tensor.empty() : tensor<4x1x64xf32>
  %v10 = linalg.fill ins(%z : f32) outs(%v9 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %v11 = linalg.batch_matmul ins(%a1, %v8 : tensor<4x1x16xf32>, tensor<4x16x64xf32>) outs(%v10 : tensor<4x1x64xf32>) -> tensor<4x1x64xf32>
  %v12 = tensor.empty() : tensor<4x1xf32>
  %v13 = linalg.fill ins(%ninf : f32) outs(%v12 : tensor<4x1xf32>) -> tensor<4x1xf32>
  %v14 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v11 : tensor<4x1x64xf32>) outs(%v13 : tensor<4x1xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.maximumf %x0, %out : f32
    linalg.yield %q : f32
  } -> tensor<4x1xf32>
  %v15 = tensor.empty() : tensor<4x1x64xf32>
  %v16 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v11, %v14 : tensor<4x1x64xf32>, tensor<4x1xf32>) outs(%v15 : tensor<4x1x64xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %d = arith.subf %x0, %x1 : f32
    %q = math.exp %d : f32
    linalg.yield %q : f32
  } -> tensor<4x1x64xf32>
  %v17 = tensor.empty() : tensor<4x1xf32>
  %v18 = linalg.fill ins(%z : f32) outs(%v17 : tensor<4x1xf32>) -> tensor<4x1xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%v16 : tensor<4x1x64xf32>) outs(%v18 : tensor<4x1xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.addf %x0, %out : f32
    linalg.yield %q : f32
  } -> tensor<4x1xf32>
  %v20 = tensor.empty() : tensor<4x1x64xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v16, %v19 : tensor<4x1x64xf32>, tensor<4x1xf32>) outs(%v20 : tensor<4x1x64xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.divf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<4x1x64xf32>
  %v22 = tensor.empty() : tensor<4x1x16xf32>
  %v23 = linalg.fill ins(%z : f32) outs(%v22 : tensor<4x1x16xf32>) -> tensor<4x1x16xf32>
  %v24 = linalg.batch_matmul ins(%v21, %v6 : tensor<4x1x64xf32>, tensor<4x64x16xf32>) outs(%v23 : tensor<4x1x16xf32>) -> tensor<4x1x16xf32>
  return %v24, %v2 : tensor<4x1x16xf32>, tensor<2x4x64x16xf32>
}
