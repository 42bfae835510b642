"""Ends a child when its parent ends, however that ends. This file imports nothing of this package, and is a program too.

When imported, `end_with` makes a Python process watch its parent, and clean up before it ends. When run as `python -I -S
parent.py PID TOOL ARGUMENTS`, it asks the kernel to end an external tool with its parent (`PR_SET_PDEATHSIG`), and becomes that
tool. That is for callers that wait for the tool: the kernel treats the end of the thread that started it as the end of its
parent.
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
"""Polling interval in seconds if the system does not report the end of a parent."""
PR_SET_PDEATHSIG = 1


def end_with(parent: int, first: Callable[[], None] | None = None) -> None:
    """End this process when its parent has ended, or at once if it already has; `first` cleans up.

    A thread waits for the parent's end: native code that holds the GIL forever would block it.
    """
    threading.Thread(target=_watch, args=(parent, first), daemon=True, name="end with parent").start()


def end_others() -> None:
    """Kill the children of this process, and theirs, as far as the system can list them."""
    for child in _children(os.getpid()):
        _kill(child)


def _kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGSTOP)  # it cannot start more children while they are listed
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
    """Return when the process with this number is no longer this one's parent. A later process with the same number is not
    mistaken for it."""
    try:
        handle = os.pidfd_open(parent)
    except (AttributeError, OSError):  # another system, an old kernel, or gone
        while os.getppid() == parent:
            time.sleep(POLL_SECONDS)
        return
    while os.getppid() == parent:  # the handle of an ending parent is already readable
        select.select([handle], [], [])
        time.sleep(0.01)
    os.close(handle)


def command(tool: str, *arguments: str) -> list[str]:
    """Return the command that runs a tool, given by its path, so that it ends with the thread that starts it and waits for it."""
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
