"""Computations that read a result and a row for each channel, as a bias: IREE computes them in the dispatch of the result."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.encode.linalg_reader import read_plainly
from egraph_opt.families.region.encode.op_cost import flops
from egraph_opt.families.region.encode.splitting import partition
from egraph_opt.families.region.encode.splitting.partition import split_block
from egraph_opt.families.region.encode.tensor_program import FUNCTIONS
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Op
from egraph_opt.iree import program as iree
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available
from tests.support.networks import Network
from tests.support.region_inputs import inputs

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")

BIASED = """
util.func public @f(%x: tensor<16x8xf32>, %w: tensor<8x32xf32>, %b: tensor<32xf32>) -> tensor<20x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16x32xf32>) -> tensor<16x32xf32>
  %m = linalg.matmul ins(%x, %w : tensor<16x8xf32>, tensor<8x32xf32>) outs(%z : tensor<16x32xf32>) -> tensor<16x32xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]} ins(%m, %b : tensor<16x32xf32>, tensor<32xf32>) outs(%e : tensor<16x32xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<16x32xf32>
  %r = tensor.pad %y low[2, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<16x32xf32> to tensor<20x32xf32>
  util.return %r : tensor<20x32xf32>
}
"""


def convolutions(count: int) -> str:
    """Return convolutions that are padded and normalised in turn, as in a network."""
    net = Network(shapes={"%x": (1, 8, 12, 12)})
    x = "%x"
    for _ in range(count):
        x = net.normalised(net.convolved(x, 8, 3))
    return net.module((1, 8, 12, 12), x)


def function_of(text: str) -> Op:
    return next(op for op in read_any(text, "").op.walk() if op.name in FUNCTIONS)


def named(text: str, name: str) -> Op:
    return next(op for op in function_of(text).walk() if op.name == name)


def test_a_named_convolution_has_all_its_operations() -> None:
    """Its text has the maps beside the properties, not among them."""
    op = named(convolutions(1), "linalg.conv_2d_nchw_fchw")
    assert flops(op, (1, 8, 12, 12), [(1, 8, 14, 14), (8, 8, 3, 3), (1, 8, 12, 12)]) == 2 * 8 * 12 * 12 * 8 * 3 * 3


def test_what_is_read_element_by_element_is_known() -> None:
    op = named(BIASED, "linalg.generic")
    assert read_plainly(op) == {op.operands[0], op.operands[2]}
    assert read_plainly(named(BIASED, "linalg.matmul")) == set()


@pytest.mark.parametrize("model", ["dispatches", "latency"])
def test_a_product_and_its_bias_are_one_dispatch(model: str) -> None:
    """Before and after a padding joins them."""
    result = optimize_text(BIASED, "", RegionOptions(cost=model, check=False))
    for text, predicted in ((BIASED, result.cost_before), (result.ir, result.cost_after)):
        assert schedule_of(text).count("dispatch") == 1
        assert cost_model(model).price(schedule_of(text)) == pytest.approx(predicted, rel=1e-6)
    arguments = inputs(BIASED)
    for mine, theirs in zip(iree.run(result.ir, "f", arguments), iree.run(BIASED, "f", arguments), strict=True):
        assert np.array_equal(mine, theirs)


def test_no_part_ends_between_a_convolution_and_its_normalisation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Elsewhere, the rewritten padding would tear the dispatch apart that IREE makes of both."""
    monkeypatch.setattr(partition, "MAX_BLOCK_OPS", 10)
    monkeypatch.setattr(partition, "MIN_BLOCK_OPS", 12)
    text = convolutions(12)
    blocks = split_block(function_of(text)).regions[0].blocks
    assert len(blocks) > 3
    for block, after in pairwise(blocks):
        made = {v for op in block.ops if op.name.startswith("linalg.conv") for v in op.results}
        assert made.isdisjoint(v for op in after.ops for v in read_plainly(op))
    result = optimize_text(text, "", RegionOptions(cost="dispatches", check=False))
    assert schedule_of(result.ir).count("dispatch", "slow") <= schedule_of(text).count("dispatch", "slow")
