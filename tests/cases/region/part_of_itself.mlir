// A part of a tensor, transposed, goes into another part of the same tensor; beside that, two products are concatenated.
func.func @f(%x: tensor<64x64xf32>, %a: tensor<32x16xf32>, %b: tensor<16x24xf32>, %c: tensor<16x40xf32>) -> (tensor<64x64xf32>, tensor<32x64xf32>) {
  %s = tensor.extract_slice %x[0, 0] [32, 32] [1, 1] : tensor<64x64xf32> to tensor<32x32xf32>
  %e = tensor.empty() : tensor<32x32xf32>
  %t = linalg.transpose ins(%s : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) permutation = [1, 0]
  %r = tensor.insert_slice %t into %x[8, 8] [32, 32] [1, 1] : tensor<32x32xf32> into tensor<64x64xf32>
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<32x24xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<32x24xf32>) -> tensor<32x24xf32>
  %m1 = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x24xf32>) outs(%z1 : tensor<32x24xf32>) -> tensor<32x24xf32>
  %e2 = tensor.empty() : tensor<32x40xf32>
  %z2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<32x40xf32>) -> tensor<32x40xf32>
  %m2 = linalg.matmul ins(%a, %c : tensor<32x16xf32>, tensor<16x40xf32>) outs(%z2 : tensor<32x40xf32>) -> tensor<32x40xf32>
  %k = tensor.concat dim(1) %m1, %m2 : (tensor<32x24xf32>, tensor<32x40xf32>) -> tensor<32x64xf32>
  return %r, %k : tensor<64x64xf32>, tensor<32x64xf32>
}
