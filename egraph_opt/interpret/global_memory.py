"""Global memory. The high bits of an address are a buffer's number, the low bits a byte offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from egraph_opt.interpret.element_types import Array, Datum, from_bits, storage_of, to_bits
from egraph_opt.interpret.errors import OutOfBounds
from egraph_opt.ir.module import Op

SPACE = 44
"""Number of bits of a byte offset, large enough that no offset in a kernel reaches another buffer."""


class CallerMemory:
    """Memory that consists of the caller's arrays. Every access is bounds-checked; stores modify the arrays."""

    def __init__(self) -> None:
        self.buffers: list[Array] = []
        self.chip: dict[Op, Array] = {}
        """Allocating operation -> its shared memory."""
        self.begun: list[tuple[Array, Array]] = []
        """Asynchronous copies in flight: destination and value."""
        self.groups: list[list[tuple[Array, Array]]] = []
        """Committed groups of copies, in order."""

    def fresh(self, shape: Sequence[int], dtype: np.dtype[Any]) -> Array:
        """Return shared memory with arbitrary contents."""
        return np.zeros(shape, dtype)

    def add(self, buffer: Array) -> Array:
        """Add a buffer and return its base address. Raises ValueError if the buffer is not contiguous or not writable."""
        if not buffer.flags.c_contiguous or not buffer.flags.writeable:
            raise ValueError("a buffer must be contiguous and writable")
        self.buffers.append(buffer.reshape(-1).view(np.uint8))
        return np.asarray(len(self.buffers) << SPACE, np.int64)

    def places(self, addresses: Array, storage: np.dtype[Any]) -> Iterator[tuple[Array, Array, Array]]:
        """Yield, for each buffer that flat `addresses` reach: its elements, the positions of its addresses among `addresses`, and
        the element indices.
        """
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
        """Load elements. Where the mask is false, the result is `other` or zero."""
        chosen = active(addresses, mask)
        bits = np.zeros(addresses.size, storage_of(element))
        flat = addresses.reshape(-1)[chosen]
        for elements, here, numbers in self.places(flat, bits.dtype):
            bits[chosen[here]] = elements[numbers]
        loaded = from_bits(bits, element).reshape(addresses.shape)
        return loaded if mask is None or other is None else np.where(mask, loaded, np.asarray(other).astype(loaded.dtype))

    def store(self, addresses: Array, values: Array, element: str, mask: Array | None = None) -> None:
        """Store elements in row-major order, so that the last of several values for one address stays."""
        chosen = active(addresses, mask)
        bits = to_bits(np.broadcast_to(values, addresses.shape), element).reshape(-1)[chosen]
        flat = addresses.reshape(-1)[chosen]
        for elements, here, numbers in self.places(flat, bits.dtype):
            elements[numbers] = bits[here]


def active(addresses: Array, mask: Array | None) -> Array:
    """Return the indices of the addresses where a mask is true."""
    return np.arange(addresses.size) if mask is None else np.flatnonzero(np.broadcast_to(mask, addresses.shape))
