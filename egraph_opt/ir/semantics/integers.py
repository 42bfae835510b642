"""Semantics of integer `arith` operations of a given width, as MLIR defines them.

Integers are signed, but an `i1` is 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import and_, eq, ge, gt, le, lt, ne, or_, xor
from typing import Any

from egraph_opt.ir.attributes import integer, splat_integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import ScalarType, integer_bits, type_of

COMPARISONS: tuple[Callable[[Any, Any], Any], ...] = (eq, ne, lt, le, gt, ge)
"""Predicates of `arith.cmpi` by number."""
CASTS = frozenset("arith.extsi arith.extui arith.trunci arith.index_cast arith.index_castui".split())
_UNSIGNED_CASTS = frozenset(("arith.extui", "arith.index_castui"))


def compare(predicate: int, a: Any, b: Any, unsigned: Callable[[Any], Any]) -> Any:
    """Evaluate a predicate of `arith.cmpi` on integers or similar values; `unsigned` converts an operand to its unsigned value."""
    if predicate >= len(COMPARISONS):
        return COMPARISONS[predicate - 4](unsigned(a), unsigned(b))
    return COMPARISONS[predicate](a, b)


def unsigned(number: int, bits: int) -> int:
    return number & ((1 << bits) - 1)


def signed(number: int, bits: int) -> int:
    """Return the signed value of an integer's bits (-1 for a true `i1`)."""
    half = 1 << bits - 1
    return (number + half & (half << 1) - 1) - half


def wrap(number: int, bits: int) -> int:
    """Wrap an integer to `bits` bits, as a signed value (0 or 1 for `i1`)."""
    return number & 1 if bits == 1 else signed(number, bits)


def _quotient(a: int, b: int) -> int:
    """Return a quotient rounded towards zero."""
    return -(-a // b) if (a < 0) != (b < 0) else a // b


Meaning = Callable[[int, int], int]
_BITWISE: Mapping[str, Meaning] = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b, "andi": and_, "ori": or_, "xori": xor,
}  # fmt: skip
"""Python function of each binary operation whose result has the same bits for signed and unsigned integers."""
_SIGNED: Mapping[str, Meaning] = {"minsi": min, "maxsi": max}
_UNSIGNED: Mapping[str, Meaning] = {"minui": min, "maxui": max}
_SIGNED_DIVISIONS: Mapping[str, Meaning] = {
    "divsi": _quotient, "remsi": lambda a, b: a - b * _quotient(a, b), "floordivsi": lambda a, b: a // b,
    "ceildivsi": lambda a, b: -(-a // b),
}  # fmt: skip
_UNSIGNED_DIVISIONS: Mapping[str, Meaning] = {
    "divui": lambda a, b: a // b,
    "remui": lambda a, b: a % b,
    "ceildivui": lambda a, b: -(-a // b),
}
DIVISIONS = frozenset((*_SIGNED_DIVISIONS, *_UNSIGNED_DIVISIONS))
"""Names of divisions, without dialect prefix."""
BINARY = frozenset((*_BITWISE, *_SIGNED, *_UNSIGNED, *DIVISIONS, "shli", "shrsi", "shrui"))
"""Names of binary integer operations, without dialect prefix."""


def compute(name: str, a: int, b: int, bits: int) -> int | None:
    """Evaluate an operation of `BINARY` on two integers, or return None for an undefined result."""
    if name in _BITWISE:
        return wrap(_BITWISE[name](a, b), bits)
    x, y, m, n = signed(a, bits), signed(b, bits), unsigned(a, bits), unsigned(b, bits)
    if name in _SIGNED:
        return wrap(_SIGNED[name](x, y), bits)
    if name in _UNSIGNED:
        return wrap(_UNSIGNED[name](m, n), bits)
    if name in _SIGNED_DIVISIONS:
        overflows = y == -1 and x == -1 << bits - 1
        return None if y == 0 or overflows else wrap(_SIGNED_DIVISIONS[name](x, y), bits)
    if name in _UNSIGNED_DIVISIONS:
        return None if n == 0 else wrap(_UNSIGNED_DIVISIONS[name](m, n), bits)
    if n >= bits:
        return None
    return wrap(m << n if name == "shli" else m >> n if name == "shrui" else x >> n, bits)


def evaluate(op: Op, operands: Sequence[int | None]) -> int | None:
    """Evaluate an `arith` operation on scalar integers.

    Args:
        op: any operation.
        operands: values of the operands; None for an unknown value.

    Returns:
        The result, or None for an unknown or undefined result or an unsupported operation.
    """
    bits = integer_bits(op.results[0].type) if len(op.results) == 1 else 0
    if not bits or not isinstance(type_of(op.results[0].type), ScalarType):
        return None
    if op.name == "arith.constant":
        number = splat_integer(op.attributes.get("value", ""))
        return None if number is None else wrap(number, bits)
    if op.name == "arith.select" and operands[0] is not None:
        return operands[1] if operands[0] & 1 else operands[2]
    numbers = [number for number in operands if number is not None]
    if not numbers or len(numbers) != len(operands):
        return None
    width = integer_bits(op.operands[0].type)
    if op.name in CASTS:
        return wrap((unsigned if op.name in _UNSIGNED_CASTS else signed)(numbers[0], width), bits)
    if op.name == "arith.cmpi":
        a, b = (signed(number, width) for number in numbers)
        return int(compare(integer(op.attributes["predicate"]), a, b, lambda n: unsigned(n, width)))
    dialect, _, name = op.name.partition(".")
    return compute(name, numbers[0], numbers[1], bits) if dialect == "arith" and name in BINARY else None
