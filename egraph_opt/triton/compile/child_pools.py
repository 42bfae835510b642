"""Pools of child processes that search and compile beside the launching process.

The GIL lets one thread run at a time, and a search is Python code. Child processes survive between kernels, so loaded modules and
cached layout facts are reused. If libtriton aborts, only child processes die; Triton's kernel is used, and the next kernel starts
new child processes.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from egraph_opt.process import fork_safety
from egraph_opt.process.parent_death import end_others, end_with

T = TypeVar("T")

LEAST_PROCESSORS = 8
"""Least number of processors for which child processes compile while a launch waits (`pool`)."""
CHILDREN = 4
"""Number of child processes: a kernel has at most four tasks at once, two compilations and their no-alias versions."""
MAX_CHILDREN = 8
NICED, NICE = 2, 10
"""`NICED`: largest number of background processes if `pool` is not usable. `NICE`: niceness that background processes add."""
IDLE_SECONDS = 300
MODULES = ("triton.backends.compiler", "triton.compiler")
"""Modules that each child process imports before its first task."""


class Pool:
    """Child processes, started on first use. A fork of this process does not inherit them."""

    def __init__(
        self,
        tasks: Sequence[str] = (),
        number: Callable[[], int] = lambda: CHILDREN,
        least: Callable[[], int] = lambda: LEAST_PROCESSORS,
        nice: int = 0,
    ) -> None:
        """Configure a pool without starting it.

        Args:
            tasks: modules of this package that child processes import before their first task.
            number: returns the number of child processes.
            least: returns the least number of processors for which the pool is usable.
            nice: additional niceness of each child process.
        """
        self._tasks, self._number, self._least, self._nice = tasks, number, least, nice
        self._lock = threading.Lock()
        self._executor: Executor | None = None
        self._worked = self._useless = False
        os.register_at_fork(after_in_child=self._forget)

    def may_use(self) -> bool:
        """Return whether this process may use the pool, without starting it.

        False if there are too few processors, or if child processes could not be started or died before any task succeeded.
        Inside a child process, only pools with niceness are usable.

        A fork of a process that used the e-graph engine or the solver may inherit locked locks of loky, and so cannot use the pool.
        """
        least, may_nest = self._least(), self._nice > 0
        enough = (least <= 1 or processors() >= least) and (may_nest or multiprocessing.parent_process() is None)
        return enough and not self._useless and not fork_safety.is_forked()

    def usable(self) -> bool:
        """Start the pool; return whether this process can use it."""
        return self.may_use() and self._running() is not None

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Run a function in a child process. Replaces processes that died while idle.

        Raises:
            BrokenExecutor: there are no child processes.
        """
        for _ in range(2):
            executor = self._running()
            if executor is None:
                break
            try:
                with _shield_from_interrupt():
                    future = executor.submit(function, *arguments)
            except RuntimeError as error:  # broken, or shut down
                self._drop(executor, error)
                continue
            future.add_done_callback(partial(self._note, executor))
            return future
        raise BrokenExecutor("no child process")

    def _running(self) -> Executor | None:
        with self._lock:
            if self._executor is None and not self._useless:
                try:
                    self._executor = start_children(self._number(), self._nice, self._tasks)
                except Exception:  # no semaphores or no more processes: use threads
                    self._useless = True
            return self._executor

    def _note(self, executor: Executor, done: Future[Any]) -> None:
        error = None if done.cancelled() else done.exception()
        if isinstance(error, BrokenExecutor):
            self._drop(executor, error)
        else:
            self._worked = True

    def _drop(self, executor: Executor, error: BaseException) -> None:
        with self._lock:
            if self._executor is executor:
                self._executor = None
                self._useless |= isinstance(error, BrokenExecutor) and not self._worked

    def _forget(self) -> None:
        fork_safety.keep(self._executor)  # its destructor would take a lock of loky
        self._lock, self._executor = threading.Lock(), None
        mine: set[Any] = getattr(multiprocessing.process, "_children", set())
        mine -= {
            child for child in mine if type(child).__module__.startswith("loky")
        }  # Python would join them when this process ends


def processors() -> int:
    """Return the number of processors for this process, by affinity mask and container limit, divided by `LOCAL_WORLD_SIZE` of
    `torchrun`.
    """
    found = len(os.sched_getaffinity(0))
    if find_spec("loky") is None:  # loky starts child processes; without it, use threads
        found = 1
    if found > 1:
        from loky import cpu_count

        found = min(found, cpu_count())
    return max(1, found // max(1, int(os.environ.get("LOCAL_WORLD_SIZE") or 1)))


def start_children(number: int, nice: int, tasks: Sequence[str]) -> Executor:
    """Return new child processes, which import their modules in the background and are killed when this process ends."""
    from loky import ProcessPoolExecutor

    names = (*(f"egraph_opt.triton.{name}" for name in tasks), *MODULES)
    with _shield_from_interrupt(), _quiet():
        executor = ProcessPoolExecutor(
            number, timeout=IDLE_SECONDS, initializer=load, initargs=(os.getpid(), nice, names), env={"EGRAPH_OPT": "0"}
        )
        for _ in range(number):
            executor.submit(os.getpid)  # the first tasks start the processes
    end = partial(executor.shutdown, kill_workers=True)
    with suppress(RuntimeError):  # the interpreter is already shutting down
        threading._register_atexit(end)  # type: ignore[attr-defined]  # runs before loky's own, which waits
    return executor  # type: ignore[no-any-return]


@contextmanager
def _shield_from_interrupt() -> Iterator[None]:
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence the messages that loky's cleanup process prints if this process is killed."""
    before = os.environ.get("PYTHONWARNINGS")
    os.environ["PYTHONWARNINGS"] = ",".join(filter(None, (before, "ignore:resource_tracker:UserWarning")))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = before


def load(parent: int, nice: int, modules: Sequence[str]) -> None:
    """Prepare this child process: import `modules`, and disable the pools, which belong to the parent.

    The child process exits when its parent does, even if the parent is killed.
    """
    end_with(parent, end_others)
    if nice:  # no launch waits for it, so it prints nothing
        os.nice(nice)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    from egraph_opt.triton.state import search_progress

    search_progress.on = False  # the terminal belongs to the parent
    for each in (pool, crew, aside):
        each._useless = True
    for name in modules:
        with suppress(ImportError):
            import_module(name)


pool = Pool(("compile.noalias_tasks",))
"""Child processes that compile while a launch waits."""
crew = Pool(("compile.child_tasks",), lambda: min(MAX_CHILDREN, processors()), lambda: 2)
"""Child processes that compile a tuner's configurations."""
aside = Pool(
    ("background.kernel_improvement", "pipeline.compilation"),
    lambda: CHILDREN if pool.may_use() else min(NICED, processors()),
    lambda: 1,
    NICE,
)
"""Child processes that work in the background, with lower priority."""
