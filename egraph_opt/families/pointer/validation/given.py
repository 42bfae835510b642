"""What is known where a raised access runs: what callers promise, what the program says, and what its guard says."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import z3

from egraph_opt.checker.access.effects import Effect, effect
from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.symbolic.unknowns import Unknown
from egraph_opt.ir.module import Value

NO_OVERFLOW = "egraph_opt.no_overflow"
"""The attribute of a function by which callers promise that arithmetic of 32 bits or less does not overflow (see `symbolic.program`)."""
POSITIVE = "egraph_opt.positive_parameters"
"""The attribute by which they promise that its integer parameters are 1 or more."""
READABLE = "egraph_opt.readable"
"""The attribute by which they promise that lanes of loads may be read that meet the comparisons in their masks (see `promise`)."""


def known(program: Program, holds: Value | None, own: int) -> list[Any]:
    """Return what is known when a raised access runs, its guard proved to mean what it says."""
    return [*assumed(program, holds)[0], *positive(program, own), *said(program)]


def positive(program: Program, own: int) -> Iterator[Any]:
    """Yield what callers promise of the parameters that a function had."""
    if POSITIVE in program.function.attributes:
        for value in program.function.regions[0].blocks[0].arguments[:own]:
            if value.type.startswith("i") and value.type not in ("i1", "index"):
                yield program.at(value) >= 1


def said(program: Program) -> Iterator[Any]:
    """Yield what a program says of its numbers whenever it runs: where that is not so, LLVM may make of it what it likes."""
    for op in program.function.regions[0].blocks[0].ops:
        if op.name == "llvm.intr.assume":
            with suppress(Unknown):
                yield program.at(op.operands[0])
        elif effect(op) not in (Effect.PURE, Effect.READ):
            return


def assumed(program: Program, condition: Value | None) -> tuple[list[Any], list[Any]]:
    """The conjuncts of a guard, and what must hold for them to mean what they say: each may rest on those before it, and on no more."""
    conjuncts: list[Any] = []
    sure: list[Any] = []
    todo = [] if condition is None else [condition]
    while todo:
        value = todo.pop()
        op, _ = program.defined.get(value, (None, 0))
        if op is not None and op.name == "arith.andi":
            todo += reversed(op.operands)
            continue
        program.guarding = True
        term = program.at(value)
        program.guarding = False
        program.narrowed = (program.narrowed or program.shared.ranges).under(term)
        if program.exact:
            sure.append(z3.Implies(z3.And(*conjuncts), z3.And(*program.exact)))
            program.exact.clear()
        conjuncts.append(term)
    program.narrowed = None
    return conjuncts, sure
