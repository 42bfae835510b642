"""Memory for values that do not leave the program: buffers that are not used at the same time share it, as IREE packs them.

The method is IREE's (Stream/Transforms/LayoutSlices.cpp): in order of first use, each buffer goes into the smallest gap between
those that are in use at the same time, and else behind them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

ALIGNMENT = 64
"""Bytes to which offsets and lengths are rounded up."""


@dataclass(frozen=True, slots=True)
class Buffer:
    """Buffer of `size` bytes, in use from one wave to another, both included."""

    size: int
    first: int
    last: int


def packed(buffers: Iterable[Buffer]) -> int:
    """Return the bytes that buffers take together, given in order of first use."""
    placed: list[tuple[int, int, Buffer]] = []
    total = 0
    for buffer in buffers:
        size = aligned(buffer.size)
        start, best, least = 0, None, None
        for offset, end, other in sorted(placed, key=lambda p: p[0]):
            if other.first > buffer.last or buffer.first > other.last:
                continue
            if start + size <= offset and (least is None or offset - start < least):
                best, least = start, offset - start
            start = max(start, end)
        offset = start if best is None else best
        placed.append((offset, offset + size, buffer))
        total = max(total, offset + size)
    return total


def aligned(size: int) -> int:
    """Return a number of bytes rounded up to the alignment."""
    return -(-size // ALIGNMENT) * ALIGNMENT
