"""Raising pointer arithmetic: accesses through chains of `tt.addptr` as structured accesses, where that is proved to be the same.

narrow (lanes that no store keeps) -> encode -> saturate (the rules of the book `pointer`) -> structured -> forms of a target ->
the cheapest -> written back
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.pointer.form import Target
    from egraph_opt.pointer.raising import Result, Version

__all__ = ["raise_text"]


def raise_text(
    text: str,
    filename: str,
    target: Target,
    version: Version = "",
    short: bool = False,
    check: bool = True,
    trips: float | None = 64.0,
    add_shapes: bool = False,
    no_overflow: bool = False,
    positive: bool = False,
    readable: bool = False,
) -> Result:
    """As `egraph_opt.pointer.raising.raise_text`, which is loaded when it is called."""
    from egraph_opt.pointer.raising import raise_text as run

    return run(text, filename, target, version, short, check, trips, add_shapes, no_overflow, positive, readable)
