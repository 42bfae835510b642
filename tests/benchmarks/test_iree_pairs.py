"""Counts of pairs that a prediction orders right."""

from __future__ import annotations

import math
from collections import Counter

from benchmarks.iree.pairs import ordered
from egraph_opt.apps.iree_tuning.calibrate.profile import TimedProgram

GROUP = [TimedProgram("p", str(n), seconds, 0, 0, ()) for n, seconds in enumerate((1.0, 1.04, 2.0, 3.0))]
FOUND: list[tuple[float, Counter[str]]] = [(1.0, Counter()), (5.0, Counter()), (1.5, Counter()), (1.5, Counter())]


def test_pairs_that_are_predicted_equal_are_not_right() -> None:
    """Five of six pairs differ; the first one is faster than the last two, as predicted."""
    assert ordered(GROUP, FOUND) == {"pairs": 5, "known": 5, "right": 2, "sure": 4, "sure right": 2}


def test_pairs_that_differ_in_one_run_only_are_not_counted() -> None:
    assert ordered(GROUP, FOUND, [1.0, 1.0, 2.0, 2.0])["pairs"] == 4, "the last two are equal there"
    assert ordered(GROUP, FOUND, [1.0, 1.0, 3.0, 2.0])["pairs"] == 4, "or the other way round"
    assert ordered(GROUP, FOUND, [1.0, math.nan, 2.0, 3.0])["pairs"] == 3, "or not timed"
