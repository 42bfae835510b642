"""What the solver says of a claim, and what it is told where that was too little."""

from __future__ import annotations

from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.ask import solver_of
from egraph_opt.families.pointer.symbolic.unknowns import Shared

FIRST, STEPS = 3_000_000, 60_000_000
"""What the solver may do for one access, and for one claim where that was too little (z3's `rlimit`): about 0.3 s and 6 s of work. One that
gives up has proved nothing."""


def fitting(shared: Shared, facts: list[Any]) -> list[Any]:
    """Facts, and of numbers that were brought into their width, those that were in it before by what is known so far.

    Without these turns, what is left to prove of addresses is mostly that two sums of products are one.
    """
    for turns in [x for key, x in shared.unknowns.items() if isinstance(key, tuple) and key[0] == "turns"]:
        if refute(facts, turns == 0, STEPS // 60)[0] == z3.unsat:
            facts = [turns == 0, *facts]
    return facts


def refute(facts: list[Any], claim: Any, steps: int) -> tuple[Any, str]:
    """Return what the solver says of facts without a claim, and why where it gives up."""
    solver = solver_of((*facts, z3.Not(claim)), steps)
    return solver.check(), solver.reason_unknown()
