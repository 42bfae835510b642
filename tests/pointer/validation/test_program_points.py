"""Accesses that rest on values of loops and branches, and run after these, or earlier: such values are compared where they are known."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, raised, same_when_run

LEFT = {"tts": [], "buffer": ["reordered_in_a_branch"], "block-pointer": ["reordered_in_a_branch"]}
"""Functions whose load is left: its lanes are in an order that is not known."""
WRONG: dict[str, tuple[str, Callable[[str], str]]] = {
    "another step before it": ("step_after_a_load", lambda t: t.replace("fptosi %x", "fptosi %y")),
    "another step of a number": ("number_after_a_loop", lambda t: t.replace("fptosi %x", "fptosi %y")),
    "another step of a pointer": ("pointer_after_a_loop", lambda t: t.replace("fptosi %x", "fptosi %y")),
    "another step of an inner loop": ("step_of_an_inner_loop", lambda t: t.replace("fptosi %x", "fptosi %y")),
    "a step of the iteration": ("number_after_a_loop", lambda t: re.sub(
        r"( *)%step = arith.fptosi %x", r"\1%turn = arith.sitofp %i : i32 to f32\n\1%step = arith.fptosi %turn", t)),
    "the other half of a product": ("half_of_a_product_in_a_branch", lambda t: t.replace("yield %high", "yield %low")),
    "the order of the other branch": ("reordered_in_a_branch", lambda t: t.replace("yield %y", "yield %lanes")),
}  # fmt: skip
"""By name: a function, and what makes it wrong."""


@pytest.mark.parametrize("target", LEFT)
def test_accesses_that_rest_on_them_are_raised(target: Target) -> None:
    result = raised("steps", target, "loop")
    assert [report.function for report in result.reports if not report.raised] == LEFT[target]
    old = read((CASES / "steps.mlir").read_text())
    validate(old, read(result.ir))
    assert same_when_run(old, [read(result.ir)], 20, (0, 1, 2, 3, 7)) >= 60


@pytest.mark.parametrize("name", WRONG)
def test_other_values_are_refused(name: str) -> None:
    function, spoil = WRONG[name]
    text = raised("steps", "tts", "loop").ir
    start = text.index(f"@{function}(")
    end = text.index("tt.return", start)
    wrong = text[:start] + spoil(text[start:end]) + text[end:]
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(read((CASES / "steps.mlir").read_text()), read(wrong))
