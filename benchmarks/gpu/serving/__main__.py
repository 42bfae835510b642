"""Time kernels that people run in serving and training, plain and with the plug-in, on a machine with a GPU.

    pip download --no-deps -d build/packages sglang==0.5.23 lmdeploy==0.18.0 vllm==0.33.0 unsloth==2026.10.9 liger-kernel==0.8.5 \
        sageattention==1.0.6 lightllm==0.0.1 fla-core==0.6.0 flashinfer-python==0.7.4 cut-cross-entropy==25.1.1 torchao==0.18.0 \
        xformers==0.0.35 conch-triton-kernels==1.3 flashnn==0.1.1 gptqmodel==7.7.0 amd-aiter==0.1.7.post2.dev18 flag-gems==5.0.2 \
        moe-ops==0.1.0 adasplash==0.2.2
    python -m benchmarks.gpu.serving.check SOURCES                 # without a GPU: reads the launchers from the wheels
    python -m benchmarks.gpu.serving OUT --sources SOURCES --side default [NAMES...]
    python -m benchmarks.gpu.serving OUT --sources SOURCES --options [NAMES...]
    python -m benchmarks.gpu.serving.report OUT

Needs PyTorch. First all workloads are compiled in parallel; then each is timed on all sides in turns, each side in a process of its own:
plain, ours, plain in another process (`noise`). Times are those of Triton's kernels by the GPU's own clock, from PyTorch's profiler, with
256 MiB written before each step. Outputs of the first step are compared bit for bit. `--options` times Triton's own programs of kernels
without a tuner under other options. `OUT/times.jsonl` and `OUT/options.jsonl` get a line as each is done,
`OUT/compiled.jsonl` what each side says when it compiles.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import queue
import select
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.gpu.serving.libraries import LIBRARIES
from benchmarks.gpu.serving.worker import LIBRARY, NOISE, PLAIN, SIDES
from benchmarks.gpu.serving.workload import CONFIGURATIONS, workloads

ROUNDS, STEPS = 3, 8
PATIENCE = 150.0
"""Seconds after which a request is given up."""
PROCESSES = {"default": 10, "tune": 4}
"""Processes that compile at once, where it is not as many as there are cores: they have children, or time programs."""
OPTIONS = [{"num_stages": stages} for stages in (1, 2, 3, 4, 5)] + [{"maxnreg": registers} for registers in (64, 96, 128, 168)]


class Worker:
    """A process of a side, started when it is first asked, and again after it ended."""

    def __init__(self, side: str, sources: Path, folder: Path) -> None:
        self.side, self.sources, self.folder = side, sources, folder
        self.process: subprocess.Popen[str] | None = None

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request; `failed` says why there is none."""
        if self.process is None or self.process.poll() is not None:
            command = [sys.executable, "-m", "benchmarks.gpu.serving.worker", self.side, str(self.sources), str(self.folder)]
            cache = self.folder / f"cache-{PLAIN if self.side == NOISE else self.side}"
            with (self.folder / f"{self.side}.log").open("a") as log:
                self.process = subprocess.Popen(
                    command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, bufsize=1,
                    env={**os.environ, "TRITON_CACHE_DIR": str(cache), "EGRAPH_OPT": ""},
                )  # fmt: skip
        assert self.process.stdin is not None and self.process.stdout is not None
        ready: list[Any] = [True]
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
            ready = select.select([self.process.stdout], [], [], PATIENCE)[0]
            line = self.process.stdout.readline() if ready else ""
        except OSError:
            line = ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        self.end()
        return {"failed": "the process ended" if ready else f"no answer after {PATIENCE:.0f} s"}

    def end(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def compile_all(names: list[str], workers: list[Worker], requests: list[dict[str, Any]], until: float) -> list[dict[str, Any]]:
    """Return what processes say of each workload; afterwards its programs, also those of further requests, are in the cache."""
    waiting: queue.Queue[str] = queue.Queue()
    rows = []
    for name in names:
        waiting.put(name)

    def run(worker: Worker) -> None:
        while time.monotonic() < until:
            try:
                name = waiting.get_nowait()
            except queue.Empty:
                break
            answer = worker.ask(load=name)
            for request in requests if "failed" not in answer else ():
                worker.ask(**request)
            rows.append({"workload": name, "side": worker.side, **answer})
            print(worker.side, name, answer.get("failed") or round(answer["first_s"], 1), flush=True)
        worker.end()

    threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return rows


def measure(name: str, workers: list[Worker]) -> dict[str, Any]:
    """Return what each side says of a workload, and its times in each round; the side `library` only if it has the workload."""
    workers = [worker for worker in workers if worker.side != LIBRARY or name in LIBRARIES]
    with ThreadPoolExecutor(len(workers)) as pool:
        loaded = pool.map(lambda worker: worker.ask(load=name), workers)
    row: dict[str, Any] = {
        "workload": name,
        "sides": {worker.side: each for worker, each in zip(workers, loaded, strict=True)},
        "rounds": [],
    }
    running = [worker for worker in workers if "failed" not in row["sides"][worker.side]]
    for turn in range(ROUNDS):
        for worker in running if turn % 2 == 0 else reversed(running):
            row["rounds"].append({"side": worker.side, **worker.ask(time=STEPS)})
    return row


def try_options(name: str, worker: Worker) -> list[dict[str, Any]]:
    """Return a line for each of `OPTIONS`, after one without; none if the workload has a tuner."""
    loaded = worker.ask(load=name)
    if "failed" in loaded or loaded["tuner"]:
        return [{"workload": name, "options": None, **loaded}]
    return [{"workload": name, "options": options, **worker.ask(program=options)} for options in [{}, *OPTIONS]]


def about() -> str:
    """Return the date, the device and versions."""
    import torch
    import triton

    device = torch.cuda.get_device_name() if torch.cuda.is_available() else "no GPU"
    tuned = f"{CONFIGURATIONS} configurations a tuner"
    return f"{datetime.date.today()}; {device}; torch {torch.__version__}; triton {triton.__version__}; {tuned}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu.serving", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("out", type=Path, help="the folder to write to")
    parser.add_argument("names", nargs="*", help="workloads, or sets `first` and `held`; all if none is named")
    parser.add_argument("--sources", type=Path, required=True, help="the folder that `check` has written")
    parser.add_argument(
        "--side", action="append", choices=[side for side in SIDES if side not in (PLAIN, NOISE)], help="beside plain"
    )
    parser.add_argument("--options", action="store_true", help="time Triton's own programs under other options")
    parser.add_argument("--seconds", type=float, default=3600, help="begin no workload later")
    given = parser.parse_intermixed_args()
    until = time.monotonic() + given.seconds
    given.out.mkdir(parents=True, exist_ok=True)
    names = [workload.name for workload in workloads(given.names)]
    (given.out / "about.txt").write_text(about())
    work = Path(tempfile.mkdtemp(prefix="serving-"))
    cores = len(os.sched_getaffinity(0))
    requests: list[dict[str, Any]] = [{"compile": options} for options in OPTIONS] if given.options else []
    for side in (PLAIN, *(side for side in given.side or () if side != LIBRARY)):
        workers = [Worker(side, given.sources, work) for _ in range(min(PROCESSES.get(side, max(1, cores - 2)), len(names)))]
        rows = compile_all(names, workers, requests if side == PLAIN else [], until)
        with (given.out / "compiled.jsonl").open("a") as file:
            file.writelines(json.dumps(row) + "\n" for row in rows)
    print(f"compiled, {until - time.monotonic():.0f} s left", flush=True)
    if given.options:
        worker = Worker(PLAIN, given.sources, work)
        with (given.out / "options.jsonl").open("a") as file:
            for name in names:
                if time.monotonic() < until:
                    file.writelines(json.dumps(row) + "\n" for row in try_options(name, worker))
                    file.flush()
        worker.end()
        subprocess.run(["tar", "czf", given.out / "cubins.tgz", "-C", work, "--wildcards", "*.cubin"], check=False)
    if given.side:
        workers = [Worker(side, given.sources, work) for side in (PLAIN, *given.side, NOISE)]
        with (given.out / "times.jsonl").open("a") as file:
            for name in names:
                if time.monotonic() < until:
                    print(json.dumps(row := measure(name, workers)), file=file, flush=True)
                    print(name, {side: each.get("failed", each.get("same")) for side, each in row["sides"].items()}, flush=True)
        for worker in workers:
            worker.end()
    for log in work.glob("*.log"):
        (given.out / log.name).write_bytes(log.read_bytes()[-300_000:])


if __name__ == "__main__":
    main()
