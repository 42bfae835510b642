"""State of a kernel while its search runs in the background."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from contextlib import nullcontext
from dataclasses import replace
from threading import Lock
from typing import Any, Protocol

from egraph_opt.errors import reason_of
from egraph_opt.triton.background.background_job import KernelResult
from egraph_opt.triton.pipeline.launch_hook import recording
from egraph_opt.triton.state.report import Kernel, logger, with_constants
from egraph_opt.triton.state.search_progress import show_progress
from egraph_opt.triton.state.shared_memory_limits import target_name


class BackgroundWorker(Protocol):
    """Interface of the background search for a single pending kernel."""

    waits_at: int | None

    def waits_now(self) -> bool: ...
    def await_answer(self, pending: Any) -> None: ...
    def record(self, pending: Any, records: Sequence[Kernel], failed_trials: int = 0) -> None: ...


class PendingKernel(ABC):
    """State of a kernel between its first launch and the launch that switches to the optimised program."""

    def __init__(self, worker: BackgroundWorker, name: str, target: Any, constants: Mapping[str, Any]) -> None:
        self._worker, self._kernel_name, self._target, self._constants = worker, name, target, dict(constants)
        self._lock, self._process, self._launches = Lock(), os.getpid(), 0
        self._promised: Future[KernelResult] | None = None
        self._awaited = self._settled = False

    @abstractmethod
    def ask(self) -> Future[KernelResult] | None:
        """Request the optimised program from a child process; return None if the outcome is known without a search."""

    @abstractmethod
    def take(self, result: KernelResult) -> None:
        """Switch later launches to the programs of a search."""

    @abstractmethod
    def retire(self) -> None:
        """Let the launcher call the optimised program directly instead of this object."""

    def count_launch(self) -> None:
        """Count a launch. The first launch requests the search; a later launch switches programs if the search is done or must be
        awaited.
        """
        self._launches += 1
        try:
            with self._lock:
                if not (self._awaited or self._settled):
                    if self._promised is None:
                        self._promised = self.ask()
                    if self._promised is None:
                        self._settle()
                        return
                    self._awaited = True
                    self._worker.await_answer(self)
        except Exception as error:
            self._fail(error)
        if self._promised is None or self._settled:
            return
        due = self._worker.waits_now() or self._launches == self._worker.waits_at
        if (due or self._promised.done()) and not recording():  # graph capture forbids loading a kernel
            self.settle()

    def is_ready(self) -> bool:
        """Return whether the search is done."""
        return self._promised is not None and self._promised.done()

    def settle(self) -> None:
        """Wait for the search, and switch later launches to its program."""
        if self._process != os.getpid():  # a fork has no child processes
            self._settled = True
            return
        with self._lock:
            if self._settled or self._promised is None:
                return
            try:
                with nullcontext() if self._promised.done() else show_progress(self._kernel_name):
                    improved = self._answer(self._promised)
                records = [replace(record, constants=self._constants) for record in improved.records]
                self._worker.record(self, records, improved.failed_trials)
                with with_constants(self._constants):
                    self.take(improved)
            except Exception as error:
                self._fail(error)
            else:
                self._settle()

    def _answer(self, promised: Future[KernelResult]) -> KernelResult:
        """Return the result of a search, repeated once if the child process was killed, for instance for its memory use.

        Raises:
            Exception: an error of the compiler, or BrokenExecutor if the second child process dies too.
        """
        try:
            return promised.result()
        except BrokenExecutor:
            if (again := self.ask()) is None:
                raise
            return again.result()

    def _settle(self) -> None:
        self._settled = True
        self._worker.record(self, ())
        self.retire()

    def _fail(self, error: Exception) -> None:
        logger.info("%s stays Triton's: %s", self._kernel_name, error, exc_info=error)
        record = Kernel(self._kernel_name, target_name(self._target), "failed", reason_of(error), constants=self._constants)
        self._worker.record(self, (record,))
        self._settle()
