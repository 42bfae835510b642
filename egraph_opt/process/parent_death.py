"""End of a child process with its parent. This file imports nothing of this package, and is also a program.

When imported, `end_with` makes a Python process watch its parent, and clean up before it ends. When run as `python -I -S
parent_death.py PID TOOL ARGUMENTS`, it requests the kernel to kill this process with its parent (`PR_SET_PDEATHSIG`), and
executes the tool. The kernel takes the end of the starting thread as the end of the parent, so that thread must wait for the
tool.
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

    A thread waits for the parent. Native code that holds the GIL forever would block it.
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
    """Return when the process with this id is no longer the parent. A reused process id does not matter."""
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
    """Return the command that runs a tool, given by path, so that it is killed when the starting thread ends."""
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
