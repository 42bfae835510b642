"""Check that programs that are proved equal, each run on a fresh copy of the same memory, produce the same bits."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from egraph_opt.apps.sentinel.comparison.argument_memory import Bytes, MemoryDifference, MemoryPlace, differences

REPEATED_RUNS = 4
"""Number of repeated runs of each of two differing programs, to detect a program that is not deterministic."""

Outcome = Literal["same", "different", "unstable", "crashed", "skipped"]

P = TypeVar("P", contravariant=True)


class Crash(Exception):
    """Error: a program fails or hangs."""


class LaunchMachine(Protocol[P]):
    """Interface of devices that run programs on copies of a launch's memory. `places` say where in this memory each pointer
    argument points.
    """

    @property
    def places(self) -> Sequence[MemoryPlace]: ...

    def copy_memories(self) -> Any:
        """Return copies of the storages of all argument tensors, as they were before the launch."""

    def run(self, program: P, memories: Any) -> None:
        """Run a program on the whole grid, and wait for its end.

        Raises:
            Crash: the program fails or hangs.
        """

    def is_same(self, one: Any, other: Any) -> bool:
        """Return whether two copies of the memories have equal bits."""

    def on_host(self, memories: Any) -> list[Bytes]:
        """Return the contents of copied memories, as arrays on the host."""


@dataclass(frozen=True, slots=True)
class ProgramComparison:
    """Result of running programs that are proved equal, identified by index.

    The outcome `different` means that program `number` is the first whose bits differ from those of program 0. The later programs
    in `alike` write the same bits as program `number`. `crashed` means that program `number` crashed. `unstable` means that program
    `number` is not deterministic, but the programs in `alike` are.
    """

    outcome: Outcome
    number: int = 0
    reason: str = ""
    differences: tuple[MemoryDifference, ...] = ()
    alike: tuple[int, ...] = ()
    memories: tuple[list[Bytes], list[Bytes]] | None = None
    """Final contents of the memories of both programs, if they differ."""


def compare_programs(programs: Sequence[P], machine: LaunchMachine[P]) -> ProgramComparison:
    """Run each program once, the first program twice, and two differing programs several times more.

    Raises:
        CannotCompare: copies of the memories do not fit the device.
    """
    number = 0
    try:
        first, again = _run_from_start(programs[0], machine), _run_from_start(programs[0], machine)
        if not machine.is_same(first, again):
            return _unstable(programs, 0, first, again, machine)
        del again
        for number, program in enumerate(programs[1:], 1):
            found = _run_from_start(program, machine)
            if machine.is_same(first, found):
                continue
            hosted = machine.on_host(first), machine.on_host(found)
            differing = differences(*hosted, machine.places)
            if not differing:
                continue
            for _ in range(REPEATED_RUNS):
                for which, left in ((0, first), (number, found)):
                    if not machine.is_same(left, once_more := _run_from_start(programs[which], machine)):
                        return _unstable(programs, which, left, once_more, machine)
            alike = _alike(programs, number, found, machine)
            return ProgramComparison("different", number, str(differing[0]), tuple(differing), alike, hosted)
    except Crash as crash:
        return ProgramComparison("crashed", number, str(crash))
    return ProgramComparison("same")


def _run_from_start(program: P, machine: LaunchMachine[P]) -> Any:
    memories = machine.copy_memories()
    machine.run(program, memories)
    return memories


def _alike(programs: Sequence[P], number: int, left: Any, machine: LaunchMachine[P]) -> tuple[int, ...]:
    """Return the indices of later programs that write the same bits (`left`) as program `number`."""
    found = []
    with suppress(Crash):
        for other in range(number + 1, len(programs)):
            if machine.is_same(left, _run_from_start(programs[other], machine)):
                found.append(other)
    return tuple(found)


def _unstable(programs: Sequence[P], number: int, one: Any, other: Any, machine: LaunchMachine[P]) -> ProgramComparison:
    found = differences(machine.on_host(one), machine.on_host(other), machine.places)
    steady = []
    with suppress(Crash):
        for which in range(len(programs)):
            if which == number:
                continue
            left = _run_from_start(programs[which], machine)
            if all(machine.is_same(left, _run_from_start(programs[which], machine)) for _ in range(REPEATED_RUNS)):
                steady.append(which)
    return ProgramComparison("unstable", number, str(found[0]) if found else "payloads of NaNs", tuple(found), tuple(steady))
