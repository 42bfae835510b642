"""Verification of an operation's shapes and element types, according to how its layouts propagate (elementwise, broadcast, ...)."""

from __future__ import annotations

from math import prod

from egraph_opt.ir.declaration_lookup import DECLARATIONS
from egraph_opt.ir.module import Op
from egraph_opt.ir.property_kinds import Layouts
from egraph_opt.ir.types import TensorType, tensor_type


def shape_error(op: Op) -> str:
    """Return the error in an operation's tensor types, or an empty string. Operations without a definition have none."""
    known = DECLARATIONS.get(op.name)
    if known is None or not op.operands or not op.results:
        return ""
    taken, given = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
    if known.layouts is Layouts.POINTWISE:
        shapes = {t.shape for v in (*op.operands, *op.results) if (t := tensor_type(v.type)) is not None}
        return f"operands and results have several shapes: {', '.join(map(_extents, sorted(shapes)))}" if len(shapes) > 1 else ""
    if taken is None or given is None or len(op.operands) != 1 or len(op.results) != 1:
        return ""
    if known.layouts in _MOVED and taken.element != given.element:
        return f"it keeps elements, here {taken.element} and {given.element}"
    return _movement_error(known.layouts, taken, given)


_MOVED = (Layouts.CONVERT, Layouts.BROADCAST, Layouts.EXPAND_DIMS, Layouts.REINDEX)


def _movement_error(layouts: Layouts, taken: TensorType, given: TensorType) -> str:
    if layouts is Layouts.CONVERT and taken.shape != given.shape:
        return f"a conversion keeps the shape, here {_change(taken, given)}"
    if layouts is Layouts.BROADCAST and (
        len(taken.shape) != len(given.shape) or any(a not in (1, b) for a, b in zip(taken.shape, given.shape, strict=False))
    ):
        return f"a broadcast repeats along axes of one element, here {_change(taken, given)}"
    if layouts is Layouts.EXPAND_DIMS and len(given.shape) != len(taken.shape) + 1:
        return f"one axis comes in, here {_change(taken, given)}"
    if layouts in (Layouts.EXPAND_DIMS, Layouts.REINDEX) and prod(taken.shape) != prod(given.shape):
        return f"the number of elements stays, here {_change(taken, given)}"
    return ""


def _change(taken: TensorType, given: TensorType) -> str:
    return f"{_extents(taken.shape)} becomes {_extents(given.shape)}"


def _extents(shape: tuple[int, ...]) -> str:
    return "x".join(map(str, shape)) or "a scalar"
