"""Sampling of a stream's backlog: while launches queue for the GPU, host time per launch costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

PERIOD = 64
"""Largest number of launches between two samples while launches do not queue."""
WAITING_PERIOD = 16
"""Number of launches between two samples while launches queue, small so that an empty queue is noticed early.

After each sample without a queue, the number doubles, up to `PERIOD`.
"""
MIN_QUEUED_LAUNCHES = 8
"""Least number of queued launches of the kernel that counts as a backlog. A host-bound stream queues at most one."""


class Backlog:
    """Sampler that tells whether launches of one kernel queue on a CUDA stream. A sample takes some microseconds on the host."""

    def __init__(self) -> None:
        self.waits = False
        """True if launches queued for the GPU at the last sample."""
        self.left = 1
        """Number of launches until the next sample. The caller counts down, to avoid a call per launch."""
        self._period = WAITING_PERIOD
        self._event: Any = None
        self._recorded = False

    def look(self) -> None:
        """Sample the current stream, on which the kernel is about to be launched. No CUDA graph may be under capture."""
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
