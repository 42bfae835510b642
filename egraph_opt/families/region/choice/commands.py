"""Device commands, and the waves of commands that run concurrently.

Two commands on one buffer may share a wave if their byte ranges are adjacent (Stream/Analysis/ResourceHazards.cpp).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.region.encode.loop_nest import Nest


class ByteRange(NamedTuple):
    """Access to bytes `start` to `end` (exclusive) of a value; `value` is its number."""

    value: int
    start: int
    end: int
    moved: int
    """Number of bytes accessed, which is less than the range for a window that is not contiguous."""


class DeviceCommand(NamedTuple):
    """Device command, such as a dispatch or a copy.

    `kind` is dispatch, slow (dispatch that only copies), copy, fill, transfer, or opaque (unknown operation). `moved` is the number of
    bytes that the command reads and writes.
    """

    kind: str
    reads: tuple[ByteRange, ...]
    writes: tuple[ByteRange, ...]
    flops: float
    moved: int
    nests: tuple[Nest, ...] = ()


@dataclass
class CommandSchedule:
    """Device commands in execution order, with the number of the wave (group of concurrent commands) of each; wave 0 runs last."""

    commands: list[DeviceCommand] = field(default_factory=list)
    wave: list[int] = field(default_factory=list)
    transient: int = 0
    """Bytes of buffers that are neither arguments nor results."""

    def waves(self) -> list[list[DeviceCommand]]:
        """Return the commands of each wave (group of concurrent commands); the first wave runs first."""
        count = max(self.wave, default=-1) + 1
        return [[c for c, w in zip(self.commands, self.wave, strict=True) if w == n] for n in reversed(range(count))]

    def count(self, *kinds: str) -> int:
        return sum(c.kind in kinds for c in self.commands)

    def totals(self) -> dict[str, int]:
        kinds = {"dispatches": "dispatch", "slow": "slow", "copies": "copy", "fills": "fill"}
        counts = {name: self.count(kind) for name, kind in kinds.items()}
        return {**counts, "waves": len(self.waves()), "moved": sum(command.moved for command in self.commands)}


def in_waves(
    commands: Sequence[DeviceCommand], producer: Mapping[int, int], awaited: Sequence[Sequence[int]], first: Collection[int] = ()
) -> tuple[list[int], list[int]]:
    """Return the numbers of commands in execution order, and the wave of each command in this order.

    As in IREE, commands between two waits of the host are visited backwards. Each joins the earliest wave made so far. If the wave depends
    on the visited command, a new wave is put before it.

    Args:
        commands: in program order.
        producer: number of the command that makes each value.
        awaited: for each wait of the host, the values awaited.
        first: numbers of the commands that run before all other commands.
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
    """Return the length of the longest dependence chain before each command. `commands` are in a valid execution order."""
    depth = [0] * len(commands)
    for n in range(len(commands)):
        depth[n] = max((depth[p] + waits for p, waits in before(commands, producer, n)), default=0)
    return depth


def before(commands: Sequence[DeviceCommand], producer: Mapping[int, int], n: int) -> Iterator[tuple[int, int]]:
    """Yield (p, w) for each producer p that command `n` reads; w is 1 if `n` must wait for p, 0 if both may share a wave."""
    for read in commands[n].reads:
        p = producer.get(read.value)
        if p is not None and p != n:
            wrote = [access for access in commands[p].writes if access.value == read.value]
            yield p, int(not any(access.end == read.start or access.start == read.end for access in wrote))
