util.global private mutable @state = dense<1.0> : tensor<4x8xf32>
util.global private @weights = dense<2.0> : tensor<8x8xf32>
util.func public @f(%x: tensor<?x8xf32>, %ids: tensor<4xi32>, %n: index, %flag: i1) -> (tensor<?x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<?x2x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %w = util.global.load @weights : tensor<8x8xf32>
  %s = util.global.load @state : tensor<4x8xf32>
  %d = tensor.dim %x, %c0 : tensor<?x8xf32>
  %e = tensor.empty(%d) : tensor<?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x8xf32>, tensor<8x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %i0 = tensor.extract %ids[%c0] : tensor<4xi32>
  %i1 = arith.index_cast %i0 : i32 to index
  %row = tensor.extract_slice %w[%i1, 0][1, 8][1, 1] : tensor<8x8xf32> to tensor<8xf32>
  %s1 = tensor.insert_slice %row into %s[2, 0][1, 8][1, 1] : tensor<8xf32> into tensor<4x8xf32>
  util.global.store %s1, @state : tensor<4x8xf32>
  %s2 = util.global.load @state : tensor<4x8xf32>
  %se = tensor.empty() : tensor<f32>
  %sf = linalg.fill ins(%zero : f32) outs(%se : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps=[affine_map<(a,b)->(a,b)>, affine_map<(a,b)->()>], iterator_types=["reduction","reduction"]} ins(%s2 : tensor<4x8xf32>) outs(%sf : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %o : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %bias = linalg.generic {indexing_maps=[affine_map<(a,b)->(a,b)>, affine_map<(a,b)->(b)>, affine_map<(a,b)->(a,b)>], iterator_types=["parallel","parallel"]} ins(%m, %row : tensor<?x8xf32>, tensor<8xf32>) outs(%e : tensor<?x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %ix = linalg.index 0 : index
    %v = tensor.extract %s2[%c0, %c1] : tensor<4x8xf32>
    %t = arith.addf %a, %b : f32
    %u = arith.addf %t, %v : f32
    linalg.yield %u : f32
  } -> tensor<?x8xf32>
  %loop = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %bias) -> (tensor<?x8xf32>) {
    %q = linalg.matmul ins(%acc, %w : tensor<?x8xf32>, tensor<8x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
    scf.yield %q : tensor<?x8xf32>
  }
  %dd = tensor.dim %loop, %c0 : tensor<?x8xf32>
  %z = tensor.expand_shape %loop [[0], [1, 2]] output_shape [%dd, 2, 4] : tensor<?x8xf32> into tensor<?x2x4xf32>
  %dbl = arith.addi %d, %dd : index
  %be = tensor.empty(%dbl) : tensor<?x8xf32>
  %bf = linalg.fill ins(%zero : f32) outs(%be : tensor<?x8xf32>) -> tensor<?x8xf32>
  %b0 = tensor.insert_slice %m into %bf[0, 0][%d, 8][1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  %b1 = tensor.insert_slice %loop into %b0[%d, 0][%dd, 8][1, 1] : tensor<?x8xf32> into tensor<?x8xf32>
  util.return %b1, %s2, %sum, %z : tensor<?x8xf32>, tensor<4x8xf32>, tensor<f32>, tensor<?x2x4xf32>
}
