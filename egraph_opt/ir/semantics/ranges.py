"""Integer range analysis: lattice of ranges, and transfer functions of operations that do not overflow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd, lcm
from typing import NamedTuple

from egraph_opt.ir.attributes import integer, splat, splat_integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.semantics.integers import signed
from egraph_opt.ir.types import integer_bits

AXIS_LIMITS = ((1 << 31) - 1, 65535, 65535)
"""Maximum grid size per axis (CUDA C++ Programming Guide, compute capabilities)."""
ANY_GRID = ((1 << 31) - 1,) * 3
"""Maximum grid size per axis on other GPUs, as in Triton's analysis for AMD."""


class IntegerRange(NamedTuple):
    """Integer range: least and greatest value, and a common divisor of all values (0 if the only value is 0)."""

    low: int
    high: int
    divisor: int = 1

    def within(self, low: int, high: int) -> bool:
        return low <= self.low and self.high <= high

    def plus(self, more: int) -> IntegerRange:
        return self._replace(low=self.low + more, high=self.high + more, divisor=gcd(self.divisor, more))

    def intersect(self, other: tuple[int, int, int]) -> IntegerRange:
        """Return the intersection of two ranges, or this range if the intersection is empty."""
        low, high, divisor = other
        low, high = max(self.low, low), min(self.high, high)
        return IntegerRange(low, high, lcm(self.divisor, divisor)) if low <= high else self


def whole(bits: int, divisor: int = 1) -> IntegerRange:
    """Return the range of all multiples of `divisor` that fit in signed integers of `bits` bits."""
    low, high = -(1 << bits - 1), (1 << bits - 1) - 1
    divisor = gcd(divisor, 1 << bits) or 1
    return IntegerRange(low, high // divisor * divisor, divisor)


def dense(text: str) -> int | None:
    """Return the integer of a constant with equal elements as a signed value (-1 for 32-bit `4294967295`)."""
    number, bits = splat_integer(text), integer_bits(text.partition(" : ")[2])
    if splat(text) == "true":
        return -1
    if number is None or not bits:
        return number
    return signed(number, bits)


def exact(op: Op, xs: Sequence[IntegerRange], grid: Sequence[int] = AXIS_LIMITS) -> IntegerRange | None:
    """Return the range of an operation's result if nothing overflows, or None if unknown.

    `xs` are the operands' ranges, and `grid` is the maximum grid size per axis.
    """
    if op.name in PROGRAMS:
        return PROGRAMS[op.name](integer(op.attributes["axis"]), grid)
    rule = RULES.get(op.name)
    return rule(op, xs) if rule else None


def _common(xs: Sequence[IntegerRange]) -> int:
    """Return a common divisor of all values in two ranges, for a sum or a select."""
    return gcd(xs[0].divisor, xs[1].divisor)


def _constant(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    number = dense(op.attributes.get("value", ""))
    return None if number is None else IntegerRange(number, number, abs(number))


def _indices(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    start, end = (dense(op.attributes[name]) for name in ("start", "end"))
    return None if start is None or end is None else IntegerRange(start, end - 1)


def _same(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    return xs[0] if xs and integer_bits(op.operands[0].type) else None


def _extend_unsigned(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange:
    (x,) = xs
    if x.low >= 0:
        return x
    size = 1 << integer_bits(op.operands[0].type)  # added to negative numbers, so the divisor must divide it too
    return IntegerRange(0, size - 1, gcd(x.divisor, size))


def _product(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange:
    products = [a * b for a in xs[0][:2] for b in xs[1][:2]]
    return IntegerRange(min(products), max(products), xs[0].divisor * xs[1].divisor)


def _shift_left(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    x, (by, most, *_) = xs
    return IntegerRange(x.low << by, x.high << by, x.divisor << by) if by == most and 0 <= by < 31 else None


def _quotient(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    x, by = xs
    if by.low == by.high and by.low > 0:
        return _part(op, x, by.low)
    if op.name != "arith.divsi":
        return None
    if x.low >= 0 and by.low > 0:
        return IntegerRange(x.low // by.high, x.high // by.low, 1)
    most = max(map(abs, x[:2]))
    return IntegerRange(-most, most, 1)


def _part(op: Op, x: IntegerRange, number: int) -> IntegerRange | None:
    """Return the range of the quotient of a value in `x` by the constant `number`, or of its right shift by `number`."""
    shift = op.name == "arith.shrsi"
    by = 1 << number if shift and number < 64 else number
    if op.name == "arith.divui" and x.low < 0:
        return None
    low, high = (n // by if shift or n >= 0 else -(-n // by) for n in x[:2])
    return IntegerRange(low, high, x.divisor // by if x.divisor % by == 0 and x.divisor else 1)


def _remainder(op: Op, xs: Sequence[IntegerRange]) -> IntegerRange | None:
    x, by = xs
    if by.low > 0 and (x.low >= 0 or op.name == "arith.remsi"):
        return IntegerRange(0 if x.low >= 0 else 1 - by.high, max(0, min(x.high, by.high - 1)), _common(xs))
    if op.name == "arith.remsi":  # the sign is that of the dividend
        return IntegerRange(min(0, x.low), max(0, x.high), 1)
    return None


PROGRAMS: dict[str, Callable[[int, Sequence[int]], IntegerRange]] = {
    "tt.get_program_id": lambda axis, grid: IntegerRange(0, grid[axis] - 1),
    "tt.get_num_programs": lambda axis, grid: IntegerRange(1, grid[axis]),
}
"""Ranges of the results of `tt.get_program_id` and `tt.get_num_programs`."""
Rule = Callable[[Op, Sequence[IntegerRange]], IntegerRange | None]
RULES: dict[str, Rule] = {
    "arith.constant": _constant,
    "tt.make_range": _indices,
    **dict.fromkeys("tt.splat tt.broadcast tt.expand_dims tt.trans tt.reshape".split(), _same),
    **dict.fromkeys("arith.extsi arith.index_cast arith.trunci".split(), _same),
    "arith.extui": _extend_unsigned,
    "arith.addi": lambda op, xs: IntegerRange(xs[0].low + xs[1].low, xs[0].high + xs[1].high, _common(xs)),
    "arith.subi": lambda op, xs: IntegerRange(xs[0].low - xs[1].high, xs[0].high - xs[1].low, _common(xs)),
    "arith.muli": _product,
    "arith.shli": _shift_left,
    **dict.fromkeys("arith.divsi arith.divui arith.shrsi".split(), _quotient),
    **dict.fromkeys("arith.remsi arith.remui".split(), _remainder),
    "arith.minsi": lambda op, xs: IntegerRange(min(xs[0].low, xs[1].low), min(xs[0].high, xs[1].high), _common(xs)),
    "arith.maxsi": lambda op, xs: IntegerRange(max(xs[0].low, xs[1].low), max(xs[0].high, xs[1].high), _common(xs)),
    "arith.select": lambda op, xs: IntegerRange(min(xs[1].low, xs[2].low), max(xs[1].high, xs[2].high), _common(xs[1:])),
}
"""Transfer function of each operation."""
