"""Detection of timed launches, during which no kernel switches programs.

Triton's tuner does not wait for searches: it times Triton's programs, or optimised ones that are ready. The user's own timing
waits for the optimised programs.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import wraps
from typing import Any

from egraph_opt.triton.state.function_patch import Patches

TIMING = ("do_bench", "do_bench_cudagraph")
"""Functions of `triton.testing` that time launches."""

TUNER, USER = "tuner", "user"

_timer: ContextVar[str] = ContextVar("timer", default="")


def timed_by_tuner() -> bool:
    """Return whether the current launch is made by Triton's tuner."""
    return _timer.get() == TUNER


def timed_by_user() -> bool:
    """Return whether the current launch is made by one of the functions `TIMING`, called by the user."""
    return _timer.get() == USER


class TimingScope:
    """Patch of Triton's tuner and timing functions that records in a context variable which of them makes a launch."""

    def __init__(self) -> None:
        self._patches = Patches()

    def install(self) -> None:
        from triton import testing
        from triton.runtime.autotuner import Autotuner

        self._wrap(Autotuner, "_bench", TUNER)
        for name in TIMING:
            self._wrap(testing, name, USER)

    def remove(self) -> None:
        """Restore the functions that no other patch has wrapped."""
        self._patches.remove()

    def _wrap(self, owner: Any, name: str, timer: str) -> None:
        plain = getattr(owner, name)

        @wraps(plain)
        def bench_in_scope(*arguments: Any, **named: Any) -> Any:
            token = _timer.set(_timer.get() or timer)  # a tuner calls the timing functions
            try:
                return plain(*arguments, **named)
            finally:
                _timer.reset(token)

        self._patches.replace(owner, name, bench_in_scope)
