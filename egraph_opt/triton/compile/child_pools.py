"""Child processes that search and compile beside the process that launches kernels.

Python runs one thread of a process at a time, and a search is Python. The children live on between kernels, so that the next
kernel reuses loaded modules and cached facts about layouts; they end when idle. If libtriton aborts, the children end, not the
user's process: that kernel stays Triton's, and the next one gets new children.
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
"""Smallest number of processors for which children are used. Then programs that may not be needed are compiled ahead, to avoid
waiting."""
CHILDREN = 4
"""Number of tasks at once for one kernel: two searches or their compilations, each with the second version of what was found."""
MAX_CHILDREN = 8
"""Largest number of children that compile a tuner's configurations."""
NICED, NICE = 2, 10
"""Most children in the background with fewer than `LEAST_PROCESSORS` processors, and the niceness that is added to theirs, so that others
go first."""
IDLE_SECONDS = 300
MODULES = ["triton.backends.compiler", "triton.compiler"]
"""Modules that a child loads before its first work. The module of the hook, which all work needs, adds itself."""


class Pool:
    """Children of this process, started on first use. A forked process inherits none of its parent's."""

    def __init__(
        self, number: Callable[[], int] = lambda: CHILDREN, least: Callable[[], int] = lambda: LEAST_PROCESSORS, nice: int = 0
    ) -> None:
        """Describe children that are not started yet.

        Args:
            number: returns how many children there are.
            least: returns the number of processors below which there are none.
            nice: added to the niceness of each child.
        """
        self._number, self._least, self._nice = number, least, nice
        self._lock = threading.Lock()
        self._executor: Executor | None = None
        self._worked = self._useless = False
        os.register_at_fork(after_in_child=self._forget)

    def usable(self) -> bool:
        """Return whether children can work for this process.

        The answer is no if there are too few processors, if children cannot be made or never worked, and, unless others go first, in a
        child process, whose parent has several.

        A fork whose parent used the engines has its own way to other processes (`egraph_opt.process.fork_safety`): loky's locks may be
        held in it.
        """
        enough = processors() >= self._least() and (self._nice > 0 or multiprocessing.parent_process() is None)
        return enough and not fork_safety.is_forked() and self._running() is not None

    def submit(self, function: Callable[..., T], *arguments: Any) -> Future[T]:
        """Run a function in a child. Children that died while idle are replaced.

        Raises:
            BrokenExecutor: there are no children.
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
                    self._executor = start_children(self._number(), self._nice)
                except Exception:  # no semaphores or no more processes: threads do the work
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
        fork_safety.keep(self._executor)  # its destructor would take a lock of loky's
        self._lock, self._executor = threading.Lock(), None
        mine: set[Any] = getattr(multiprocessing.process, "_children", set())
        mine -= {
            child for child in mine if type(child).__module__.startswith("loky")
        }  # Python would join them when this process ends


def processors() -> int:
    """Return the number of processors available: those of this process and its container, divided among its peers (as `torchrun`
    says)."""
    found = len(os.sched_getaffinity(0))
    if find_spec("loky") is None:  # what starts children: threads will have to do
        found = 1
    if found > 1:
        from loky import cpu_count

        found = min(found, cpu_count())
    return max(1, found // max(1, int(os.environ.get("LOCAL_WORLD_SIZE") or 1)))


def start_children(number: int, nice: int) -> Executor:
    """Return new children, which load their modules while the caller goes on. They end with this process, whatever they are doing."""
    from loky import ProcessPoolExecutor

    with _shield_from_interrupt(), _quiet():
        executor = ProcessPoolExecutor(
            number, timeout=IDLE_SECONDS, initializer=load, initargs=(os.getpid(), nice, tuple(MODULES)), env={"EGRAPH_OPT": "0"}
        )
        for _ in range(number):
            executor.submit(os.getpid)  # it starts them
    end = partial(executor.shutdown, kill_workers=True)
    with suppress(RuntimeError):  # Python ends already
        threading._register_atexit(end)  # type: ignore[attr-defined]  # runs before loky's own, which waits
    return executor  # type: ignore[no-any-return]


@contextmanager
def _shield_from_interrupt() -> Iterator[None]:
    """Protect processes that are started inside this context from an interrupt of this process, from their first instruction on:
    the parent ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _quiet() -> Iterator[None]:
    """Silence loky's cleanup process: if this process is killed, it prints nothing on the user's terminal."""
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
    """Load what a child needs before its first work. It has no children of its own.

    It ends when its parent does, however that ends.
    """
    end_with(parent, end_others)
    if nice:  # nobody waits for it, so it has nothing to say
        os.nice(nice)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
    from egraph_opt.triton.state import search_progress

    search_progress.on = False  # the parent's terminal is not its own
    for each in (pool, crew, aside):
        each._useless = True
    for name in modules:
        with suppress(ImportError):
            import_module(name)


pool = Pool()
"""Children that compile beside a launch that waits."""
crew = Pool(lambda: min(MAX_CHILDREN, processors()), lambda: 2)
"""Children that compile the configurations of a tuner, which waits for all of them, and so leaves them its own processor."""
aside = Pool(lambda: CHILDREN if pool.usable() else min(NICED, processors()), lambda: 1, NICE)
"""Children that work in the background, for nobody who waits."""
