"""Raising pointer arithmetic: accesses through chains of `tt.addptr` as structured accesses, where that is proved to be the same.

`raising` takes functions one by one, and `function` each through the folders in this order:

    prepare     block pointers as pointers, sums of steps that vary, lanes left out that no store keeps
    analysis    addresses and masks as terms, the rules of the book `pointer`, accesses in structured form
    forms       what a target can say instead, which of it is equal by the rules of the book `tile`, the cheapest
    emit        the new operations, a guard for what is not known, two versions
    validation  the proof that the new function does what the old one did, or a refusal

They stand on `integers` (ranges, divisors, promises), `vocabulary` (what the words of rules mean), `rewriter` (making and exchanging
operations) and `symbolic` (a lane's integers for z3), which do not import each other. A folder imports none below it in this
list, and `validation` imports nothing but `symbolic` and, for the lanes that a load may leave out, `prepare`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.process.fork import guarded

if TYPE_CHECKING:
    from egraph_opt.families.pointer.forms.form import Target
    from egraph_opt.families.pointer.function import Version
    from egraph_opt.families.pointer.raising import Result

__all__ = ["raise_text"]


@guarded()
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
    """As `egraph_opt.families.pointer.raising.raise_text`, which is loaded when it is called."""
    from egraph_opt.families.pointer.raising import raise_text as run

    return run(text, filename, target, version, short, check, trips, add_shapes, no_overflow, positive, readable)
