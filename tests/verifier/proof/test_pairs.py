"""Kernels that were written apart and compute the same are proved equal, and wrong variants of them are not."""

from __future__ import annotations

import pytest

from egraph_opt.verifier.proof import Limits, prove
from tests.verifier.proof.pairs import LAYER, LAYER_ARGS, NORM, NORM_ARGS, PAIRS, ROWS, SMALL, question, question_of, row

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", PAIRS)
def test_pair_is_proved_equal(name: str) -> None:
    proof = prove(question(name))
    assert proof.verdict == PAIRS[name][-1], proof
    assert proof.verdict == "bits" or (proof.laws or name == "add in a loop")


WRONG = {
    "masked elements are zeros": (row("softmax1", 32), row("softmax_bad", 32), ROWS),
    "epsilon is outside of the root": (row("rms1", 32, NORM_ARGS), row("rms_bad", 32, NORM_ARGS), NORM),
    "epsilon is another": (row("rms1", 32, NORM_ARGS), row("rms2", 8, {**NORM_ARGS, "eps": 1e-6}), NORM),
    "the last element is left out": (row("ln1", 32, LAYER_ARGS), row("ln2", 8, {**LAYER_ARGS, "n": "N-1"}), LAYER),
    "the stride is another": (row("softmax1", 32), row("softmax2", 8, {"x": "x", "o": "o", "n": "N", "s": "N-1"}), ROWS),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_variant_is_not_proved_equal(name: str) -> None:
    old, new, arrays = WRONG[name]
    proof = prove(question_of(old, new, arrays, SMALL))
    assert proof.verdict == "undecided" and proof.reason and proof.place


def test_limit_of_terms_gives_no_verdict() -> None:
    proof = prove(question("softmax online"), Limits(terms=1000))
    assert proof.verdict == "undecided" and "limit" in proof.reason


def test_limit_of_steps_gives_no_verdict() -> None:
    proof = prove(question("softmax online"), Limits(steps=20))
    assert proof.verdict == "undecided" and "more operations" in proof.reason and "line" in proof.place
