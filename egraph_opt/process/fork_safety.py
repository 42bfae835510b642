"""Execution of calls that are unsafe in a forked process in a fresh process.

A fork has one thread and a copy of its parent's memory. Behaviour of egglog 13.2, z3 5.4 and highspy 1.15 in a fork on Linux:

* Importing egglog starts a thread. When an e-graph is freed, egglog waits for this thread while holding the GIL. A later fork
  lacks the thread, so the fork hangs when it uses egglog or frees an inherited e-graph.
* z3 hangs if another thread of the parent was inside z3 at the fork, since z3's locks are never released.
* HiGHS works with one thread, and may hang with several.
* libtriton and numpy work.

A process that hangs while it holds the GIL cannot recover. Therefore, in a fork whose parent may have used these engines,
functions decorated with `run_fork_safe` run in a fresh child process with a time limit. These child processes are also allowed in
daemonic processes of `multiprocessing`, such as the workers of a DataLoader.
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
"""Linux process flag: forked without exec."""
SECONDS = 600.0
"""Time limit in seconds of one call in a fresh process, in case it hangs."""


class WorkerFailed(EgraphOptError):
    """Error: the fresh process died, timed out, or could not receive the call."""


class _State:
    """Record of whether this process, or its parent before a fork, used the engines. Also keeps the engines' objects from being freed."""

    def __init__(self) -> None:
        self.used = False
        self.inherited = _is_fork() and _has_engine()  # after such a late import, the order of import and fork is unknown
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
        """Keep the objects of the engines alive forever, since freeing them in a fork or at exit may hang."""
        for each in self.alive:
            each.keep()


def _has_engine() -> bool:
    """Return whether an engine is loaded, even partly: a fork cannot complete another thread's import."""
    return any(name in sys.modules for name in ENGINES)


def _is_fork() -> bool:
    """Return whether the system reports that this process was forked without exec."""
    try:
        with open("/proc/self/stat") as file:
            return bool(int(file.read().rpartition(")")[2].split()[6]) & PF_FORKNOEXEC)
    except (OSError, ValueError, IndexError):
        from multiprocessing import parent_process  # for other systems only: the import is slow

        return parent_process() is not None


_state = _State()


def is_forked() -> bool:
    """Return whether this process was forked from a process that used the e-graph engine or the solvers."""
    return _state.inherited


class Native:
    """Wrapper of an engine's object. In a fork or at exit, the object is never freed."""

    def __init__(self, held: Any) -> None:
        self._held = held
        _state.alive.add(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)

    def drop(self) -> None:
        """Free the wrapped object now."""
        self._held = None

    def keep(self) -> None:
        """Never free the object."""
        keep(self._held)


def keep(what: Any) -> None:
    """Never free an object, not even at exit."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(what))


class OwnLock:
    """Lock with a separate instance in each forked process, since a fork may inherit a locked lock. Calling the object returns the lock."""

    def __init__(self, kind: Callable[[], AbstractContextManager[Any]] = threading.Lock) -> None:
        self._kind = kind
        self._of: dict[int, AbstractContextManager[Any]] = {}

    def __call__(self) -> AbstractContextManager[Any]:
        return self._of.setdefault(os.getpid(), self._kind())


def run_fork_safe(
    otherwise: Callable[..., Any] | None = None, seconds: float = SECONDS
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Decorate a function that uses the engines. If the process is a fork whose parent used the engines, a fresh process runs the
    function.

    The function must be at module level, with serialisable arguments and result. If the fresh process fails, the result is
    `otherwise(reason, *arguments)`; without `otherwise`, `WorkerFailed` is raised.
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
