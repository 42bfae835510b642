"""Global memory operations: loads, stores and atomics, through pointers, block pointers and descriptors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, dtype_of, element_of, fit, pointee, shape_of, to_bits
from egraph_opt.interpret.errors import NotModelled
from egraph_opt.interpret.executor import Machine
from egraph_opt.interpret.global_memory import active
from egraph_opt.interpret.op_table import POINTWISE, operation
from egraph_opt.interpret.tensor_windows import TensorWindow
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op
from egraph_opt.ir.types import block_of


def load_of(machine: Machine, op: Op, pointer: Datum, mask: Datum, other: Datum) -> Array:
    """Load through a pointer, a tensor of pointers, or a block pointer."""
    if isinstance(pointer, TensorWindow):
        inside = pointer.in_bounds(integers(op.attributes["boundaryCheck"]))
        padding = np.nan if integer(op.attributes.get("padding", "1")) == 2 else 0
        loaded = machine.memory.load(pointer.addresses(), pointer.element, inside, padding)
        return fit(loaded, pointer.element)
    return machine.memory.load(pointer, pointee(op.operands[0].type), mask, other)


@operation("load")
def _load(machine: Machine, op: Op, pointer: Datum, *rest: Datum) -> Array:
    return load_of(machine, op, pointer, *(*rest, None, None)[:2])


POINTWISE.add("tt.load")


@operation("store")
def _store(machine: Machine, op: Op, pointer: Datum, value: Datum, mask: Datum = None) -> None:
    if isinstance(pointer, TensorWindow):
        inside = pointer.in_bounds(integers(op.attributes["boundaryCheck"]))
        machine.memory.store(pointer.addresses(), value, pointer.element, inside)
    else:
        machine.memory.store(pointer, value, pointee(op.operands[0].type), mask)


def _to_unsigned(x: Array) -> Array:
    return x.view(f"u{x.dtype.itemsize}")


RMW: dict[int, Callable[[Array, Array], Array]] = {
    1: np.bitwise_and,
    2: np.bitwise_or,
    3: np.bitwise_xor,
    4: np.add,
    5: np.add,
    6: np.maximum,
    7: np.minimum,
    8: lambda old, new: np.where(_to_unsigned(old) > _to_unsigned(new), old, new),
    9: lambda old, new: np.where(_to_unsigned(old) < _to_unsigned(new), old, new),
    10: lambda old, new: new,
}
"""Function from old value and operand to new value, by number of the atomic operation."""


def update_memory(
    machine: Machine, element: str, pointer: Array, mask: Array | None, update: Callable[[Array, int], Array]
) -> Array:
    """Update memory elementwise in row-major order, and return the old values."""
    old = np.zeros(pointer.size, dtype_of(element))
    for i in active(pointer, mask):
        at = pointer.reshape(-1)[i : i + 1]
        before = machine.memory.load(at, element)
        old[i] = before[0]
        machine.memory.store(at, fit(update(before, i), element), element)
    return old.reshape(pointer.shape)


@operation("atomic_rmw")
def _atomic_rmw(machine: Machine, op: Op, pointer: Array, value: Array, mask: Array | None = None) -> Array:
    combine, flat = RMW[integer(op.attributes["atomic_rmw_op"])], value.reshape(-1)
    return update_memory(machine, pointee(op.operands[0].type), pointer, mask, lambda old, i: combine(old, flat[i : i + 1]))


@operation("atomic_cas")
def _atomic_cas(machine: Machine, op: Op, pointer: Array, expected: Array, value: Array) -> Array:
    element = element_of(op.operands[1].type)
    wanted, new = to_bits(expected, element).reshape(-1), value.reshape(-1)

    def update(old: Array, i: int) -> Array:
        return np.where(to_bits(old, element) == wanted[i], new[i], old)

    return update_memory(machine, pointee(op.operands[0].type), pointer, None, update)


# --- windows
def _window(type: str, operands: Sequence[Datum], padding: float) -> TensorWindow:
    tile = block_of(type)
    if tile is None:
        raise NotModelled(f"a window that is a {type}")
    rank = len(tile.shape)
    base, *numbers = (operand.item() for operand in operands)
    parts = [tuple(numbers[i : i + rank]) for i in (0, rank, 2 * rank)]
    return TensorWindow(base, element_of(tile.element), parts[0], parts[1], parts[2] or (0,) * rank, tile.shape, padding)


@operation("make_tensor_ptr")
def _make_tensor_ptr(machine: Machine, op: Op, *operands: Datum) -> TensorWindow:
    return _window(op.results[0].type, operands, 0.0)


@operation("make_tensor_descriptor")
def _make_tensor_descriptor(machine: Machine, op: Op, *operands: Datum) -> TensorWindow:
    return _window(op.results[0].type, operands, np.nan if integer(op.attributes["padding"]) == 2 else 0.0)


@operation("advance")
def _advance(machine: Machine, op: Op, pointer: TensorWindow, *steps: Datum) -> TensorWindow:
    return replace(pointer, offsets=tuple(a + b.item() for a, b in zip(pointer.offsets, steps, strict=True)))


@operation("descriptor_load")
def _descriptor_load(machine: Machine, op: Op, descriptor: TensorWindow, *indices: Datum) -> Array:
    here = descriptor.window_at(indices)
    loaded = machine.memory.load(here.addresses(), here.element, here.in_bounds(range(len(here.block))), here.padding)
    return loaded.reshape(shape_of(op.results[0].type)).astype(loaded.dtype)


@operation("descriptor_store")
def _descriptor_store(machine: Machine, op: Op, descriptor: TensorWindow, values: Array, *indices: Datum) -> None:
    here = descriptor.window_at(indices)
    machine.memory.store(here.addresses(), values.reshape(here.block), here.element, here.in_bounds(range(len(here.block))))


def _rows(descriptor: TensorWindow, rows: Array, column: Datum) -> tuple[Array, Array]:
    """Return the addresses of a block of columns, which begins at `column`, in each of the given rows, and a bounds mask."""
    whole = replace(descriptor, block=(1, descriptor.block[-1]))
    found = [whole.window_at((row, column)) for row in rows]
    return np.concatenate([w.addresses() for w in found]), np.concatenate([w.in_bounds((0, 1)) for w in found])


@operation("descriptor_gather")
def _descriptor_gather(machine: Machine, op: Op, descriptor: TensorWindow, rows: Array, column: Datum) -> Array:
    addresses, inside = _rows(descriptor, rows, column)
    return machine.memory.load(addresses, descriptor.element, inside, descriptor.padding)


@operation("descriptor_scatter")
def _descriptor_scatter(machine: Machine, op: Op, descriptor: TensorWindow, rows: Array, column: Datum, values: Array) -> None:
    addresses, inside = _rows(descriptor, rows, column)
    machine.memory.store(addresses, values, descriptor.element, inside)
