"""Questions to the solver about a claim, and additional facts for a second try."""

from __future__ import annotations

from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.arithmetic import within
from egraph_opt.families.pointer.symbolic.ask import Solver
from egraph_opt.families.pointer.symbolic.unknowns import Shared
from egraph_opt.families.pointer.validation.given import Guard

TOGETHER, FIRST, STEPS = 100_000, 250_000, 2_000_000
"""Steps that the solver may take for all claims of one access at once, for one claim, and for one where that was too little. One that
gives up has proved nothing."""
FITS = 10_000
"""Steps for one question of whether a number fits in its width."""


def fitting(shared: Shared, guard: Guard) -> list[Any]:
    """The turns of numbers that were brought into their width and that were in it before, by a guard and what is known of nothing else.

    Without these, the remaining claim about addresses is mostly the equality of two sums of products.
    """
    solver: Solver | None = None
    found: list[Any] = []
    for turn, exact, bits in shared.found.turned.values():
        if not within(exact, bits, guard.ranges):
            if solver is None:
                solver = Solver((*guard.conjuncts, *(before == 0 for before in found)))
            about = shared.named(exact).union(
                *(shared.named(fact) for fact in shared.found.known if turn.get_id() in shared.named(fact))
            )
            near = [fact for fact in shared.found.known if shared.named(fact) <= about]
            if solver.refute(z3.Implies(z3.And(*near), turn == 0), FITS)[0] != z3.unsat:
                continue
        found.append(turn)
        if solver is not None:
            solver.tell((turn == 0,))
    return found
