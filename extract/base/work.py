"""Limits of an extraction: steps, which are counted, so that it stops at the same point on every machine; seconds only for safety."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from time import monotonic, thread_time
from typing import NamedTuple

STEPS = 10_000_000
"""Default limit of an extraction's steps: about 10 s. A step is a microsecond of work, on the machine on which the weights of all
parts were measured, so a limit stops every kind of search after about the same time.
"""

SECONDS = 120.0
"""Seconds of CPU time after which an extraction ends whatever it has counted: far more than its steps take."""


SLOW = 1e-6
"""Seconds that a step may take during work that nothing can interrupt."""

CLOSING = 3 * SLOW
"""Seconds of CPU time per node for stating and checking a result, where no pass was timed yet."""

TICK = 1000
"""Steps between two checks of the clock: a check takes as long as a step."""

LOOK = 64
"""Classes between two looks at the clock in a pass whose steps are counted at once."""


MEMORY_CHECK_BYTES = 2**19
"""Bytes that a search takes between two looks at what it holds."""


class WorkOver(Exception):
    """Say that time or memory is over, in the midst of a pass that has no result before its end."""


class Limits(NamedTuple):
    """Limits of an extraction.

    `work` counts steps of about a microsecond, so that the result is the same on every machine. The others are for safety:
    `seconds` of CPU time, `wall`, seconds on the clock, and `memory`, bytes that the whole process holds.
    """

    work: float = STEPS
    seconds: float = SECONDS
    wall: float = inf
    memory: float = inf

    def share(self, part: float) -> Limits:
        """Return limits with a part of everything that is used up; memory is not."""
        return Limits(part * self.work, part * self.seconds, part * self.wall, self.memory)


LIMITS = Limits()
"""Default limits of an extraction."""


class Work:
    """Count the steps, the time and the memory that are left. Every stop but that by steps depends on the machine."""

    def __init__(self, steps: float = STEPS, seconds: float = SECONDS, wall: float = inf, memory: float = inf) -> None:
        self.steps = steps
        self.spent = 0.0
        """The steps that were taken."""
        self.look = 0.0
        """The steps at which the clock is looked at next."""
        self.began = thread_time(), monotonic()
        self.deadline = self.began[0] + seconds
        self.wall = self.began[1] + wall
        self.memory = memory
        """Most bytes that the whole process may hold."""
        self.closing = 0.0
        """Seconds of CPU time for the work after the search."""
        self.elsewhere = 0.0
        """Seconds of CPU time that other processes used."""
        self.passing = 0.0
        """Seconds of CPU time that a step of a pass over all nodes took, once one was timed."""
        self.stopped_by = ""
        """First limit that was met: `work`, `seconds`, `wall` or `memory`; empty before."""

    def spend(self, steps: float) -> None:
        """Count steps that were taken."""
        self.spent += steps

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether there may be no more, or no time for the steps `ahead`, which nothing interrupts."""
        if not self.stopped_by and self.spent >= self.steps:
            self.stopped_by = "work"
        elif not self.stopped_by and (ahead or self.spent >= self.look):
            self.look = self.spent + TICK
            self.stopped_by = self._look(ahead)
        return bool(self.stopped_by)

    def _look(self, ahead: float = 0.0, took: float = 0.0) -> str:
        (seconds, wall), need = self.clocks, ahead * max(self._pace(), self.passing) if ahead else took
        if seconds <= need:
            return "seconds"
        if wall < inf and wall <= need * self._slower():
            return "wall"
        return "memory" if self.memory < inf and held_memory() + MEMORY_CHECK_BYTES > self.memory else ""

    def check(self, took: float = 0.0) -> None:
        """Raise `WorkOver` if time or memory is over, or no such seconds of CPU time are left.

        It is for passes that are made whatever steps are left, or whose steps are counted at once, so that a long one ends in time, too.
        """
        self.stopped_by = self.stopped_by or self._look(0.0, took)
        if self.stopped_by not in ("", "work"):
            raise WorkOver

    def has_time(self, steps: float) -> bool:
        """Return whether there is time, at the pace so far, for steps that nothing interrupts. If not, all is not over: something shorter
        may take their place.
        """
        return bool(self.stopped_by) or not self._look(steps)

    def has_memory(self, need: Callable[[], float]) -> bool:
        """Return whether there is memory for so many bytes, which are counted only where memory is limited. If not, all is not over."""
        return self.memory == inf or held_memory() + need() <= self.memory

    def charge(self, seconds: float) -> None:
        """Count CPU time that another process used."""
        self.deadline -= seconds
        self.elsewhere += seconds

    def reserve(self, seconds: float) -> None:
        """Keep CPU time for the work after the search: on the clock as much more as all took so far."""
        self.closing = seconds

    def allows(self, steps: float, took: float = 0.0, memory: float = 0.0) -> bool:
        """Return whether there is room for steps that nothing interrupts, of which the like `took` so many seconds of processor
        time, and for so many bytes.

        If not, all is over: nothing later takes their place. On the clock they take as much longer as all did so far.
        """
        (seconds, wall), need = self.clocks, max(took, SLOW * steps)
        if not self.stopped_by and self.memory < inf and held_memory() + memory > self.memory:
            self.stopped_by = "memory"
        if not self.stopped_by and seconds < need:
            self.stopped_by = "seconds"
        if not self.stopped_by and wall < inf and wall < need * self._slower():
            self.stopped_by = "wall"
        if not self.stopped_by and self.spent + steps > self.steps:
            self.stopped_by = "work"
        return not self.over()

    @property
    def left(self) -> float:
        """The steps that are left."""
        return self.steps - self.spent

    @property
    def clocks(self) -> tuple[float, float]:
        """The seconds that are left: of CPU time, and on the clock."""
        seconds = self.deadline - thread_time() - self.closing
        wall = self.wall - monotonic() - self.closing * self._slower() if self.wall < inf else inf
        return max(0.0, seconds), max(0.0, wall)

    @property
    def alone(self) -> float:
        """The seconds on the clock after which the CPU time is used up too, if other programs slow this one as they did so far."""
        seconds, wall = self.clocks
        return min(seconds * self._slower(), wall)

    def _pace(self) -> float:
        """Return how many seconds of CPU time a step took so far."""
        return (thread_time() - self.began[0]) / self.spent if self.spent else SLOW

    def _slower(self) -> float:
        """Return how many seconds on the clock one of CPU time took so far, at least 1: other programs may slow this one."""
        used = thread_time() - self.began[0] + self.elsewhere
        return max(1.0, (monotonic() - self.began[1]) / used) if used > 0 else 1.0

    def rest(self, part: float = 1.0) -> Limits:
        """Return limits for a part of what is left."""
        return Limits(max(0.0, self.left), *self.clocks, self.memory).share(part)

    def part(self, most: float = inf) -> WorkPart:
        """Return a part of what is left: `most` steps from now on."""
        return WorkPart(self, min(self.steps, self.spent + most))


