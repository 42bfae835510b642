"""Damaged programs that Triton refuses are not rewritten; a part of the sweep, and the damage that was once overlooked."""

from __future__ import annotations

import pytest

from benchmarks.trust.damaged import SWEEPS, came_of
from tests.support.kernels import ROOT
from tests.trust.parts import part

PROGRAM = (ROOT / "tests/cases/layout/two_broadcasts_one_convert.mlir").read_text()


def test_what_triton_refuses_is_not_rewritten() -> None:
    pytest.importorskip("triton")
    rows = part(SWEEPS[0], mutants=60, first=1_000_000)
    assert (
        sum(int(row["count"]) for row in rows if row["input"].endswith("refused by Triton") and row["outcome"] == "refused") > 50
    )


def test_the_program_is_rewritten_where_it_is_whole() -> None:
    assert came_of(PROGRAM, "layout") == "rewritten"


@pytest.mark.parametrize(
    ("whole", "broken"),
    [("arith.addf %ab, %bb", "arith.addf %ab %bb"), ("%ab, %bb", "%ab, , %bb"), ("%ab, %bb", "%ab, %bb,"), ("%ab, %bb", "%ab")],
)
def test_a_program_that_is_none_is_refused(whole: str, broken: str) -> None:
    assert whole in PROGRAM
    assert came_of(PROGRAM.replace(whole, broken), "layout") == "refused"
