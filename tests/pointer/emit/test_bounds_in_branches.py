"""Tiles whose row and column only one branch computes, by dividing: the guard, before the branch, divides by no less than 1."""

import re

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.support.kernels import program_text

KERNEL = program_text("pointer/emit/bounds_in_branches.kernel")


@pytest.mark.parametrize("target", ["tts", "block-pointer", "buffer"])
def test_tiles_of_one_branch(target: str) -> None:
    result = raise_text(KERNEL, "k.ttir", target, "loop")
    assert [(report.structured, report.how, report.reason) for report in result.reports] == [(True, "", "")]
    raised = read(result.ir)
    validate(read(KERNEL), raised)
    if target == "tts":
        assert "arith.divsi" in result.ir.partition("scf.if")[0]
        assert same_when_run(read(KERNEL), [raised], 60, (1, 2, 3, 16, 48)) >= 15


@pytest.mark.parametrize(
    ("pattern", "wrong"),
    [
        (r"= arith.maxsi (%\w+), (%\w+) : i64", r"= arith.addi \1, \2 : i64"),
        (r"arith.divsi (%\w+), (%maxsi) : i64", r"arith.remsi \1, \2 : i64"),
    ],
    ids=["another divisor", "another number"],
)
def test_a_guard_about_another_quotient_is_refused(pattern: str, wrong: str) -> None:
    raised = raise_text(KERNEL, "k.ttir", "block-pointer", "loop").ir
    changed = re.sub(pattern, wrong, raised, count=1)
    assert changed != raised
    with pytest.raises(RaiseRefused):
        validate(read(KERNEL), read(changed))
