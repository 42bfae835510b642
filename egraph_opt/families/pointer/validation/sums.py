"""Bounds of sums of varying steps: they lie between the number of iterations times the least and times the largest step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.ask import Solver
from egraph_opt.families.pointer.symbolic.loops import iterations, trips
from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.symbolic.terms import Found
from egraph_opt.families.pointer.symbolic.unknowns import Shared, Unknown
from egraph_opt.ir.module import Value

COUNTS = (("so far", iterations), ("in all", trips))
"""Names of sums, each with the function that counts the iterations of such a sum."""
STEPS = 200_000
"""Steps that the solver may take for one comparison."""


def bounds(programs: Sequence[tuple[Program, Found]]) -> Iterator[Any]:
    """Yield the bounds of the sums that programs carry, at any time; for a shared sum, by the first program.

    A step is bounded by facts that hold in every iteration of its loop, and so by no fact about the place where the sum is used.
    """
    bounded = set()
    for program, found in programs:
        loops = {number: loop for loop, number in program.loops.items()}
        for place, step in found.steps.items():
            totals = [(program.shared.unknowns.get((when, *place)), count) for when, count in COUNTS]
            if place in bounded or all(total is None for total, _ in totals) or not (ends := _ends(program, step)):
                continue
            bounded.add(place)
            for total, count in totals:
                if total is not None:
                    done = count(program, loops[place[0]])
                    yield z3.And(total >= ends[0] * done, total <= ends[1] * done)


def _ends(within: Program, step: Value) -> tuple[int, int] | None:
    """Return the least and the largest number that a value may be, of 32 bits."""
    with suppress(Unknown):
        shared = Shared(within.shared.grid)
        program = Program(within.function, shared)
        term = program.at(step)
        solver = Solver(shared.found.known)
        if program.shared.found.exact and solver.refute(z3.And(*program.shared.found.exact), STEPS)[0] != z3.unsat:
            return None  # it may not mean what it says
        greatest, least = _greatest(solver, term), _greatest(solver, -term)
        if greatest is not None and least is not None:
            return -least, greatest
    return None


def _greatest(solver: Solver, term: Any) -> int | None:
    """A number of 32 bits that a term is proved not to be above, by bisection: the least where the solver never gives up."""
    low, high = -(1 << 31), 1 << 31
    if solver.refute(term <= high, STEPS)[0] != z3.unsat:
        return None
    while low < high:
        middle = (low + high) // 2
        answer, _ = solver.refute(term <= middle, STEPS)
        if answer == z3.unknown:
            break
        low, high = (low, middle) if answer == z3.unsat else (middle + 1, high)
    return high
