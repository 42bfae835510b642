"""Terms that are read without z3's Python module are read as that module reads them."""

from __future__ import annotations

from random import Random
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic import z3_capi
from egraph_opt.families.pointer.symbolic.entailment import multiplies
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols

SAMPLES = 60


def numbers(random: Random, depth: int) -> Any:
    """Return a random number."""
    if not depth:
        return random.choice([z3.IntVal(random.randrange(-3, 4)), *z3.Ints("x y z")])
    x, y = (numbers(random, depth - 1) for _ in range(2))
    return random.choice(
        [lambda: x + y, lambda: x - y, lambda: x * y, lambda: -x, lambda: z3.If(truths(random, depth - 1), x, y)]
    )()


def truths(random: Random, depth: int) -> Any:
    """Return a random truth value."""
    if not depth:
        return random.choice([z3.BoolVal(True), *z3.Bools("a b")])
    p, q = (truths(random, depth - 1) for _ in range(2))
    x, y = (numbers(random, depth - 1) for _ in range(2))
    kinds = [lambda: z3.And(p, q), lambda: z3.Not(p), lambda: x <= y, lambda: x == y, lambda: z3.If(p, q, p)]
    return random.choice(kinds)()


def samples() -> list[Any]:
    random = Random(2026)
    return [(numbers if n % 2 else truths)(random, 4) for n in range(SAMPLES)]


def below(term: Any) -> list[Any]:
    """Return all parts of a term, each after those in it."""
    return [part for child in term.children() for part in below(child)] + [term]


@solver_session()
def test_a_product_of_two_unknowns_is_seen() -> None:
    found = []
    for term in samples():
        products = [part for part in below(term) if z3.is_mul(part)]
        several = [p for p in products if sum(not z3.is_int_value(factor) for factor in p.children()) > 1]
        assert multiplies(term) is bool(several)
        found.append(bool(several))
    assert {*found} == {False, True}


@solver_session()
def test_the_unknowns_of_a_term_are_its_constants_without_a_value() -> None:
    shared = SharedSymbols()
    for term in samples():
        names = {part.get_id() for part in below(term) if z3.is_const(part) and part.decl().kind() == z3.Z3_OP_UNINTERPRETED}
        assert shared.unknowns_in(term) == names == shared.unknowns_in(term)


@solver_session()
def test_numbers_that_conditions_select_come_after_those_in_them() -> None:
    terms, seen = samples(), set[int]()
    wanted = {}
    for term in terms:
        wanted |= {part.get_id(): part for part in below(term) if z3.is_int(part) and z3.is_app_of(part, z3.Z3_OP_ITE)}
    found = [*z3_capi.find_selected(terms, seen)]
    assert wanted and [choice.get_id() for choice in found] == [*wanted]
    assert not [*z3_capi.find_selected(terms, seen)]


@solver_session()
def test_a_conjunction_is_that_of_z3() -> None:
    parts = [term for term in samples() if z3.is_bool(term)]
    for count in (1, 2, len(parts)):
        assert z3_capi.conjunction(parts[:count]).eq(z3.And(*parts[:count]))


@solver_session()
def test_a_term_is_rebuilt_of_other_operands() -> None:
    x = z3.Int("other")
    for term in samples():
        if parts := term.children():
            assert z3_capi.rebuilt(term, parts).eq(term)
            others = [part + x if z3.is_int(part) else z3.Not(part) for part in parts]
            assert z3_capi.rebuilt(term, others).eq(term.decl()(*others))
