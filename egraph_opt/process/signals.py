"""A command that is asked to end clears up first: it kills its children and removes what it has half written."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = ("SIGTERM", "SIGHUP")


class _Asked(BaseException):
    """Raised in the main thread where a signal arrives."""


@contextmanager
def cleared_up() -> Iterator[None]:
    """While this lasts, signals that ask a process to end unwind its stack; then the process ends by that signal.

    Where somebody else handles a signal, or this is not the main thread, nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        if not asked:  # another one must not interrupt what clears up
            asked.append(number)
            raise _Asked

    numbers = [number for name in ASKING if (number := getattr(signal, name, None)) is not None]
    mine = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, ask)
    try:
        yield
    except _Asked:
        pass
    finally:
        as_usual(mine)
        if asked:
            os.kill(os.getpid(), asked[0])


def as_usual(numbers: list[int] | None = None) -> None:
    """Have such signals end this process at once again, as a child wants it that has nothing to clear up."""
    for number in [getattr(signal, name) for name in ASKING if hasattr(signal, name)] if numbers is None else numbers:
        signal.signal(number, signal.SIG_DFL)
