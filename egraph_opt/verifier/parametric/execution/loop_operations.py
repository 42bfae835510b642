"""Symbolic semantics of `scf.for` and `scf.if`: loop-carried values in closed form, as functions of the iteration number."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.interpret.element_types import element_of, shape_of
from egraph_opt.ir.module import Op
from egraph_opt.ir.module import Value as Result
from egraph_opt.verifier.parametric.execution.memory_operations import whole_number
from egraph_opt.verifier.parametric.execution.persistent_loops import run_in_turn, turn_of
from egraph_opt.verifier.parametric.execution.shape_operations import axis
from egraph_opt.verifier.parametric.execution.symbolic_program import Datum, Pointer, SymbolicProgram, Window, meaning
from egraph_opt.verifier.parametric.folds.fold_forms import choose_all
from egraph_opt.verifier.parametric.folds.recurrences import Carried, Loop, solve_integer, solve_values
from egraph_opt.verifier.parametric.sizes.index_condition import at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, array_symbol, atom_polynomial, symbol, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Path, Value, cases
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import ONE, ZERO
from egraph_opt.verifier.proof.reals.real_domain import FLOATS

PASSES = 6
"""Largest number of passes over the body of a loop, each of which finds the closed form of some carried values."""


@meaning("scf.for")
def _for(program: SymbolicProgram, op: Op, lower: Value, upper: Value, step: Value, *initial: Datum) -> list[Datum]:
    facts, ring = program.facts, program.ring
    if "unsignedCmp" in op.attributes:
        raise NotDecided("a loop that counts unsigned numbers")
    for each in (lower, upper, step):
        program.case.ask_for_fork(each)
    low, high, pace = (whole_number(each) for each in (lower, upper, step))
    if not facts.holds(at_least(pace, 1), program.path):
        raise NotDecided("a loop whose step is not known to be positive")
    arguments = op.regions[0].blocks[0].arguments[1:]
    counter = symbol(facts.new_symbol("k"))
    carried = [Carried(f"%{counter.text}.{number}", *tensor_shape(value)) for number, value in enumerate(arguments)]
    turn = turn_of(program, low, high, pace)
    if turn is not None and not any(each.is_float for each in carried):
        unknown = [placeholder(program, *each) for each in zip(carried, initial, strict=True)]
        if (after_loop := run_in_turn(program, op, turn, initial, unknown)) is not None:
            return after_loop
    facts.about[counter.text] = (at_least(counter), less(low + pace * counter, high))
    trips = facts.divide(high - low + pace - 1, pace) if facts.holds(at_least(pace, 1)) else None
    loop = Loop(ring, counter, facts.about[counter.text], at_least(high - low, 1), trips)
    variable = low + pace * counter
    known: dict[int, tuple[Datum, Datum]] = {}
    outer = program.records, program.counters
    program.records, program.counters = False, (*program.counters, counter.text)

    def body(values: list[Datum], here: Polynomial = variable) -> list[Datum]:
        return program.region(op.regions[0], [here, *values])

    def first(values: list[Datum]) -> list[Datum]:
        return body(values, low)

    for _ in range(PASSES):
        pending = [number for number in range(len(initial)) if number not in known]
        if not pending:
            break
        given = [
            known[number][0] if number in known else placeholder(program, carried[number], initial[number])
            for number in range(len(initial))
        ]
        after = body(given)
        loop.pending = frozenset(array_symbol(carried[number].name) for number in pending)
        found = solve_integers(loop, carried, pending, initial, given, after)
        if not found:
            floats = {number: carried[number] for number in pending if carried[number].is_float}
            found = solve_values(loop, floats, {n: (initial[n], given[n], after[n]) for n in floats}, list(initial), first)
        if not found:
            raise NotDecided(f"no closed form is known for what a loop carries ({arguments[pending[0]].name})")
        known |= found
    program.records = outer[0]
    if program.records:
        body([known[number][0] for number in range(len(initial))])
    program.records, program.counters = outer
    return [known[number][1] for number in range(len(initial))]


def tensor_shape(value: Result) -> tuple[tuple[int, ...], bool]:
    """Return the shape of a loop-carried value, and whether its elements are floats."""
    return shape_of(value.type), element_of(value.type) in FLOATS and not value.type.startswith("!tt.ptr")


def placeholder(program: SymbolicProgram, carried: Carried, initial: Datum) -> Datum:
    """Return a placeholder for a loop-carried value whose closed form is not found yet."""
    axes = [axis(program.facts, carried.shape, number) for number in range(len(carried.shape))]
    if carried.is_float:
        return program.ring.variable("element", carried.name, *axes)
    here = atom_polynomial("element", carried.name, *axes)
    if isinstance(initial, Pointer):
        return Pointer(initial.array, here)
    if isinstance(initial, Window):
        parts = tuple(atom_polynomial("element", carried.name, whole(number)) for number in range(len(initial.offsets)))
        return replace(initial, offsets=parts)
    return here


def solve_integers(
    loop: Loop, carried: list[Carried], pending: list[int], initial: tuple[Datum, ...], given: list[Datum], after: list[Datum]
) -> dict[int, tuple[Datum, Datum]]:
    """Return closed forms (in the loop, after it) of those carried integers, pointers and windows for which they are found."""
    found: dict[int, tuple[Datum, Datum]] = {}
    for number in pending:
        start, before, later = initial[number], given[number], after[number]
        if carried[number].is_float:
            continue
        pair: tuple[Datum, Datum] | None = None
        if isinstance(start, Pointer):
            if later.array != start.array:
                raise NotDecided("a loop carries a pointer from one array to another")
            closed = solve_integer(loop, start.offset, before.offset, later.offset)
            if closed is not None:
                pair = Pointer(start.array, closed[0]), Pointer(start.array, closed[1])
        elif isinstance(start, Window):
            triples = zip(start.offsets, before.offsets, later.offsets, strict=True)
            parts = [part for each in triples if (part := solve_integer(loop, *each)) is not None]
            if len(parts) == len(start.offsets):
                within, last = zip(*parts, strict=True)
                pair = replace(start, offsets=within), replace(start, offsets=last)
        else:
            pair = solve_integer(loop, start, before, later)
        if pair is not None:
            found[number] = pair
    return found


@meaning("scf.if")
def _if(program: SymbolicProgram, op: Op, condition: Value) -> list[Datum]:
    before, found = program.path, []
    for path, holds in cases(condition, before):
        if program.facts.excludes(path):
            continue
        if holds not in (ONE, ZERO):
            raise NotDecided("a branch that depends on a value")
        region = op.regions[0 if holds == ONE else 1] if holds == ONE or len(op.regions) > 1 else None
        program.path = path
        results = program.region(region) if region is not None and region.blocks else []
        found.append((path[len(before) :], results))
    program.path = before
    return [merge([(path, results[number]) for path, results in found]) for number in range(len(op.results))]


def merge(parts: list[tuple[Path, Datum]]) -> Datum:
    """Return the result of an `scf.if` from its value on each path (list of conditions); exactly one path is taken."""
    last = parts[-1][1]
    if isinstance(last, Window):
        raise NotDecided("a branch that gives a window")
    if isinstance(last, Pointer):
        if any(each.array != last.array for _, each in parts):
            raise NotDecided("a branch that gives a pointer to one of two arrays")
        return Pointer(last.array, merge([(path, each.offset) for path, each in parts]))
    found: Value = last
    for path, value in reversed(parts[:-1]):
        found = choose_all(path, value, found)
    return found
