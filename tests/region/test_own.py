"""A user's rules for dispatch regions: what the input costs does not depend on them."""

from __future__ import annotations

from egraph_opt import optimize, rule
from egraph_opt.core.rule import Equation
from egraph_opt.families.region.vocabulary.term import Tensor, Window, concat, partition, slice

PARTS = """\
util.func public @parts(%x: tensor<64x32xf32>, %w: tensor<32x16xf32>) -> tensor<64x16xf32> {
  %e = tensor.empty() : tensor<64x16xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %n = tensor.extract_slice %x[0, 0] [64, 24] [1, 1] : tensor<64x32xf32> to tensor<64x24xf32>
  %a = tensor.extract_slice %n[0, 0] [64, 16] [1, 1] : tensor<64x24xf32> to tensor<64x16xf32>
  %b = tensor.extract_slice %x[0, 16] [64, 16] [1, 1] : tensor<64x32xf32> to tensor<64x16xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<64x16xf32>, tensor<64x16xf32>) -> tensor<64x32xf32>
  %r = linalg.matmul ins(%c, %w : tensor<64x32xf32>, tensor<32x16xf32>) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  util.return %r : tensor<64x16xf32>
}
"""


@rule
def concat_of_parts(a: Window, b: Window, x: Tensor) -> Equation:
    """A concatenation of both parts of a tensor is the tensor."""
    return concat(a, b, slice(a, x), slice(b, x)), x, partition(a, b)


def test_a_rule_that_makes_terms_of_the_input_equal_leaves_the_cost_of_the_input() -> None:
    plain = optimize(PARTS, rules="region", cost="bytes")
    found = optimize(PARTS, rules=["region", concat_of_parts], cost="bytes")
    assert found.cost_before == plain.cost_before == plain.cost_after == 30723
    assert found.cost_after == 14337 and found.state == "optimal" and "tensor.concat" not in found.ir
    assert any("the result uses it" in remark for remark in found.remarks)
