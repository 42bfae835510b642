"""Global memory: an address is a buffer's number in the high bits and a byte offset in the low ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from egraph_opt.interpret.element import Array, Datum, dtype_of, element_of, fit, from_bits, pointee, storage_of, to_bits
from egraph_opt.interpret.errors import OutOfBounds
from egraph_opt.interpret.table import POINTWISE, operation
from egraph_opt.interpret.window import Window
from egraph_opt.ir.attributes import integer, integers
from egraph_opt.ir.module import Op

if TYPE_CHECKING:
    from egraph_opt.interpret.machine import Machine

SPACE = 44
"""Bits of an address below the buffer's number: no offset that a kernel computes comes near another buffer."""


class Memory:
    """The caller's buffers. Every access is checked; stores write the caller's arrays."""

    def __init__(self) -> None:
        self.buffers: list[Array] = []
        self.chip: dict[Op, Array] = {}
        """Shared memory, by the operation that allocates it."""
        self.begun: list[tuple[Array, Array]] = []
        """Asynchronous copies: where to, and what arrives there."""
        self.groups: list[list[tuple[Array, Array]]] = []
        """Those that were committed together, in order."""

    def add(self, buffer: Array) -> Array:
        """The address of a buffer's first element. Raises ValueError unless it is contiguous and writable."""
        if not buffer.flags.c_contiguous or not buffer.flags.writeable:
            raise ValueError("a buffer must be contiguous and writable")
        self.buffers.append(buffer.reshape(-1).view(np.uint8))
        return np.asarray(len(self.buffers) << SPACE, np.int64)

    def places(self, addresses: Array, storage: np.dtype[Any]) -> Iterator[tuple[Array, Array, Array]]:
        """For each buffer that flat `addresses` reach: its elements, which addresses are in it, and the elements' numbers."""
        numbers = addresses + (1 << SPACE - 1) >> SPACE
        for number in np.unique(numbers):
            here = np.flatnonzero(numbers == number)
            offsets = addresses[here] - (int(number) << SPACE)
            if not 1 <= number <= len(self.buffers):
                raise OutOfBounds(f"an access of address {addresses[here[0]]:#x}, which is in no buffer")
            buffer = self.buffers[number - 1]
            bad = (offsets < 0) | (offsets > len(buffer) - storage.itemsize) | (offsets % storage.itemsize != 0)
            if bad.any():
                where = f"byte {offsets[bad][0]} of buffer {number - 1}, which has {len(buffer)}"
                raise OutOfBounds(f"an access of {storage.itemsize} bytes at {where}")
            yield buffer[: len(buffer) // storage.itemsize * storage.itemsize].view(storage), here, offsets // storage.itemsize

    def load(self, addresses: Array, element: str, mask: Array | None = None, other: Datum = None) -> Array:
        """The elements at some addresses; where the mask is false `other`, or zero."""
        active = _active(addresses, mask)
        bits = np.zeros(addresses.size, storage_of(element))
        flat = addresses.reshape(-1)[active]
        for elements, here, numbers in self.places(flat, bits.dtype):
            bits[active[here]] = elements[numbers]
        loaded = from_bits(bits, element).reshape(addresses.shape)
        return loaded if mask is None or other is None else np.where(mask, loaded, other)

    def store(self, addresses: Array, values: Array, element: str, mask: Array | None = None) -> None:
        """Write elements in row-major order: of two that go to one address the last stays."""
        active = _active(addresses, mask)
        bits = to_bits(np.broadcast_to(values, addresses.shape), element).reshape(-1)[active]
        flat = addresses.reshape(-1)[active]
        for elements, here, numbers in self.places(flat, bits.dtype):
            elements[numbers] = bits[here]


def _active(addresses: Array, mask: Array | None) -> Array:
    return np.arange(addresses.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, addresses.shape))


def load_of(machine: Machine, op: Op, pointer: Datum, mask: Datum, other: Datum) -> Array:
    """A load through a tensor of pointers, one pointer, or a block pointer."""
    if isinstance(pointer, Window):
        inside = pointer.inside(integers(op.attributes["boundaryCheck"]))
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
    if isinstance(pointer, Window):
        inside = pointer.inside(integers(op.attributes["boundaryCheck"]))
        machine.memory.store(pointer.addresses(), value, pointer.element, inside)
    else:
        machine.memory.store(pointer, value, pointee(op.operands[0].type), mask)


def _unsigned(x: Array) -> Array:
    return x.view(f"u{x.dtype.itemsize}")


RMW: dict[int, Callable[[Array, Array], Array]] = {
    1: np.bitwise_and,
    2: np.bitwise_or,
    3: np.bitwise_xor,
    4: np.add,
    5: np.add,
    6: np.maximum,
    7: np.minimum,
    8: lambda old, new: np.where(_unsigned(old) > _unsigned(new), old, new),
    9: lambda old, new: np.where(_unsigned(old) < _unsigned(new), old, new),
    10: lambda old, new: new,
}
"""What an atomic operation leaves, by the number of its kind."""


def _atomic(machine: Machine, op: Op, pointer: Array, mask: Array | None, update: Callable[[Array, int], Array]) -> Array:
    """Each element in turn, in row-major order, replaces what memory holds; the old values."""
    element = pointee(op.operands[0].type)
    old = np.zeros(pointer.size, dtype_of(element))
    for i in _active(pointer, mask):
        at = pointer.reshape(-1)[i : i + 1]
        before = machine.memory.load(at, element)
        old[i] = before[0]
        machine.memory.store(at, fit(update(before, i), element), element)
    return old.reshape(pointer.shape)


@operation("atomic_rmw")
def _atomic_rmw(machine: Machine, op: Op, pointer: Array, value: Array, mask: Array | None = None) -> Array:
    combine, flat = RMW[integer(op.attributes["atomic_rmw_op"])], value.reshape(-1)
    return _atomic(machine, op, pointer, mask, lambda old, i: combine(old, flat[i : i + 1]))


@operation("atomic_cas")
def _atomic_cas(machine: Machine, op: Op, pointer: Array, expected: Array, value: Array) -> Array:
    """As the instruction does, this compares bits."""
    element = element_of(op.operands[1].type)
    wanted, new = to_bits(expected, element).reshape(-1), value.reshape(-1)

    def update(old: Array, i: int) -> Array:
        return np.where(to_bits(old, element) == wanted[i], new[i], old)

    return _atomic(machine, op, pointer, None, update)
