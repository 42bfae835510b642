"""Detection of timed launches, and the times that Triton's tuner measures.

Triton's tuner does not wait for searches: it times Triton's programs, or optimised ones that are ready. The user's own timing
waits for the optimised programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial, wraps
from math import inf, isfinite
from typing import Any, TypeVar

from egraph_opt.triton.state.function_patch import Patches

T = TypeVar("T")

TIMING = ("do_bench", "do_bench_cudagraph")
"""Functions of `triton.testing` that time launches."""

TUNER, USER = "tuner", "user"

_timer: ContextVar[str] = ContextVar("timer", default="")
_launched: ContextVar[list[Any] | None] = ContextVar("launched", default=None)
"""Kernels that the tuner's current measurement has launched; None outside a measurement."""


def timed_by_tuner() -> bool:
    """Return whether the current launch is made by Triton's tuner."""
    return _timer.get() == TUNER


def timed_by_user() -> bool:
    """Return whether the current launch is made by one of the functions `TIMING`, called by the user."""
    return _timer.get() == USER


def first_timed_launch(kernel: Any) -> bool:
    """Note a launch that Triton's tuner times. Return whether it is the kernel's first one in the current measurement."""
    launched = _launched.get()
    if launched is None or any(each is kernel for each in launched):
        return False
    launched.append(kernel)
    return True


def timer_scope(timer: str) -> AbstractContextManager[None]:
    """Say who makes the launches inside this context, unless an outer one says so: a tuner calls the timing functions."""
    return variable_scope(_timer, _timer.get() or timer)


def time_of(measured: Any) -> float:
    """Return the median of a tuner's measurement in milliseconds; infinity if it has none, as a patched tuner's may."""
    median = measured[0] if isinstance(measured, list | tuple) and measured else measured
    return float(median) if isinstance(median, int | float) else inf


@contextmanager
def variable_scope(variable: ContextVar[T], value: T) -> Iterator[None]:
    """Give a context variable a value inside this context."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


class TimingScope:
    """Patch of Triton's tuner and timing functions that records in a context variable which of them makes a launch."""

    def __init__(
        self, measure: Callable[[Any, Callable[[], Any]], Any], note_time: Callable[[Any, list[Any], float], None]
    ) -> None:
        """Store two callbacks.

        `measure` receives a tuner and a function that makes the tuner's own measurement, and returns the result for the tuner.
        `note_time` receives a tuner, the kernels that one measurement launched, and their time in milliseconds.
        """
        self._patches, self._measure, self._note_time = Patches(), measure, note_time

    def install(self) -> None:
        from triton import testing
        from triton.runtime.autotuner import Autotuner

        measure = Autotuner._bench

        @wraps(measure)
        def measure_and_note(tuner: Any, *arguments: Any, **named: Any) -> Any:
            launched: list[Any] = []
            with timer_scope(TUNER), variable_scope(_launched, launched):
                measured = self._measure(tuner, partial(measure, tuner, *arguments, **named))
            if isfinite(median := time_of(measured)):
                self._note_time(tuner, launched, median)
            return measured

        self._patches.replace(Autotuner, "_bench", measure_and_note)
        for name in TIMING:
            self._wrap(testing, name)

    def remove(self) -> None:
        """Restore the functions that no other patch has wrapped."""
        self._patches.remove()

    def _wrap(self, owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        @wraps(plain)
        def bench_in_scope(*arguments: Any, **named: Any) -> Any:
            with timer_scope(USER):
                return plain(*arguments, **named)

        self._patches.replace(owner, name, bench_in_scope)
