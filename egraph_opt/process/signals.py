"""Clean-up of a command on termination signals, such as killing child processes and removing partial files."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = ("SIGTERM", "SIGHUP")


class _Asked(BaseException):
    """Exception that a termination signal raises in the main thread."""


@contextmanager
def cleared_up() -> Iterator[None]:
    """On a termination signal inside this context, unwind the stack, and then end the process by the signal.

    Signals that the program handles itself are not affected. Outside of the main thread, the context does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []

    def ask(number: int, _: FrameType | None) -> None:
        if not asked:  # a second signal must not interrupt the clean-up
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
    """Restore the default action of termination signals, for a child process without clean-up."""
    for number in [getattr(signal, name) for name in ASKING if hasattr(signal, name)] if numbers is None else numbers:
        signal.signal(number, signal.SIG_DFL)
