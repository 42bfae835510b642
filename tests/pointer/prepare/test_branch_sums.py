"""Pointers that a loop advances in a branch: accesses that are raised, and outputs that the checker refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, raised, same_when_run

LEFT = ("lanes", "loaded_inside", "restart")
"""Functions whose load through the advanced pointer is left, or gets an offset for each lane."""
WRONG: dict[str, tuple[str, Callable[[str], str]]] = {
    "the other condition": ("both", lambda t: t.replace("cmpi sgt, %a, %b", "cmpi sgt, %b, %a")),
    "the branches exchanged": ("both", lambda t: t.replace("extsi %a", "extsi %?").replace("extsi %b", "extsi %a").replace("%?", "%b")),
    "another amount": ("one", lambda t: t.replace("extsi %a", "extsi %b")),
    "another remainder": ("one", lambda t: t.replace("cmpi eq, %bit, %c1", "cmpi ne, %bit, %c1")),
    "the inner condition": ("nested", lambda t: t.replace("cmpi sgt, %i, %b", "cmpi sge, %i, %b")),
    "an inner amount": ("nested", lambda t: t.replace("extsi %c", "extsi %b")),
    "another product": ("computed", lambda t: t.replace("muli %i, %a", "muli %i, %c")),
    "another address of the amount": ("loaded", lambda t: t.replace("(%list, %i)", "(%list, %c1)")),
    "another bound of the loaded number": ("condition", lambda t: t.replace("cmpi slt, %by, %c9", "cmpi slt, %by, %c1")),
    "the alternatives exchanged": ("select", lambda t: t.replace("%addi_0, %sum_0 : i64", "%sum_0, %addi_0 : i64")),
    "another trip count": ("loop_in_branch", lambda t: t.replace("to %i step", "to %c9 step")),
    "another condition in a loop": ("branch_in_loop", lambda t: t.replace("cmpi sgt, %j, %i", "cmpi sgt, %i, %j")),
    "once for twice": ("twice", lambda t: t.replace("extsi %c", "extsi %a")),
}  # fmt: skip
"""By name: a function, and what makes its raised form wrong."""


@pytest.mark.parametrize("target", ["tts", "buffer", "block-pointer"])
def test_accesses_are_raised(target: Target) -> None:
    result = raised("branches", target, "loop")
    tiles = [report for report in result.reports if report.how != "scalar" and "tensor of pointers" not in report.reason]
    stayed = {report.function for report in tiles if not report.raised or report.how == "unstructured"}
    assert stayed == set(LEFT) and len(tiles) > 25
    old, new = read((CASES / "branches.mlir").read_text()), read(result.ir)
    validate(old, new)
    assert same_when_run(old, [new], 20, (0, 1, 2, 3, 7)) >= 200


def test_the_advanced_pointer_is_gone() -> None:
    """Neither the loop carries it, nor does the conditional return it."""
    ours = read(raised("branches", "tts", "loop").ir).functions()[1]
    assert not any("ptr" in result.type for op in ours.walk() if op.name in ("scf.for", "scf.if") for result in op.results)


@pytest.mark.parametrize("name", WRONG)
def test_other_sums_are_refused(name: str) -> None:
    function, spoil = WRONG[name]
    text = raised("branches", "tts", "loop").ir
    start = text.index(f"@{function}(")
    end = text.index("tt.return", start)
    wrong = text[:start] + spoil(text[start:end]) + text[end:]
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(read((CASES / "branches.mlir").read_text()), read(wrong))
