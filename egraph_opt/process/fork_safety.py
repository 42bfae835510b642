"""Delegation of work that a forked process must not do itself to a fresh process.

A fork has one thread, and a copy of its parent's memory. Measured with egglog 13.2, z3 5.4 and highspy 1.15 on Linux:

- Importing egglog starts a thread that every e-graph waits for when it is dropped, while holding the GIL: each use of egglog in a
  child forked later hangs. So does a child that drops an e-graph inherited from its parent, at exit at the latest. No setting
  avoids that thread (`RAYON_NUM_THREADS` sets the number of other threads), and a second copy cannot be loaded.
- z3 works in a child unless another thread of the parent was inside z3 at the fork: then its locks are never released.
- HiGHS works with one thread, as it is used here, and may hang with several, as other code may have used it.
- libtriton worked in all trials, and Triton uses it in any case; numpy's threads are started again by OpenBLAS.

No thread can help a process that hangs while holding the GIL. So a forked process never enters these engines if they may have
been in use before the fork: functions that use them are `run_fork_safe`, and run in a freshly started child with a time limit. It is a
plain child process, which is also allowed in processes that may not have children of `multiprocessing` (daemons, such as a
DataLoader's workers).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from egraph_opt.errors import EgraphOptError
from egraph_opt.process.worker_pool import Workers

P = ParamSpec("P")
T = TypeVar("T")

ENGINES = ("egglog", "egglog.bindings", "z3", "highspy")
PF_FORKNOEXEC = 0x40
"""Flag of a process in Linux: forked, but without exec."""
SECONDS = 600.0
"""Time limit of one call in a fresh process. The engines have their own limits; this one is for hangs."""


class WorkerFailed(EgraphOptError):
    """Error raised when the fresh process died, did not answer in time, or could not receive the call."""


class _State:
    """State of this process, which a fork inherits."""

    def __init__(self) -> None:
        self.used = False
        self.inherited = _is_fork() and _has_engine()  # at such a late import, the order of the import and the fork is unknown
        self.workers = Workers()
        self.alive: WeakSet[Native] = WeakSet()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.mark_forked)
        atexit.register(self.keep)

    def mark_forked(self) -> None:
        self.inherited = self.inherited or self.used or _has_engine()
        self.workers.forget()
        self.keep()

    def keep(self) -> None:
        """Never free objects of the engines: not in a fork, and not at exit, where a thread other than their own would free them."""
        for each in self.alive:
            each.keep()


def _has_engine() -> bool:
    """Return whether an engine is loaded, even partly: a fork cannot complete an import of another thread."""
    return any(name in sys.modules for name in ENGINES)


def _is_fork() -> bool:
    """Return whether this process has not executed a program since it was forked, as far as the system tells."""
    try:
        with open("/proc/self/stat") as file:
            return bool(int(file.read().rpartition(")")[2].split()[6]) & PF_FORKNOEXEC)
    except (OSError, ValueError, IndexError):
        from multiprocessing import parent_process  # for other systems only: the import is slow

        return parent_process() is not None


_state = _State()


def is_forked() -> bool:
    """Return whether this process was forked from one that used the engines."""
    return _state.inherited


class Native:
    """Object of an engine. It is never freed in a fork or at the end of the process."""

    def __init__(self, held: Any) -> None:
        self._held = held
        _state.alive.add(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)

    def drop(self) -> None:
        """Free the object now, even if other references to this wrapper exist."""
        self._held = None

    def keep(self) -> None:
        """Never free the object."""
        keep(self._held)


def keep(what: Any) -> None:
    """Never free an object, not even at the end of this process."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(what))


class OwnLock:
    """Lock that is separate in a forked process, because a thread that does not exist there may hold its parent's. Call it to get
    the lock."""

    def __init__(self, kind: Callable[[], AbstractContextManager[Any]] = threading.Lock) -> None:
        self._kind = kind
        self._of: dict[int, AbstractContextManager[Any]] = {}

    def __call__(self) -> AbstractContextManager[Any]:
        return self._of.setdefault(os.getpid(), self._kind())


def run_fork_safe(
    otherwise: Callable[..., Any] | None = None, seconds: float = SECONDS
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function that uses the engines: in a fork that must not use them, a fresh process runs it.

    The function must be defined in a module, and its arguments and result must be serialisable. If the fresh process fails,
    `otherwise` is called with the reason and the arguments; without it, `WorkerFailed` is raised. Exceptions of the function
    itself are raised here.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def run(*arguments: P.args, **named: P.kwargs) -> T:
            _state.used = True
            if not _state.inherited:
                return function(*arguments, **named)
            try:
                found = _state.workers.call(f"{function.__module__}:{function.__qualname__}", arguments, named, seconds)
            except OSError as error:
                reason = str(error)
            else:
                if found.error is None:
                    return found.value  # type: ignore[no-any-return]
                raise found.error
            if otherwise is None:
                raise WorkerFailed(reason)
            return otherwise(reason, *arguments, **named)  # type: ignore[no-any-return]

        return run

    return decorate
