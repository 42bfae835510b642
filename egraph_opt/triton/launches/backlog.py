"""Sampling of a stream's backlog. While launches queue for the GPU, host time per launch is free."""

from __future__ import annotations

from importlib import import_module
from typing import Any

PERIOD = 64
"""Largest number of launches between samples while launches do not queue."""
WAITING_PERIOD = 16
"""Number of launches between samples while launches queue, small so that a slower host does not let the GPU run dry.

After a sample without a queue, the period doubles from here up to `PERIOD`.
"""
MIN_QUEUED_LAUNCHES = 8
"""Queue length, in launches of the kernel, that counts as a backlog. A host-bound stream has a queue of at most one."""


class Backlog:
    """Sampler of the stream of one kernel's launches. A sample takes the host some microseconds."""

    def __init__(self) -> None:
        self.waits = False
        """True if launches queued for the GPU at the last sample."""
        self.left = 1
        """Number of launches until the next sample. The caller counts down, to avoid a call per launch."""
        self._period = WAITING_PERIOD
        self._event: Any = None
        self._recorded = False

    def look(self) -> None:
        """Sample the current stream, which must be the stream of the launches, before a launch. It must not be under graph capture."""
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
