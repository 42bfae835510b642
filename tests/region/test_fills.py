"""Fills below parts: padded tensors that are concatenated are filled at once, by IREE's own schedule, and nothing else is."""

from __future__ import annotations

import pytest

from egraph_opt.core.engine import Limits
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.classes import saturate as search
from egraph_opt.families.region.choice.classes.saturate import saturate
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS
from tests.support.region_bounds import encoded

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def padded(x: str, low: int, high: int, scalar: str = "%zero") -> str:
    return f"""tensor.pad {x} low[{low}, 0] high[{high}, 0] {{
  ^bb0(%i: index, %j: index):
    tensor.yield {scalar} : f32
  }} : tensor<7x8xf32> to tensor<8x8xf32>"""


def joined(first: str, second: str) -> str:
    """A concatenation of three tensors of eight columns each."""
    return f"""
util.func public @f(%x: tensor<7x8xf32>, %y: tensor<7x8xf32>, %z: tensor<8x8xf32>, %w: tensor<24x8xf32>) -> tensor<8x8xf32> {{
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %a = {first}
  %b = {second}
  %c = tensor.concat dim(1) %a, %b, %z : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x24xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%c, %w : tensor<8x24xf32>, tensor<24x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  util.return %p : tensor<8x8xf32>
}}
"""


def moves(text: str) -> tuple[int, int, int]:
    """Return how many copying dispatches, other copies, and fills IREE schedules."""
    found = schedule_of(text)
    return found.count("slow"), found.count("copy"), found.count("fill")


def test_padded_parts_are_filled_at_once() -> None:
    text = joined(padded("%x", 1, 0), padded("%y", 0, 1))
    assert moves(text) == (3, 2, 2)
    assert moves(optimize_text(text, "", RegionOptions("dispatches")).ir) == (3, 0, 1)


def test_of_two_scalars_one_is_filled_below() -> None:
    """The part with the other scalar is filled where it is."""
    text = joined(padded("%x", 1, 0), padded("%y", 0, 1, "%one"))
    assert moves(text) == (3, 2, 2)
    assert moves(optimize_text(text, "", RegionOptions("dispatches")).ir) == (3, 0, 2)


def test_a_shift_of_frames_needs_three_copies() -> None:
    """What is returned is confirmed by IREE, whose own program of the input has five."""
    text = (CORPUS / "blocks" / "temporal_shift.mlir").read_text()
    result = optimize_text(text, "", RegionOptions("dispatches", work_limit=1_000_000))
    assert "compiled by IREE" in result.headline
    made = schedule_of(result.ir)
    assert (made.count("slow"), made.count("fill")) == (3, 1)
    assert cost_model("dispatches").price(made) == pytest.approx(4.015, rel=1e-4)


def splats(text: str) -> int:
    (p,) = encoded(text, "input")
    graph = saturate(p, Limits())
    assert not graph.stopped_by
    (shape,) = [n for s, n in p.names.shapes.items() if s == (8, 24)]
    return sum(n.symbol == "splat" and n.numbers[1] == shape for made in graph.nodes.values() for n in made)


def test_only_what_has_filled_parts_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    text = joined(padded("%x", 1, 0), padded("%y", 0, 1))
    bare = joined("arith.addf %z, %z : tensor<8x8xf32>", "arith.mulf %z, %z : tensor<8x8xf32>")
    assert (splats(text), splats(bare)) == (1, 0)
    assert splats(joined(padded("%x", 1, 0), padded("%y", 0, 1, "%one"))) == 2
    monkeypatch.setattr(search, "_chains", lambda _: [])
    assert splats(text) <= 1


def test_what_was_never_written_is_not_copied() -> None:
    """A concatenation that is padded: its parts go where the whole would be copied to."""
    text = (CORPUS / "blocks" / "unet_skip.mlir").read_text()
    result = optimize_text(text, "", RegionOptions("dispatches", work_limit=1_000_000))
    assert "compiled by IREE" in result.headline
    assert (moves(text)[0], moves(result.ir)[0]) == (3, 2)
    assert schedule_of(result.ir).count("dispatch") == schedule_of(text).count("dispatch")
