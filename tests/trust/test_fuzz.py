"""A short run of benchmarks/trust/fuzz.py: damaged programs and bombs end in an input error or a result."""

import pytest

from benchmarks.trust.bombs import bombs
from benchmarks.trust.fuzz import batch, outcome, reading

QUICK = ("nested", "only", "alias", "a giant shape", "a giant name", "many splits", "spaces", "arrows", "brackets")


@pytest.mark.parametrize(
    ("family", "count", "done"),
    [("layout", 250, "then optimised"), ("pointer", 150, "then raised"), ("region", 60, "then optimised")],
)
def test_damaged_programs(family: str, count: int, done: str) -> None:
    found = batch(1_000_000, count, family)
    assert found["wrong"] == []
    counts = found["counts"]
    assert isinstance(counts, dict) and counts["input error"] > count / 2 and counts[done] > 5


@pytest.mark.parametrize("name", [name for name, _ in bombs() if name.startswith(QUICK)])
def test_bombs(name: str) -> None:
    said, _ = outcome(reading, dict(bombs())[name])
    assert said in ("input error", "read")


def test_what_goes_wrong_is_seen() -> None:
    def fails(text: str) -> str:
        raise KeyError(text)

    assert outcome(fails, "x")[0] == "WRONG KeyError: 'x'"
