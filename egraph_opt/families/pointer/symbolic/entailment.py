"""Questions of whether a claim follows from facts: what is linear is asked first, and no question twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic import z3_capi
from egraph_opt.families.pointer.symbolic.solver import Answer, Solver, current_session, current_work

BRIEF = 10_000
"""Steps for a question in the context of its function. Most take less; a new context takes about a thousand."""
PLAIN_STEPS = 40_000
"""Steps for a question without preprocessing, where that is an alternative to it."""
PREPROCESSED_STEPS = 300_000
"""Steps for a question with preprocessing before others are tried: it decides most within these. Where it can decide it at all, one of the
two often takes a hundred times as long as the other."""


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
    each = {fact.get_id(): fact for fact in facts}
    return _look_up(each, claim, steps, "whole" if whole else "plain", lambda: _ask([*each.values()], claim, steps, whole))


class Growing:
    """Facts, more of which become known. One solver is asked of them, and only where the answer is not known."""

    def __init__(self, facts: Iterable[Any]) -> None:
        self.facts = {fact.get_id(): fact for fact in facts}
        self.solver: Solver | None = None

    def tell(self, fact: Any) -> None:
        """Add a fact."""
        self.facts[fact.get_id()] = fact
        if self.solver is not None:
            self.solver.tell((fact,))

    def holds(self, claim: Any, steps: float) -> bool:
        """Return whether a claim is found to follow within some steps.

        Raises:
            Exhausted: no more work may be done.
        """
        return bool(_look_up(self.facts, claim, steps, "growing", lambda: self.ask_solver(claim, steps))[0] == z3.unsat)

    def ask_solver(self, claim: Any, steps: float) -> Answer:
        """Return the solver's answer to a claim."""
        if self.solver is None:
            self.solver = Solver(self.facts.values())
        return self.solver.refute(claim, steps)


def _look_up(facts: dict[int, Any], claim: Any, steps: float, kind: str, ask: Callable[[], Answer]) -> Answer:
    """Return the answer to a question about facts, by their identities. It is asked if it was not before."""
    key = tuple(facts), claim.get_id(), steps, kind
    known = current_session.get().answers
    if key in known:
        return known[key][1]
    work = current_work.get()
    whole_limit = work is None or work.left >= 3 * steps  # for two questions and their facts
    answer = ask()
    if whole_limit or answer[0] != z3.unknown:
        known[key] = [*facts.values(), claim], answer
    return answer


def _ask(facts: list[Any], claim: Any, steps: float, whole: bool) -> Answer:
    """Ask with the linear facts alone where the claim is linear, then with all."""
    linear = facts if multiplies(claim) else [fact for fact in facts if not multiplies(fact)]
    if len(linear) < len(facts) or not whole:
        answer = _answer((*linear, z3.Not(claim)), steps, False)
        if answer[0] == z3.unsat or len(linear) == len(facts):
            return answer
    return _answer((*facts, z3.Not(claim)), steps, whole)


def _answer(facts: tuple[Any, ...], steps: float, whole: bool) -> Answer:
    """Ask briefly in the context that is there, then in new ones; with `whole`, with preprocessing, without, and with it for longer."""
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
    """Return whether a term has a product of two unknowns."""
    here, number = current_session.get(), term.get_id()
    if number not in here.products:
        here.kept.append(term)
        _multiplies(term.ctx.ref(), term.as_ast(), here.products)
    return here.products[number]


def _multiplies(context: Any, term: z3_capi.Pointer, known: dict[int, bool]) -> bool:
    """Return what `multiplies` does, and note it by identity."""
    number = z3_capi.identity(context, term)
    if number not in known:
        parts = [*z3_capi.parts(context, term)]
        product = (
            z3_capi.kind(context, term) == z3.Z3_OP_MUL and sum(z3_capi.kind(context, p) != z3.Z3_OP_ANUM for p in parts) > 1
        )
        known[number] = product or any([_multiplies(context, p, known) for p in parts])
    return known[number]
