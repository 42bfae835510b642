"""Linear layouts as data: linear maps over F2 from hardware bits to the bits of a tensor index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from egraph_opt.errors import EgraphOptError


class InvalidLayout(EgraphOptError, ValueError):
    """Error for a malformed encoding, or an encoding that does not fit the shape."""


@dataclass(frozen=True, slots=True)
class LinearLayout:
    """Map from hardware points to tensor elements (Zhou et al., "Linear Layouts", arXiv 2505.23819).

    A point is the bits of (register, lane, warp, block). The element's row-major index in `shape` is the xor of the bases of the set bits.
    Extents are powers of two, so axes have disjoint index bits. Points that differ in a bit with zero basis hold copies. Bases are listed
    lowest bit first.
    """

    register: tuple[int, ...]
    lane: tuple[int, ...]
    warp: tuple[int, ...]
    block: tuple[int, ...]
    shape: tuple[int, ...]

    @property
    def bases(self) -> tuple[int, ...]:
        """All bases, in the order register, lane, warp, block."""
        return self.register + self.lane + self.warp + self.block

    def element(self, register: int, lane: int = 0, warp: int = 0, block: int = 0) -> int:
        """Return the row-major index of the element at a hardware point."""
        index = 0
        for number, bases in ((register, self.register), (lane, self.lane), (warp, self.warp), (block, self.block)):
            for bit, basis in enumerate(bases):
                if number >> bit & 1:
                    index ^= basis
        return index


def echelon(vectors: Iterable[int]) -> tuple[int, ...]:
    """Return the reduced basis, in ascending order, of the F2 span of `vectors` (a canonical form of the span)."""
    basis: list[int] = []
    for vector in vectors:
        for other in basis:
            vector = min(vector, vector ^ other)
        if vector:
            top = 1 << vector.bit_length() - 1
            basis = sorted([vector, *(other ^ vector if other & top else other for other in basis)], reverse=True)
    return tuple(reversed(basis))


def span_rank(vectors: Iterable[int]) -> int:
    """Return the dimension of the F2 span of `vectors`."""
    basis: dict[int, int] = {}
    for vector in vectors:
        while vector and vector.bit_length() in basis:
            vector ^= basis[vector.bit_length()]
        if vector:
            basis[vector.bit_length()] = vector
    return len(basis)


def log2(size: int) -> int:
    return size.bit_length() - 1


def index_shifts(shape: Sequence[int]) -> list[int]:
    """Return the lowest bit position of each axis in a row-major index of `shape`."""
    shifts = [0] * len(shape)
    for axis in range(len(shape) - 1, 0, -1):
        shifts[axis - 1] = shifts[axis] + log2(shape[axis])
    return shifts


def elements_per_thread(layout: LinearLayout) -> int:
    """Return the number of registers per thread that hold the tensor, including copies."""
    return 1 << len(layout.register)


def replication(layout: LinearLayout) -> int:
    """Return the number of hardware points per element."""
    return (1 << len(layout.bases)) // prod(layout.shape)


def equal(a: LinearLayout, b: LinearLayout) -> bool:
    return a == b


def is_surjective(layout: LinearLayout) -> bool:
    """Return whether every element belongs to some hardware point."""
    return 1 << span_rank(layout.bases) == prod(layout.shape)
