"""Device commands of a schedule: dispatches, copies and fills, with the byte ranges that they read and write."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from egraph_opt.families.region.encode.loop_nest import Nest


class ByteRange(NamedTuple):
    """Access to bytes `start` to `end` (exclusive) of a value; `value` is its number."""

    value: int
    start: int
    end: int
    moved: int
    """Number of bytes accessed, which is less than the range for a tensor part that is not contiguous."""


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
