"""Dispatch table of functions that compute operations, by name of the operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from egraph_opt.interpret.element_types import Datum, element_of, fit
from egraph_opt.ir.module import Op

Meaning = Callable[..., Datum]
"""Function that computes an operation, called as `meaning(machine, op, *operands)`.

The function returns a tuple with a value for each result, or one value for all results.
"""

TABLE: dict[str, Meaning] = {}
POINTWISE: set[str] = set()
"""Elementwise operations, on arrays of any shape."""
WITHIN_THREAD: set[str] = set()
"""Operations that move elements of their operands without computing; a thread's results need only elements of the same thread."""


def operation(names: str) -> Callable[[Meaning], Meaning]:
    """Register a function for operations. Names without a dot belong to the dialect `tt`."""

    def enter(meaning: Meaning) -> Meaning:
        for name in names.split():
            TABLE[name if "." in name else f"tt.{name}"] = meaning
        return meaning

    return enter


def pointwise(dialect: str, meanings: Mapping[str, Callable[..., Datum]]) -> None:
    """Register an array function for each operation. Results are converted to the operation's result type."""
    for name, function in meanings.items():
        TABLE[f"{dialect}.{name}"] = _fit_meaning(function)
        POINTWISE.add(f"{dialect}.{name}")


def _fit_meaning(function: Callable[..., Datum]) -> Meaning:
    def meaning(machine: object, op: Op, *operands: Datum) -> Datum:
        found = function(*operands)
        if not isinstance(found, tuple):
            return fit(found, element_of(op.results[0].type))
        return tuple(fit(value, element_of(result.type)) for value, result in zip(found, op.results, strict=True))

    return meaning