class WorkPart:
    """Part of the work, with a limit of its own beside that of the whole. The whole goes on when a part ends."""

    def __init__(self, whole: Work, until: float) -> None:
        self.whole, self.until = whole, until

    def spend(self, steps: float) -> None:
        """Count steps that were taken."""
        self.whole.spent += steps

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether there may be no more, of this part or of the whole, or no time for the steps `ahead`, which nothing interrupts."""
        return self.whole.over(ahead) or self.whole.spent >= self.until

    def has_time(self, steps: float) -> bool:
        """Return whether the whole has time for steps that nothing interrupts."""
        return self.whole.has_time(steps)

    def has_memory(self, need: Callable[[], float]) -> bool:
        """Return whether there is memory for so many bytes."""
        return self.whole.has_memory(need)

    def check(self) -> None:
        """Raise `WorkOver` if time or memory of the whole is over."""
        self.whole.check()

    @property
    def left(self) -> float:
        """The steps that are left of this part."""
        return self.until - self.whole.spent

    @property
    def spent(self) -> float:
        """The steps that the whole has taken."""
        return self.whole.spent

    @property
    def clocks(self) -> tuple[float, float]:
        """The seconds that are left of the whole: of CPU time, and on the clock."""
        return self.whole.clocks

    @property
    def alone(self) -> float:
        """The seconds on the clock after which the CPU time of the whole is used up."""
        return self.whole.alone

    def allows(self, steps: float, took: float = 0.0, memory: float = 0.0) -> bool:
        """Return whether this part and the whole have room for the steps, as `allows` of the whole does."""
        return not self.over() and steps <= self.left and self.whole.allows(steps, took, memory)

    def part(self, most: float = inf) -> WorkPart:
        """Return a part of what is left of this part: `most` steps from now on."""
        return WorkPart(self.whole, min(self.until, self.whole.spent + most))


def held_memory() -> int:
    """Return the bytes of memory that this process holds now; if the system does not tell, the most that it ever held."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss * 1024
