"""Carried values of loops and results of conditionals of the output, each as a value of the input in one layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.ir.module import Value


@dataclass(slots=True)
class CarriedEntry:
    """A carried value of a loop or a result of a conditional: the input's value (`index`), and its type.

    `argument` is its name inside, `result` its name outside. `inputs` are the incoming values: initial and next value, or one per
    branch.
    """

    index: int
    type: str
    argument: Value | None = None
    result: Value | None = None
    inputs: tuple[Value, ...] = ()


def fresh_name(near: Value) -> str:
    """Return a name for a new value beside a known one. Numbers are left to the input's own values."""
    name = near.name.removeprefix("%").replace("#", "_")
    return f"%v{name}" if name[:1].isdigit() else f"%{name}"


def order_entries(entries: Sequence[CarriedEntry], original: Sequence[Value]) -> list[CarriedEntry]:
    """Return entries in the input's order. Of a value in several layouts, the one as written comes first."""
    return sorted(entries, key=lambda e: (e.index, e.type != original[e.index].type, e.type))


def name_missing(entries: Sequence[CarriedEntry], original: Sequence[Value], field: str) -> None:
    """Name the arguments or results that are unused but must exist."""
    for entry in entries:
        if getattr(entry, field) is None:
            known = original[entry.index]
            setattr(entry, field, known if known.type == entry.type else Value(entry.type, fresh_name(known)))
