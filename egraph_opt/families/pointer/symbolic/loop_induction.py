"""Closed forms of loop-carried integers, by induction over iterations that each add to the carried value.

An invariant increment is multiplied by the number of iterations. The running sum of a varying increment is an unknown integer.
The original and the rewritten program share the unknown of a sum if the increments have the same name and loop. The caller must prove
these increments equal.

An increment in a branch counts only in the iterations that take the branch. How many these are, and the sum of a varying increment over
them, are unknown integers, too. Both programs share them if the branch has the same condition: one term over values that the caller must
prove equal in each iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.lane_facts import varies
from egraph_opt.families.pointer.symbolic.smt_arithmetic import Arithmetic
from egraph_opt.families.pointer.symbolic.symbols import Index, TermFacts, UnknownValue, element_bytes
from egraph_opt.ir.def_use import inner_values
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, pointee_of, tensor_type

UNSIGNED_ATTRIBUTE = "unsignedCmp"
"""Attribute of loops with unsigned comparison. Their carried values are unknown integers, which the original and the
rewritten program share by name.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """Amount that each iteration adds to a value: the invariant term `even`, plus each increment in `varying` times its invariant factor.

    An increment is known by its key. The increment of a branch is 0 in the iterations that do not take the branch.
    """

    even: Any
    varying: tuple[tuple[Any, object], ...] = ()

    def times(self, program: Arithmetic, loop: Op, done: Any, when: str) -> Any:
        """Return what `done` iterations add: all iterations (`when` is `in all`), or those before the current one (`so far`)."""
        sums = (by * program.shared.unbounded_unknown((when, program.loops[loop], step)) for by, step in self.varying)
        return z3.Sum(done * self.even, *sums) if self.varying else done * self.even


def loop_value(program: Arithmetic, value: Value, index: Index, bits: int) -> Any:
    """Return an induction variable or carried value at the current iteration, in closed form if each iteration adds to the value."""
    op, number = program.carried[value]
    if UNSIGNED_ATTRIBUTE in op.attributes:
        return program.take_unknown(value, index, bits)
    done = iterations(program, op)
    if number < 0:
        lower, stride = (program.at(op.operands[i]) for i in (0, 2))
        return lower + done * stride
    step = change(program, op, number, index)
    if step is None:
        return program.take_unknown(value, index, bits)
    return program.wrap(program.at(op.operands[3 + number], index) + step.times(program, op, done, "so far"), bits, op)


def iterations(program: Arithmetic, op: Op) -> Any:
    """Return the number of completed iterations as an unknown. The original and the rewritten program share it.

    The caller must prove their induction variables equal.
    """
    done = program.shared.unbounded_unknown(("iterations", program.loops[op]))
    lower, upper, stride = bounds = [wrap_to_width(program, v) for v in op.operands[:3]]
    program.shared.moving.add(done.get_id())
    program.shared.bounding[done.get_id()] = set().union(*map(program.shared.unknowns_in, bounds))
    if UNSIGNED_ATTRIBUTE in op.attributes:
        raise UnknownValue("an unsigned loop")
    program.uses(("counter", program.loops[op]), op.regions[0].blocks[0].arguments[0])
    program.shared.found.known += [done >= 0, stride > 0, lower + done * stride < upper]
    if z3.is_int_value(stride) and stride.as_long() > 0:
        last = program.divide_by_constant("arith.divsi", upper - z3.IntVal(1) - lower, stride.as_long(), 32)
        program.shared.found.known.append(done <= last)
        program.shared.rounds.setdefault(done, last)
    return done


def wrap_to_width(program: Arithmetic, value: Value) -> Any:
    """Return the signed 64-bit value of an integer, whose term otherwise is right only modulo 2^64."""
    term = program.at(value)
    if integer_bits(value.type) < 64 or z3.is_int_value(z3.simplify(term)):
        return term
    return program.result_value(("held",), [term], term, 64)


def loop_result(program: Arithmetic, op: Op, number: int, index: Index, bits: int) -> Any:
    """Return a loop's result: the initial value plus the total amount of all iterations."""
    step = change(program, op, number, index)
    if step is None:
        return program.take_unknown(op.results[number], index, bits)
    return program.wrap(
        program.at(op.operands[3 + number], index) + step.times(program, op, trips(program, op), "in all"), bits, op
    )


