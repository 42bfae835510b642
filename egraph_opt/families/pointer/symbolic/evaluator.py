"""Symbolic evaluation of one lane of a program's integers as z3 terms, for validation, independent of `analysis.encode`.

Terms are unbounded integers. A result of at most 32 bits is the exact result minus the multiple of 2^width that makes it fit.
A 64-bit result stays exact, which is right modulo 2^64 and so for addresses. Operations that are not modular, such as division,
are interpreted only if their 64-bit operands are in range.
`runs_once` asks the solver whether a loop runs exactly once for all arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.entailment import refute
from egraph_opt.families.pointer.symbolic.lane_facts import SHAPES, reorders, shape
from egraph_opt.families.pointer.symbolic.loop_induction import loop_result, loop_value
from egraph_opt.families.pointer.symbolic.smt_arithmetic import RULES, Arithmetic
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import Index, SharedSymbols, UnknownValue, element_bytes
from egraph_opt.ir.attributes import integer, splat_integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.semantics.integers import signed
from egraph_opt.ir.types import integer_bits, pointee_of, tensor_type


class LaneEvaluator(Arithmetic):
    """Lazy evaluator of a function's values in one lane."""

    __slots__ = ()

    def compute(self, value: Value, index: Index) -> Any:
        bits = integer_bits(value.type)
        if not bits:
            raise UnknownValue(f"{value.name} is no integer")
        if value in self.granted:
            return z3.BoolVal(True)
        if value in self.parameters:
            number = self.parameters[value]
            found = self.shared.unknown_integer(("parameter", number), bits)
            divisor = self.hints[number] if number < len(self.hints) else 1
            if divisor > 1:
                self.shared.found.known.append(found == divisor * self.shared.unbounded_unknown(("multiple", number)))
            return found
        if value in self.carried:
            return loop_value(self, value, index, bits)
        if value not in self.defined:  # arguments of another loop or of a block
            return self.take_unknown(value, index, bits)
        op, number = self.defined[value]
        if op.name == "scf.for":
            return loop_result(self, op, number, index, bits)
        if op.name == "scf.if" and transparent(op, number):
            lanes = index if tensor_type(value.type) else ()
            branches = [self.at(region.blocks[0].ops[-1].operands[number], lanes) for region in op.regions]
            return z3.If(self.at(op.operands[0]), *branches)
        if op.regions or len(op.results) != 1:
            return self.take_unknown(value, index, bits)
        return self.operation(op, index, bits)

    def operation(self, op: Op, index: Index, bits: int) -> Any:
        if op.name in SHAPES:
            return shape(self, op, index)
        if op.name == "tt.bitcast" and None not in map(pointee_of, (op.operands[0].type, op.results[0].type)):
            return self.at(op.operands[0], index)  # a pointer cast keeps addresses
        if op.name in LANE_MEANINGS:
            return LANE_MEANINGS[op.name](self, op, index, bits)
        if not _of_integers(op):
            return self.take_unknown(op.results[0], index, bits)
        xs = [self.at(v, index if tensor_type(v.type) else ()) for v in op.operands]
        rule = RULES.get(op.name)
        found = rule(self, op, xs, bits) if rule else None
        if found is None:
            return self.shared.unknown_integer((op.name, tuple(sorted(op.attributes.items())), self.ids(tuple(xs))), bits)
        return found


def _of_integers(op: Op) -> bool:
    return op.name.startswith("arith.") and all(integer_bits(v.type) for v in op.operands)


def transparent(choice: Op, number: int) -> bool:
    """Return whether a conditional's result depends only on values defined before it and on integer operations in its branches.

    Any other result is represented by an unknown, because unknowns inside a branch cannot be compared after the conditional.
    """
    inside = {v: (op, i) for op in choice.walk() if op is not choice for i, v in enumerate(op.results)}
    todo = [region.blocks[0].ops[-1].operands[number] for region in choice.regions]
    seen: set[Value] = set()
    while todo:
        value = todo.pop()
        if value in seen or value not in inside:
            continue
        seen.add(value)
        op, result = inside[value]
        if op.name == "scf.if":
            todo += [op.operands[0], *(region.blocks[0].ops[-1].operands[result] for region in op.regions)]
        elif len(op.results) == 1 and not reorders(op) and (op.name in SHAPES or op.name in LANE_MEANINGS or _of_integers(op)):
            todo += op.operands
        else:
            return False
    return True


def _constant(program: LaneEvaluator, op: Op, index: Index, bits: int) -> Any:
    number = splat_integer(op.attributes["value"])
    if number is None:
        raise UnknownValue("a constant that is not one number")
    return z3.BoolVal(number in (1, -1)) if bits == 1 else z3.IntVal(signed(number, bits))


def _program_id(program: LaneEvaluator, op: Op, index: Index, bits: int) -> Any:
    axis = integer(op.attributes["axis"])
    found = program.shared.unknown_integer(("program", axis), 32)
    program.shared.found.known += [found >= 0, found < program.shared.grid[axis]]
    program.shared.ranges.note(found, 0, program.shared.grid[axis] - 1)
    return found


def _programs(program: LaneEvaluator, op: Op, index: Index, bits: int) -> Any:
    axis = integer(op.attributes["axis"])
    found = program.shared.unknown_integer(("programs", axis), 32)
    program.shared.found.known += [found >= 1, found <= program.shared.grid[axis]]
    program.shared.ranges.note(found, 1, program.shared.grid[axis])
    return found


def _range(program: LaneEvaluator, op: Op, index: Index, bits: int) -> Any:
    return index[0] + signed(integer(op.attributes["start"]), 32)


def _pointer(program: LaneEvaluator, op: Op, index: Index, bits: int) -> Any:
    pointer, offset = op.operands
    return program.at(pointer, index) + element_bytes(pointee_of(op.results[0].type) or "") * program.at(offset, index)


LANE_MEANINGS: dict[str, Callable[[LaneEvaluator, Op, Index, int], Any]] = {
    "arith.constant": _constant,
    "tt.get_program_id": _program_id,
    "tt.get_num_programs": _programs,
    "tt.make_range": _range,
    "tt.addptr": _pointer,
}
"""Function that evaluates one lane of a result, by the name of an operation that is not elementwise arithmetic."""


STEPS = 500_000
"""Solver step limit of `runs_once`, which returns False beyond it."""


def runs_once(function: Op, loop: Op) -> bool:
    """Return whether a 32-bit `scf.for` provably runs exactly once: lower bound < upper bound <= lower bound + step, and step > 0.

    Enclosing loops must be 32-bit `scf.for` loops, and only the bounds of their induction variables are known. Arithmetic wraps at
    32 bits.
    """
    with solver_session():
        return _runs_once(function, loop)


def _runs_once(function: Op, loop: Op) -> bool:
    program = LaneEvaluator(function, SharedSymbols())
    around: Op | None = loop
    while around is not None:
        if around.name in ("scf.for", "scf.while") and (around.operands[:1] == () or around.operands[0].type != "i32"):
            return False
        if "unsignedCmp" in around.attributes:
            return False
        around = program.within.get(around, (None, 0))[0]
    try:
        lower, upper, stride = (program.at(v) for v in loop.operands[:3])
    except UnknownValue:
        return False
    claim = z3.And(stride > 0, lower < upper, lower + stride >= upper, *program.shared.found.exact)
    return bool(refute(program.shared.found.known, claim, STEPS)[0] == z3.unsat)
