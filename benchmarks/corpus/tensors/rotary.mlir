func.func @main(%a0: tensor<16x8x32xf32>, %a1: tensor<8x32xf32>, %a2: tensor<8x32xf32>) -> (tensor<16x8x32xf32>) {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant -3.0e38 : f32
  %v1 = tensor.extract_slice %a0[0, 0, 0] [16, 8, 16] [1, 1, 1] : tensor<16x8x32xf32> to tensor<16x8x16xf32>
  %v2 = tensor.extract_slice %a0[0, 0, 16] [16, 8, 16] [1, 1, 1] : tensor<16x8x32xf32> to tensor<16x8x16xf32>
  %v3 = tensor.empty() : tensor<16x8x16xf32>
  %v4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v2 : tensor<16x8x16xf32>) outs(%v3 : tensor<16x8x16xf32>) {
  ^bb0(%x0: f32, %out: f32):
    %q = arith.negf %x0 : f32
    linalg.yield %q : f32
  } -> tensor<16x8x16xf32>
  %v5 = tensor.concat dim(2) %v4, %v1 : (tensor<16x8x16xf32>, tensor<16x8x16xf32>) -> tensor<16x8x32xf32>
  %v6 = tensor.empty() : tensor<16x8x32xf32>
  %v7 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0, %a1 : tensor<16x8x32xf32>, tensor<8x32xf32>) outs(%v6 : tensor<16x8x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<16x8x32xf32>
  %v8 = tensor.empty() : tensor<16x8x32xf32>
  %v9 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v5, %a2 : tensor<16x8x32xf32>, tensor<8x32xf32>) outs(%v8 : tensor<16x8x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.mulf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<16x8x32xf32>
  %v10 = tensor.empty() : tensor<16x8x32xf32>
  %v11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%v7, %v9 : tensor<16x8x32xf32>, tensor<16x8x32xf32>) outs(%v10 : tensor<16x8x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %out: f32):
    %q = arith.addf %x0, %x1 : f32
    linalg.yield %q : f32
  } -> tensor<16x8x32xf32>
  return %v11 : tensor<16x8x32xf32>
}
