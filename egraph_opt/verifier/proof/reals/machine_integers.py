"""Values of the operations on machine integers that the normal form keeps as opaque atoms."""

from __future__ import annotations

import math

from egraph_opt.checker.values.arithmetic import COMPARISONS, INTEGERS, cast, to_signed, width_of
from egraph_opt.errors import EgraphOptError


class NotEvaluated(EgraphOptError):
    """Error raised for an atom or value that cannot be evaluated on numbers."""


def machine_integer(name: str, element: str, operands: list[float]) -> float:
    """Return the result of an integer operation or cast; `element`: the type of the result. Raises NotEvaluated."""
    if not all(map(math.isfinite, operands)):
        return math.nan
    width = width_of(element)
    operation, _, source = name.removeprefix("arith.").partition(" ")
    found: int | None = None
    if operation in ("fptosi", "fptoui") and width:
        low, high = (0, (1 << width) - 1) if operation == "fptoui" else (-(1 << width - 1), (1 << width - 1) - 1)
        return float(min(max(int(operands[0]), low), high))
    if operation in INTEGERS and width and len(operands) == 2:
        a, b = (int(x) % (1 << width) for x in operands)
        found = INTEGERS[operation](a, b, width)
    elif width_of(source) and len(operands) == 1:
        found = cast(operation, int(operands[0]) % (1 << width_of(source)), source, element)
    if found is None:
        raise NotEvaluated(name)
    return float(to_signed(found % (1 << width), width))


def float_of_integer(name: str, operand: float) -> float:
    """Return an integer as a float; `name`: the cast and the type of its operand, such as `arith.uitofp i32`."""
    operation, _, source = name.removeprefix("arith.").partition(" ")
    if not math.isfinite(operand):
        return math.nan
    bits = int(operand) % (1 << width_of(source))
    return float(to_signed(bits, width_of(source)) if operation == "sitofp" else bits)


def compare_unsigned(predicate: int, element: str, a: float, b: float) -> bool:
    """Return an unsigned comparison of two integers; `predicate`: its number in `arith.cmpi`."""
    size = 1 << width_of(element)
    return COMPARISONS[predicate](int(a) % size, int(b) % size, width_of(element))
