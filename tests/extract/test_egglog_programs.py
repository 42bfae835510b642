"""egglog's own programs: what `extract` finds never costs more than what egglog's extractors find, and all of it is proved."""

from __future__ import annotations

import pytest

from tests.support.egglog_programs import example

BETTER = {"matrix": 15, "ndarrays": 5}
"""Programs in which egglog's extractors, which take one term at a time, pay something twice."""


@pytest.mark.long
@pytest.mark.parametrize("name", example.PROGRAMS)
def test_no_extractor_of_egglog_finds_less(name: str) -> None:
    row = example.compare(name)
    assert row.proved and row.ours == pytest.approx(row.bound, rel=1e-6)
    assert row.ours <= row.tree and (row.dag is None or row.ours <= row.dag)
    assert row.dag is not None or name == "jointree"
    assert (row.ours < row.tree) == (name in BETTER)
    assert row.ours == BETTER.get(name, row.ours)


def test_there_are_ten_programs() -> None:
    assert len(example.PROGRAMS) >= 10
