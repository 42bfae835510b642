"""Child process that does one function after another, within limits for each of them.

It is a fresh process, not a fork, and its loaded modules serve every function. If a function takes too long, it is killed with
its child, and the next function gets a new child. A child may die because of earlier functions, or because of Triton, which runs
in the same process: the function is then done again in a new child, with Triton in a separate process. So a record does not
depend on what a child did before. (A pool of loky's would lose the work of its other children when one of them is killed.)
"""

from __future__ import annotations

import time
from typing import cast

from egraph_opt.apps.fleet.records.record import FunctionOutcome
from egraph_opt.apps.fleet.task_runner import Job, Piece, TaskOutcome
from egraph_opt.errors import reason_of
from egraph_opt.process.limits import too_little
from egraph_opt.process.worker_pool import Workers

FUNCTIONS = 500
"""Number of functions after which a child is replaced, so that leaks of engines do not add up."""
CALL = "egraph_opt.apps.fleet.task_runner:run_piece"


class Child:
    """Owner of at most one child process.

    Args:
        job: the work on each function.
        seconds: time limit of one function, wall clock.
        memory: limit of its address space in bytes.
    """

    def __init__(self, job: Job, seconds: float, memory: int) -> None:
        self.job, self.seconds, self.memory = job, seconds, memory
        self._workers = Workers()
        self._served = 0
        self._stopped = False

    def work(self, piece: Piece) -> TaskOutcome:
        """Do one function. There is always an outcome, even if the child dies."""
        started = time.perf_counter()
        first = self._attempt(piece, alone=False)
        if isinstance(first, TaskOutcome) or self._stopped or (isinstance(first, TimeoutError) and piece.kept is None):
            return first if isinstance(first, TaskOutcome) else self._failure(first, started, 1)
        second = self._attempt(piece._replace(kept=None), alone=True)
        self.end()  # its Triton runs in a separate process, which is slower
        return second._replace(attempts=2) if isinstance(second, TaskOutcome) else self._failure(second, started, 2)

    def _attempt(self, piece: Piece, alone: bool) -> TaskOutcome | OSError:
        """Return the outcome of a function, or an error if the child died, or if it ran out of memory after earlier functions."""
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
        """End the child, if there is one."""
        self._workers.end()
        self._served = 0

    def kill(self) -> None:
        """Kill the child, from another thread than the one that waits for it."""
        self._stopped = True
        self._workers.kill()


class MemoryFailure(OSError):
    """Error raised when a child ran out of memory for a function, after earlier functions."""
