"""Comparison of our program of a kernel with Triton's while Triton's tuner times the kernel.

The tuner times a configuration on the user's tensors, and restores them by its own rules. So it can time both programs of the
configuration, and later launches take the faster one. If the tuner does not time a kernel any more, the predicted program stays: a
timing then would need copies of the tensors, and some launch would wait for it (`launches.timed_choice` does this on request).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from functools import lru_cache
from math import isfinite
from typing import Any

from egraph_opt.triton.background.timing_scope import time_of, variable_scope
from egraph_opt.triton.launches.fast_launch import direct
from egraph_opt.triton.launches.kernel_arguments import INTEGERS, MAX_CACHED_COMBINATIONS, pick_places
from egraph_opt.triton.launches.launch_timing import MODEL, TRITON_PROGRAM
from egraph_opt.triton.launches.size_classes import Size, distance, form_of
from egraph_opt.triton.pipeline.launch_hook import ProgramDispatch
from egraph_opt.triton.state.device_description import describe_device
from egraph_opt.triton.state.disk_memo import DiskMemo
from egraph_opt.triton.state.report import Log, Tuned

LOSS = 0.01
"""Part of our program's time by which Triton's program must be faster to be taken.

Two timings of one program differ by about as much. Below, the prediction decides, so that all processes take the same program.
"""
AXES = 3
"""Number of a grid's axes."""
RECORD_NAME = "compared"
"""First part of the key of a kernel's comparisons in the disk memo. Triton's key of the kernel and the device follow."""

_timed: ContextVar[list[TunerComparison] | None] = ContextVar("timed", default=None)
"""Kernels with two programs that a tuner's current timing has launched; None while no tuner times both programs."""


class TunerComparison(ProgramDispatch):
    """Proxy of a kernel that launches our program or Triton's, whichever a tuner measured to be faster.

    Launches of a size that no tuner has timed take the program of the nearest size (`launches.size_classes`), and our program if
    none was timed. While one program takes all launches, the launcher calls it directly.
    """

    def __init__(self, ours: Any, tritons: Any, memory: DiskMemo, log: Log) -> None:
        """Read the results of earlier timings from `memory`, which also gets those to come."""
        super().__init__(ours)
        self.ours, self.tritons = ours, tritons
        self._memory, self._log, self._place = memory, log, (RECORD_NAME, tritons.hash, describe_device())
        integers = [place for place, kind in enumerate(tritons.src.signature.values()) if kind in INTEGERS]
        self._integers = pick_places(integers)
        self._takes_tritons = parse_sizes(memory.recall(*self._place), AXES + len(integers))
        self._nearest = lru_cache(MAX_CACHED_COMBINATIONS)(self._find_nearest)
        self._size: Size = ()
        self._only: Any = None

    @property
    def is_decided(self) -> bool:
        """Return whether a tuner has timed both programs, in this process or an earlier one."""
        return bool(self._takes_tritons)

    def decide(self, microseconds: tuple[float, float]) -> Any:
        """Return the program for launches of the last launch's size, and store this; `microseconds`: times of ours and Triton's."""
        times = dict(zip((MODEL, TRITON_PROGRAM), microseconds, strict=True))
        takes = is_faster(times[TRITON_PROGRAM], times[MODEL])
        self._takes_tritons[form_of(self._size)] = takes
        self._nearest.cache_clear()
        self.unbind()
        finite = {name: time for name, time in times.items() if isfinite(time)}
        self._log.add_tuned(Tuned(self.ours.name, TRITON_PROGRAM if takes else MODEL, finite))
        self._memory.note([[list(size), known] for size, known in self._takes_tritons.items()], *self._place)
        return self.tritons if takes else self.ours

    @contextmanager
    def only(self, program: Any) -> Iterator[None]:
        """Launch this program, whatever is decided, inside this context."""
        self._only = program
        self.unbind()
        try:
            yield
        finally:
            self._only = None

    def unbind(self) -> None:
        """Choose the program again at the next launch."""
        vars(self).pop("run", None)

    def pick_program(self, arguments: Sequence[Any], grid: tuple[int, ...]) -> Any:
        self._size = *grid, *self._integers(arguments)
        if self._only is not None:
            return self._only
        if (timed := _timed.get()) is not None:
            timed += [] if self in timed else [self]
            return self.ours
        program = self._nearest(self._size)
        if len(set(self._takes_tritons.values())) < 2:
            self._bind(program)
        return program

    def _find_nearest(self, size: Size) -> Any:
        form = form_of(size)
        known = min(self._takes_tritons, key=lambda each: (distance(each, form), each), default=None)
        return self.tritons if known is not None and self._takes_tritons[known] else self.ours

    def _bind(self, program: Any) -> None:
        """Let the launcher call a program directly."""
        self._kernel = program
        self.keep_fields()
        vars(self)["run"] = direct(program)


def parse_sizes(said: Any, numbers: int) -> dict[Size, bool]:
    """Return by size class whether Triton's program is the faster one, from the disk memo; empty if the data are malformed.

    A size has so many `numbers`.
    """
    try:
        found = {tuple(map(int, size)): bool(takes) for size, takes in said}
    except (TypeError, ValueError):
        return {}
    return found if all(len(size) == numbers for size in found) else {}


def is_faster(tritons: float, ours: float) -> bool:
    """Return whether Triton's program is faster than ours by more than timings vary."""
    return tritons < ours * (1.0 - LOSS)


def time_both(tuner: Any, measure: Callable[[], Any]) -> Any:
    """Time a configuration with our program and with Triton's, if both exist, and keep the faster one.

    Our program is timed again if it seems to be slower, since the GPU's clock may have risen in between.

    Args:
        tuner: Triton's `Autotuner`.
        measure: makes the tuner's own timing of the configuration, and returns its result.

    Returns:
        The result of `measure` for the program that later launches take.
    """
    for known in _kernels_of(tuner):
        known.unbind()
    kernels: list[TunerComparison] = []
    with variable_scope(_timed, kernels):
        ours = measure()
    if not kernels:
        return ours

    def measure_only(program: str) -> Any:
        with ExitStack() as programs:
            for each in kernels:
                programs.enter_context(each.only(getattr(each, program)))
            return measure()

    tritons = measure_only("tritons")
    if is_faster(time_of(tritons), time_of(ours)):
        ours = min(ours, measure_only("ours"), key=time_of)
    times = time_of(ours) * 1e3, time_of(tritons) * 1e3
    chosen = [kernel.decide(times) is kernel.tritons for kernel in kernels]
    return tritons if all(chosen) else ours


def _kernels_of(tuner: Any) -> list[TunerComparison]:
    """Return the kernels with two programs in Triton's tables of a tuner's function."""
    function = tuner.fn
    while not hasattr(function, "device_caches"):
        if (function := getattr(function, "fn", None)) is None:
            return []
    tables = [table for table, *_ in function.device_caches.values()]
    return [kernel for table in tables for kernel in list(table.values()) if isinstance(kernel, TunerComparison)]
