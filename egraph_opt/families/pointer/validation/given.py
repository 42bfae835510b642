"""Facts that hold when a raised access runs: the callers' promises, the program's assumptions, and its guard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import z3

from egraph_opt.checker.access.effects import Effect, effect
from egraph_opt.families.pointer.symbolic.program import Program
from egraph_opt.families.pointer.symbolic.ranges import Ranges
from egraph_opt.families.pointer.symbolic.raw import conjunction
from egraph_opt.families.pointer.symbolic.terms import Found
from egraph_opt.families.pointer.symbolic.unknowns import Unknown
from egraph_opt.ir.module import Value

NO_OVERFLOW = "egraph_opt.no_overflow"
"""Attribute of a function by which callers promise that arithmetic of 32 bits or less does not overflow (see `symbolic.program`)."""
POSITIVE = "egraph_opt.positive_parameters"
"""Attribute by which they promise that its integer parameters are 1 or more."""
NO_ALIAS = "egraph_opt.no_alias"
"""Attribute by which they promise that no byte is accessed through two pointer parameters if one of these accesses writes."""
READABLE = "egraph_opt.readable"
"""Attribute by which they promise that lanes of loads may be read that meet the comparisons in their masks (see `promise`)."""


def known(program: Program, holds: Value | None, own: int) -> list[Any]:
    """Return the facts that hold when a raised access runs, if its guard is proved to mean what it says."""
    return [*assumed(program, holds).conjuncts, *positive(program, own), *said(program)]


def positive(program: Program, own: int) -> Iterator[Any]:
    """Yield the callers' promises about the parameters that a function had."""
    if POSITIVE in program.function.attributes:
        for value in program.function.regions[0].blocks[0].arguments[:own]:
            if value.type.startswith("i") and value.type not in ("i1", "index"):
                yield program.at(value) >= 1


def said(program: Program) -> Iterator[Any]:
    """Yield a program's assumptions about its numbers; if one is false, the program's behaviour is undefined in LLVM."""
    for op in program.function.regions[0].blocks[0].ops:
        if op.name == "llvm.intr.assume":
            with suppress(Unknown):
                yield program.at(op.operands[0])
        elif effect(op) not in (Effect.PURE, Effect.READ):
            return


class Guard(NamedTuple):
    """Conjunction that holds when a raised access runs."""

    conjuncts: list[Any]
    sure: list[Any]
    """Conditions under which the conjuncts mean what they say: each may rest only on those before it."""
    ranges: Ranges
    """Ranges of terms where they hold."""
    found: Found
    """What belongs to the conjuncts."""


def assumed(program: Program, condition: Value | None) -> Guard:
    """Return a guard of a function."""
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
        if program.shared.found.exact:
            exact = conjunction([*program.shared.found.exact])
            sure.append(z3.Implies(conjunction(conjuncts), exact) if conjuncts else exact)
            program.shared.found.exact.clear()
        conjuncts.append(term)
    ranges, program.narrowed = program.narrowed or program.shared.ranges, None
    return Guard(conjuncts, sure, ranges, program.shared.found)
