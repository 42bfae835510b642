"""Questions to the solver about a claim, and additional facts for a second try."""

from __future__ import annotations

from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.ask import solver_of
from egraph_opt.families.pointer.symbolic.unknowns import Shared

FIRST, STEPS = 3_000_000, 60_000_000
"""Limits of the solver for one access, and for one claim in a second try (z3's `rlimit`): about 0.3 s and 6 s of work. If it
gives up, nothing is proved.
"""


def fitting(shared: Shared, facts: list[Any]) -> list[Any]:
    """Return the facts, and for each number that they prove to be within its width, the fact that it did not wrap around.

    Without these, the remaining claim about addresses is mostly the equality of two sums of products.
    """
    for turns in [x for key, x in shared.unknowns.items() if isinstance(key, tuple) and key[0] == "turns"]:
        if refute(facts, turns == 0, STEPS // 60)[0] == z3.unsat:
            facts = [turns == 0, *facts]
    return facts


def refute(facts: list[Any], claim: Any, steps: int) -> tuple[Any, str]:
    """Return the solver's answer to facts without a claim, and the reason if it gives up."""
    solver = solver_of((*facts, z3.Not(claim)), steps)
    return solver.check(), solver.reason_unknown()
