"""Packing of transient buffers: buffers with disjoint live ranges share memory.

As in IREE (Stream/Transforms/LayoutSlices.cpp), each buffer gets the smallest sufficient gap between live buffers, in order of first use.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from egraph_opt.families.region.choice.scheduling.commands import DeviceCommand

ALIGNMENT = 64
"""Alignment of offsets and sizes, in bytes."""


@dataclass(frozen=True, slots=True)
class ScheduledBuffer:
    """Buffer of `size` bytes that is live from wave `first` to wave `last`, inclusive (a wave is a group of concurrent commands)."""

    size: int
    first: int
    last: int


def transient(
    commands: Sequence[DeviceCommand], wave: Sequence[int], buffer: Sequence[int], size: Sequence[int], kept: Container[int]
) -> Iterator[ScheduledBuffer]:
    """Yield the buffers that are neither arguments nor results of the program, in order of first use.

    Args:
        commands: commands in execution order.
        wave: number of the wave (group of concurrent commands) that contains each command; wave 0 runs last.
        buffer: number of each value's buffer.
        size: size of each buffer, in bytes.
        kept: buffers of the program's arguments and results.
    """
    last = max(wave, default=0)
    used: dict[int, list[int]] = {}
    for n in sorted(range(len(commands)), key=lambda n: (-wave[n], n)):
        for access in (*commands[n].reads, *commands[n].writes):
            used.setdefault(buffer[access.value], []).append(last - wave[n])
    yield from (ScheduledBuffer(size[b], min(at), max(at)) for b, at in used.items() if b not in kept)


def pack_buffers(buffers: Iterable[ScheduledBuffer]) -> int:
    """Pack buffers, listed in order of first use, and return the total size in bytes."""
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
    """Round a size in bytes up to a multiple of `ALIGNMENT`."""
    return -(-size // ALIGNMENT) * ALIGNMENT
