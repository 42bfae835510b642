"""Dispatch table: operation name -> function of its operands' values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from egraph_opt.interpret.element_types import Datum, element_of, fit
from egraph_opt.ir.module import Op

Meaning = Callable[..., Datum]
"""Semantic function, called as `meaning(machine, op, *operands)`.

A returned tuple has one value per result; another value is shared by all results.
"""

TABLE: dict[str, Meaning] = {}
POINTWISE: set[str] = set()
"""Elementwise operations, on arrays of any shape."""
WITHIN_THREAD: set[str] = set()
"""Operations that only select operand elements, within a thread."""


def operation(names: str) -> Callable[[Meaning], Meaning]:
    """Register a function for operations; names without a dot belong to `tt`."""

    def enter(meaning: Meaning) -> Meaning:
        for name in names.split():
            TABLE[name if "." in name else f"tt.{name}"] = meaning
        return meaning

    return enter


def pointwise(dialect: str, meanings: Mapping[str, Callable[..., Datum]]) -> None:
    """Register array functions, one per operation; results are converted to the operation's result type."""
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
