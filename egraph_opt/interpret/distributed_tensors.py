"""Tensors distributed by layouts: one value for each block, warp, lane and register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum
from egraph_opt.interpret.errors import CopiesDiffer, NotInThread
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.op_table import POINTWISE, WITHIN_THREAD
from egraph_opt.interpret.reduction_ops import combine_rows
from egraph_opt.ir.attributes import integer
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import LinearLayout, linear_layout
from egraph_opt.linear_layout.linear_map import index_shifts, log2


def layout_of(type: str) -> LinearLayout | None:
    """Return the layout of a tensor type; None for values without a distributed layout."""
    tensor = tensor_type(type)
    return linear_layout(tensor.encoding, tensor.shape) if tensor and tensor.encoding else None


@lru_cache(maxsize=1 << 10)
def index_map(layout: LinearLayout) -> Array:
    """Return an array [block, warp, lane, register] of row-major element indices."""
    index = np.zeros(1, np.int64)
    for basis in layout.bases:  # registers are the lowest bits, so they end up fastest
        index = np.concatenate([index, index ^ basis])
    return index.reshape([1 << len(part) for part in (layout.block, layout.warp, layout.lane, layout.register)])


def distribute(tensor: Array, layout: LinearLayout) -> Array:
    """Return the element at each [block, warp, lane, register]."""
    return np.asarray(tensor.reshape(-1)[index_map(layout)])


def collect(held: Array, index: Array, shape: tuple[int, ...]) -> Array:
    """Return the tensor, given distributed values and their element indices. Raises CopiesDiffer if replicas differ."""
    flat = np.zeros(prod(shape), held.dtype)
    flat[index] = held
    again = flat[index]
    differs = (again != held) & ~((again != again) & (held != held))
    if differs.any():
        raise CopiesDiffer(f"element {index[differs][0]} of shape {shape} has several values")
    return flat.reshape(shape)


@dataclass(slots=True)
class RegisterMachine(Machine):
    """Interpreter of one program instance that stores each tensor with a layout as an array [block, warp, lane, register]."""

    def apply(self, op: Op, operands: Sequence[Datum]) -> Datum:
        sources = [layout_of(operand.type) for operand in op.operands]
        targets = [layout_of(result.type) for result in op.results]
        if (not any(sources) and not any(targets)) or op.name.startswith("scf.") or op.name == "tt.call":
            return Machine.apply(self, op, operands)
        if op.name in POINTWISE and any(sources) and len({layout for layout in (*sources, *targets) if layout}) == 1:
            return Machine.apply(self, op, operands)
        if op.name == "tt.reshape" and "allow_reorder" in op.attributes:
            return operands[0]  # a thread's registers, unchanged
        if op.name == "tt.cat" and (held := np.concatenate(operands, axis=-1)).shape == index_map(targets[0]).shape:
            return held
        if op.name in WITHIN_THREAD:
            return self.within_thread(op, operands, sources, targets)
        if op.name == "tt.reduce" and sources[0] and not any(sources[0].block):
            return self.reduce(op, operands, sources[0], targets)
        whole = [
            collect(x, index_map(layout), layout.shape) if layout else x for x, layout in zip(operands, sources, strict=True)
        ]
        return self.distribute_result(Machine.apply(self, op, whole), op, targets)

    def distribute_result(self, found: Datum, op: Op, targets: Sequence[LinearLayout | None]) -> Datum:
        results = found if isinstance(found, tuple) else (found,) * len(op.results)
        return tuple(distribute(x, layout) if layout else x for x, layout in zip(results, targets, strict=True))

    def within_thread(
        self, op: Op, operands: Sequence[Array], sources: Sequence[LinearLayout | None], targets: Sequence[LinearLayout | None]
    ) -> Datum:
        """Compute each result register from registers of its own thread.

        The operation, applied to element indices instead of values, gives the element that each result register needs.
        """
        numbers: list[Array] = []
        places: list[Array] = []
        total = 0
        for layout in filter(None, sources):
            size = prod(layout.shape)
            numbers.append(np.arange(total, total + size).reshape(layout.shape))
            places.append(index_map(layout) + total)
            total += size
        holds, values = np.concatenate(places, axis=-1), np.concatenate(operands, axis=-1)
        wanted = self.distribute_result(Machine.apply(self, op, numbers), op, targets)
        results = []
        for needs in wanted:
            found = needs[..., :, None] == holds[..., None, :]
            if not found.any(axis=-1).all():
                raise NotInThread("a thread needs an element that it does not hold")
            results.append(np.take_along_axis(values, found.argmax(axis=-1), axis=-1))
        return tuple(results)

    def reduce(self, op: Op, operands: Sequence[Array], layout: LinearLayout, targets: Sequence[LinearLayout | None]) -> Datum:
        """Reduce in Triton's order: sequentially over a thread's registers, then butterfly shuffles over lanes, then over warps."""
        axis = integer(op.attributes["axis"])
        shift = index_shifts(layout.shape)[axis]
        reduced = layout.shape[axis] - 1 << shift
        along = [
            sum(1 << bit for bit, basis in enumerate(part) if basis & reduced)
            for part in (layout.register, layout.lane, layout.warp)
        ]
        registers = np.arange(1 << len(layout.register))
        first = registers[registers & along[0] == 0]
        rows = tuple(x[..., first] for x in operands)
        for step in registers[(registers & ~along[0] == 0) & (registers > 0)]:
            rows = combine_rows(self, op, rows, tuple(x[..., first | step] for x in operands))
        for dimension, bits in ((2, along[1]), (1, along[2])):
            for bit in reversed(range(bits.bit_length())):
                if bits >> bit & 1:
                    partner = np.arange(rows[0].shape[dimension]) ^ 1 << bit
                    rows = combine_rows(self, op, rows, tuple(x.take(partner, axis=dimension) for x in rows))
        index = index_map(layout)[..., first]
        rest = index >> shift + log2(layout.shape[axis]) << shift | index & (1 << shift) - 1
        shape = (*layout.shape[:axis], *layout.shape[axis + 1 :])
        return self.distribute_result(tuple(collect(x, rest, shape) for x in rows), op, targets)
