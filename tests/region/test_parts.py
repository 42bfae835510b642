"""Long functions in parts."""

from __future__ import annotations

import pytest

from benchmarks.iree.networks import NETWORKS, densenet
from egraph_opt.families.region.encode import parts
from egraph_opt.families.region.encode.blocks import alone, put_back
from egraph_opt.families.region.encode.function import FUNCTIONS
from egraph_opt.families.region.encode.parts import divided, joined
from egraph_opt.families.region.validation.validate import same
from egraph_opt.ir.module import Op
from egraph_opt.iree.process import available
from egraph_opt.iree.program import read_any
from tests.region.test_dispatches import program

pytestmark = pytest.mark.skipif(not available(), reason="needs IREE")


def function_of(text: str) -> Op:
    return next(op for op in read_any(text, "").op.walk() if op.name in FUNCTIONS)


def test_a_network_is_cut_into_small_parts_that_make_up_the_whole() -> None:
    function = function_of(densenet())
    whole = divided(function)
    blocks = whole.regions[0].blocks
    assert len(blocks) > 10
    assert max(len(block.ops) for block in blocks) <= 2 * parts.PART + 1
    assert joined(whole).regions[0].blocks[0].ops == function.regions[0].blocks[0].ops


def test_parts_put_back_compute_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "LARGEST", 1)
    monkeypatch.setattr(parts, "PART", 2)
    function = function_of(program("chain_unsorted_mm"))
    whole = divided(function)
    blocks = whole.regions[0].blocks
    assert len(blocks) > 1
    assert same(function, joined(put_back(whole, {block: alone(whole, block) for block in blocks})))


def test_a_short_function_is_not_divided() -> None:
    function = function_of(program("chain_unsorted_mm"))
    assert divided(function) is function


@pytest.mark.parametrize("name", NETWORKS)
def test_iree_reads_the_networks(name: str) -> None:
    assert function_of(NETWORKS[name]()).results == ()
