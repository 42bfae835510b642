"""What a forked process may not do itself is done for it by a fresh process.

A fork has one thread, and all that its parent had in memory. Measured, with egglog 13.2, z3 5.4 and highspy 1.15 on Linux:

- Importing egglog starts a thread that every e-graph waits for when it is dropped, with Python's lock held: each use of egglog in a child
  forked later hangs, and so does one that lets go of an e-graph that it was forked with, at its exit at the latest. There is no
  setting without that thread (`RAYON_NUM_THREADS` sets how many there are of another kind), and a second copy cannot be loaded.
- z3 works in a child unless another thread of the parent was in it at the fork: its locks are never opened again then.
- HiGHS does with one thread, which is how it is used here, and may hang with several, which is how others may have used it.
- libtriton worked in all trials, and Triton uses it in any case; numpy's threads are started again by OpenBLAS.

No thread of a process that hangs with Python's lock held can help it. So a forked process never enters these engines if they may have been
in use before the fork: functions that do are `guarded`, and run in a child that was started anew, and is given up when it takes too
long. It is a plain child, which processes that may have none of `multiprocessing`'s (daemons, as a DataLoader's workers are) have too.
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
from egraph_opt.process.fresh import Workers

P = ParamSpec("P")
T = TypeVar("T")

ENGINES = ("egglog", "egglog.bindings", "z3", "highspy")
PF_FORKNOEXEC = 0x40
"""Of Linux's flags of a process."""
SECONDS = 600.0
"""What a fresh process may take for one call. The engines have limits of their own; this one is for those that hang."""


class WorkerFailed(EgraphOptError):
    """The fresh process died, did not answer in time, or could not be told what to do."""


class _State:
    """What this process knows of itself; a fork inherits it."""

    def __init__(self) -> None:
        self.used = False
        self.inherited = _is_fork() and _loaded()  # imported this late, nothing tells which came first
        self.workers = Workers()
        self.alive: WeakSet[Native] = WeakSet()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forked)
        atexit.register(self.keep)

    def forked(self) -> None:
        self.inherited = self.inherited or self.used or _loaded()
        self.workers.forget()
        self.keep()

    def keep(self) -> None:
        """Never drop what engines made: not in a fork, and not at the end, where another thread than its own would."""
        for each in self.alive:
            each.keep()


def _loaded() -> bool:
    """Whether an engine is there, if only in part: a fork cannot go on with what another thread was about to load."""
    return any(name in sys.modules for name in ENGINES)


def _is_fork() -> bool:
    """Whether this process has run no program of its own since it was forked, as far as the system tells."""
    try:
        with open("/proc/self/stat") as file:
            return bool(int(file.read().rpartition(")")[2].split()[6]) & PF_FORKNOEXEC)
    except (OSError, ValueError, IndexError):
        from multiprocessing import parent_process  # another system's processes: elsewhere it is not worth its loading

        return parent_process() is not None


_state = _State()


def inherited() -> bool:
    """Whether this process was forked from one that used the engines."""
    return _state.inherited


class Native:
    """What an engine made. A fork never drops it, nor does the end of the process."""

    def __init__(self, held: Any) -> None:
        self._held = held
        _state.alive.add(self)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)

    def drop(self) -> None:
        """Drop it now, whatever still refers to this."""
        self._held = None

    def keep(self) -> None:
        """Never drop it."""
        keep(self._held)


def keep(what: Any) -> None:
    """Never drop an object, not even at the end of this process."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(what))


class OwnLock:
    """A lock that a forked process has anew: a thread that it does not have may hold its parent's. Called, it gives the lock to hold."""

    def __init__(self, kind: Callable[[], AbstractContextManager[Any]] = threading.Lock) -> None:
        self._kind = kind
        self._of: dict[int, AbstractContextManager[Any]] = {}

    def __call__(self) -> AbstractContextManager[Any]:
        return self._of.setdefault(os.getpid(), self._kind())


def guarded(otherwise: Callable[..., Any] | None = None, seconds: float = SECONDS) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Have a function that uses the engines done by a fresh process where this one is a fork that must not.

    The function must be one of a module's, and its arguments and result must be such as can be sent. `otherwise` is called with the
    reason and the arguments where the fresh process fails; without it that raises `WorkerFailed`. What the function raises itself
    is raised here.
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
