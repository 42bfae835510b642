"""Seconds, processor time and memory of whole processes: `python -m benchmarks.gpu.start OUT JOB...` on a machine with a GPU.

Needs flash-linear-attention and transformers. A job is `NAME:SIDE:CACHE:CORES:CONFIGURATIONS:STEPS`: a workload of
`benchmarks.gpu.start.workload`; `plain`, `default` or `model`; `cold` for caches of its own, or the name of a folder of caches that it
shares with the jobs before it; how many cores; configurations a tuner, 0 for all; and steps. Jobs that are joined by `+` run at the same
time, on cores of their own. A line of JSON for each job is added to `OUT/start.jsonl`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.paths import ROOT

TICKS = os.sysconf("SC_CLK_TCK")
PERIOD = 0.25
"""Seconds between two looks at a tree of processes."""
LIMIT = 560.0
"""Seconds after which a job is ended."""


@dataclass
class Tree:
    """What a process and its descendants use: processor seconds by process, and the most memory at once, in bytes."""

    root: int
    seconds: dict[int, float] = field(default_factory=dict)
    memory: int = 0
    processes: int = 0

    def look(self) -> None:
        """Read `/proc` once."""
        parents: dict[int, int] = {}
        for name in os.listdir("/proc"):
            if name.isdecimal():
                try:
                    stat = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                parents[int(name)] = int(stat[1])
                self.seconds[int(name)] = (int(stat[11]) + int(stat[12])) / TICKS
        found = {self.root}
        while grown := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= grown
        self.seconds = {pid: seconds for pid, seconds in self.seconds.items() if pid in found or pid in self.known}
        self.known |= found
        memory = 0
        for pid in found:
            try:
                lines = Path("/proc", str(pid), "smaps_rollup").read_text().splitlines()
                memory += next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
            except (OSError, StopIteration):
                continue
        self.memory, self.processes = max(self.memory, memory), max(self.processes, len(found))

    def __post_init__(self) -> None:
        self.known: set[int] = {self.root}


@dataclass
class Job:
    """One process to measure."""

    name: str
    side: str
    cache: str
    cores: int
    configurations: int
    steps: int

    def start(self, out: Path, cores: list[int]) -> Run:
        """Start the process on some cores."""
        folder = out / f"caches-{self.cache}" if self.cache != "cold" else Path(tempfile.mkdtemp())
        caches = {name: str(folder / name.lower()) for name in ("TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")}
        console = Path(tempfile.mkstemp(suffix=".log")[1])
        began = time.time()
        arguments = [self.name, self.side, str(self.steps), str(self.configurations), repr(began)]
        with console.open("wb") as log:
            process = subprocess.Popen(
                ["taskset", "-c", ",".join(map(str, cores)), sys.executable, "-m", "benchmarks.gpu.start.workload", *arguments],
                cwd=ROOT, env={**os.environ, **caches, "EGRAPH_OPT": ""}, stdout=log, stderr=subprocess.STDOUT,
            )  # fmt: skip
        return Run(self, process, console, began, Tree(process.pid))


@dataclass
class Run:
    """A job under way."""

    job: Job
    process: subprocess.Popen[bytes]
    console: Path
    began: float
    tree: Tree

    def row(self) -> dict[str, Any]:
        """Return the result of the job, which has ended."""
        lines = self.console.read_text(errors="replace").splitlines()
        said: dict[str, Any] = {}
        if lines and lines[-1].startswith("{"):
            said = json.loads(lines.pop())
        return {
            **asdict(self.job), "rc": self.process.returncode, "wall": time.time() - self.began,
            "cpu": sum(self.tree.seconds.values()), "memory": self.tree.memory, "processes": self.tree.processes,
            "lines": len(lines), "tail": lines[-12:], **said,
        }  # fmt: skip


def run_together(jobs: list[Job], out: Path) -> None:
    """Run jobs at the same time, each on cores of its own, and write their rows."""
    free = sorted(os.sched_getaffinity(0))
    runs = []
    for job in jobs:
        runs.append(job.start(out, free[: job.cores]))
        del free[: job.cores]
    with (out / "start.jsonl").open("a") as file:
        while runs:
            for run in list(runs):
                run.tree.look()
                if run.process.poll() is None and time.time() - run.began > LIMIT:
                    run.process.kill()
                    run.process.wait()
                if run.process.poll() is not None:
                    runs.remove(run)
                    row = run.row()
                    file.write(json.dumps(row) + "\n")
                    file.flush()
                    ended = row.get("ended", [0.0])
                    marks = {step: round(ended[step], 1) for step in (0, 1, 2, 10, 100) if step < len(ended)}
                    print(
                        f"{row['name']} {row['side']} {row['cache']} {row['cores']} cores, {row['configurations']} configurations: "
                        f"rc {row['rc']} {marks} cpu {row['cpu']:.0f} s, {row['memory'] / 2**30:.1f} GiB, {row['lines']} lines; "
                        f"{row.get('report', '')}",
                        *(row["tail"] if row["rc"] else ()),
                        sep="\n  " if row["rc"] else "",
                        flush=True,
                    )
            time.sleep(PERIOD)


def main() -> None:
    out = Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for group in sys.argv[2:]:
        jobs = []
        for text in group.split("+"):
            name, side, cache, cores, configurations, steps = text.split(":")
            jobs.append(Job(name, side, cache, int(cores), int(configurations), int(steps)))
        run_together(jobs, out)


if __name__ == "__main__":
    main()
