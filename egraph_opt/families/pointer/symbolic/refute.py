"""Questions of whether a claim follows from facts: what is linear is asked first, and no question twice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.ask import Answer, Solver, allowed, asked

KEPT = 1_000_000
"""Most terms that are kept."""
products: dict[int, tuple[Any, bool]] = {}
"""By identities: terms, and whether each has a product of two unknowns."""


def refute(facts: Iterable[Any], claim: Any, steps: float, whole: bool = False) -> Answer:
    """Return what z3 says of facts without a claim (`z3.unsat`: the claim holds), and why where it gives up.

    An answer about the same function that is known costs nothing.

    Args:
        facts: what is known.
        claim: what may follow.
        steps: after so many it gives up.
        whole: let z3 preprocess a question with products, which takes longer than most answers, and decides some that are open without.

    Raises:
        Exhausted: no more work may be done.
    """
    facts = list({fact.get_id(): fact for fact in facts}.values())
    key = tuple(fact.get_id() for fact in facts), claim.get_id(), steps, whole
    known = current.answers if (current := asked.get()) is not None else {}
    if key in known:
        return known[key][1]
    work = allowed.get()
    whole_limit = work is None or work.left >= 3 * steps  # for two questions and their facts
    answer = _asked(facts, claim, steps, whole)
    if whole_limit:
        known[key] = [*facts, claim], answer
    return answer


def _asked(facts: list[Any], claim: Any, steps: float, whole: bool) -> Answer:
    """Ask with the linear facts alone where the claim is linear, then with all."""
    linear = facts if multiplies(claim) else [fact for fact in facts if not multiplies(fact)]
    if len(linear) < len(facts) or not whole:
        answer = Solver((*linear, z3.Not(claim))).check(steps)
        if answer[0] == z3.unsat or len(linear) == len(facts):
            return answer
    return Solver((*facts, z3.Not(claim)), whole).check(steps)


def multiplies(term: Any) -> bool:
    """Return whether a term has a product of two unknowns."""
    number = term.get_id()
    if number not in products:
        parts = term.children()
        found = (z3.is_mul(term) and sum(not z3.is_int_value(part) for part in parts) > 1) or any([multiplies(p) for p in parts])
        if len(products) >= KEPT:
            products.clear()
        products[number] = term, found
    return products[number][1]
