"""Data movement operations on fingerprints (64-bit hashes that stand for tensor elements), in numpy, for `validate`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.checker.operations.op_structure import attributes, structure
from egraph_opt.families.region.encode.linalg_reader import integers, segments
from egraph_opt.families.region.encode.tensor_program import ranked_type
from egraph_opt.families.region.validation.element_fingerprint import FingerprintOutOfBounds, Prints, fingerprint, mix
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.types import tensor_type

if TYPE_CHECKING:
    from egraph_opt.families.region.validation.validate import FingerprintRun


def extent(r: FingerprintRun, op: Op) -> int:
    shape = r.known[op.operands[0]].shape
    if not 0 <= r.integer[op.operands[1]] < len(shape):
        raise FingerprintOutOfBounds
    return int(shape[r.integer[op.operands[1]]])


def _extract(r: FingerprintRun, op: Op) -> Prints:
    x: Prints = r.known[op.operands[0]]
    part = x[r.window(op, x.shape, segments(op)[1:])].copy()
    found = ranked_type(op.results[0].type)
    return part.reshape(reduce_shape(part.shape, found[0])) if found and len(found[0]) != part.ndim else part


def reduce_shape(shape: Sequence[int], typed: Sequence[int | None]) -> list[int]:
    """Return a shape without the unit extents that a type drops."""
    ones = [axis for axis, n in enumerate(shape) if n == 1]
    for dropped in combinations(ones, len(shape) - len(typed)):
        kept = [n for axis, n in enumerate(shape) if axis not in dropped]
        if all(t in (None, n) for t, n in zip(typed, kept, strict=True)):
            return kept
    raise FingerprintOutOfBounds


def _view(r: FingerprintRun, op: Op) -> Prints:
    found, x = ranked_type(op.results[0].type), r.known[op.operands[0]]
    shape = r.shape(op, 0) or [n for n in (found[0] if found else ()) if n is not None]
    if prod(shape) != x.size:
        raise FingerprintOutOfBounds
    return x.reshape(shape)  # type: ignore[no-any-return]


def _flow_slice(r: FingerprintRun, op: Op) -> Prints:
    (source,), _, offsets, lengths, _ = segments(op)
    x: Prints = r.known[source]
    return x[r.at(x.shape, r.numbers(offsets), r.numbers(lengths), [1] * x.ndim)].copy()


def _insert(r: FingerprintRun, op: Op) -> Prints:
    y, d = (r.known[v] for v in op.operands[:2])
    window = r.window(op, d.shape, segments(op)[2:])
    return r.insert(y if y.ndim == d.ndim else y.reshape(d[window].shape), d, window)


def _update(r: FingerprintRun, op: Op) -> Prints:
    (target,), _, offsets, (update,), _ = segments(op)
    y, d = r.known[update], r.known[target]
    return r.insert(y, d, r.at(d.shape, r.numbers(offsets), y.shape, [1] * d.ndim))


def _pad(r: FingerprintRun, op: Op) -> Prints:
    (yielded,) = op.regions[0].blocks[0].ops[-1].operands
    _, low, high = segments(op)
    amounts = list(zip(r.mixed_numbers(op, "static_low", low), r.mixed_numbers(op, "static_high", high), strict=True))
    if min(min(pair) for pair in amounts) < 0:
        raise FingerprintOutOfBounds
    value = r.known.get(yielded)
    inside, captured = structure(op)
    if value is None or len(op.regions[0].blocks[0].ops) > 1:  # the body uses the index: each padding element has its own
        seed = fingerprint(inside)
        for v in captured:
            seed = mix(seed, r.digest(v))
        whole = r.spread(seed, [a + n + b for (a, b), n in zip(amounts, r.known[op.operands[0]].shape, strict=True)])
        window = tuple(slice(a, a + n) for (a, _), n in zip(amounts, r.known[op.operands[0]].shape, strict=True))
        return r.insert(r.known[op.operands[0]], whole, window)
    return np.pad(r.known[op.operands[0]], amounts, constant_values=value)


def _fill(r: FingerprintRun, op: Op) -> Prints:
    shape = r.known[op.operands[1]].shape if op.name == "linalg.fill" else _typed_shape(r, op, op.operands[1:])
    return np.full(shape, r.known[op.operands[0]], np.uint64)


def _empty(r: FingerprintRun, op: Op) -> Prints:
    """Return an empty tensor. All elements have the same fingerprint, since no program may depend on unset elements."""
    return np.broadcast_to(fingerprint("unset"), _typed_shape(r, op, op.operands))


def _typed_shape(r: FingerprintRun, op: Op, given: Sequence[Value]) -> list[int]:
    found, tensor = ranked_type(op.results[0].type), tensor_type(op.results[0].type)
    if found is None:
        return list(tensor.shape) if tensor else []
    rest = iter(r.numbers(given))
    shape = [next(rest) if n is None else n for n in found[0]]
    if min(shape) < 0:
        raise FingerprintOutOfBounds
    return shape


def _concat(r: FingerprintRun, op: Op) -> Prints:
    axis, xs = integer(op.attributes["dim"]), [r.known[v] for v in op.operands]
    if len({tuple(n for i, n in enumerate(x.shape) if i != axis) for x in xs}) > 1:
        raise FingerprintOutOfBounds
    return np.concatenate(xs, axis)


def _transpose(r: FingerprintRun, op: Op) -> Prints:
    return np.ascontiguousarray(np.transpose(r.known[op.operands[0]], integers(op, "permutation")))


def _broadcast(r: FingerprintRun, op: Op) -> Prints:
    x: Prints = r.known[op.operands[0]]
    shape, added = r.known[op.operands[1]].shape, integers(op, "dimensions")
    if x.shape != tuple(n for axis, n in enumerate(shape) if axis not in added):
        raise FingerprintOutOfBounds
    return np.broadcast_to(np.expand_dims(x, added), shape).copy()


def _check_extents(r: FingerprintRun, op: Op) -> Prints:
    """Return the operand's fingerprints, after a check of the extents that the operation states."""
    x: Prints = r.known[op.operands[0]]
    if tuple(_typed_shape(r, op, op.operands[1:])) != x.shape:
        raise FingerprintOutOfBounds
    return x


def _cast(r: FingerprintRun, op: Op) -> Prints:
    x, found = r.known[op.operands[0]], ranked_type(op.results[0].type)
    if found is None or len(found[0]) != x.ndim or any(t not in (None, n) for t, n in zip(found[0], x.shape, strict=True)):
        raise FingerprintOutOfBounds
    return x  # type: ignore[no-any-return]


def _transfer(r: FingerprintRun, op: Op) -> Prints:
    return mix(fingerprint("transfer", attributes(op)), r.known[op.operands[0]])  # type: ignore[no-any-return]


MOVES: dict[str, Callable[[FingerprintRun, Op], Prints]] = {
    "tensor.extract_slice": _extract, "flow.tensor.slice": _flow_slice, "tensor.insert_slice": _insert, "flow.tensor.update": _update,
    "tensor.pad": _pad, "linalg.fill": _fill, "flow.tensor.splat": _fill, "tensor.empty": _empty, "flow.tensor.empty": _empty,
    "tensor.concat": _concat, "linalg.transpose": _transpose, "linalg.broadcast": _broadcast,
    "flow.tensor.transfer": _transfer,
    "flow.tensor.tie_shape": _check_extents, "tensor.cast": _cast, "tensor.expand_shape": _view, "tensor.collapse_shape": _view,
    "flow.tensor.reshape": _view,
}  # fmt: skip
