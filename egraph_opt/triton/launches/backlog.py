"""Whether the host is ahead of the GPU by several launches, so that a launch that takes the host longer costs nothing."""

from __future__ import annotations

from importlib import import_module
from itertools import count
from typing import Any

PERIOD = 16
"""Number of launches of a kernel from one look to the next."""
BEHIND = 8
"""Number of launches of the kernel by which the GPU must be behind. Where the host is the limit, it is behind by one at most."""


class Backlog:
    """Looks at the stream of one kernel's launches, now and then: a look takes 1 to 3 µs."""

    def __init__(self) -> None:
        self._launches = count()
        self._event: Any = None
        self._waits = False

    def waits(self) -> bool:
        """Return whether launches wait for the GPU, as far as is known; to be asked before each launch, with its stream as the current
        one. Nothing may be recorded meanwhile: CUDA would end that."""
        place = next(self._launches) % PERIOD
        if place == 0:
            self._event = self._event or import_module("torch").cuda.Event()
            self._event.record()
        elif place == BEHIND:
            self._waits = not self._event.query()
        return self._waits
