"""Backlog of a stream: while several launches wait for the GPU, a launch that takes the host longer costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

PERIOD = 64
"""Greatest number of launches of a kernel from one look to the next, while launches do not wait; ..."""
WAITING_PERIOD = 16
"""... and the number while they do: a host that takes longer for each launch must not let the GPU run dry. Looks start at this number after
launches that waited, and double it each time: launches in a row wait again soon after the first ones."""
MIN_QUEUED_LAUNCHES = 8
"""Number of launches of the kernel by which the GPU must be behind. Where the host is the limit, it is behind by one at most."""


class Backlog:
    """Looks at the stream of one kernel's launches, now and then: each look takes the host some microseconds."""

    def __init__(self) -> None:
        self.waits = False
        """True while launches wait for the GPU, as far as is known."""
        self.left = 1
        """Number of launches until the next look. Whoever launches counts, as a call for each launch would cost too much."""
        self._period = WAITING_PERIOD
        self._event: Any = None
        self._recorded = False

    def look(self) -> None:
        """Look at the current stream, which is that of the launches, before one of them. Nothing may be recorded on it."""
        if self._event is None:
            self._event = import_module("torch").cuda.Event()
        if self._recorded:
            self.waits = not self._event.query()
            if self.waits:
                self._period = WAITING_PERIOD
            self.left = self._period - MIN_QUEUED_LAUNCHES
            if not self.waits:
                self._period = min(2 * self._period, PERIOD)
        else:
            self._event.record()
            self.left = MIN_QUEUED_LAUNCHES
        self._recorded = not self._recorded
