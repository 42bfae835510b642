"""Dispatch table of functions that compute operations, by name of the operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from egraph_opt.interpret.element_types import Datum, element_of, fit
from egraph_opt.ir.module import Op

Meaning = Callable[..., Datum]
F = TypeVar("F", bound=Callable[..., Any])
"""Function that computes an operation, called as `meaning(machine, op, *operands)`.

The function returns a tuple with a value for each result, or one value for all results.
"""


class OpTable(dict[str, Callable[..., Any]]):
    """Functions by name of the operation whose meaning they are."""

    def enter(self, names: str) -> Callable[[F], F]:
        """Return a decorator that enters a function for the named operations; names are separated by spaces."""

        def add(function: F) -> F:
            self.update(dict.fromkeys(names.split(), function))
            return function

        return add


TABLE = OpTable()
POINTWISE: set[str] = set()
"""Elementwise operations, on arrays of any shape."""
WITHIN_THREAD: set[str] = set()
"""Operations that move elements of their operands without computing; a thread's results need only elements of the same thread."""


def operation(names: str) -> Callable[[Meaning], Meaning]:
    """Register a function for operations. Names without a dot belong to the dialect `tt`."""

    return TABLE.enter(" ".join(name if "." in name else f"tt.{name}" for name in names.split()))


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
