"""Search for the configurations that a tuner measured to be nearly as fast as its choice.

The tuner times Triton's programs, and the fastest optimised program need not belong to the fastest of Triton's. Optimised
programs of the next best configurations are stored on disk, and a later tuning, in this process or another, times them.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

COUNT = 2
"""Largest number of configurations that are searched besides a tuner's choice."""
SLOWDOWN = 1.1
"""Largest time of a configuration that is searched, relative to the tuner's choice."""


class SearchableKernel(Protocol):
    """Kernel whose search can be requested before it is launched."""

    def search_before_launch(self) -> None: ...


class RunnerUps:
    """Times in milliseconds that each tuner measured in its current tuning, with the kernels that it launched."""

    def __init__(self) -> None:
        self._times: WeakKeyDictionary[Any, list[tuple[float, SearchableKernel]]] = WeakKeyDictionary()

    def forget(self, tuner: Any) -> None:
        """Drop a tuner's times: a new tuning begins."""
        self._times.pop(tuner, None)

    def note_time(self, tuner: Any, kernels: list[SearchableKernel], time: float) -> None:
        """Record the time of one measurement, which launched `kernels`."""
        self._times.setdefault(tuner, []).extend((time, kernel) for kernel in kernels)

    def search_after(self, winner: SearchableKernel, search: Future[Any]) -> None:
        """Request the searches of the kernels that were nearly as fast as `winner` when the winner's `search` is done."""
        others = self._nearly_as_fast(winner)

        def request(_: Future[Any]) -> None:
            with suppress(BrokenExecutor):  # this process ends
                for kernel in others:
                    kernel.search_before_launch()

        if others:
            search.add_done_callback(request)

    def _nearly_as_fast(self, winner: SearchableKernel) -> list[SearchableKernel]:
        for tuner, times in list(self._times.items()):
            best = next((time for time, kernel in times if kernel is winner), None)
            if best is not None:
                del self._times[tuner]
                ordered = sorted(times, key=lambda each: each[0])
                return [kernel for time, kernel in ordered if kernel is not winner and time <= SLOWDOWN * best][:COUNT]
        return []
