"""Small programs that move elements: what IREE makes of them is predicted, and what ours saves is what IREE's own schedule says."""

from __future__ import annotations

import pytest

from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.pricing.cost import cost_model
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.tool_process import available
from tests.support.kernels import CORPUS

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def counts(found: CommandSchedule) -> tuple[int, int, int]:
    """Dispatches, copies that are dispatches among them, and other copies."""
    slow = found.count("slow")
    return found.count("dispatch") + slow, slow, found.count("copy")


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [("split_qkv", (9, 3, 0), (7, 0, 0)), ("dense_block0", (3, 0, 2), (3, 0, 1)), ("dense_block", (8, 4, 0), (4, 1, 0))],
)
def test_copies_that_go(name: str, before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    text = (CORPUS / "moves" / f"{name}.mlir").read_text()
    result = optimize_text(text, name, RegionOptions(cost="dispatches"))
    assert counts(schedule_of(text)) == before
    assert counts(schedule_of(result.ir)) == after


@pytest.mark.parametrize("model", ["dispatches", "bytes"])
def test_columns_of_a_product_are_copied_before_they_are_reshaped(model: str) -> None:
    """Heads that are cut from one product: IREE reads scattered columns in no other shape from their place."""
    text = (CORPUS / "moves" / "split_qkv.mlir").read_text()
    result = optimize_text(text, "", RegionOptions(cost=model))
    assert result.cost_before == pytest.approx(cost_model(model).price(schedule_of(text)), rel=1e-3)
    assert result.cost_after < result.cost_before
