"""Memory for values that do not leave the program: buffers that are not used at the same time share it, as IREE packs them.

The method is IREE's (Stream/Transforms/LayoutSlices.cpp): in order of first use, each buffer goes into the smallest gap between
those that are in use at the same time, and else behind them.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.commands import DeviceCommand

ALIGNMENT = 64
"""Bytes to which offsets and lengths are rounded up."""


@dataclass(frozen=True, slots=True)
class ScheduledBuffer:
    """Buffer of `size` bytes, in use from one wave to another, both included."""

    size: int
    first: int
    last: int


def transient(
    commands: Sequence[DeviceCommand], wave: Sequence[int], buffer: Sequence[int], size: Sequence[int], kept: Container[int]
) -> Iterator[ScheduledBuffer]:
    """Yield the buffers of values that do not leave the program, in order of first use.

    Args:
        commands: in the order in which they run.
        wave: of each command; 0 is the last.
        buffer: of each value, as a number.
        size: of each buffer, in bytes.
        kept: the buffers that leave the program.
    """
    last = max(wave, default=0)
    used: dict[int, list[int]] = {}
    for n in sorted(range(len(commands)), key=lambda n: (-wave[n], n)):
        for access in (*commands[n].reads, *commands[n].writes):
            used.setdefault(buffer[access.value], []).append(last - wave[n])
    yield from (ScheduledBuffer(size[b], min(at), max(at)) for b, at in used.items() if b not in kept)


def pack_buffers(buffers: Iterable[ScheduledBuffer]) -> int:
    """Return the bytes that buffers take together, given in order of first use."""
    placed: list[tuple[int, int, ScheduledBuffer]] = []
    total = 0
    for buffer in buffers:
        size = align_size(buffer.size)
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


def align_size(size: int) -> int:
    """Return a number of bytes rounded up to the alignment."""
    return -(-size // ALIGNMENT) * ALIGNMENT
