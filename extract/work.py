"""What an extraction may do: steps, which are counted, so that it stops at the same point on every machine; seconds only for safety."""

from __future__ import annotations

from math import inf
from time import thread_time

STEPS = 10_000_000
"""The steps that an extraction may take: about 10 s. A step is a microsecond of work, on the machine on which the weights of all parts were
measured (`benchmarks.engine.steps`), so that a limit stops a search after about the same time whatever the search does."""

SECONDS = 120.0
"""The seconds of processor time after which an extraction ends whatever it has counted: far more than its steps take."""


TICK = 1000
"""Steps from one look at the clock to the next: a look takes as long as a step."""


class Work:
    """Count the steps and the time that are left. Only the end of the time depends on the clock."""

    def __init__(self, steps: float = STEPS, seconds: float = SECONDS) -> None:
        self.left = steps
        self.looked = inf
        """What was left at the last look at the clock."""
        self.deadline = thread_time() + seconds
        self.stopped_by = ""
        """`work` or `seconds` once there may be no more, whichever came first."""

    def spend(self, steps: float) -> None:
        """Count steps that were taken."""
        self.left -= steps

    def over(self) -> bool:
        """Return whether there may be no more."""
        if not self.stopped_by and self.left <= 0:
            self.stopped_by = "work"
        elif not self.stopped_by and self.looked - self.left >= TICK:
            self.looked = self.left
            self.stopped_by = "seconds" if thread_time() >= self.deadline else ""
        return bool(self.stopped_by)

    def part(self, most: float = inf) -> Part:
        """Return a part of what is left: `most` steps from now on."""
        return Part(self, self.left - most)


class Part:
    """Work that may take what all may, and no more than a number of steps of its own. Its end is not that of the whole."""

    def __init__(self, whole: Work, floor: float) -> None:
        self.whole, self.floor = whole, floor

    def spend(self, steps: float) -> None:
        """Count steps that were taken."""
        self.whole.left -= steps

    def over(self) -> bool:
        """Return whether there may be no more, of this part or of the whole."""
        return self.whole.over() or self.whole.left <= self.floor
