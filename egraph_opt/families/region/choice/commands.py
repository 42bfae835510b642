"""Commands of a device, and the waves in which they run.

Two commands on one buffer may run in one wave if the byte ranges that they name are adjacent: IREE looks at neighbours in the chain
of writes only, and assumes that any other two ranges overlap (Stream/Analysis/ResourceHazards.cpp). The device runs all commands at
once that the host does not wait for earlier.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.region.encode.nest import Nest


class ByteRange(NamedTuple):
    """Access to the bytes `start` to `end` of a value; `end` is one past the last."""

    value: int
    start: int
    end: int
    moved: int
    """Bytes accessed: fewer than the range if the window is scattered."""


class DeviceCommand(NamedTuple):
    """Command of the device; `moved` counts bytes.

    `kind` is dispatch, slow (a copying dispatch), copy, fill, transfer, or opaque: an unknown operation.
    """

    kind: str
    reads: tuple[ByteRange, ...]
    writes: tuple[ByteRange, ...]
    flops: float
    moved: int
    nests: tuple[Nest, ...] = ()


@dataclass
class CommandSchedule:
    """Commands in order, and the wave of each: 0 is the last."""

    commands: list[DeviceCommand] = field(default_factory=list)
    wave: list[int] = field(default_factory=list)
    transient: int = 0
    """Bytes of buffers that are neither arguments nor results."""

    def waves(self) -> list[list[DeviceCommand]]:
        """Return the commands that run at once, wave by wave, first to last."""
        count = max(self.wave, default=-1) + 1
        return [[c for c, w in zip(self.commands, self.wave, strict=True) if w == n] for n in reversed(range(count))]

    def count(self, *kinds: str) -> int:
        """Return the number of commands of these kinds."""
        return sum(c.kind in kinds for c in self.commands)

    def totals(self) -> dict[str, int]:
        """Return what is counted of a schedule, by name; `moved` is in bytes."""
        kinds = {"dispatches": "dispatch", "slow": "slow", "copies": "copy", "fills": "fill"}
        counts = {name: self.count(kind) for name, kind in kinds.items()}
        return {**counts, "waves": len(self.waves()), "moved": sum(command.moved for command in self.commands)}


def in_waves(
    commands: Sequence[DeviceCommand], producer: Mapping[int, int], awaited: Sequence[Sequence[int]], first: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """Return the order in which commands run, as their numbers, and the wave of each in that order.

    Within a run of commands that the host does not interrupt, IREE goes backwards, and puts a command into the earliest wave that
    there is yet.

    Args:
        commands: in the order of the program.
        producer: for each value that a command makes, the number of that command.
        awaited: the values that the host waits for, each time that it waits.
        first: the numbers of commands that run before all others.
    """
    run = [-1 if n in first else len(awaited) for n in range(len(commands))]
    for k, values in reversed(list(enumerate(awaited))):
        stack = [producer[v] for v in values if v in producer]
        while stack:
            n = stack.pop()
            if run[n] > k:
                run[n] = k
                stack += [producer[read.value] for read in commands[n].reads if read.value in producer]
    order = sorted(range(len(commands)), key=lambda n: (run[n], n))
    wave = [0] * len(commands)
    latest = 0
    for n, after in zip(reversed(order), [None, *reversed(order)], strict=False):
        latest += after is not None and run[n] != run[after]
        latest = wave[n] = max(wave[n], latest)
        for p, waits in before(commands, producer, n):
            wave[p] = max(wave[p], wave[n] + waits)
    return order, [wave[n] for n in order]


def depths(commands: Sequence[DeviceCommand], producer: Mapping[int, int]) -> list[int]:
    """Return for each command how many others run before it, one after the other. Commands are in an order in which they can run."""
    depth = [0] * len(commands)
    for n in range(len(commands)):
        depth[n] = max((depth[p] + waits for p, waits in before(commands, producer, n)), default=0)
    return depth


def before(commands: Sequence[DeviceCommand], producer: Mapping[int, int], n: int) -> Iterator[tuple[int, int]]:
    """Yield the commands that make what a command reads, and 1 for each that it waits for, 0 for each that it may run beside."""
    for read in commands[n].reads:
        p = producer.get(read.value)
        if p is not None and p != n:
            wrote = [access for access in commands[p].writes if access.value == read.value]
            yield p, int(not any(access.end == read.start or access.start == read.end for access in wrote))
