"""Loop-carried values and conditional results of the output function, each an input value in one layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.ir.module import Value


@dataclass(slots=True)
class CarriedEntry:
    """Loop-carried value or conditional result of the output: result `index` of the input operation, with a new type.

    `argument` is the value inside the loop, `result` the value after the operation. `inputs` are the initial and the next value,
    or the values of the branches.
    """

    index: int
    type: str
    argument: Value | None = None
    result: Value | None = None
    inputs: tuple[Value, ...] = ()


def fresh_name(near: Value) -> str:
    """Return a new value name that is derived from `near`."""
    name = near.name.removeprefix("%").replace("#", "_")
    return f"%v{name}" if name[:1].isdigit() else f"%{name}"


def order_entries(entries: Sequence[CarriedEntry], original: Sequence[Value]) -> list[CarriedEntry]:
    """Sort entries by index. Among several layouts of one value, the original layout comes first."""
    return sorted(entries, key=lambda e: (e.index, e.type != original[e.index].type, e.type))


def name_missing(entries: Sequence[CarriedEntry], original: Sequence[Value], field: str) -> None:
    """Create the missing arguments or results (`field`) of entries."""
    for entry in entries:
        if getattr(entry, field) is None:
            known = original[entry.index]
            setattr(entry, field, known if known.type == entry.type else Value(entry.type, fresh_name(known)))
