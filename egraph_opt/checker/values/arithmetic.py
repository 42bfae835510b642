"""Constant folding as in MLIR: integers by their bits, floats rounded once to nearest even."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from math import isinf, isnan

from egraph_opt.checker.values.number_parser import bits_of

_FORMS = {"f16": ("<e", 5, 10), "f32": ("<f", 8, 23), "f64": ("<d", 11, 52)}
_ELEMENT = re.compile(r"(?:^|x)(i\d{1,4}|index|[a-z]+\d\w*)>?$")


def element_of(type: str) -> str:
    """Return the element type of a type without layout, or '' if it is not numeric."""
    found = _ELEMENT.search(type)
    return found[1] if found else ""


def width_of(element: str) -> int:
    return 64 if element == "index" else int(element[1:]) if element[:1] == "i" and element[1:].isdecimal() else 0


def to_signed(n: int, width: int) -> int:
    return n - (n >> width - 1 << width)


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _fold_division(a: int, b: int, w: int) -> int | None:
    x, y = to_signed(a, w), to_signed(b, w)
    return None if y == 0 or (y == -1 and x == -1 << w - 1) else _quotient(x, y)


def _remainder(a: int, b: int, w: int) -> int | None:
    found = _fold_division(a, b, w)
    return None if found is None else to_signed(a, w) - found * to_signed(b, w)


INTEGERS: Mapping[str, Callable[[int, int, int], int | None]] = {
    "addi": lambda a, b, w: a + b,
    "subi": lambda a, b, w: a - b,
    "muli": lambda a, b, w: a * b,
    "andi": lambda a, b, w: a & b,
    "ori": lambda a, b, w: a | b,
    "xori": lambda a, b, w: a ^ b,
    "minui": lambda a, b, w: min(a, b),
    "maxui": lambda a, b, w: max(a, b),
    "minsi": lambda a, b, w: min(a, b, key=lambda n: to_signed(n, w)),
    "maxsi": lambda a, b, w: max(a, b, key=lambda n: to_signed(n, w)),
    "shli": lambda a, b, w: a << b if b < w else None,
    "shrui": lambda a, b, w: a >> b if b < w else None,
    "shrsi": lambda a, b, w: to_signed(a, w) >> b if b < w else None,
    "divui": lambda a, b, w: a // b if b else None,
    "remui": lambda a, b, w: a % b if b else None,
    "ceildivui": lambda a, b, w: -(-a // b) if b else None,
    "divsi": _fold_division,
    "remsi": _remainder,
    "floordivsi": lambda a, b, w: None if _fold_division(a, b, w) is None else to_signed(a, w) // to_signed(b, w),
    "ceildivsi": lambda a, b, w: None if _fold_division(a, b, w) is None else -(-to_signed(a, w) // to_signed(b, w)),
}
"""Binary integer operations: (a, b, width) -> result before wrap-around, or None if undefined."""
COMPARISONS: tuple[Callable[[int, int, int], bool], ...] = (
    lambda a, b, w: a == b,
    lambda a, b, w: a != b,
    lambda a, b, w: to_signed(a, w) < to_signed(b, w),
    lambda a, b, w: to_signed(a, w) <= to_signed(b, w),
    lambda a, b, w: to_signed(a, w) > to_signed(b, w),
    lambda a, b, w: to_signed(a, w) >= to_signed(b, w),
    lambda a, b, w: a < b,
    lambda a, b, w: a <= b,
    lambda a, b, w: a > b,
    lambda a, b, w: a >= b,
)
"""Predicates of `arith.cmpi`, indexed by number."""
_FLOATS: Mapping[str, Callable[[float, float], float]] = {
    "addf": lambda a, b: a + b,
    "subf": lambda a, b: a - b,
    "mulf": lambda a, b: a * b,
}


def float_of(bits: int, element: str) -> float | None:
    """Decode float bits, or return None for an unknown format."""
    if element == "bf16":
        bits, element = bits << 16, "f32"
    form = _FORMS.get(element)
    return None if form is None else struct.unpack(form[0], bits.to_bytes(struct.calcsize(form[0]), "little"))[0]


def folded_float(name: str, a: int, b: int, element: str) -> int | None:
    """Return the bits of a float sum, difference or product. A double is precise enough to round only once to narrower formats."""
    x, y = float_of(a, element), float_of(b, element)
    operation, form = _FLOATS.get(name), _FORMS.get(element)
    if x is None or y is None or operation is None or form is None:
        return None
    found = operation(x, y)
    return None if isnan(found) or isinf(found) else bits_of(found, *form[1:])


def cast(name: str, bits: int, source: str, target: str) -> int | None:
    """Return the bits of a constant cast to another type, or None if unknown or inexact."""
    old, new = width_of(source), width_of(target)
    if old and new:
        return (to_signed(bits, old) if name in ("extsi", "index_cast") else bits) % (1 << new)
    if name in ("sitofp", "uitofp") and old and (form := _FORMS.get(target)):
        number = to_signed(bits, old) if name == "sitofp" else bits
        return bits_of(float(number), *form[1:]) if abs(number) < 1 << 53 else None
    if name in ("extf", "truncf") and (form := _FORMS.get(target)):
        real = float_of(bits, source)
        return None if real is None or isnan(real) else bits_of(real, *form[1:])
    return None
