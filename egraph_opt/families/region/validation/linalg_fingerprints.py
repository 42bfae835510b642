"""`linalg` operations with known index maps, evaluated on fingerprints (64-bit hashes that stand for tensor elements).

The fingerprint of a result element combines the fingerprints of the body and of all elements that the body reads. Two operations, named or
generic, have equal fingerprints if they compute the same function of the same elements. The position of an element along a reduction is
part of its fingerprint.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from egraph_opt.checker.operations.op_structure import attributes, structure
from egraph_opt.families.region.validation.element_fingerprint import FingerprintOutOfBounds, Prints, fingerprint, mix, mix_all
from egraph_opt.ir.module import Op, Value

FORM = ("indexing_maps", "iterator_types", "operandSegmentSizes", "linalg.memoized_indexing_maps")
"""Attributes that determine which elements are read but not what is computed from them."""
UNREAD = np.zeros((), np.uint64)
"""Fingerprint of elements that the body does not read."""
_MAP = re.compile(r"affine_map<\(([^()]*)\) -> \(([^()]*)\)>")


Fold = Callable[[Prints, Sequence[int]], Prints]
"""Function `fold_axes`, possibly cached."""


def loops(
    op: Op, maps: Sequence[Sequence[int | None]], known: Mapping[Value, Prints], digest: Callable[[Value], np.uint64], fold: Fold
) -> Prints:
    """Return the fingerprints of an operation's result.

    Args:
        op: an operation with one result, which its last operand initialises.
        maps: for each operand, the result dimension of each axis; None for a reduced axis.
        known: the fingerprints of the operands.
        digest: function that returns a single fingerprint of a value that the body captures.
        fold: function that combines the elements along reduced axes.

    Raises:
        OutOfBounds: the shapes of operands do not fit the maps.
    """
    shape = known[op.operands[-1]].shape
    if (n := passed_on(op)) is not None and None not in maps[n]:
        return np.ascontiguousarray(np.broadcast_to(read(known[op.operands[n]], maps[n], shape, fold), shape))
    inside, captured = structure(op)
    steps = reductions(op)
    kept = tuple((name, value) for name, value in attributes(op) if name not in FORM)
    seed = fingerprint("linalg", "" if op.regions else op.name, kept, inside, steps)
    for value in captured:
        seed = mix(seed, digest(value))
    found = [read(known[value], axes, shape, fold) for value, axes in zip(op.operands, maps, strict=True)]
    never = unread(op, maps)
    made = mix_all(seed, [UNREAD if n in never else x for n, x in enumerate(found)])
    return np.ascontiguousarray(np.broadcast_to(made, shape))


def unread(op: Op, maps: Sequence[Sequence[int | None]]) -> set[int]:
    """Return the numbers of the operands that the body does not read.

    For a reduction, the set is empty, since a reduction without iterations returns the initial value.
    """
    if len(op.regions) != 1 or any(None in axes for axes in maps):
        return set()
    used = {value for inner in op.walk() if inner is not op for value in inner.operands}
    arguments = op.regions[0].blocks[0].arguments
    return {n for n, argument in enumerate(arguments) if argument not in used}


def passed_on(op: Op) -> int | None:
    """Return the number of the operand that the body yields unchanged, or None for any other body."""
    if len(op.regions) != 1 or len(op.regions[0].blocks[0].ops) != 1:
        return None
    (block,) = op.regions[0].blocks
    (yielded,) = block.ops[0].operands
    return block.arguments.index(yielded) if yielded in block.arguments else None


def reductions(op: Op) -> tuple[tuple[int, ...], ...]:
    """Return for each operand the reduction loops of its axes, numbered in loop order."""
    rows = [row.split(", ") if row else [] for _, row in _MAP.findall(op.attributes["indexing_maps"])]
    (names, _), *_ = _MAP.findall(op.attributes["indexing_maps"])
    summed = [name for name in names.split(", ") if name not in rows[-1]]
    return tuple(tuple(summed.index(name) for name in row if name in summed) for row in rows)


def read(x: Prints, axes: Sequence[int | None], shape: Sequence[int], fold: Fold) -> Prints:
    """Combine, for each result element, the fingerprints read from operand `x`; the array can be broadcast to `shape`."""
    kept = [a for a in axes if a is not None]
    if (
        x.ndim != len(axes)
        or len(set(kept)) != len(kept)
        or any(x.shape[k] != shape[a] for k, a in enumerate(axes) if a is not None)
    ):
        raise FingerprintOutOfBounds
    if reduced := [k for k, a in enumerate(axes) if a is None]:
        x = fold(x, reduced)
    return np.transpose(x, np.argsort(kept)).reshape([shape[a] if a in kept else 1 for a in range(len(shape))])


def fold_axes(x: Prints, axes: Sequence[int]) -> Prints:
    """Reduce a tensor of fingerprints along some axes: mix each element with its position along the axis, and sum."""
    for k in reversed(axes):
        place = np.arange(x.shape[k], dtype=np.uint64).reshape([-1 if i == k else 1 for i in range(x.ndim)])
        x = mix(x, place).sum(axis=k, dtype=np.uint64)
    return x
