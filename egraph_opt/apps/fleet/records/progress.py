"""Progress of a run: a bar on a terminal, otherwise a line per minute."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

from egraph_opt.apps.fleet.records.tally import Tally

EVERY = 60.0
"""Seconds between two progress lines if stderr is no terminal."""


def duration(seconds: float) -> str:
    """Return a time with at most two units: `45 s`, `12 min`, `3 h 5 min`."""
    whole = round(seconds)
    if whole < 100:
        return f"{whole} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


class Progress:
    """Display of the state of a run.

    Args:
        total: number of functions.
        before: number of functions with a record from earlier runs.
        say: writes a line to the log.
        terminal: whether stderr is a terminal.
        clock: returns seconds.
    """

    def __init__(
        self,
        total: int,
        before: int,
        say: Callable[[str], None],
        terminal: bool | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.total, self.before, self.say, self.clock = total, before, say, clock
        self.terminal = sys.stderr.isatty() if terminal is None else terminal
        self._started = self._last = clock()
        self._bar: Any = None
        self._task: Any = None

    def __enter__(self) -> Progress:
        if self.terminal:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (MofNCompleteColumn(), BarColumn(), TextColumn("{task.description}"))
            self._bar = Bar(*columns, console=Console(stderr=True, force_terminal=True), transient=True)
            self._task = self._bar.add_task("", total=self.total, completed=self.before)
            self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def update(self, tally: Tally) -> None:
        """Show the current counts: at once on a terminal, otherwise at most once every `EVERY` seconds."""
        if self._bar is not None:
            self._bar.update(self._task, completed=tally.functions, description=self.words(tally))
        elif self.clock() - self._last >= EVERY:
            self._last = self.clock()
            self.say(f"{tally.functions}/{self.total} functions: {self.words(tally)}")

    def words(self, tally: Tally) -> str:
        spent, fresh = self.clock() - self._started, tally.functions - self.before
        if not fresh or spent <= 0:
            return tally.words()
        rate, left = fresh / spent, self.total - tally.functions
        return f"{rate:.3g}/s, {duration(left / rate)} left; {tally.words()}"
