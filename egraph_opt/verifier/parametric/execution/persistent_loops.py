"""Persistent loops: each program takes every few items, in steps of the number of programs, so that together they take each item once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.ir.module import Op
from egraph_opt.verifier.parametric.execution.memory_operations import whole_number
from egraph_opt.verifier.parametric.execution.symbolic_program import Datum, Pointer, SymbolicProgram, Window
from egraph_opt.verifier.parametric.folds.symbolic_ring import symbols_of_value
from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, split_multiple
from egraph_opt.verifier.parametric.sizes.piecewise import Value, combine
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import UNDEFINED


class Turn(NamedTuple):
    """Persistent loop `range(unit * program, end, unit * programs)`, whose items are the multiples of `unit` below `end`.

    Attributes:
        program: id of the program, in one axis; `names`: its symbols.
        programs: number by which the loop counts, at least the number of programs that have an item.
        items: number of items.
    """

    program: Polynomial
    names: frozenset[str]
    unit: Polynomial
    programs: Polynomial
    items: Polynomial


def turn_of(program: SymbolicProgram, low: Polynomial, high: Polynomial, pace: Polynomial) -> Turn | None:
    """Return the description of a loop in which the programs of one axis take all items; None for other loops."""
    facts = program.facts
    for index, extent in zip(program.programs, program.grid, strict=True):
        names = frozenset(program.case.own_symbols(index))
        ranges = (each for name in program.counters for each in facts.about[name])
        limits = [each for each in (*program.case.conditions, *program.path, *ranges) if not names.isdisjoint(each.symbols)]
        if not names or limits or not names.isdisjoint(high.symbols | pace.symbols | program.taken):
            continue
        unit, rest = split_multiple(low, index)
        if rest.terms or not unit.terms or not facts.holds(at_least(unit, 1)):
            continue
        count, rest = split_multiple(pace, unit)
        if rest.terms:
            continue
        items = facts.divide(high + unit - 1, unit)
        enough = facts.excludes((*program.path, less(extent, count), less(extent, items)))
        if enough and facts.holds(at_least(count, extent), program.path):
            return Turn(index, names, unit, count, items)
    return None


def run_in_turn(
    program: SymbolicProgram, op: Op, turn: Turn, initial: tuple[Datum, ...], unknown: Sequence[Datum]
) -> list[Datum] | None:
    """Run the body of a persistent loop once, with a symbol for the item; None if the loop carries anything but counters.

    Args:
        unknown: placeholders for the values that the loop carries.
    """
    counters, taken, records = program.counters, program.taken, program.records
    number = program.case.index(f"t.{op.line}", [turn.items])
    own = program.case.own_symbols(number)
    changing = {
        *own,
        *turn.names,
        *(name for each in unknown for part in parts_of(each) for name in symbols_of_value(program.ring, part)),
    }
    program.counters, program.taken = (*counters, *own), taken | turn.names

    def counter(start: Datum, before: Datum, after: Datum) -> Value:
        """Return the value of a counter for an item; it grows by a multiple of the number of programs."""
        step = whole_number(after) - whole_number(before)
        factor, rest = split_multiple(step, turn.programs)
        if rest.terms or not changing.isdisjoint(step.symbols):
            raise NotDecided("a counter of a persistent loop that does not grow by a multiple of the number of programs")
        return combine(lambda p: whole_number(p) + factor * (number - turn.program), start)

    try:
        given: list[Datum] = []
        if initial:
            program.records = False
            after = program.region(op.regions[0], [turn.unit * number, *unknown])
            try:
                given = [apply_to_offsets(counter, *each) for each in zip(initial, unknown, after, strict=True)]
            except NotDecided:
                return None
            program.records = records
        program.region(op.regions[0], [turn.unit * number, *given])
    finally:
        program.counters, program.taken, program.records = counters, taken, records
    program.ring.laws.add("digits_of_place")
    return [apply_to_offsets(lambda _: UNDEFINED, each) for each in initial]


def parts_of(datum: Datum) -> tuple[Value, ...]:
    """Return the offsets of a pointer or window, or a value itself."""
    return (datum.offset,) if isinstance(datum, Pointer) else datum.offsets if isinstance(datum, Window) else (datum,)


def apply_to_offsets(function: Callable[..., Value], first: Datum, *others: Datum) -> Datum:
    """Apply a function to values, or to the offsets of pointers or windows into one array."""
    parts = [function(*each) for each in zip(*map(parts_of, (first, *others)), strict=True)]
    if isinstance(first, Pointer):
        if any(each.array != first.array for each in others):
            raise NotDecided("a loop carries a pointer from one array to another")
        return Pointer(first.array, parts[0])
    return replace(first, offsets=tuple(parts)) if isinstance(first, Window) else parts[0]
