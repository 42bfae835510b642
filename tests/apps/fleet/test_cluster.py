"""The same work on a real Dask scheduler with worker processes of their own, of which two are killed half way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from egraph_opt.apps.fleet import cluster as clusters
from egraph_opt.apps.fleet.cluster import Cluster, ClusterError
from egraph_opt.apps.fleet.corpus_functions import gather_units
from egraph_opt.apps.fleet.records.line_format import constant, line
from egraph_opt.apps.fleet.records.progress import Progress
from egraph_opt.apps.fleet.records.result_cache import Store
from egraph_opt.apps.fleet.result_key import run_of
from egraph_opt.apps.fleet.run import CorpusRun, plan
from egraph_opt.apps.fleet.task_runner import Job
from egraph_opt.apps.fleet.thread_executor import Local
from egraph_opt.errors import UserError
from tests.support.kernels import ROOT

pytest.importorskip("distributed")
JOB = Job("opt", {"extract": "dag"})
RUN = run_of("opt", {"extract": "dag"})
PATHS = [str(ROOT / "tests/cases/layout/cat.mlir"), str(ROOT / "tests/cases/layout/fp4_to_fp.mlir")]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler with four workers, and their processes."""
    from distributed import LocalCluster

    folder = tmp_path_factory.mktemp("dask")
    with LocalCluster(n_workers=0, dashboard_address=None, worker_dashboard_address=None, silence_logs=50) as found:
        address = found.scheduler_address
        command = [
            sys.executable,
            "-m",
            "distributed.cli.dask_worker",
            address,
            "--no-nanny",
            "--nthreads",
            "1",
            "--no-dashboard",
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        workers = [subprocess.Popen(command, cwd=folder, env=environment, **quiet) for _ in range(4)]
        try:
            found.wait_for_workers(4)
            yield address, workers
        finally:
            for worker in workers:
                worker.kill()
                worker.wait()


def done(workers: Any, after: Any = lambda: None) -> tuple[list[bytes], CorpusRun]:
    """The records of a run, without what differs; `after` the first one, something happens."""

    def gather() -> Any:
        return gather_units(PATHS, (".mlir",), line(RUN.as_dict()).decode())

    found: list[bytes] = []

    def sink(record: dict[str, Any]) -> None:
        found.append(line(constant(record)))
        if len(found) == 1:
            after()

    run = CorpusRun(gather, plan(gather), workers, Store(None), None, sink)
    run.go(Progress(run.total, 0, lambda _: None, terminal=False))
    return sorted(found), run


def test_lost_workers_lose_nothing(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    address, workers = cluster

    def kill() -> None:
        for worker in workers[:2]:
            worker.send_signal(signal.SIGKILL)
            worker.wait()

    there, run = done(Cluster(address, JOB, RUN, 600, 8 << 30), kill)
    here, _ = done(Local(JOB, 1, 600, 8 << 30))
    assert there == here and len(there) == 7 and not run.tally.verdicts["failed"]


def test_workers_that_would_come_to_other_results_are_refused(cluster: tuple[str, list[subprocess.Popen[bytes]]]) -> None:
    other = type(RUN)(RUN.command, RUN.options, {**RUN.versions, "egglog": "1.0"}, RUN.sources)
    with pytest.raises(ClusterError, match=r"the worker tcp://.* would come to other results: here and there, egglog .* and "):
        Cluster(cluster[0], JOB, other, 600, 8 << 30)
    changed = type(RUN)(RUN.command, RUN.options, RUN.versions, "0" * 64)
    with pytest.raises(ClusterError, match="other sources of egraph-opt"):
        Cluster(cluster[0], JOB, changed, 600, 8 << 30)
    late = Cluster(cluster[0], JOB, RUN, 600, 8 << 30)
    late.arguments = (JOB, 600, 8 << 30, "0" * 64, RUN.versions)  # as if all workers had joined later
    with pytest.raises(ClusterError, match="a worker joined that would come to other results"):
        done(late)


def test_no_scheduler_is_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.2)
    with pytest.raises(UserError, match=r"--dask tcp://127.0.0.1:9: error: the scheduler does not answer") as refused:
        Cluster("tcp://127.0.0.1:9", JOB, RUN, 600, 8 << 30)
    assert "\n" not in str(refused.value)
