func.func @main(%a0: tensor<1x1x32x24xf32>, %a1: tensor<1x1x3x24xf32>, %a2: tensor<24xf32>, %a3: tensor<24xf32>, %a4: tensor<24xf32>, %a5: tensor<24xf32>) -> (tensor<1x1x32x24xf32>, tensor<1x1x3x24xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.concat dim(2) %a1, %a0 : (tensor<1x1x3x24xf32>, tensor<1x1x32x24xf32>) -> tensor<1x1x35x24xf32>
  %v2 = tensor.extract_slice %v1[0, 0, 0, 0] [1, 1, 32, 24] [1, 1, 1, 1] : tensor<1x1x35x24xf32> to tensor<1x1x32x24xf32>
  %v3 = tensor.empty() : tensor<1x1x32x24xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v2, %a2 : tensor<1x1x32x24xf32>, tensor<24xf32>) outs(%v3 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v5 = tensor.extract_slice %v1[0, 0, 1, 0] [1, 1, 32, 24] [1, 1, 1, 1] : tensor<1x1x35x24xf32> to tensor<1x1x32x24xf32>
  %v6 = tensor.empty() : tensor<1x1x32x24xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v5, %a3 : tensor<1x1x32x24xf32>, tensor<24xf32>) outs(%v6 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v8 = tensor.extract_slice %v1[0, 0, 2, 0] [1, 1, 32, 24] [1, 1, 1, 1] : tensor<1x1x35x24xf32> to tensor<1x1x32x24xf32>
  %v9 = tensor.empty() : tensor<1x1x32x24xf32>
  %v10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v8, %a4 : tensor<1x1x32x24xf32>, tensor<24xf32>) outs(%v9 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v11 = tensor.extract_slice %v1[0, 0, 3, 0] [1, 1, 32, 24] [1, 1, 1, 1] : tensor<1x1x35x24xf32> to tensor<1x1x32x24xf32>
  %v12 = tensor.empty() : tensor<1x1x32x24xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v11, %a5 : tensor<1x1x32x24xf32>, tensor<24xf32>) outs(%v12 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v14 = tensor.empty() : tensor<1x1x32x24xf32>
  %v15 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v4, %v7 : tensor<1x1x32x24xf32>, tensor<1x1x32x24xf32>) outs(%v14 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v16 = tensor.empty() : tensor<1x1x32x24xf32>
  %v17 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v10, %v13 : tensor<1x1x32x24xf32>, tensor<1x1x32x24xf32>) outs(%v16 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v18 = tensor.empty() : tensor<1x1x32x24xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v15, %v17 : tensor<1x1x32x24xf32>, tensor<1x1x32x24xf32>) outs(%v18 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v20 = tensor.empty() : tensor<1x1x32x24xf32>
  %v21 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v19 : tensor<1x1x32x24xf32>) outs(%v20 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %m = arith.negf %x0 : f32
    %e = math.exp %m : f32
    %d = arith.addf %one, %e : f32
    %q = arith.divf %one, %d : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v22 = tensor.empty() : tensor<1x1x32x24xf32>
  %v23 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%v19, %v21 : tensor<1x1x32x24xf32>, tensor<1x1x32x24xf32>) outs(%v22 : tensor<1x1x32x24xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<1x1x32x24xf32>
  %v24 = tensor.extract_slice %v1[0, 0, 32, 0] [1, 1, 3, 24] [1, 1, 1, 1] : tensor<1x1x35x24xf32> to tensor<1x1x3x24xf32>
  return %v23, %v24 : tensor<1x1x32x24xf32>, tensor<1x1x3x24xf32>
}
