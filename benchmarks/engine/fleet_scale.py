"""Scaling of a fleet: time per function of the scheduler of a cluster, of the main process and of the results file.

    python -m benchmarks.engine.fleet_scale [--functions 5000] [--workers 4]

Each part is measured without real work: reading and cutting functions, the scheduler with workers that answer at once, records
appended. All times are processor seconds of the process that would be the bottleneck, so that load of the machine does not
matter.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from egraph_opt.apps.fleet.cluster import Cluster
from egraph_opt.apps.fleet.identity import run_of
from egraph_opt.apps.fleet.local import Task
from egraph_opt.apps.fleet.records.record import Outcome
from egraph_opt.apps.fleet.records.results import Results
from egraph_opt.apps.fleet.unit import units
from egraph_opt.apps.fleet.work import Done, Job, Piece
from tests.support.programs import build

TICKS = os.sysconf("SC_CLK_TCK")


def nothing(job: Job, piece: Piece) -> Outcome:
    """The work of a worker that answers at once."""
    return Outcome("same", "", {"cycles": {"input": 1.0, "ours": 1.0}}, {"functions": [{"name": piece.function}]})


def at_once(pieces: list[Piece], *_: Any) -> list[Done]:
    """Answer for all pieces at once, in a worker of the cluster that would otherwise start a child."""
    return [Done(nothing(Job("opt"), piece), 0.0, 0.0) for piece in pieces]


def spent(process: int) -> float:
    """Processor seconds of a process."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def cost(work: Callable[[], int]) -> float:
    """Processor seconds of this process for each of what `work` counts."""
    started = time.process_time()
    number = work()
    return (time.process_time() - started) / number


def reading(texts: list[bytes]) -> int:
    return sum(1 for number, data in enumerate(texts) for _ in units(f"{number}.ttgir", "", data, "salt"))


def appending(texts: list[bytes], size: int) -> int:
    run = run_of("opt", {})
    with tempfile.TemporaryDirectory() as folder:
        results = Results(Path(folder) / "r.jsonl", run)
        for number in range(len(texts)):
            results.append({
                "record": "function", "source": f"{number}.ttgir", "module": 0, "function": "f", "key": "0" * 64, "verdict": "same",
                "reason": "x" * size, "costs": {}, "result": {}, "meta": {"origin": "computed", "cpu": 0.1, "wall": 0.1, "attempts": 1},
            })  # fmt: skip
        results.close()
    return len(texts)


def scheduled(texts: list[bytes], workers: int, batch: int) -> tuple[float, float]:
    """Processor milliseconds a function of the scheduler's process and of this one, with workers that answer at once."""
    from egraph_opt.apps.fleet import cluster as clusters

    clusters.LARGEST_BATCH, clusters.SPREAD = batch, 1 if batch == 1 else workers / batch  # type: ignore[assignment]
    clusters.done_there = at_once  # type: ignore[assignment]
    python, quiet = [sys.executable, "-m"], {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        scheduler = subprocess.Popen(
            [*python, "distributed.cli.dask_scheduler", "--scheduler-file", str(file), "--port", "0", "--no-dashboard"],
            **quiet, cwd=folder,
        )  # fmt: skip
        command = [
            *python,
            "distributed.cli.dask_worker",
            "--scheduler-file",
            str(file),
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
        ]
        children = [scheduler, *(subprocess.Popen(command, **quiet, cwd=folder) for _ in range(workers))]
        try:
            from distributed import Client

            while not file.exists():
                time.sleep(0.1)
            with Client(scheduler_file=str(file)) as client:
                client.wait_for_workers(workers)
                address = client.scheduler.address
            cluster = Cluster(address, Job("opt"), run_of("opt", {}), 600.0, 1 << 33)

            def tasks() -> Iterator[Task]:
                for number, text in enumerate(texts):
                    yield number, Piece(f"{number}.ttgir", "f", text.decode())

            theirs, ours = spent(scheduler.pid), time.process_time()
            count = sum(1 for _ in cluster.answers(tasks()))
            ours = time.process_time() - ours
            assert count == len(texts)
            return 1e3 * (spent(scheduler.pid) - theirs) / count, 1e3 * ours / count
        finally:
            for child in children:
                child.kill()
                child.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--functions", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=4)
    asked = parser.parse_args()
    texts = [build(random.Random(number).randrange).text.encode() for number in range(asked.functions)]
    print(f"{sum(map(len, texts)) / len(texts):.0f} bytes a function")
    print(f"read, taken apart and hashed: {1e3 * cost(lambda: reading(texts)):.3f} ms a function")
    for size in (0, 4000):
        print(
            f"appended, records of {size + 300} bytes: {1e3 * cost(lambda size=size: appending(texts, size)):.3f} ms a function"
        )  # type: ignore[misc]
    for batch in (1, 32):
        theirs, ours = scheduled(texts, asked.workers, batch)
        print(f"tasks of {batch}: scheduler {theirs:.3f} ms a function, main process beside it {ours:.3f} ms a function")


if __name__ == "__main__":
    main()