def trips(program: Arithmetic, op: Op) -> Any:
    lower, upper, stride = (z3.simplify(wrap_to_width(program, v)) for v in op.operands[:3])
    if UNSIGNED_ATTRIBUTE in op.attributes:
        raise UnknownValue("an unsigned loop")
    if all(z3.is_int_value(v) for v in (lower, upper, stride)) and stride.as_long() > 0:
        return z3.IntVal(max(0, -(-(upper.as_long() - lower.as_long()) // stride.as_long())))
    if op.operands[0].type in ("index", "i64"):
        program.in_range([upper - lower])
    runs = program.shared.unbounded_unknown(("trips", program.ids((lower, upper, stride))))
    last = z3.And(runs >= 1, lower + (runs - 1) * stride < upper, upper <= lower + runs * stride)
    program.shared.found.known += [stride > 0, z3.If(lower < upper, last, runs == 0)]
    return runs


def change(program: Arithmetic, loop: Op, number: int, index: Index, around: tuple[Op, ...] = ()) -> Change | None:
    """Return the amount that each iteration adds to a carried value. Its invariant term is invariant in the loops `around`, too.

    Return None if the loop computes the value by more than additions, or has an unsigned comparison.
    """
    if UNSIGNED_ATTRIBUTE in loop.attributes:
        return None
    body = loop.regions[0].blocks[0]
    if not body.ops or body.ops[-1].name != "scf.yield":
        raise UnknownValue("a loop without a yield")
    if body.ops[-1].operands[number] is loop.operands[3 + number]:  # yields its initial value
        return Change(z3.IntVal(0))
    return total_change(program, body.ops[-1].operands[number], body.arguments[1 + number], (*around, loop), index)


def total_change(program: Arithmetic, value: Value, start: Value, loops: tuple[Op, ...], index: Index) -> Change | None:
    """Return `value - start` in the innermost of `loops`; None if unknown."""
    found = Change(z3.IntVal(0))
    way = [] if value is start else chain(program, value, start)
    if way is None:
        return None
    for op, side, source in reversed(way):
        if op.name in CHOICES:
            more = chosen_change(program, op, side, source, loops, index)
        elif op.name == "scf.for":
            inner = change(program, op, side - 3, index, loops)
            more = None if inner is None else in_all(program, op, inner, loops)
        else:
            scale = element_bytes(pointee_of(op.results[0].type) or "") if op.name == "tt.addptr" else 1
            more = step_change(program, op.operands[1 - side], -scale if op.name == "arith.subi" else scale, loops, index)
        if more is None:
            return None
        found = Change(found.even + more.even, (*found.varying, *more.varying))
    return found


def chain(program: Arithmetic, value: Value, start: Value) -> list[tuple[Op, int, Value]] | None:
    """Return the additions on the path from `start` to `value`, last first, each with the value that it adds to.

    The number of an addition is the index of the operand on the path, or the index of the result of a conditional.
    """
    came: dict[Value, tuple[Value, Op, int]] = {}
    todo = [value]
    while todo and start not in came:
        v = todo.pop()
        for source, side in sources(program, v):
            if source not in came:
                came[source] = v, program.defined[v][0], side
                todo.append(source)
    if start not in came:
        return None
    found: list[tuple[Op, int, Value]] = []
    v = start
    while v is not value:
        source = v
        v, op, side = came[v]
        found.append((op, side, source))
    return found[::-1]


SIDES = {"arith.addi": (0, 1), "arith.subi": (0,), "tt.addptr": (0,)}
"""Operations that add, with the indices of the operands that may be the carried value."""
CHOICES = ("scf.if", "arith.select")
"""Operations that choose between two values."""


def sources(program: Arithmetic, value: Value) -> list[tuple[Value, int]]:
    """Return the values to which one operation may have added to get `value`, each with its number (see `chain`)."""
    op, number = program.defined.get(value, (None, 0))
    if op is None:
        return []
    if integer_bits(value.type) == 64 and (ends := alternatives(op, number)):
        one, two = (sources_inside(program, end, op) for end in ends)
        return [(v, number) for v in one if v in two]
    sides = (3 + number,) if op.name == "scf.for" else SIDES.get(op.name, ())
    return [(op.operands[side], side) for side in sides]


def alternatives(op: Op, number: int) -> tuple[Value, ...]:
    """Return the values of a result where a scalar condition is true and where it is false; () if no such condition chooses."""
    if op.name == "arith.select":
        return () if tensor_type(op.operands[0].type) else op.operands[1:]
    if op.name != "scf.if" or len(op.regions) != 2:
        return ()
    return tuple(region.blocks[0].ops[-1].operands[number] for region in op.regions)


def sources_inside(program: Arithmetic, value: Value, choice: Op) -> list[Value]:
    """Return `value`, and the values from which additions lead to it, inside a conditional or before a select."""
    inside = inner_values(choice)
    found = [value]
    for v in found:
        op, _ = program.defined.get(v, (None, 0))
        if v in inside or (choice.name == "arith.select" and op is not None and op.name in SIDES):
            found += [source for source, _ in sources(program, v) if source not in found]
    return found


def chosen_change(
    program: Arithmetic, choice: Op, number: int, source: Value, loops: tuple[Op, ...], index: Index
) -> Change | None:
    """Return what the branches of a conditional, or the alternatives of a select, add to `source`; None if unknown."""
    truth = iteration_key(program, choice.operands[0], loops[-1])
    varying: list[tuple[Any, object]] = []
    for side, end in enumerate(alternatives(choice, number)):
        each = total_change(program, end, source, loops, index)
        if each is None:
            return None
        if not z3.is_int_value(same := z3.simplify(each.even)) or same.as_long():
            varying.append((same, ("taken", truth, side)))
        varying += [(by, ("taken", truth, side, step)) for by, step in each.varying]
    return Change(z3.IntVal(0), tuple(varying))


def iteration_key(program: Arithmetic, value: Value, loop: Op) -> int:
    """Return a number that both programs share for a value with the same term in an iteration of `loop`.

    The values that the term is made of become increments, so that the caller must prove them equal in each iteration.
    """
    outer = program.shared.found
    program.shared.found = TermFacts()
    try:
        term = program.at(value)
    finally:
        found, program.shared.found = program.shared.found, outer
    home = program.loops[loop]
    outer.steps.update({(home, key): used for key, used in found.used.items()})
    outer.steps.update(found.steps)
    return program.ids((term,))[0]


def in_all(program: Arithmetic, loop: Op, each: Change, loops: tuple[Op, ...]) -> Change:
    """Return the amount that all iterations of `loop` add in one iteration of the innermost of `loops`."""
    varying = tuple((by, ("in all", program.loops[loop], step)) for by, step in each.varying)
    if z3.is_int_value(same := z3.simplify(each.even)) and same.as_long() == 0:
        return Change(same, varying)
    if any(varies(program, v, around) for v in loop.operands[:3] for around in loops):
        bounds = [step_key(program, v, loops[-1]) for v in loop.operands[:3]]
        return Change(z3.IntVal(0), (*varying, (each.even, ("trips", program.loops[loop], *bounds))))
    return Change(trips(program, loop) * each.even, varying)


def step_change(program: Arithmetic, step: Value, by: int, loops: tuple[Op, ...], index: Index) -> Change | None:
    """Return what an iteration adds by the increment `by * step`.

    Return None if `step` varies in `loops` and is not one scalar in all lanes.
    """
    if not any(varies(program, step, loop) for loop in loops):
        return Change(by * program.at(step, index))
    if (number := uniform(program, step)) is None:
        return None
    return Change(z3.IntVal(0), ((by, step_key(program, number, loops[-1])),))


def step_key(program: Arithmetic, step: Value, loop: Op) -> object:
    """Return what both programs know a scalar by that may vary in `loop`: its name and type, or in a branch the number of its term."""
    if is_in_branch(program, step, loop):
        return iteration_key(program, step, loop)
    program.shared.found.steps[program.loops[loop], (step.name, step.type)] = step
    return step.name, step.type


def is_in_branch(program: Arithmetic, value: Value, loop: Op) -> bool:
    """Return whether a value is defined in a branch of a conditional in a loop, and so is unknown at the end of an iteration."""
    op, _ = program.defined.get(value, (None, 0))
    within = program.within.get(op) if op is not None else None
    while within is not None and within[0].name == "scf.if":
        if program.within.get(within[0], (None, 0))[0] is loop:
            return True
        within = program.within.get(within[0])
    return False


def uniform(program: Arithmetic, value: Value) -> Value | None:
    """Return the scalar that a value repeats in all lanes, before any sign extension; None if there is none."""
    while (found := program.defined.get(value)) is not None and found[0].name in ("tt.splat", "arith.extsi"):
        value = found[0].operands[0]
    return value if tensor_type(value.type) is None and integer_bits(value.type) > 1 else None
