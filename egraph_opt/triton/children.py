"""Child processes that search and compile beside the process that launches kernels.

Python runs one thread of a process at a time, and a search is Python. The children live on between kernels, so that what they have loaded
and learnt about layouts serves the next one; they end when idle. A program that libtriton aborts on ends the children, not the user's
process: its kernel stays Triton's, and the next one has new children.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any, TypeVar

T = TypeVar("T")

ENOUGH = 8
"""Processors from which on there are children, and more is compiled than may be needed, so that nothing has to be waited for."""
CHILDREN = 4
"""What runs at once for one kernel: two searches or their compilations, each with the second version of what was found."""
IDLE_SECONDS = 300


class Pool:
    """The children of this process, started when first asked for; a forked process has none of its parent's."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._executor: Executor | None = None
        self._worked = self._useless = False
        os.register_at_fork(after_in_child=self._forget)

    def executor(self) -> Executor | None:
        """None where processors are few, in a child process (its parent has several), and where children have never worked."""
        if self._useless or multiprocessing.parent_process() is not None or len(os.sched_getaffinity(0)) < ENOUGH:
            return None
        with self._lock:
            if self._executor is None:
                self._executor = started()
            return self._executor

    def submit(self, executor: Executor, function: Callable[..., T], *arguments: Any) -> Future[T]:
        future = executor.submit(function, *arguments)
        future.add_done_callback(lambda done: self._note(executor, done))
        return future

    def _note(self, executor: Executor, done: Future[Any]) -> None:
        broken = not done.cancelled() and isinstance(done.exception(), BrokenExecutor)
        self._worked |= not broken
        if broken:
            with self._lock:
                self._useless |= not self._worked
                if self._executor is executor:
                    self._executor = None

    def _forget(self) -> None:
        self._lock, self._executor = threading.Lock(), None


def started() -> Executor:
    """New children, which load what they need while the caller goes on."""
    from loky import ProcessPoolExecutor

    executor: Executor = ProcessPoolExecutor(CHILDREN, timeout=IDLE_SECONDS, initializer=load, env={"EGRAPH_OPT": "0"})
    for _ in range(CHILDREN):
        executor.submit(os.getpid)  # it starts them
    return executor


def load() -> None:
    """What a child loads before its first work. It has no children of its own, and ends when its parent does, however that ends."""
    from egraph_opt.triton import work

    pool._useless = True
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    work.load()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


pool = Pool()
