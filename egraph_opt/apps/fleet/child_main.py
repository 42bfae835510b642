"""Child process that works on one function after another, with a time and memory limit for each.

The child is a fresh process, not a fork. At the time limit, it is killed with its own child processes, and a new child works on
the next function. If a child dies, its function is repeated once in a new child, and Triton then runs in a process of its own.
Earlier functions, or a crash of Triton, may have caused the death. A loky pool does not suit: if it kills one child process, the
work of the others is lost.
"""

from __future__ import annotations

import time
from typing import cast

from egraph_opt.apps.fleet.records.line_format import FunctionOutcome
from egraph_opt.apps.fleet.task_runner import Job, Piece, TaskOutcome
from egraph_opt.errors import reason_of
from egraph_opt.process.memory_limit import too_little
from egraph_opt.process.worker_pool import Workers

FUNCTIONS = 500
"""Number of functions after which a child process is replaced, to bound memory leaks."""
CALL = "egraph_opt.apps.fleet.task_runner:run_piece"


class Child:
    """Owner of one child process, which is started when needed.

    Args:
        job: the command to run on functions, and its options.
        seconds: wall-clock time limit of one function.
        memory: limit of the address space in bytes.
    """

    def __init__(self, job: Job, seconds: float, memory: int) -> None:
        self.job, self.seconds, self.memory = job, seconds, memory
        self._workers = Workers()
        self._served = 0
        self._stopped = False

    def work(self, piece: Piece) -> TaskOutcome:
        """Work on one function, and return its outcome, even if the child process dies."""
        started = time.perf_counter()
        first = self._attempt(piece, alone=False)
        if isinstance(first, TaskOutcome) or self._stopped or (isinstance(first, TimeoutError) and piece.kept is None):
            return first if isinstance(first, TaskOutcome) else self._failure(first, started, 1)
        second = self._attempt(piece._replace(kept=None), alone=True)
        self.end()  # Triton runs in a separate process there, which is slower
        return second._replace(attempts=2) if isinstance(second, TaskOutcome) else self._failure(second, started, 2)

    def _attempt(self, piece: Piece, alone: bool) -> TaskOutcome | OSError:
        """Return the outcome of a function, or an error if the function must be repeated in a new child.

        `alone`: use a new child, and run Triton in a separate process.
        """
        if alone or self._served >= FUNCTIONS:
            self.end()
        try:
            answer = self._workers.call(CALL, (self.job, piece, self.memory, alone), {}, self.seconds)
        except OSError as error:
            self._served = 0
            return error
        if answer.error is not None:
            return TaskOutcome(self._fail(reason_of(answer.error)), 0.0, 0.0)
        done = cast(TaskOutcome, answer.value)
        used, self._served = self._served, self._served + 1
        if done.worn:
            self.end()
        if done.outcome.verdict == "failed" and (said := too_little(self.memory, done.outcome.reason)):
            return MemoryFailure(said) if not alone and used else done._replace(outcome=self._fail(said))
        return done

    def _failure(self, error: OSError, started: float, attempts: int) -> TaskOutcome:
        reason = str(error).replace("the fresh process", "the worker")
        return TaskOutcome(self._fail(reason), 0.0, time.perf_counter() - started, attempts)

    def _fail(self, reason: str) -> FunctionOutcome:
        return FunctionOutcome("failed", " ".join(reason.split()), keep=False)

    def end(self) -> None:
        """End the child process, if there is one."""
        self._workers.end()
        self._served = 0

    def kill(self) -> None:
        """Kill the child process, while another thread waits for it."""
        self._stopped = True
        self._workers.kill()


class MemoryFailure(OSError):
    """Error: a child process ran out of memory after it had worked on other functions."""
