"""Operations on tiles: movement of elements, accesses to memory, reductions, scans and products of matrices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from egraph_opt.interpret.op_table import OpTable
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of, element_bytes, element_of, pointee_of
from egraph_opt.verifier.proof.evaluator.array_memory import Memory, window_mask, window_pointers
from egraph_opt.verifier.proof.evaluator.tile_values import (
    Array,
    Fault,
    Pointers,
    Unknown,
    Value,
    Window,
    constant,
    is_float,
    is_pointer,
    residue,
    shape_of,
    signed_value,
    unknown_value,
    width_of,
)

Run = Callable[..., tuple[Value, ...]]
"""Function that runs a region of an operation (such as a reduction's combiner) on values."""
Tile = Callable[..., Any]
ARRAY_BITS = 40
"""Number of low bits of an address that hold the byte offset; the number of the array is above them."""
TILES = OpTable()
"""Functions that evaluate operations. Their arguments: the memory, a function that runs regions, the operation, its operands."""
tile = TILES.enter


def move(value: Value, function: Callable[[Array], Array]) -> Value:
    """Apply a function that only moves elements (such as a transpose) to a tile of numbers or pointers."""
    if isinstance(value, Pointers):
        return Pointers(function(value.array), function(value.offset))
    if isinstance(value, Window):
        raise Unknown("a window as a tile")
    return function(value)


@tile("arith.constant")
def _constant(memory: Memory, run: Run, op: Op) -> Value:
    return constant(op)


@tile("ub.poison")
def _poison(memory: Memory, run: Run, op: Op) -> Value:
    return unknown_value(element_of(op.results[0].type), shape_of(op.results[0].type))


@tile("tt.make_range")
def _make_range(memory: Memory, run: Run, op: Op) -> Value:
    return residue(np.arange(integer(op.attributes["start"]), integer(op.attributes["end"])), 32)


@tile("tt.splat tt.broadcast")
def _broadcast(memory: Memory, run: Run, op: Op, value: Value) -> Value:
    shape = shape_of(op.results[0].type)
    return move(value, lambda x: np.broadcast_to(x, shape))


@tile("tt.expand_dims tt.reshape tt.unsplat")
def _reshape(memory: Memory, run: Run, op: Op, value: Value) -> Value:
    shape = shape_of(op.results[0].type)
    return move(value, lambda x: np.reshape(x, shape))


@tile("tt.trans")
def _trans(memory: Memory, run: Run, op: Op, value: Value) -> Value:
    order = integers(op.attributes["order"])
    return move(value, lambda x: np.transpose(x, order))


@tile("ttg.convert_layout")
def _convert(memory: Memory, run: Run, op: Op, value: Value) -> Value:
    return value


@tile("tt.join")
def _join(memory: Memory, run: Run, op: Op, a: Array, b: Array) -> Value:
    return np.stack([a, b], axis=-1)


@tile("tt.split")
def _split(memory: Memory, run: Run, op: Op, x: Array) -> Value:
    return x[..., 0], x[..., 1]


@tile("tt.cat")
def _cat(memory: Memory, run: Run, op: Op, a: Array, b: Array) -> Value:
    return np.concatenate([a, b])


@tile("tt.gather")
def _gather(memory: Memory, run: Run, op: Op, source: Array, indices: Array) -> Value:
    return np.take_along_axis(source, indices.astype(np.int64), integer(op.attributes["axis"]))


@tile("tt.addptr")
def _addptr(memory: Memory, run: Run, op: Op, pointers: Pointers, offset: Array) -> Value:
    return Pointers(pointers.array, pointers.offset + signed_value(offset, width_of(element_of(op.operands[1].type))))


@tile("tt.ptr_to_int")
def _pointer_to_integer(memory: Memory, run: Run, op: Op, pointers: Pointers) -> Value:
    """Return integer addresses that are distinct for all elements of all arrays."""
    size = element_bytes(pointee_of(op.operands[0].type) or "")
    return residue((pointers.array + 1 << ARRAY_BITS) + pointers.offset * size, 64)


@tile("arith.select")
def _select(memory: Memory, run: Run, op: Op, condition: Array, a: Value, b: Value) -> Value:
    if isinstance(a, Window) or isinstance(b, Window):
        return a if condition != 0 else b
    if isinstance(a, Pointers):
        return Pointers(np.where(condition != 0, a.array, b.array), np.where(condition != 0, a.offset, b.offset))
    return np.where(condition != 0, a, b)


@tile("tt.load")
def _load(memory: Memory, run: Run, op: Op, at: Value, mask: Value = None, other: Value = None) -> Value:
    if isinstance(at, Window):
        padding = np.nan if integer(op.attributes.get("padding", "1")) == 2 else 0.0
        return _load_window(memory, at, integers(op.attributes["boundaryCheck"]), padding)
    return memory.load(at, pointee_of(op.operands[0].type) or "", mask, other)


def _load_window(memory: Memory, window: Window, axes: tuple[int, ...], padding: float) -> Array:
    other = np.asarray(padding if is_float(window.element) else 0, np.float64 if is_float(window.element) else np.uint64)
    return memory.load(window_pointers(window), window.element, window_mask(window, axes), other)


@tile("tt.store")
def _store(memory: Memory, run: Run, op: Op, at: Value, value: Value, mask: Value = None) -> Value:
    if is_pointer(op.operands[1].type):
        raise Unknown("a store of pointers")
    if isinstance(at, Window):
        inside = window_mask(at, integers(op.attributes["boundaryCheck"]))
        memory.store(window_pointers(at), at.element, value, inside)
    else:
        memory.store(at, pointee_of(op.operands[0].type) or "", value, mask)
    return ()


@tile("tt.atomic_rmw")
def _atomic(memory: Memory, run: Run, op: Op, at: Pointers, value: Array, mask: Value = None) -> Value:
    kind = integer(op.attributes["atomic_rmw_op"])
    if kind not in (4, 5, 6, 7):
        raise Unknown("an atomic operation other than addition, maximum or minimum")
    memory.update(at, pointee_of(op.operands[0].type) or "", value, mask, kind)
    return unknown_value(element_of(op.results[0].type), shape_of(op.results[0].type))


@tile("tt.make_tensor_ptr tt.make_tensor_descriptor")
def _window(memory: Memory, run: Run, op: Op, base: Pointers, *numbers: Array) -> Value:
    block = block_of(op.results[0].type)
    if block is None:
        raise Unknown(f"a window that is a {op.results[0].type}")
    given = [int(signed_value(x, width_of(v.type))) for x, v in zip(numbers, op.operands[1:], strict=True)]
    rank = len(block.shape)
    padding = np.nan if integer(op.attributes.get("padding", "1")) == 2 else 0.0
    offsets = tuple(given[2 * rank :]) or (0,) * rank
    return Window(int(base.array), int(base.offset), block.element, tuple(given[:rank]), tuple(given[rank : 2 * rank]), offsets,
                  block.shape, padding)  # fmt: skip


def _indices(op: Op, first: int, given: tuple[Array, ...]) -> tuple[int, ...]:
    return tuple(int(signed_value(x, width_of(v.type))) for x, v in zip(given, op.operands[first:], strict=True))


@tile("tt.advance")
def _advance(memory: Memory, run: Run, op: Op, window: Window, *steps: Array) -> Value:
    moved = tuple(a + b for a, b in zip(window.offsets, _indices(op, 1, steps), strict=True))
    return replace(window, offsets=moved)


@tile("tt.descriptor_load")
def _descriptor_load(memory: Memory, run: Run, op: Op, window: Window, *indices: Array) -> Value:
    here = replace(window, offsets=_indices(op, 1, indices))
    found = _load_window(memory, here, tuple(range(len(here.block))), here.padding)
    return found.reshape(shape_of(op.results[0].type))


@tile("tt.descriptor_store")
def _descriptor_store(memory: Memory, run: Run, op: Op, window: Window, value: Array, *indices: Array) -> Value:
    here = replace(window, offsets=_indices(op, 2, indices))
    inside = window_mask(here, tuple(range(len(here.block))))
    memory.store(window_pointers(here), here.element, np.reshape(value, here.block), inside)
    return ()


@tile("tt.reduce")
def _reduce(memory: Memory, run: Run, op: Op, *tensors: Array) -> Value:
    """Combine the elements along an axis, one after the other."""
    axis = integer(op.attributes["axis"])
    rows = [np.moveaxis(x, axis, 0) for x in tensors]
    found: tuple[Value, ...] = tuple(x[0] for x in rows)
    for k in range(1, len(rows[0])):
        found = run(op.regions[0], (*found, *(x[k] for x in rows)))
    return found


@tile("tt.scan")
def _scan(memory: Memory, run: Run, op: Op, *tensors: Array) -> Value:
    axis, count = integer(op.attributes["axis"]), len(tensors)
    rows = [np.moveaxis(x, axis, 0) for x in tensors]
    places = range(len(rows[0]))
    order = list(places)[::-1] if integer(op.attributes["reverse"]) else list(places)
    kept: dict[int, tuple[Value, ...]] = {order[0]: tuple(x[order[0]] for x in rows)}
    for before, k in pairwise(order):
        kept[k] = run(op.regions[0], (*kept[before], *(x[k] for x in rows)))
    return tuple(np.stack([kept[k][i] for k in places], axis=axis) for i in range(count))


@tile("tt.dot")
def _dot(memory: Memory, run: Run, op: Op, a: Array, b: Array, c: Array) -> Value:
    element = element_of(op.results[0].type)
    if is_float(element):
        return a @ b + c
    x, y = (signed_value(z, width_of(element_of(v.type))) for z, v in zip((a, b), op.operands, strict=False))
    return residue(x @ y + signed_value(c, width_of(element)), width_of(element))


@tile("tt.assert cf.assert llvm.intr.assume")
def _assume(memory: Memory, run: Run, op: Op, condition: Array) -> Value:
    if not np.all(condition):
        raise Fault("an assumption or assertion does not hold")
    return ()


@tile("tt.print gpu.barrier ttg.barrier")
def _nothing(memory: Memory, run: Run, op: Op, *operands: Value) -> Value:
    return ()
