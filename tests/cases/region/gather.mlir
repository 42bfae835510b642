// Single elements are read by indices of run time.
util.func public @f(%t: tensor<16x8xf32>, %i: tensor<4xi32>) -> tensor<6x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i,j)->(i)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%i : tensor<4xi32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: i32, %o: f32):
    %k = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%k, %j] : tensor<16x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  %h = tensor.extract_slice %t[0, 0] [2, 8] [1, 1] : tensor<16x8xf32> to tensor<2x8xf32>
  %c = tensor.concat dim(0) %g, %h : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
  util.return %c : tensor<6x8xf32>
}
