"""Timed launches: no program changes while it is timed.

Triton's tuner times what is there and waits for nothing: Triton's programs, and ours where they are ready. A user's own timing waits, and
times the programs that run later.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import wraps
from typing import Any

from egraph_opt.triton.state.patch import Patches

TIMING = ("do_bench", "do_bench_cudagraph")
"""Functions of `triton.testing` that time launches."""

TUNER, USER = "tuner", "user"

_timer: ContextVar[str] = ContextVar("timer", default="")


def timed_by_tuner() -> bool:
    """Return whether Triton's tuner times the launches of this thread."""
    return _timer.get() == TUNER


def timed_by_user() -> bool:
    """Return whether the program itself times the launches of this thread, with Triton's functions for that."""
    return _timer.get() == USER


class TimingScope:
    """While in place, it is known where Triton's tuner and Triton's timing functions launch."""

    def __init__(self) -> None:
        self._patches = Patches()

    def install(self) -> None:
        """Wrap them."""
        from triton import testing
        from triton.runtime.autotuner import Autotuner

        self._wrap(Autotuner, "_bench", TUNER)
        for name in TIMING:
            self._wrap(testing, name, USER)

    def remove(self) -> None:
        """Restore them, but those that others have wrapped in turn."""
        self._patches.remove()

    def _wrap(self, owner: Any, name: str, timer: str) -> None:
        plain = getattr(owner, name)

        @wraps(plain)
        def bench_in_scope(*arguments: Any, **named: Any) -> Any:
            token = _timer.set(_timer.get() or timer)  # a tuner calls the others
            try:
                return plain(*arguments, **named)
            finally:
                _timer.reset(token)

        self._patches.replace(owner, name, bench_in_scope)
