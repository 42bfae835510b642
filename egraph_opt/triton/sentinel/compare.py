"""Whether equal programs leave the same bits: each runs on a fresh copy of the same memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeVar

from egraph_opt.triton.sentinel.places import Bytes, Difference, Place, differences

AGAIN = 4
"""How often each of two programs that differ is run once more: what then differs from itself is not compared."""

Outcome = Literal["same", "different", "unstable", "crashed", "skipped"]

P = TypeVar("P", contravariant=True)


class Crash(Exception):
    """A program did not end as it should: what the machine said."""


class Machine(Protocol[P]):
    """Runs programs on copies of what a launch was given. `places` say what points into which memory."""

    @property
    def places(self) -> Sequence[Place]: ...

    def copied(self) -> Any:
        """Copies of all memories, as the launch found them."""

    def run(self, program: P, memories: Any) -> None:
        """Run all of a grid, and wait for its end.

        Raises:
            Crash: it has none, or no good one.
        """

    def same(self, one: Any, other: Any) -> bool:
        """Whether all bits are the same."""

    def on_host(self, memories: Any) -> list[Bytes]:
        """The contents of the memories."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """What running programs showed; they are told by their numbers.

    `different`: program `number` is the first to differ from program 0, and `alike` are those after it that leave the same bits as it does.
    `crashed`: program `number` did. `unstable`: program `number` leaves other bits from run to run, so that nothing can be said; `alike`
    are those that do not.
    """

    outcome: Outcome
    number: int = 0
    reason: str = ""
    differences: tuple[Difference, ...] = ()
    alike: tuple[int, ...] = ()
    memories: tuple[list[Bytes], list[Bytes]] | None = None
    """Where programs differ: what both left."""


def compared(programs: Sequence[P], machine: Machine[P]) -> Comparison:
    """Run each program once, the first twice, and those that differ some times more.

    Raises:
        CannotCompare: there is no room for copies.
    """
    number = 0
    try:
        first, again = _after(programs[0], machine), _after(programs[0], machine)
        if not machine.same(first, again):
            return _unstable(programs, 0, first, again, machine)
        del again
        for number, program in enumerate(programs[1:], 1):
            found = _after(program, machine)
            if machine.same(first, found):
                continue
            hosted = machine.on_host(first), machine.on_host(found)
            differing = differences(*hosted, machine.places)
            if not differing:
                continue
            for _ in range(AGAIN):
                for which, left in ((0, first), (number, found)):
                    if not machine.same(left, once_more := _after(programs[which], machine)):
                        return _unstable(programs, which, left, once_more, machine)
            alike = _alike(programs, number, found, machine)
            return Comparison("different", number, str(differing[0]), tuple(differing), alike, hosted)
    except Crash as crash:
        return Comparison("crashed", number, str(crash))
    return Comparison("same")


def _after(program: P, machine: Machine[P]) -> Any:
    memories = machine.copied()
    machine.run(program, memories)
    return memories


def _alike(programs: Sequence[P], number: int, left: Any, machine: Machine[P]) -> tuple[int, ...]:
    """The programs after one that leave what it left."""
    found = []
    with suppress(Crash):
        for other in range(number + 1, len(programs)):
            if machine.same(left, _after(programs[other], machine)):
                found.append(other)
    return tuple(found)


def _unstable(programs: Sequence[P], number: int, one: Any, other: Any, machine: Machine[P]) -> Comparison:
    found = differences(machine.on_host(one), machine.on_host(other), machine.places)
    steady = []
    with suppress(Crash):
        for which in range(len(programs)):
            if which == number:
                continue
            left = _after(programs[which], machine)
            if all(machine.same(left, _after(programs[which], machine)) for _ in range(AGAIN)):
                steady.append(which)
    return Comparison("unstable", number, str(found[0]) if found else "payloads of NaNs", tuple(found), tuple(steady))
