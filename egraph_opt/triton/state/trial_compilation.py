"""Trial compilations of our programs, which may fail: Triton's messages are suppressed, and failures are counted.

If ptxas rejects a program, Triton prints it and asks the user to report it, which is only useful for the user's own kernels.
"""

from __future__ import annotations

import builtins
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_under_way: ContextVar[bool] = ContextVar("under_way", default=False)


class Failures:
    """Number of failed trial compilations in this process."""

    def __init__(self) -> None:
        self._lock, self.number = threading.Lock(), 0

    def add(self) -> None:
        with self._lock:
            self.number += 1


failures = Failures()


@contextmanager
def trial() -> Iterator[None]:
    """Silence Triton's compilers in this thread, and count an error as a failed trial compilation, inside this context."""
    token = _under_way.set(True)
    try:
        yield
    except Exception:
        failures.add()
        raise
    finally:
        _under_way.reset(token)


def print_unless_trial(*values: object, **options: Any) -> None:
    """Call `print`, except in a trial compilation."""
    if not _under_way.get():
        builtins.print(*values, **options)


class QuietTrials:
    """Patch of Triton's backend modules so that `print` does nothing in a trial compilation."""

    def __init__(self) -> None:
        self._modules: list[Any] = []

    def install(self) -> None:
        from triton.backends import backends

        for name in {backend.compiler.__module__ for backend in backends.values()}:
            module = sys.modules[name]
            if "print" not in vars(module):
                module.print = print_unless_trial  # type: ignore[attr-defined]
                self._modules.append(module)

    def remove(self) -> None:
        while self._modules:
            module = self._modules.pop()
            if vars(module).get("print") is print_unless_trial:
                del module.print
