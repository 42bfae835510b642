"""Damaged programs and bombs end in an input error or a result."""

import pytest

from benchmarks.trust.bombs import bombs
from benchmarks.trust.fuzz import SWEEPS, outcome, reading
from tests.trust.parts import part

QUICK = ("nested", "only", "alias", "a giant shape", "a giant name", "many splits", "spaces", "arrows", "brackets")


@pytest.mark.parametrize(
    ("name", "mutants", "done"),
    [("fuzz.layout", 250, "then optimised"), ("fuzz.pointer", 150, "then raised"), ("fuzz.region", 60, "then optimised")],
)
def test_damaged_programs(name: str, mutants: int, done: str) -> None:
    (sweep,) = (sweep for sweep in SWEEPS if sweep.name == name)
    rows = part(sweep, mutants=mutants, first=1_000_000, jobs=1, with_bombs=False)
    counts = {row["outcome"]: int(row["count"] or 0) for row in rows}
    assert counts["input error"] > mutants / 2 and counts[done] > 2  # few mistakes leave a program a program


BOMBS = {name: text for name, text in bombs() if name.startswith(QUICK)}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs(name: str) -> None:
    said, _ = outcome(reading, BOMBS[name])
    assert said in ("input error", "read")


def test_what_goes_wrong_is_seen() -> None:
    def fails(text: str) -> str:
        raise KeyError(text)

    assert outcome(fails, "x")[0] == "WRONG KeyError: 'x'"
