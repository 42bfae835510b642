"""Equations that the e-graph finds: kernels by laws of maxima and roots are proved, and the replay derives no equation beyond its rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.verify.pair import Pair
from benchmarks.verify.pairs import identities
from egraph_opt.rules import book
from egraph_opt.verifier.decision.answer import Outcome
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.proof.equations.equation_replay import EquationReplay
from egraph_opt.verifier.proof.equations.operation_record import OperationRecord
from egraph_opt.verifier.proof.equations.value_equations import find_equations
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ONE
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

RULES = {
    "hard_swish_high_first": "verify_maximum_of_minimum",
    "hard_shrink_by_square": "verify_compare_absolute",
    "quantize_floor_first": "verify_increasing_of_maximum",
    "sigmoid_of_largest": "verify_reciprocal_of_minimum",
    "root_of_largest_square": "verify_root_of_square",
    "normalize_bound_first": "verify_root_of_maximum",
    "cosine_one_root": "verify_root_of_product",
}
"""A rule that the proof of each kernel needs."""
PAIRS = [pair for pair in identities() if pair.new[0].kernel.partition(":")[2] in RULES]


@pytest.mark.parametrize("pair", PAIRS, ids=[pair.name for pair in PAIRS])
def test_a_kernel_is_proved_by_rules(pair: Pair) -> None:
    pytest.importorskip("triton")
    verdict = decide(replace(pair, sizes={name: min(size or 0, 5) for name, size in pair.sizes.items()}).problem())
    assert verdict.outcome is Outcome.REALS, str(verdict)
    assert RULES[pair.new[0].kernel.partition(":")[2]] in verdict.laws


def sides(record: OperationRecord, positive: bool) -> tuple[int, int]:
    """Return the root of a product, and the product of the roots, of two elements or of sums that are positive."""
    ring = record.ring
    x, y = (ring.variable("element", "x", i) for i in range(2))
    if positive:
        x, y = (ring.total((ring.product(p, p), ONE)) for p in (x, y))
    return record.node("root", record.node("multiply", x, y)), record.node(
        "multiply", record.node("root", x), record.node("root", y)
    )


@pytest.mark.parametrize("positive", [False, True])
def test_a_condition_decides(positive: bool) -> None:
    record = OperationRecord(Ring())
    p, q = sides(record, positive)
    replayed = EquationReplay(record.ring, record.nodes)
    replayed.run(book("identities"), (), ((p, q),))
    assert (replayed.root(p) == replayed.root(q)) is positive
    assert ("verify_root_of_product" in find_equations(record, [(p, q)])) is positive


def test_an_equation_needs_its_rule() -> None:
    record = OperationRecord(Ring())
    p, q = sides(record, positive=True)
    replayed = EquationReplay(record.ring, record.nodes)
    replayed.run([rule for rule in book("identities") if rule.name != "verify_root_of_product"], (), ((p, q),))
    assert replayed.root(p) != replayed.root(q)
