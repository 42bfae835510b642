"""triton-shared's structured accesses: offsets are multiplied by their strides, masks are extents from the first element on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element import Array, Datum, integers, pointee, shape_of, storage_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.table import operation
from egraph_opt.ir import Op, Operand

if TYPE_CHECKING:
    from egraph_opt.interpret.machine import Machine

DYNAMIC = -(1 << 63)
"""Marks an extent that is an operand."""


@dataclass(frozen=True, slots=True)
class Structure:
    """The address of each element, and the element type."""

    addresses: Array
    element: str


@operation("tts.make_tptr")
def _make_tptr(machine: Machine, op: Op, base: Datum, *numbers: Datum) -> Structure:
    words = "".join(piece if isinstance(piece, str) else "%" if isinstance(piece, Operand) else "" for piece in op.pieces)
    left = iter(numbers)
    strides, offsets, wraps = (
        [
            int(next(left)) if entry.strip() == "%" else int(entry)
            for entry in words.partition(f"{name}: [")[2].partition("]")[0].split(",")
        ]
        for name in ("strides", "offsets", "shape")
    )
    if any(wraps):
        raise NotModelled("tts.make_tptr that wraps around")
    shape = shape_of(op.results[0].type)
    axes = (np.arange(n, dtype=np.int64) * stride + offset for n, stride, offset in zip(shape, strides, offsets, strict=True))
    element = pointee(op.results[0].type)
    steps = sum(np.meshgrid(*axes, indexing="ij"))
    return Structure(np.asarray(base.item() + storage_of(element).itemsize * steps, np.int64), element)


def _active(op: Op, shape: tuple[int, ...], extents: tuple[Datum, ...]) -> tuple[Array, list[Datum]]:
    """Which elements are active, and the operands after the extents."""
    left = list(extents)
    found = np.ones(shape, np.bool_)
    indices = np.indices(shape)
    for index, extent in zip(indices, integers(op.attributes["static_mask_dims"]), strict=False):
        found &= index < (int(left.pop(0)) if extent == DYNAMIC else extent)
    return found, left


@operation("tts.load")
def _load(machine: Machine, op: Op, pointer: Structure, *extents: Datum) -> Array:
    active, other = _active(op, pointer.addresses.shape, extents)
    filled = np.broadcast_to(other[0], active.shape) if other else None
    return machine.memory.load(pointer.addresses, pointer.element, active, filled)


@operation("tts.store")
def _store(machine: Machine, op: Op, pointer: Structure, value: Datum, *extents: Datum) -> None:
    active, _ = _active(op, pointer.addresses.shape, extents)
    machine.memory.store(pointer.addresses, value, pointer.element, active)
