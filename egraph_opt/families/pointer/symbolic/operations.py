"""Meaning of operations of `arith` on integers and truth values: a rule each, as far as known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.arithmetic import Arithmetic
from egraph_opt.families.pointer.symbolic.lanes import monotone
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.integers import compare
from egraph_opt.ir.types import integer_bits

Rule = Callable[[Arithmetic, Op, list[Any], int], Any]
"""Function that gives the result, of so many bits, from operands; None if unknown."""

LEAVES = 64
"""Most constants that conditions select a factor of a product from, for which the product is written case by case."""


def _sum(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    return program.wrap(xs[0] + xs[1], bits, op) if bits > 1 else None


def _difference(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    return program.wrap(xs[0] - xs[1], bits, op) if bits > 1 else None


def _product(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    if bits == 1:
        return z3.And(*xs)
    for x, y in (xs, xs[::-1]):
        if z3.is_app_of(y, z3.Z3_OP_ITE) and 0 < _leaves(y) <= LEAVES:
            return program.wrap(_times(x, y), bits, op)
    monotone(program.shared, *xs)
    if bits == 32:
        program.whole(*xs)
    return program.wrap(xs[0] * xs[1], bits, op)


def _leaves(term: Any) -> int:
    """Return how many constants conditions select a term from; 0 if it may be another number."""
    if not z3.is_app_of(term, z3.Z3_OP_ITE):
        return int(z3.is_int_value(term))
    parts = [_leaves(part) for part in term.children()[1:]]
    return sum(parts) if all(parts) else 0


def _times(x: Any, term: Any) -> Any:
    """Return a product with constants that conditions select, case by case: else it is one of two unknowns to a solver."""
    if z3.is_app_of(term, z3.Z3_OP_ITE):
        condition, *parts = term.children()
        return z3.If(condition, *(_times(x, part) for part in parts))
    return z3.simplify(term * x) if term.as_long() in (0, 1) else term * x


def _shifted(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    return program.wrap(xs[0] * (1 << by), bits, op) if by is not None and 0 <= by < 31 else None


def _least(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    found = z3.If((xs[0] < xs[1]) == (op.name == "arith.minsi"), xs[0], xs[1])
    ranges = [known for x in xs if (known := program.shared.ranges.of(x)) is not None]
    if len(ranges) == len(xs):
        pick = min if op.name == "arith.minsi" else max
        program.shared.ranges.note(found, pick(low for low, _ in ranges), pick(high for _, high in ranges))
    return program.meant((op.name,), xs, found, 64) if bits == 64 else found


def _least_without_sign(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    if bits == 1:
        return None
    x, y = (z3.If(x < 0, x + (1 << bits), x) for x in xs)
    found = z3.If(x < y, *xs)
    return program.meant((op.name,), xs, found, 64) if bits == 64 else found


def _quotient(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    if by is not None and by > 0:
        return program.divided(op.name, xs[0], by, bits)
    if bits == 64 and (done := program.rounds(xs[0], xs[1])) is not None:
        return program.meant((op.name,), xs, done, 64)
    return program.quotient(xs[0], xs[1], bits) if bits > 1 else None


def _remainder(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    by = _number(xs[1])
    if by is not None and by > 0:
        return program.divided(op.name, xs[0], by, bits)
    return program.remainder(op.name, xs[0], xs[1], bits) if bits > 1 else None


def _remainder_of_words(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    """Return the signed remainder for numbers that are not negative; for others it is unknown."""
    by = _number(xs[1])
    if by is not None and by > 0 and bits == 32:
        return z3.If(xs[0] >= 0, program.divided("arith.remsi", xs[0], by, bits), program.remainder(op.name, xs[0], xs[1], bits))
    return program.remainder(op.name, xs[0], xs[1], bits) if bits in (32, 64) else None


def _compared(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    predicate, width = integer(op.attributes["predicate"]), integer_bits(op.operands[0].type)
    if width == 1:
        return None
    found = compare(predicate, xs[0], xs[1], lambda x: z3.If(x < 0, x + (1 << width), x))
    return program.meant(("compared", op.attributes["predicate"]), xs, found, 1) if width == 64 else found


def _extended_unsigned(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    width = integer_bits(op.operands[0].type)
    return z3.If(xs[0] < 0, xs[0] + (1 << width), xs[0]) if width in (8, 16, 32) else None


def _cast(program: Arithmetic, op: Op, xs: list[Any], bits: int) -> Any:
    """Return a number in another width: a cast of an index to fewer bits truncates it."""
    width = integer_bits(op.operands[0].type)
    if width == 1:
        return z3.If(xs[0], -1, 0) if op.name == "arith.extsi" else None
    return xs[0] if bits >= width else program.wrap(xs[0], bits)


def _number(x: Any) -> int | None:
    """Return the value of a term that is a plain number."""
    return x.as_long() if z3.is_int_value(x) else None


RULES: dict[str, Rule] = {
    "arith.addi": _sum,
    "arith.subi": _difference,
    "arith.muli": _product,
    "arith.andi": lambda program, op, xs, bits: z3.And(*xs) if bits == 1 else None,
    "arith.ori": lambda program, op, xs, bits: z3.Or(*xs) if bits == 1 else None,
    "arith.trunci": lambda program, op, xs, bits: program.wrap(xs[0], bits) if bits > 1 else None,
    "arith.cmpi": _compared,
    **dict.fromkeys(("arith.minsi", "arith.maxsi"), _least),
    "arith.minui": _least_without_sign,
    "arith.select": lambda program, op, xs, bits: z3.If(*xs),
    "arith.extui": _extended_unsigned,
    "arith.shli": _shifted,
    "arith.divsi": _quotient,
    "arith.remsi": _remainder,
    "arith.remui": _remainder_of_words,
    **dict.fromkeys(("arith.extsi", "arith.index_cast"), _cast),
}
"""Meaning of each operation's result, as far as known."""
