"""Masks that are bounds from both sides along one dimension, of a number that no guard knows: one list of truth values says both."""

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.support.kernels import program_text

KERNEL = program_text("pointer/analysis/mask_lists.kernel")


def test_bounds_from_both_sides_are_a_list() -> None:
    result = raise_text(KERNEL, "k.ttir", "tts")
    assert [(report.structured, report.how) for report in result.reports] == [(False, "scalar"), (True, "gathered")]
    raised = read(result.ir)
    validate(read(KERNEL), raised)
    assert same_when_run(read(KERNEL), [raised], 60, (0, 1, 5, 50, 100)) >= 20


@pytest.mark.parametrize("pattern", ["arith.andi %reshape, %reshape_0", "gather_scatter_mask: %andi"])
def test_a_part_of_the_list_is_not_enough(pattern: str) -> None:
    raised = raise_text(KERNEL, "k.ttir", "tts").ir
    assert pattern in raised
    for one in ("%reshape", "%reshape_0"):
        wrong = raised.replace(pattern, f"arith.andi {one}, {one}" if "arith" in pattern else f"gather_scatter_mask: {one}")
        with pytest.raises(RaiseRefused):
            validate(read(KERNEL), read(wrong))
