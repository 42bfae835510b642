"""Structured accesses of triton-shared (`tts`). Offsets include the strides; masks are extents from the first element.

Along a dimension with a boundary, offsets wrap modulo the boundary. A list of indices may replace the offsets of a dimension.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, element_of, pointee, shape_of, storage_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.op_table import operation
from egraph_opt.ir.attributes import integers, list_entries, words
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import DYNAMIC, pointee_of

if TYPE_CHECKING:
    from egraph_opt.interpret.executor import Machine


@dataclass(frozen=True, slots=True)
class Structure:
    """Structured pointer, with the address of each element, and the element type."""

    addresses: Array
    element: str
    chosen: tuple[int, Array] | None = None
    """Dimension with a list of indices, and the mask of active indices."""


@operation("tts.make_tptr")
def _make_tptr(machine: Machine, op: Op, base: Datum, *numbers: Datum) -> Structure:
    strides, offsets, wraps = _lists(op, numbers, ("strides", "offsets", "shape"))
    shape = shape_of(op.results[0].type)
    axes = [np.arange(n, dtype=np.int64) * stride + offset for n, stride, offset in zip(shape, strides, offsets, strict=True)]
    axes = [np.fmod(axis, wrap) if wrap else axis for axis, wrap in zip(axes, wraps, strict=True)]
    return Structure(_addresses(base, axes, pointee(op.results[0].type)), pointee(op.results[0].type))


@operation("tts.make_gather_scatter_tptr")
def _make_gather_scatter_tptr(machine: Machine, op: Op, base: Datum, indices: Datum, *rest: Datum) -> Structure:
    masked = any(isinstance(piece, str) and "gather_scatter_mask: " in piece for piece in op.pieces)
    strides, offsets = _lists(op, rest[masked:], ("strides", "offsets"))
    d = int(words(op).partition("gather_scatter_dim: ")[2].split(" ")[0])
    type = pointee_of(op.results[0].type) or ""
    axes = [
        (np.asarray(indices, np.int64) if e == d else np.arange(n, dtype=np.int64)) * strides[e] + offsets[e]
        for e, n in enumerate(shape_of(type))
    ]
    chosen = (d, np.asarray(rest[0], np.bool_)) if masked else None
    return Structure(_addresses(base, axes, element_of(type)), element_of(type), chosen)


def _lists(op: Op, numbers: tuple[Datum, ...], names: tuple[str, ...]) -> list[list[int]]:
    left = iter(numbers)
    return [[int(next(left)) if entry == "%" else int(entry) for entry in list_entries(op, name)] for name in names]


def _addresses(base: Datum, axes: list[Array], element: str) -> Array:
    steps = sum(np.meshgrid(*axes, indexing="ij"))
    return np.asarray(base.item() + storage_of(element).itemsize * steps, np.int64)


def _active(op: Op, pointer: Structure, extents: tuple[Datum, ...]) -> tuple[Array, list[Datum]]:
    """Return the mask of the elements inside the access's extents, and the operands that follow the extents.

    `extents` are the operands from the first dynamic extent on.
    """
    left = list(extents)
    static = integers(op.attributes["static_mask_dims"])
    if len(static) not in (0, pointer.addresses.ndim) or static.count(DYNAMIC) > len(left):
        raise NotModelled(f"{op.name} with a mask that does not fit its tile")
    found = np.ones(pointer.addresses.shape, np.bool_)
    indices = np.indices(found.shape)
    for d, (index, extent) in enumerate(zip(indices, static, strict=False)):
        if pointer.chosen is not None and pointer.chosen[0] == d:
            found &= pointer.chosen[1][index]
            continue
        found &= index < (int(left.pop(0)) if extent == DYNAMIC else extent)
    return found, left


@operation("tts.gather")
def _gather(machine: Machine, op: Op, base: Datum, offsets: Datum, *rest: Datum) -> Array:
    counts = integers(op.attributes["operandSegmentSizes"])
    mask = rest[0] if counts[2] else None
    other = np.broadcast_to(rest[-1], np.shape(offsets)) if counts[3] else None
    element = pointee(op.operands[0].type)
    return machine.memory.load(base.item() + storage_of(element).itemsize * np.asarray(offsets, np.int64), element, mask, other)


@operation("tts.scatter")
def _scatter(machine: Machine, op: Op, base: Datum, offsets: Datum, value: Datum, mask: Datum = None) -> None:
    element = pointee(op.operands[0].type)
    machine.memory.store(base.item() + storage_of(element).itemsize * np.asarray(offsets, np.int64), value, element, mask)


@operation("tts.load")
def _load(machine: Machine, op: Op, pointer: Structure, *extents: Datum) -> Array:
    active, other = _active(op, pointer, extents)
    filled = np.broadcast_to(other[0], active.shape) if other else None
    return machine.memory.load(pointer.addresses, pointer.element, active, filled)


@operation("tts.store")
def _store(machine: Machine, op: Op, pointer: Structure, value: Datum, *extents: Datum) -> None:
    active, _ = _active(op, pointer, extents)
    machine.memory.store(pointer.addresses, value, pointer.element, active)
