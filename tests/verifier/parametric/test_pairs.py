"""Pairs with open sizes: those that do the same are proved for all sizes, and those that differ are not."""

from __future__ import annotations

import pytest

from benchmarks.verify.pair import Pair
from benchmarks.verify.pairs import pairs
from tests.verifier.parametric.questions import name_of, proof_of

pytest.importorskip("triton")
OPEN = [pair for pair in pairs() if None in pair.sizes.values()]
EVERY = 12
"""One pair in this number is run each time; the others are marked `slow`."""


@pytest.mark.parametrize(
    "pair",
    [pytest.param(pair, marks=[] if number % EVERY == 1 else [pytest.mark.slow]) for number, pair in enumerate(OPEN)],
    ids=[f"{number}-{name_of(pair)}" for number, pair in enumerate(OPEN)],
)
def test_pair_is_proved_for_all_sizes_where_it_is_equal(pair: Pair) -> None:
    proof = proof_of(pair.problem())
    assert (proof.verdict != "undecided") is pair.same, proof
    if pair.same:
        assert proof.all_sizes and proof.assumptions and (proof.laws != ()) is (proof.verdict == "reals")
        assert all(name in proof.reason for name, size in pair.sizes.items() if size is None)
    else:
        assert proof.reason
