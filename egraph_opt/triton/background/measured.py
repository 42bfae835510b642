"""Timed launches: each kernel is launched as it will be in the end, from its first launch on.

So a tuner compares like with like, and a benchmark times the same program that runs later.
"""

from __future__ import annotations

from contextvars import ContextVar
from functools import wraps
from typing import Any

from egraph_opt.triton.state.patch import Patches

TIMING = ("do_bench", "do_bench_cudagraph")
"""Functions of `triton.testing` that time launches."""

_measuring: ContextVar[bool] = ContextVar("measuring", default=False)


def measuring() -> bool:
    """Return whether launches of this thread are timed."""
    return _measuring.get()


class Measured:
    """While in place, it is known where Triton's tuner and Triton's timing functions launch."""

    def __init__(self) -> None:
        self._patches = Patches()

    def install(self) -> None:
        """Wrap them."""
        from triton import testing
        from triton.runtime.autotuner import Autotuner

        self._wrap(Autotuner, "_bench")
        for name in TIMING:
            self._wrap(testing, name)

    def remove(self) -> None:
        """Restore them, but those that others have wrapped in turn."""
        self._patches.remove()

    def _wrap(self, owner: Any, name: str) -> None:
        plain = getattr(owner, name)

        @wraps(plain)
        def timed(*arguments: Any, **named: Any) -> Any:
            token = _measuring.set(True)
            try:
                return plain(*arguments, **named)
            finally:
                _measuring.reset(token)

        self._patches.replace(owner, name, timed)
