"""One lane of a program's integers as z3 terms: the checker's own account of what operations compute. It shares nothing with `encode`.

Integers are unbounded. A result of 32 bits or less is the exact one less a multiple of 2^32 that brings it into range; one of 64 bits
stays exact, which is right modulo 2^64 and so for addresses. What else is made of 64 bits is known where they hold the number (`meant`).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.arithmetic import Arithmetic
from egraph_opt.families.pointer.symbolic.lanes import SHAPES, monotone, shape
from egraph_opt.families.pointer.symbolic.loops import loop_result, loop_value
from egraph_opt.families.pointer.symbolic.unknowns import Index, Unknown, element_bytes
from egraph_opt.ir.attributes import integer, splat_integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import integer_bits, pointee_of, tensor_type

_COMPARE: tuple[Callable[[Any, Any], Any], ...] = (eq, ne, lt, le, gt, ge)
"""Predicates of `arith.cmpi` by number; those without sign follow in the order of the last four."""
_SAME = frozenset("arith.extsi arith.index_cast tt.unsplat".split())
GRID = ((1 << 31) - 1, 65535, 65535)


class Program(Arithmetic):
    """One function, evaluated lane by lane on demand."""

    __slots__ = ()

    def compute(self, value: Value, index: Index) -> Any:
        bits = integer_bits(value.type)
        if not bits:
            raise Unknown(f"{value.name} is no integer")
        if value in self.granted:
            return z3.BoolVal(True)
        if value in self.parameters:
            number = self.parameters[value]
            found = self.shared.unknown(("parameter", number), bits)
            divisor = self.hints[number] if number < len(self.hints) else 1
            if divisor > 1:
                self.shared.known.append(found == divisor * self.shared.counted(("multiple", number)))
            return found
        if value in self.carried:
            return loop_value(self, value, index, bits)
        if value not in self.defined:  # what another kind of loop, or a block, is handed
            return self.taken(value, index, bits)
        op, number = self.defined[value]
        if op.name == "scf.for":
            return loop_result(self, op, number, index, bits)
        if op.name == "scf.if" and bits > 1 and all(b.name != "scf.for" for b in op.walk()):
            lanes = index if tensor_type(value.type) else ()
            branches = [self.at(region.blocks[0].ops[-1].operands[number], lanes) for region in op.regions]
            return z3.If(self.at(op.operands[0]), *branches)
        if op.regions or len(op.results) != 1:
            return self.taken(value, index, bits)
        return self.operation(op, index, bits)

    def operation(self, op: Op, index: Index, bits: int) -> Any:
        if op.name in SHAPES:
            return shape(self, op, index)
        match op.name:
            case "arith.constant":
                number = splat_integer(op.attributes["value"])
                if number is None:
                    raise Unknown("a constant that is not one number")
                return z3.BoolVal(number in (1, -1)) if bits == 1 else z3.IntVal(_signed(number, bits))
            case "tt.get_program_id":
                axis = integer(op.attributes["axis"])
                found = self.shared.unknown(("program", axis), 32)
                self.shared.known += [found >= 0, found < GRID[axis]]
                return found
            case "tt.get_num_programs":
                axis = integer(op.attributes["axis"])
                found = self.shared.unknown(("programs", axis), 32)
                self.shared.known += [found >= 1, found <= GRID[axis]]
                return found
            case "tt.make_range":
                return index[0] + _signed(integer(op.attributes["start"]), 32)
            case "tt.addptr":
                return self.at(op.operands[0], index) + element_bytes(pointee_of(op.results[0].type) or "") * self.at(
                    op.operands[1], index
                )
        if not op.name.startswith("arith.") or any(not integer_bits(v.type) for v in op.operands):
            return self.taken(op.results[0], index, bits)
        xs = [self.at(v, index if tensor_type(v.type) else ()) for v in op.operands]
        match op.name:
            case "arith.addi" if bits > 1:
                return self.wrap(xs[0] + xs[1], bits, op)
            case "arith.subi" if bits > 1:
                return self.wrap(xs[0] - xs[1], bits, op)
            case "arith.muli" if bits > 1:
                monotone(self.shared, xs)
                return self.wrap(xs[0] * xs[1], bits, op)
            case "arith.andi" if bits == 1:
                return z3.And(*xs)
            case "arith.ori" if bits == 1:
                return z3.Or(*xs)
            case "arith.trunci" if bits > 1:
                return self.wrap(xs[0], bits)
            case "arith.cmpi" if integer_bits(op.operands[0].type) > 1:
                return self.comparison(op, xs)
            case "arith.minsi" | "arith.maxsi":
                found = z3.If((xs[0] < xs[1]) == (op.name == "arith.minsi"), xs[0], xs[1])
                return self.meant((op.name,), xs, found, 64) if bits == 64 else found
            case "arith.select":
                return z3.If(*xs)
            case "arith.extui" if integer_bits(op.operands[0].type) in (8, 16, 32):
                return z3.If(xs[0] < 0, xs[0] + (1 << integer_bits(op.operands[0].type)), xs[0])
            case "arith.shli" if z3.is_int_value(xs[1]) and 0 <= xs[1].as_long() < 31:
                return self.wrap(xs[0] * (1 << xs[1].as_long()), bits, op)
            case "arith.divsi" | "arith.remsi" if z3.is_int_value(xs[1]) and xs[1].as_long() > 0:
                return self.divided(op.name, xs[0], xs[1].as_long(), bits)
            case "arith.divsi" if bits == 64 and (done := self.rounds(xs[0], xs[1])) is not None:
                return self.meant((op.name,), xs, done, 64)
            case "arith.divsi" if bits > 1:
                return self.quotient(xs[0], xs[1], bits)
            case "arith.extsi" if integer_bits(op.operands[0].type) == 1:
                return z3.If(xs[0], -1, 0)
            case "arith.remsi" if bits > 1:
                return self.remainder(op.name, xs[0], xs[1], bits)
            case "arith.remui" if bits == 32:  # the same of numbers that are not negative, and nothing is said of others
                return self.remainder(op.name, xs[0], xs[1], bits)
            case _ if op.name in _SAME and integer_bits(op.operands[0].type) > 1:  # a cast of an index to fewer bits cuts it off
                return xs[0] if bits >= integer_bits(op.operands[0].type) else self.wrap(xs[0], bits)
        return self.shared.unknown((op.name, tuple(sorted(op.attributes.items())), self.ids(tuple(xs))), bits)

    def comparison(self, op: Op, xs: list[Any]) -> Any:
        predicate, bits = integer(op.attributes["predicate"]), integer_bits(op.operands[0].type)
        given = xs
        if predicate > 5:  # without sign
            xs, predicate = [z3.If(x < 0, x + (1 << bits), x) for x in xs], predicate - 4
        found = _COMPARE[predicate](xs[0], xs[1])
        return self.meant(("compared", op.attributes["predicate"]), given, found, 1) if bits == 64 else found


def _signed(number: int, bits: int) -> int:
    """The number that a constant of some bits is, which may be written without its sign."""
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
