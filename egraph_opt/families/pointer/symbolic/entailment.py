"""Entailment queries: whether facts imply a claim. Linear facts are tried first, and answers are cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic import z3_capi
from egraph_opt.families.pointer.symbolic.solver import Answer, Solver, current_session, current_work

BRIEF = 10_000
"""Step limit of a query in the function's shared context. Most queries take fewer steps; a new context costs about a thousand."""
PLAIN_STEPS = 40_000
"""Step limit of a query without preprocessing, if a query with preprocessing may follow."""
PREPROCESSED_STEPS = 300_000
"""Step limit of the first query with preprocessing, which decides most claims.

If queries with and without preprocessing both succeed, one kind often takes a hundred times as long as the other.
"""


def refute(facts: Iterable[Any], claim: Any, steps: float, whole: bool = False) -> Answer:
    """Return z3's answer on the facts and the negated claim, and z3's reason to give up. `z3.unsat` means that the facts imply the claim.

    A cached answer of the same function costs nothing.

    Args:
        facts: the assumptions.
        claim: the conclusion.
        steps: the step limit.
        whole: preprocess a nonlinear query. Preprocessing takes longer than most queries, but decides some that z3 cannot decide otherwise.

    Raises:
        SolverExhausted: the function's work budget is exhausted.
    """
    each = {fact.get_id(): fact for fact in facts}
    return _look_up(each, claim, steps, "whole" if whole else "plain", lambda: _ask([*each.values()], claim, steps, whole))


class Growing:
    """Set of facts that may grow, with one incremental solver for queries without a cached answer."""

    def __init__(self, facts: Iterable[Any]) -> None:
        self.facts = {fact.get_id(): fact for fact in facts}
        self.solver: Solver | None = None

    def tell(self, fact: Any) -> None:
        self.facts[fact.get_id()] = fact
        if self.solver is not None:
            self.solver.tell((fact,))

    def holds(self, claim: Any, steps: float) -> bool:
        """Return whether z3 proves within `steps` that the facts imply a claim.

        Raises:
            SolverExhausted: the function's work budget is exhausted.
        """
        return bool(_look_up(self.facts, claim, steps, "growing", lambda: self.ask_solver(claim, steps))[0] == z3.unsat)

    def ask_solver(self, claim: Any, steps: float) -> Answer:
        if self.solver is None:
            self.solver = Solver(self.facts.values())
        return self.solver.refute(claim, steps)


def _look_up(facts: dict[int, Any], claim: Any, steps: float, kind: str, ask: Callable[[], Answer]) -> Answer:
    key = tuple(facts), claim.get_id(), steps, kind
    known = current_session.get().answers
    if key in known:
        return known[key][1]
    work = current_work.get()
    whole_limit = work is None or work.left >= 3 * steps  # enough for two queries and their facts
    answer = ask()
    if whole_limit or answer[0] != z3.unknown:
        known[key] = [*facts.values(), claim], answer
    return answer


def _ask(facts: list[Any], claim: Any, steps: float, whole: bool) -> Answer:
    """Query z3 with the linear facts first if the claim is linear, then with all facts."""
    linear = facts if multiplies(claim) else [fact for fact in facts if not multiplies(fact)]
    if len(linear) < len(facts) or not whole:
        answer = _answer((*linear, z3.Not(claim)), steps, False)
        if answer[0] == z3.unsat or len(linear) == len(facts):
            return answer
    return _answer((*facts, z3.Not(claim)), steps, whole)


def _answer(facts: tuple[Any, ...], steps: float, whole: bool) -> Answer:
    """Query z3 in the function's shared context with a low limit, then in new contexts.

    With `whole`, three new contexts are tried: with preprocessing, without, and with preprocessing under the full limit.
    """
    answer = Solver(facts).check(min(steps, BRIEF))
    longer = [(False, steps)] if steps > BRIEF else []
    if whole:
        longer = [(True, min(steps, PREPROCESSED_STEPS)), (False, min(steps, PLAIN_STEPS))]
    if whole and steps > PREPROCESSED_STEPS:
        longer.append((True, steps))
    for preprocessed, most in longer:
        if answer[0] == z3.unknown:
            answer = Solver(facts, preprocessed, alone=True).check(most)
    return answer


def multiplies(term: Any) -> bool:
    """Return whether a term has a product of two non-constant terms."""
    here, number = current_session.get(), term.get_id()
    if number not in here.products:
        here.kept.append(term)
        _multiplies(term.ctx.ref(), term.as_ast(), here.products)
    return here.products[number]


def _multiplies(context: Any, term: z3_capi.Pointer, known: dict[int, bool]) -> bool:
    number = z3_capi.identity(context, term)
    if number not in known:
        parts = [*z3_capi.parts(context, term)]
        product = (
            z3_capi.kind(context, term) == z3.Z3_OP_MUL and sum(z3_capi.kind(context, p) != z3.Z3_OP_ANUM for p in parts) > 1
        )
        known[number] = product or any([_multiplies(context, p, known) for p in parts])
    return known[number]
