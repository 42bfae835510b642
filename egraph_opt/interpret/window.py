"""Block pointers and tensor descriptors: a window of a strided tensor in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.interpret.element import Array, Datum, element_of, shape_of, storage_of
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.table import operation
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of

if TYPE_CHECKING:
    from egraph_opt.interpret.machine import Machine


@dataclass(frozen=True, slots=True)
class Window:
    """`block` elements per axis of a tensor of `shape` at `base`, from `offsets` on; strides and offsets count elements."""

    base: int
    element: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offsets: tuple[int, ...]
    block: tuple[int, ...]
    padding: float = 0.0

    def _indices(self) -> list[Array]:
        axes = (np.arange(extent, dtype=np.int64) + offset for extent, offset in zip(self.block, self.offsets, strict=True))
        return list(np.meshgrid(*axes, indexing="ij"))

    def addresses(self) -> Array:
        """The address of each element, of shape `block`."""
        steps = sum(index * stride for index, stride in zip(self._indices(), self.strides, strict=True))
        return np.asarray(self.base + storage_of(self.element).itemsize * steps, np.int64)

    def inside(self, axes: Sequence[int]) -> Array:
        """Which elements lie inside the tensor along some axes, of shape `block`."""
        found = np.ones(self.block, np.bool_)
        indices = self._indices()
        for axis in axes:
            found &= (indices[axis] >= 0) & (indices[axis] < self.shape[axis])
        return found

    def at(self, offsets: Sequence[Datum]) -> Window:
        return replace(self, offsets=tuple(offset.item() for offset in offsets))


def _window(type: str, operands: Sequence[Datum], padding: float) -> Window:
    """From a base, shape, strides and perhaps offsets, in this order."""
    tile = block_of(type)
    if tile is None:
        raise NotModelled(f"a window that is a {type}")
    rank = len(tile.shape)
    base, *numbers = (operand.item() for operand in operands)
    parts = [tuple(numbers[i : i + rank]) for i in (0, rank, 2 * rank)]
    return Window(base, element_of(tile.element), parts[0], parts[1], parts[2] or (0,) * rank, tile.shape, padding)


@operation("make_tensor_ptr")
def _make_tensor_ptr(machine: Machine, op: Op, *operands: Datum) -> Window:
    return _window(op.results[0].type, operands, 0.0)


@operation("make_tensor_descriptor")
def _make_tensor_descriptor(machine: Machine, op: Op, *operands: Datum) -> Window:
    return _window(op.results[0].type, operands, np.nan if integer(op.attributes["padding"]) == 2 else 0.0)


@operation("advance")
def _advance(machine: Machine, op: Op, pointer: Window, *steps: Datum) -> Window:
    return replace(pointer, offsets=tuple(a + b.item() for a, b in zip(pointer.offsets, steps, strict=True)))


@operation("descriptor_load")
def _descriptor_load(machine: Machine, op: Op, descriptor: Window, *indices: Datum) -> Array:
    here = descriptor.at(indices)
    loaded = machine.memory.load(here.addresses(), here.element, here.inside(range(len(here.block))), here.padding)
    return loaded.reshape(shape_of(op.results[0].type)).astype(loaded.dtype)


@operation("descriptor_store")
def _descriptor_store(machine: Machine, op: Op, descriptor: Window, values: Array, *indices: Datum) -> None:
    here = descriptor.at(indices)
    machine.memory.store(here.addresses(), values.reshape(here.block), here.element, here.inside(range(len(here.block))))
