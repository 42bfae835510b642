"""A region with a concatenation within a concatenation."""

from __future__ import annotations

INNER = """
util.func public @f(%x: tensor<64x128xf32>, %w: tensor<64x64xf32>, %u: tensor<64x128xf32>) -> tensor<192x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x128xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x128xf32>) -> tensor<64x128xf32>
  %a = linalg.matmul ins(%w, %x : tensor<64x64xf32>, tensor<64x128xf32>) outs(%z : tensor<64x128xf32>) -> tensor<64x128xf32>
  %c = tensor.concat dim(0) %x, %a : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<128x128xf32>
  %n = math.tanh %c : tensor<128x128xf32>
  %b = linalg.matmul ins(%u, %n : tensor<64x128xf32>, tensor<128x128xf32>) outs(%z : tensor<64x128xf32>) -> tensor<64x128xf32>
  %r = tensor.concat dim(0) %c, %b : (tensor<128x128xf32>, tensor<64x128xf32>) -> tensor<192x128xf32>
  util.return %r : tensor<192x128xf32>
}
"""
