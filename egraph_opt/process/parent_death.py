"""Termination of a child process when its parent ends. This file imports nothing of this package, and can be run as a program.

A Python process calls `end_with` to watch its parent. The program `python -I -S parent_death.py PID TOOL ARGUMENTS` executes a
tool, which Linux kills with the parent (`PR_SET_PDEATHSIG`). Linux kills the tool even if only the starting thread
ends, so that thread must wait for the tool.
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
    """End this process when its parent has ended; `first` cleans up.

    A thread waits for the end of the parent. The thread cannot act while native code holds the GIL.
    """
    threading.Thread(target=_watch, args=(parent, first), daemon=True, name="end with parent").start()


def end_others() -> None:
    """Kill all descendants of this process, as far as the system can list them."""
    for child in _children(os.getpid()):
        _kill(child)


def _kill(process: int) -> None:
    with suppress(OSError):
        os.kill(process, signal.SIGSTOP)  # it cannot start more children meanwhile
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
    """Wait until the process with this id is no longer the parent of this process."""
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
    """Return the command that runs a tool, given by its path, so that the tool is killed when the starting thread ends."""
    if not sys.platform.startswith("linux") or not os.access(tool, os.X_OK):
        return [tool, *arguments]
    return [sys.executable, "-I", "-S", os.path.abspath(__file__), str(os.getpid()), tool, *arguments]


def _become(parent: int, tool: str, *arguments: str) -> None:
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() == parent:  # the parent may have ended already
        os.execv(tool, [tool, *arguments])


if __name__ == "__main__":
    _become(int(sys.argv[1]), *sys.argv[2:])
