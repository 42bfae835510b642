"""Limits of an extraction: a deterministic count of steps, and limits on time and memory for safety."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from pathlib import Path
from resource import RUSAGE_SELF, getpagesize, getrusage
from time import monotonic, thread_time
from typing import NamedTuple

STEPS = 10_000_000
"""Default step limit of an extraction: about 10 s, at about 1 µs per step."""

SECONDS = 120.0
"""Default limit of CPU time in seconds, far more than `STEPS` steps take."""


SLOW = 1e-6
"""Assumed seconds per step of work that cannot be interrupted."""

CLOSING = 3 * SLOW
"""Assumed CPU seconds per node for building and checking a result, used until the extraction has measured them."""

TICK = 1000
"""Steps between two checks of the clock: one check costs about one step."""

LOOK = 64
"""Number of e-classes between two checks of the clock, in a computation that counts its steps only at the end."""


MEMORY_CHECK_BYTES = 2**19
"""Bytes that a search may allocate between two checks of its memory."""


class WorkOver(Exception):
    """Signal that time or memory ran out in a computation without a partial result."""


class Limits(NamedTuple):
    """Limits of an extraction.

    `work` limits a count of steps (about 1 µs each), so that the result is the same on every machine. For safety, `seconds` limits CPU
    time, `wall` elapsed time, and `memory` the bytes of the whole process.
    """

    work: float = STEPS
    seconds: float = SECONDS
    wall: float = inf
    memory: float = inf

    def share(self, part: float) -> Limits:
        """Return limits with the fraction `part` of the steps and the times, and the same memory."""
        return Limits(part * self.work, part * self.seconds, part * self.wall, self.memory)


LIMITS = Limits()


class Work:
    """Counter of the steps, time and memory that an extraction has used. Only the step limit is independent of the machine."""

    def __init__(self, steps: float = STEPS, seconds: float = SECONDS, wall: float = inf, memory: float = inf) -> None:
        self.steps = steps
        self.spent = 0.0
        """Steps used."""
        self.look = 0.0
        """Value of `spent` at which the clock is checked next."""
        self.began = thread_time(), monotonic()
        self.deadline = self.began[0] + seconds
        self.wall = self.began[1] + wall
        self.memory = memory
        """Maximum bytes of the whole process."""
        self.closing = 0.0
        """CPU seconds reserved for building and checking the result."""
        self.elsewhere = 0.0
        """CPU seconds that other processes used."""
        self.passing = 0.0
        """Measured CPU seconds per step of a computation over all nodes, or 0."""
        self.stopped_by = ""
        """First limit reached (`work`, `seconds`, `wall` or `memory`), or empty."""

    def spend(self, steps: float) -> None:
        self.spent += steps

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether a limit is reached, or `ahead` uninterruptible steps do not fit into the remaining time."""
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
        """Raise `WorkOver` if time or memory ran out, or if fewer than `took` CPU seconds remain.

        Long computations call this method if they ignore the step limit or charge all steps at once.
        """
        self.stopped_by = self.stopped_by or self._look(0.0, took)
        if self.stopped_by not in ("", "work"):
            raise WorkOver

    def has_time(self, steps: float) -> bool:
        """Return whether this many uninterruptible steps fit into the remaining time, at the measured seconds per step."""
        return bool(self.stopped_by) or not self._look(steps)

    def has_memory(self, need: Callable[[], float]) -> bool:
        """Return whether `need()`, a number of bytes, fits into the memory limit; `need` is called only if there is a limit."""
        return self.memory == inf or held_memory() + need() <= self.memory

    def charge(self, seconds: float) -> None:
        """Charge CPU time that another process used."""
        self.deadline -= seconds
        self.elsewhere += seconds

    def reserve(self, seconds: float) -> None:
        """Keep back CPU seconds, and wall-clock time in proportion, for building and checking the result after the search."""
        self.closing = seconds

    def allows(self, steps: float, took: float = 0.0, memory: float = 0.0) -> bool:
        """Return whether uninterruptible work fits into the limits; else record the limit as reached.

        Args:
            steps: number of steps.
            took: CPU seconds, measured on similar work.
            memory: bytes of memory.
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
        return self.steps - self.spent

    @property
    def clocks(self) -> tuple[float, float]:
        """Seconds left: CPU time, and wall-clock time."""
        seconds = self.deadline - thread_time() - self.closing
        wall = self.wall - monotonic() - self.closing * self._slower() if self.wall < inf else inf
        return max(0.0, seconds), max(0.0, wall)

    @property
    def alone(self) -> float:
        """Wall-clock seconds until a time limit is reached, given the measured ratio of wall-clock time to CPU time."""
        seconds, wall = self.clocks
        return min(seconds * self._slower(), wall)

    def _pace(self) -> float:
        """Return the measured CPU seconds per step."""
        return (thread_time() - self.began[0]) / self.spent if self.spent else SLOW

    def _slower(self) -> float:
        """Return the measured wall-clock seconds per CPU second, at least 1."""
        used = thread_time() - self.began[0] + self.elsewhere
        return max(1.0, (monotonic() - self.began[1]) / used) if used > 0 else 1.0

    def rest(self, part: float = 1.0) -> Limits:
        """Return limits with the fraction `part` of the remaining steps and time."""
        return Limits(max(0.0, self.left), *self.clocks, self.memory).share(part)

    def part(self, most: float = inf) -> WorkPart:
        """Return a budget for one computation: at most `most` of the remaining steps."""
        return WorkPart(self, min(self.steps, self.spent + most))


class WorkPart:
    """Budget of steps for one computation, out of the steps of a `Work` counter. When it is used up, only this computation must stop."""

    def __init__(self, whole: Work, until: float) -> None:
        self.whole, self.until = whole, until

    def spend(self, steps: float) -> None:
        self.whole.spent += steps

    def over(self, ahead: float = 0.0) -> bool:
        """Return whether this budget or a limit of the extraction is used up, or `ahead` uninterruptible steps do not fit."""
        return self.whole.over(ahead) or self.whole.spent >= self.until

    def has_time(self, steps: float) -> bool:
        return self.whole.has_time(steps)

    def has_memory(self, need: Callable[[], float]) -> bool:
        return self.whole.has_memory(need)

    def check(self) -> None:
        self.whole.check()

    @property
    def left(self) -> float:
        return self.until - self.whole.spent

    @property
    def spent(self) -> float:
        return self.whole.spent

    @property
    def clocks(self) -> tuple[float, float]:
        return self.whole.clocks

    @property
    def alone(self) -> float:
        return self.whole.alone

    def allows(self, steps: float, took: float = 0.0, memory: float = 0.0) -> bool:
        """Return whether uninterruptible work fits into this budget and into the limits of the extraction (see `Work.allows`)."""
        return not self.over() and steps <= self.left and self.whole.allows(steps, took, memory)

    def part(self, most: float = inf) -> WorkPart:
        return WorkPart(self.whole, min(self.until, self.whole.spent + most))


def held_memory() -> int:
    """Return the resident bytes of this process, or their peak if the system does not report the current size."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize()
    except OSError:
        return getrusage(RUSAGE_SELF).ru_maxrss * 1024
