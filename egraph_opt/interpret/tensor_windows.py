"""Block pointers and tensor descriptors, as windows of a strided tensor in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, storage_of


@dataclass(frozen=True, slots=True)
class TensorWindow:
    """Window of shape `block` at `offsets` in a tensor of `shape` at address `base`. Strides count elements."""

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
        """Return the address of each element, in the shape `block`."""
        steps = sum(index * stride for index, stride in zip(self._indices(), self.strides, strict=True))
        return np.asarray(self.base + storage_of(self.element).itemsize * steps, np.int64)

    def in_bounds(self, axes: Sequence[int]) -> Array:
        """Return the bounds mask along some axes, in the shape `block`."""
        found = np.ones(self.block, np.bool_)
        indices = self._indices()
        for axis in axes:
            found &= (indices[axis] >= 0) & (indices[axis] < self.shape[axis])
        return found

    def window_at(self, offsets: Sequence[Datum]) -> TensorWindow:
        return replace(self, offsets=tuple(offset.item() for offset in offsets))
