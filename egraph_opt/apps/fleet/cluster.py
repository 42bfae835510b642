"""Workers on a Dask cluster (Rocklin, SciPy 2015): local, over SSH, under Slurm or Kubernetes.

Each worker runs functions in its own child processes with time and memory limits (`child_main`). Dask reassigns the functions of
a lost worker. Since workers may join later, package versions are compared on connection and before each task.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

from egraph_opt.apps.fleet.child_main import Child
from egraph_opt.apps.fleet.records.line_format import FunctionOutcome, RunHeader
from egraph_opt.apps.fleet.result_key import all_versions, sources
from egraph_opt.apps.fleet.task_runner import Job, Piece, TaskOutcome
from egraph_opt.apps.fleet.thread_executor import Answer, Task
from egraph_opt.errors import UserError, reason_of

TASKS_PER_THREAD = 3
"""Number of submitted tasks per thread of the cluster, so that no thread idles between tasks."""
LARGEST_BATCH, SPREAD = 32, 8
"""Functions per task: the number of the cluster's threads divided by `SPREAD`, at least one and at most `LARGEST_BATCH`.

On clusters with many threads, larger tasks save work of the scheduler.
"""
LOOK_AGAIN = 100
"""Number of finished tasks after which the cluster's threads are counted again."""
Todo = tuple[int, Piece]
LOSSES = 5
"""Number of workers that a function may lose before it counts as failed."""
CONNECT_SECONDS = 10


class ClusterError(UserError):
    """Error: a cluster does not answer, or its workers have other versions of packages."""


class Cluster:
    """Connection to a cluster.

    Args:
        address: the scheduler's address, for example `tcp://host:8786`.
        job: command and options.
        run: header of the results file, with the versions and options.
        seconds: time limit of one function.
        memory: limit of the address space in bytes.

    Raises:
        ClusterError: the cluster does not answer, has no workers, or has other versions.
    """

    def __init__(self, address: str, job: Job, run: RunHeader, seconds: float, memory: int) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise ClusterError("egraph-opt: error: --dask needs Dask: pip install -e '.[dask]' in a clone") from None
        self.arguments = (job, seconds, memory, run.sources, run.versions)
        try:
            self.client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterError(f"--dask {address}: error: the scheduler does not answer: {str(error).splitlines()[0]}") from None
        try:
            self._vet(address, run)
        except BaseException:
            self.client.close()
            raise

    def _vet(self, address: str, run: RunHeader) -> None:
        found = self.client.run(identity, on_error="return")
        if not found:
            raise ClusterError(f"--dask {address}: error: the cluster has no workers")
        for worker, known in sorted(found.items()):
            if isinstance(known, BaseException):
                why = reason_of(known)
                raise ClusterError(f"--dask {address}: error: the worker {worker} cannot use egraph-opt: {why}")
            if differences := run.differences(RunHeader(run.command, run.options, *known)):
                said = "; ".join(differences)
                raise ClusterError(
                    f"--dask {address}: error: the worker {worker} would come to other results: here and there, {said}"
                )

    def _workers(self) -> dict[str, Any]:
        return dict(self.client.scheduler_info(n_workers=-1)["workers"])

    @property
    def threads(self) -> int:
        """Number of functions that the cluster can run concurrently."""
        return sum(int(worker["nthreads"]) for worker in self._workers().values())

    def answers(self, tasks: Iterator[Task]) -> Iterator[Answer]:
        """Run the tasks on the cluster, and yield each task's index and outcome in order of completion.

        Raises:
            ClusterError: a worker that joined has other versions, or the scheduler is gone.
        """
        from distributed import as_completed

        under_way = as_completed(loop=self.client.loop, with_results=True, raise_errors=False)  # results arrive in batches
        batches: dict[Any, list[Todo]] = {}

        def send(batch: list[Todo]) -> None:
            pieces = [piece for _, piece in batch]
            future = self.client.submit(done_there, pieces, *self.arguments, pure=False, retries=LOSSES)
            batches[future] = batch
            under_way.add(future)

        threads, finished, ended = max(1, self.threads), 0, False
        try:
            while not ended or batches:
                while not ended and len(batches) < TASKS_PER_THREAD * threads:
                    taken = list(islice(tasks, max(1, min(LARGEST_BATCH, int(threads / SPREAD)))))
                    ended = not taken
                    yield from ((number, done) for number, done in taken if isinstance(done, TaskOutcome))
                    if batch := [(number, piece) for number, piece in taken if not isinstance(piece, TaskOutcome)]:
                        send(batch)
                if not batches:
                    break
                future, result = next(under_way)
                batch = batches.pop(future)
                if _is_lost(result) and len(batch) > 1:
                    for each in batch:
                        send([each])  # one function may have killed the workers
                    continue
                yield from zip([number for number, _ in batch], _answers(future.status, result), strict=True)
                finished += 1
                threads = max(1, self.threads) if finished % LOOK_AGAIN == 0 else threads
        finally:
            self.client.cancel(list(batches), force=True)
            self.client.close()


def _is_lost(result: Any) -> bool:
    from distributed.scheduler import KilledWorker

    return isinstance(result, tuple) and isinstance(result[1], KilledWorker)


def _answers(status: str, result: Any) -> list[TaskOutcome]:
    """Return the outcomes of a task's functions, given the status and the result of its Dask future.

    If every worker that ran a task of one function was lost, this function counts as failed. Raises ClusterError.
    """
    if isinstance(result, list):
        return result
    if not isinstance(result, tuple):  # the future was cancelled, not by us
        raise ClusterError(f"--dask: error: the scheduler is gone: what it was given is {status}")
    error = result[1]
    if isinstance(error, ClusterError) or not _is_lost(result):
        raise error
    reason = " ".join(f"every worker that did it was lost: {error}".split())
    return [TaskOutcome(FunctionOutcome("failed", reason, keep=False), 0.0, 0.0)]


def identity() -> tuple[dict[str, str], str]:
    """Return this machine's package versions and source hash."""
    return all_versions(), sources()


_of_thread = threading.local()


def done_there(
    pieces: list[Piece], job: Job, seconds: float, memory: int, hashed: str, versions: dict[str, str]
) -> list[TaskOutcome]:
    """Run functions on a worker, in a child process that belongs to the current thread. Raises ClusterError if versions or
    sources differ.
    """
    if (versions, hashed) != identity():
        mine = RunHeader(job.command, {}, versions, hashed)
        differences = "; ".join(mine.differences(RunHeader(job.command, {}, *identity())))
        raise ClusterError(f"--dask: error: a worker joined that would come to other results: here and there, {differences}")
    wanted = (job, seconds, memory)
    child = getattr(_of_thread, "child", None)
    if child is None or (child.job, child.seconds, child.memory) != wanted:
        if child is not None:
            child.end()
        child = _of_thread.child = Child(*wanted)
    return [child.work(piece) for piece in pieces]
