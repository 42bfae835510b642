"""A child that ends when its parent does, however that ends. This file imports nothing of this package, and is a program too.

Imported, `end_with` has a Python process watch its parent, and clear up before it ends. Run as `python -I -S parent.py PID TOOL
ARGUMENTS`, it has the kernel end a tool of others (`PR_SET_PDEATHSIG`), and becomes that tool. That is for callers that wait for the
tool: the kernel takes the end of the thread that started it for the end of its parent.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress

POLL_SECONDS = 0.5
"""How often a parent is looked for where the system does not tell of its end."""
PR_SET_PDEATHSIG = 1


def end_with(parent: int, first: Callable[[], None] | None = None) -> None:
    """Have this process end when its parent has, or at once if it has already; `first` clears up.

    A thread waits for it: native code that holds Python's lock for good would keep it from acting.
    """
    threading.Thread(target=_watch, args=(parent, first), daemon=True, name="end with parent").start()


def end_others() -> None:
    """Kill the children of this process, and theirs, as far as the system tells who they are."""
    for child in _children(os.getpid()):
        _kill(child)


def _kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGSTOP)  # it has no more children while it is looked for those that it has
        for child in _children(process):
            _kill(child)
        os.kill(process, signal.SIGKILL)


def _children(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    return found


def _watch(parent: int, first: Callable[[], None] | None) -> None:
    try:
        wait_for(parent)
        if first is not None:
            first()
    finally:
        os._exit(1)


def wait_for(parent: int) -> None:
    """Return when the process of this number is this one's parent no more. One that took the number since is not taken for it."""
    try:
        handle = os.pidfd_open(parent)
    except (AttributeError, OSError):  # another system, an old kernel, or gone
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        return
    while os.getppid() == parent:  # a parent in the midst of its end is readable already, and still the parent
        select.select([handle], [], [])
        time.sleep(0.01)
    os.close(handle)


def command(tool: str, *arguments: str) -> list[str]:
    """The command that runs a tool, given by its path, which ends with the thread that starts it and waits for it."""
    if not sys.platform.startswith("linux") or not os.access(tool, os.X_OK):
        return [tool, *arguments]
    return [sys.executable, "-I", "-S", os.path.abspath(__file__), str(os.getpid()), tool, *arguments]


def _become(parent: int, tool: str, *arguments: str) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() == parent:  # it may have ended before
        os.execv(tool, [tool, *arguments])


if __name__ == "__main__":
    _become(int(sys.argv[1]), *sys.argv[2:])
