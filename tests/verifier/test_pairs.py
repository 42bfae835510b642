"""Kernels for one operation as several authors write them: those that differ are refuted, and the others are not."""

from __future__ import annotations

import pytest

from benchmarks.verify.mutators import MUTATORS, mutants
from benchmarks.verify.pair import Pair
from benchmarks.verify.pairs import pairs
from egraph_opt.verifier.decision.verification import decide
from tests.verifier.questions import double

pytest.importorskip("triton")
PAIRS = pairs()
EVERY = 30
"""One pair in this number is run each time; the others are marked `slow`."""


@pytest.mark.parametrize(
    "pair",
    [pytest.param(pair, marks=[] if number % EVERY == 7 else [pytest.mark.slow]) for number, pair in enumerate(PAIRS)],
    ids=[f"{number}-{pair.name}" for number, pair in enumerate(PAIRS)],
)
def test_a_pair_is_refuted_where_it_differs(pair: Pair) -> None:
    verdict = decide(pair.problem(), fast=True)
    assert verdict.different is not pair.same, str(verdict)


def test_pairs_are_of_many_kinds() -> None:
    assert sum(None not in pair.sizes.values() for pair in PAIRS) >= 60
    assert sum(None in pair.sizes.values() for pair in PAIRS) >= 15
    assert sum(not pair.same for pair in PAIRS) >= 15


def test_each_mistake_is_made() -> None:
    import random

    made = {mutant.kind for mutant in mutants(double(8), random.Random(0), 1)}
    assert made == {mutate.__name__ for mutate in MUTATORS} - {"exchanged_choice", "wrong_neutral"}
