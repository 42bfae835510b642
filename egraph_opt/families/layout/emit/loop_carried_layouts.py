"""Loop-carried values and conditional results of the output, each an input value in one layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from egraph_opt.ir.module import Value


@dataclass(slots=True)
class CarriedEntry:
    """Loop-carried value or conditional result: result number `index` of the input operation, with its new type.

    `argument` is the value inside the loop, `result` the value after it. `inputs` are the incoming values: initial and next value,
    or one per branch.
    """

    index: int
    type: str
    argument: Value | None = None
    result: Value | None = None
    inputs: tuple[Value, ...] = ()


def fresh_name(near: Value) -> str:
    """Return a name for a new value, derived from `near`. Purely numeric names are reserved for input values."""
    name = near.name.removeprefix("%").replace("#", "_")
    return f"%v{name}" if name[:1].isdigit() else f"%{name}"


def order_entries(entries: Sequence[CarriedEntry], original: Sequence[Value]) -> list[CarriedEntry]:
    """Sort entries by input index; among layouts of one value, the original layout comes first."""
    return sorted(entries, key=lambda e: (e.index, e.type != original[e.index].type, e.type))


def name_missing(entries: Sequence[CarriedEntry], original: Sequence[Value], field: str) -> None:
    """Create arguments or results (`field`) for entries that lack one, since the loop or conditional must define each."""
    for entry in entries:
        if getattr(entry, field) is None:
            known = original[entry.index]
            setattr(entry, field, known if known.type == entry.type else Value(entry.type, fresh_name(known)))
