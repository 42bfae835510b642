"""Clean-up of a command on termination signals and interruptions, such as killing child processes and removing partial files."""

from __future__ import annotations

import _thread
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

ASKING = ("SIGTERM", "SIGHUP")
LATER = 0.01
"""Seconds after which a signal is delivered again that came where its exception would be lost."""


class _Asked(BaseException):
    """Exception that a termination signal raises in the main thread."""


@contextmanager
def cleared_up() -> Iterator[None]:
    """On a termination signal inside this context, unwind the stack, and then end the process by the signal.

    An interruption raises KeyboardInterrupt, as without this context. Neither is lost (`is_lost_at`). Signals that the program handles
    itself are not affected. Outside of the main thread, the context does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    asked: list[int] = []

    def ask(number: int, frame: FrameType | None) -> None:
        if asked:  # a second signal must not interrupt the clean-up
            return
        if is_lost_at(frame):
            deliver_later(number)
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            asked.append(number)
            raise _Asked

    numbers = [number for name in ASKING if (number := getattr(signal, name, None)) is not None]
    mine = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    for number in [*mine, signal.SIGINT] if interrupts else mine:
        signal.signal(number, ask)
    try:
        yield
    except _Asked:
        pass
    finally:
        as_usual(mine)
        if interrupts:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        if asked:
            os.kill(os.getpid(), asked[0])


def is_lost_at(frame: FrameType | None) -> bool:
    """Return whether an exception in a frame would be lost, or would leave half of an object.

    Python ignores exceptions in destructors. In z3's Python code, an object without all of its fields fails in its destructor.
    """
    while frame is not None:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__", "").partition(".")[0] == "z3":
            return True
        frame = frame.f_back
    return False


def deliver_later(number: int) -> None:
    """Deliver a signal to the main thread again, a moment later."""
    timer = threading.Timer(LATER, _thread.interrupt_main, (number,))
    timer.daemon = True  # the end of the process does not wait for it
    timer.start()


def as_usual(numbers: list[int] | None = None) -> None:
    """Restore the default action of termination signals, for a child process without clean-up."""
    for number in [getattr(signal, name) for name in ASKING if hasattr(signal, name)] if numbers is None else numbers:
        signal.signal(number, signal.SIG_DFL)
