"""Layouts that a program sets by `to_layout`: they stay unless they may move."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from egraph_opt.families.vector.iree_analysis import conversion_counts
from egraph_opt.iree import tool_process as iree
from egraph_opt.iree.program import generic
from tests.support.vector_cases import CASES, optimised

pytestmark = pytest.mark.skipif(not iree.available(), reason="needs IREE")


def anchors(text: str) -> Counter[str]:
    """The `to_layout` operations of a program, by layout and type."""
    generic_form = re.findall(r'"iree_vector_ext.to_layout"\(\S+\) (<.*)', generic(text))
    return Counter(generic_form)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) if n % 2 else name for n, name in enumerate(CASES)])
def test_layouts_that_the_program_sets_stay(name: str) -> None:
    """Unless they may move: each `to_layout` of the input is in the result, and only the conversions that IREE adds are fewer.

    Every second program; the others are slow.
    """
    text, before, _ = CASES[name]
    result = optimised(text, move_anchors=False)
    free = optimised(text)
    assert anchors(text) <= anchors(result.ir) and "egraph_opt.anchor" not in result.ir
    assert free.cost_after <= result.cost_after <= result.cost_before == before[1]
    assert sum(counts.shared_bytes for counts in conversion_counts(result.ir).values()) == result.cost_after


def test_anchors_hold_back_what_they_set() -> None:
    """If two layouts are set for one value, only moving them saves the conversion between them.

    Elsewhere, keeping them costs nothing.
    """
    kept = {name: optimised(CASES[name][0], move_anchors=False).cost_after for name in ("first_comes_first", "narrow_last")}
    assert kept == {"first_comes_first": 1024, "narrow_last": 4096}
