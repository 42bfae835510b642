"""Solver that is given many facts at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3


def solver_of(facts: Iterable[Any], steps: int) -> z3.Solver:
    """Return a solver with some facts and a limit of work per question (z3's `rlimit`).

    The facts are asserted directly. z3's own `add` first asks each for its sort, which takes longer than many of the answers.
    """
    solver = z3.Solver()
    solver.set("rlimit", steps)
    for fact in facts:
        z3.Z3_solver_assert(solver.ctx.ref(), solver.solver, fact.as_ast())
    return solver
