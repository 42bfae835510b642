"""Normal forms of indices and conditions have the values of what they stand for, and questions about them are answered soundly."""

from __future__ import annotations

from itertools import product

import pytest

from egraph_opt.prover.z3_context import own_context
from egraph_opt.verifier.parametric.folds.fold_domain import existence, reduce_conditions
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.numeric_evaluation import NumericEvaluation
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, equal, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import (
    Polynomial,
    quotient,
    split_multiple,
    substitute_symbols,
    symbol,
    whole,
)
from egraph_opt.verifier.parametric.sizes.size_expressions import read_condition, read_size
from egraph_opt.verifier.parametric.sizes.size_facts import Facts, NotDecided

A, B = symbol("a"), symbol("b")
RANGE = range(-9, 10)


def value(p: Polynomial, a: int, b: int) -> int:
    return int(NumericEvaluation(SymbolicRing(), {}, {"a": a, "b": b}, 0).index(p))


def holds(condition: Condition, a: int, b: int) -> bool:
    return bool(NumericEvaluation(SymbolicRing(), {}, {"a": a, "b": b}, 0).condition(condition))


@pytest.mark.parametrize("divisor", [1, 2, 3, 4, 8])
@pytest.mark.parametrize("p", [A, A * 4 + B, A * 6 - B * 2 + 5, A * B + 3, A * 8 + 7, quotient(A, whole(2)) + B])
def test_quotient_is_the_floor(p: Polynomial, divisor: int) -> None:
    found = quotient(p, whole(divisor))
    assert all(value(found, a, b) == value(p, a, b) // divisor for a, b in product(RANGE, RANGE))


@pytest.mark.parametrize(
    "p", [A * 4 + 7, A * 4 - B * 6 + 3, quotient(A, whole(3)) + B * 2, B - quotient(A + 1, whole(4)), whole(3)]
)
def test_condition_keeps_its_meaning(p: Polynomial) -> None:
    for a, b in product(RANGE, RANGE):
        assert holds(at_least(p), a, b) == (value(p, a, b) >= 0)
        assert holds(at_least(p).opposite(), a, b) == (value(p, a, b) < 0)
        assert holds(equal(p), a, b) == (value(p, a, b) == 0)


def test_division_by_a_sum_takes_its_multiples() -> None:
    divisor = A - B * 2
    whole_part, rest = split_multiple(divisor * symbol("w") + 3, divisor)
    assert whole_part == symbol("w") and rest == whole(3)


def test_substitution_goes_into_quotients() -> None:
    found = substitute_symbols(quotient(A + B, whole(4)), {"a": symbol("c") * 4})
    assert found == symbol("c") + quotient(B, whole(4))


def test_facts_hold_for_all_numbers_that_meet_them() -> None:
    facts = Facts(always=[at_least(A, 1)], about={"b": (at_least(B), less(B, A))})
    with own_context():
        assert facts.holds(less(B, A)) and facts.holds(at_least(A * 2, B + 1))
        assert not facts.holds(at_least(B, 1)) and not facts.holds(less(A, 100))
        assert facts.holds(less(quotient(B, whole(2)), A))
        assert facts.divide(B, A) == whole(0)
        with pytest.raises(NotDecided):
            facts.divide(A, B)


def test_condition_that_follows_is_dropped() -> None:
    facts = Facts(always=[at_least(whole(100), A)])
    with own_context():
        kept = reduce_conditions(facts, ("b",), (at_least(B), less(B, A), less(B, 128)))
    assert set(kept) == {at_least(B), less(B, A)}


def test_range_has_an_element_where_its_bounds_do_not_cross() -> None:
    found = existence(("b",), (at_least(B, 3), less(B * 2, A)))
    assert found == (less(whole(6), A),)
    assert existence(("b",), (at_least(B * 2, A), less(B, 9))) is None


@pytest.mark.parametrize(
    ("text", "a", "expected"), [("cdiv(a, 8)", 17, 3), ("a // 8 * 8 + a % 8", 21, 21), ("-a + 2 * (a - 1)", 5, 3)]
)
def test_expression_over_sizes_is_read(text: str, a: int, expected: int) -> None:
    assert value(read_size(text, {"a": A}, Facts()), a, 0) == expected


def test_assumption_is_read() -> None:
    condition = read_condition("a % 16 == 0", {"a": A}, Facts())
    assert [a for a in range(40) if holds(condition, a, 0)] == [0, 16, 32]
    with pytest.raises(NotDecided):
        read_condition("a / 3 == 1", {"a": A}, Facts())
