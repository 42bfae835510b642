"""Evaluator of the integer arithmetic that programs do on offsets and extents, for given input values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from egraph_opt.ir.module import Op, Value

_BITS = re.compile(r"i(\d+)")

BINARY: dict[str, Callable[[int, int], int]] = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b,
    "andi": lambda a, b: a & b, "ori": lambda a, b: a | b, "xori": lambda a, b: a ^ b,
    "minsi": min, "minui": min, "maxsi": max, "maxui": max,
}  # fmt: skip
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "0": lambda a, b: a == b, "1": lambda a, b: a != b, "2": lambda a, b: a < b, "3": lambda a, b: a <= b,
    "4": lambda a, b: a > b, "5": lambda a, b: a >= b,
}  # fmt: skip
"""Signed predicates of `arith.cmpi`, by number."""
NATURAL: dict[str, Callable[[int, int], int]] = {
    "divsi": lambda a, b: a // b, "divui": lambda a, b: a // b, "ceildivsi": lambda a, b: -(-a // b),
    "ceildivui": lambda a, b: -(-a // b), "floordivsi": lambda a, b: a // b, "remsi": lambda a, b: a % b, "remui": lambda a, b: a % b,
}  # fmt: skip
"""Operations evaluated only if no operand is negative, so that signs do not matter, and the divisor is not zero."""
SHIFTS: dict[str, Callable[[int, int], int]] = {
    "shli": lambda a, b: a << b,
    "shrui": lambda a, b: a >> b,
    "shrsi": lambda a, b: a >> b,
}
PASSING = ("arith.index_cast", "arith.index_castui", "arith.extui", "arith.extsi", "arith.trunci", "util.assume.int",
           "iree_tensor_ext.dispatch.workload.ordinal", "flow.dispatch.workload.ordinal")  # fmt: skip
"""Operations that pass on their operands, truncated if the type is narrower."""


def integer(attribute: str) -> int | None:
    """Return the number of an attribute such as `8 : index`."""
    found = re.match(r"-?\d+(?= : )", attribute)
    return int(found[0]) if found else {"true": 1, "false": 0}.get(attribute)


def evaluate(op: Op, known: Mapping[Value, int]) -> tuple[int, ...] | None:
    """Return the results of an operation on integers, or None if its operands are not known or it is not listed above."""
    if op.name == "arith.constant":
        number = integer(op.attributes.get("value", ""))
        return None if number is None else (number,)
    values = [known.get(v) for v in op.operands]
    if not values or None in values:
        return None
    numbers = [n for n in values if n is not None]
    if op.name in PASSING:
        return (
            tuple(_cut(n, v.type) for n, v in zip(numbers, op.results, strict=False)) if len(numbers) >= len(op.results) else None
        )
    if op.name == "arith.select" and len(numbers) == 3:
        return (numbers[1] if numbers[0] else numbers[2],)
    if op.name == "util.align" and len(numbers) == 2 and numbers[1] > 0:
        return (-(-numbers[0] // numbers[1]) * numbers[1],)
    if op.name == "arith.cmpi" and (holds := COMPARED.get(op.attributes.get("predicate", "").split(" ")[0])):
        return (int(holds(*numbers)),)
    dialect, _, name = op.name.partition(".")
    if dialect not in ("arith", "index") or len(numbers) != 2 or len(op.results) != 1:
        return None
    a, b = numbers
    found: int | None = None
    if name in BINARY:
        found = BINARY[name](a, b)
    elif name in NATURAL and a >= 0 and b > 0:
        found = NATURAL[name](a, b)
    elif name in SHIFTS and a >= 0 and 0 <= b < 64:
        found = SHIFTS[name](a, b)
    return None if found is None else (_cut(found, op.results[0].type),)


def _cut(number: int, type: str) -> int:
    """Return a number truncated to the bits of a type, signed if the type has 64 bits."""
    width = int(m[1]) if (m := _BITS.fullmatch(type)) else 64
    if -(1 << (width - 1)) <= number < 1 << width:
        return number
    cut = number & ((1 << width) - 1)
    return cut if width < 64 or cut < 1 << 63 else cut - (1 << 64)
