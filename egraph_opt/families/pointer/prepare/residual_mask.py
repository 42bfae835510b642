"""Conjuncts of a load's mask that are not comparisons and that a select after the load can apply (see `assumptions`, READABLE)."""

from __future__ import annotations

from collections.abc import Mapping

from egraph_opt.ir.attributes import integer, integers, splat
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

VIEWS = ("tt.splat", "tt.expand_dims", "tt.broadcast", "tt.trans")
ORDERS = frozenset("23456789")
"""Predicates of `arith.cmpi` that compare by order, not by equality."""
Dimensions = tuple[int, ...]


def residual(mask: Value, defined: Mapping[Value, Op]) -> tuple[Value, ...]:
    """Return the conjuncts of a mask that are not comparisons along one dimension."""
    found: dict[Value, None] = {}
    seen: set[Value] = set()
    todo = [mask]
    while todo:
        value = todo.pop()
        if value in seen:
            continue
        seen.add(value)
        op = defined.get(value)
        if op is not None and op.name in ("arith.andi", *VIEWS):
            todo += reversed(op.operands)
        elif tensor_type(value.type) is not None and not _bounds(op, defined):
            found[value] = None
    return tuple(found)


def _bounds(op: Op | None, defined: Mapping[Value, Op]) -> bool:
    """Return whether a conjunct is a constant, or a comparison of order that varies along at most one dimension."""
    if op is None or op.name == "arith.constant":
        return op is not None
    return op.name == "arith.cmpi" and op.attributes["predicate"][0] in ORDERS and len(_varying_dimensions(op, defined)) <= 1


def _varying_dimensions(op: Op, defined: Mapping[Value, Op]) -> set[int]:
    found: set[int] = set()
    seen: set[tuple[Value, Dimensions]] = set()
    tensor = tensor_type(op.results[0].type)
    todo = [(v, tuple(range(len(tensor.shape) if tensor else 0))) for v in op.operands]
    while todo:
        value, place = todo.pop()  # `place` maps dimensions of the value to dimensions of the result
        tensor = tensor_type(value.type)
        if tensor is None or (value, place) in seen:
            continue
        seen.add((value, place))
        made = defined.get(value)
        name = made.name if made is not None else ""
        if made is None or not (name.startswith("arith.") or name in VIEWS):
            found |= {place[d] for d, size in enumerate(tensor.shape) if size > 1}
        elif name == "tt.expand_dims":
            axis = integer(made.attributes["axis"])
            todo.append((made.operands[0], place[:axis] + place[axis + 1 :]))
        elif name == "tt.trans":
            order = integers(made.attributes["order"])
            todo.append((made.operands[0], tuple(place[order.index(d)] for d in range(len(order)))))
        elif name != "arith.constant" or splat(made.attributes["value"]) is not None:
            todo += [(v, place) for v in made.operands]
        else:
            found |= {place[d] for d, size in enumerate(tensor.shape) if size > 1}
    return found
