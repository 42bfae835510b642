"""Accesses with an offset for each lane, and pointers that start at one of two bases."""

from __future__ import annotations

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.prepare.descriptor_lowering import is_block_pointer_access
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from tests.pointer.cases import raised, same_when_run
from tests.support.kernels import program_text

UNEVEN = program_text("pointer/emit/gather_scatter.uneven")
"""Each lane of one load is advanced by another number, which the checker does not follow."""
SUMMED = program_text("pointer/emit/gather_scatter.summed")
"""One of two bases, and a varying step: each alone makes twins of an access."""
LANES = program_text("pointer/emit/gather_scatter.lanes")


def loads(text: str) -> list[Op]:
    return [op for op in read(text).op.walk() if op.name in ("tt.load", "tts.gather")]


def test_only_what_is_not_proved_is_given_up() -> None:
    result = raise_text(UNEVEN, "uneven", "tts")
    assert not result.rejected
    assert [report.raised for report in result.reports] == [False, True, True, True]
    assert same_when_run(read(UNEVEN), [read(result.ir)], 20, (0, 1, 7, 16)) >= 10


@pytest.mark.parametrize("target", ["tts", "block-pointer", "descriptor", "buffer"])
def test_two_bases_and_a_varying_step(target: Target) -> None:
    result = raise_text(SUMMED, "summed", target, any_cost=True)
    assert not result.rejected
    assert "Error" not in "".join(report.reason for report in result.reports)
    assert same_when_run(read(SUMMED), [read(result.ir)], 20, (0, 1, 7, 16)) >= 10


def test_lanes_of_two_bases_stay() -> None:
    result = raise_text(LANES, "lanes", "tts")
    assert [report.raised for report in result.reports] == [False, True]


def test_a_scalar_under_a_mask_is_a_list() -> None:
    """triton-shared lowers the mask of a scalar to nothing."""
    found = [op for op in loads(raised("unstructured", "tts", "").ir) if op.results[0].type in ("f32", "tensor<1xf32>")]
    masked = [op for op in found if "1, 1, 1" in op.attributes["operandSegmentSizes"]]
    assert len(masked) == 2 and all(op.results[0].type == "tensor<1xf32>" for op in masked)


def test_the_report_says_why_there_is_no_better_form() -> None:
    (report,) = (r for r in raised("gathers", "tts", "").reports if r.how == "unstructured" and r.function == "summed_in_32_bits")
    assert report.summary.startswith("line ") and ": raised, unstructured: its address may overflow" in report.summary


def test_what_is_said_to_be_raised_is() -> None:
    """Twins of accesses that were raised do not come back."""
    result = raised("sums", "block-pointer", "")
    assert (
        sum(is_block_pointer_access(op) for op in read(result.ir).op.walk())
        == sum(report.raised for report in result.reports)
        > 9
    )
