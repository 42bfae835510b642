"""Times all configurations on a GPU: `python -m benchmarks.gpu.tuning.run FOLDER --results DIR --seconds N`.

Needs PyTorch and Triton alone; FOLDER is what `python -m benchmarks.gpu.tuning.prepare` wrote. What is not compiled yet is compiled in
parallel. One process at a time launches kernels; if it dies or hangs, the kernel is lost and another one goes on. A line for each kernel
and shape is written to DIR/times.jsonl at once.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from ..pairs import store
from ..pairs.run import Worker as PairsWorker
from ..pairs.run import versions
from .build import apart, file_of, key, load

AGAIN = "again"
"""The first configuration under another name: what a difference between timings means."""
MILLISECONDS = 700.0
ROUNDS = (9, 41)
TOO_LONG = 30.0
"""Milliseconds of one launch from which on a configuration is not timed in rounds: it is no one's choice."""


class Worker(PairsWorker):
    module = "benchmarks.gpu.tuning.run"


def grouped(folder: Path) -> dict[str, list[store.Case]]:
    """Cases by kernel and shape, the packages in turns, so that a run that is stopped has some of each."""
    groups: dict[str, list[store.Case]] = defaultdict(list)
    for case in store.cases(folder):
        groups[case["group"]].append(case)
    packages: dict[str, list[str]] = defaultdict(list)
    for group in groups:
        packages[group.partition(".")[0]].append(group)
    ranked = sorted((i / len(names), name) for names in packages.values() for i, name in enumerate(names))
    return {name: groups[name] for _, name in ranked}


def measure(folder: Path, cases: Sequence[store.Case]) -> dict[str, Any]:
    """Microseconds of each configuration by its name, and what the driver says of it."""
    import torch

    from ..pairs.contents import Contents
    from ..pairs.cuda import Loaded, scalar
    from ..pairs.measure import SCALES, spread

    contents = Contents(cases[0]["arguments"])
    contents.fill(SCALES[1])
    found: dict[str, Any] = {"bytes": contents.bytes, "errors": {}, "uses": {}}
    launches, loaded = {}, []
    scratch = torch.empty(0, dtype=torch.uint8, device="cuda")
    stream = torch.cuda.current_stream().cuda_stream
    for case in cases:
        name = case["configuration"]
        try:
            kernel = Loaded(*load(folder, case))
            if not kernel.occupancy:
                raise RuntimeError("more registers or shared memory than there are")
        except (OSError, RuntimeError) as error:
            found["errors"][name] = str(error)[:200]
            continue
        loaded.append(kernel)
        x, y, z = case["grid"]
        size = (kernel.metadata["global_scratch_size"] or 0) * x * y * z
        if size > scratch.numel():
            scratch = torch.empty(size, dtype=torch.uint8, device="cuda")
        values = [scalar(a["kind"], contents.pointer(a) if a["kind"].startswith("*") else a["value"]) for a in case["arguments"]]
        launches[name] = kernel.launcher(case["grid"], values, scratch.data_ptr(), stream)
        found["uses"][name] = [kernel.registers, kernel.local_bytes, kernel.shared, kernel.occupancy]
    if launches:
        first = next(iter(launches))
        times = timed({**launches, AGAIN: launches[first]})
        found["times"] = {
            name: spread(each) if len(each) > 1 else {"median": each[0], "count": 1} for name, each in times.items()
        }
    torch.cuda.synchronize()
    for kernel in loaded:
        kernel.unload()
    return found


def timed(launches: dict[str, Any]) -> dict[str, list[float]]:
    """Microseconds of each launch, in rounds: each once a round, in another order each time, the second-level cache overwritten before."""
    import torch

    from ..pairs.measure import FLUSH

    flush = torch.empty(FLUSH // 4, dtype=torch.int32, device="cuda")

    def run(order: Sequence[str]) -> list[tuple[str, float]]:
        events = []
        for name in order:
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            flush.zero_()
            start.record()
            launches[name]()
            end.record()
            events.append((name, start, end))
        torch.cuda.synchronize()
        return [(name, 1e3 * start.elapsed_time(end)) for name, start, end in events]

    names = list(launches)
    run(names)
    once = dict(run(names))
    found: dict[str, list[float]] = {name: [us] for name, us in once.items()}
    names = [name for name in names if once[name] < 1e3 * TOO_LONG]
    round_ms = sum(once[name] * 1e-3 + 0.15 for name in names)
    rounds = min(ROUNDS[1], max(ROUNDS[0], int(MILLISECONDS / max(round_ms, 1e-3))))
    for i in range(rounds):
        at = i * 7 % len(names) if names else 0
        order = [*names[at:], *names[:at]]
        for name, us in run(order if i % 2 == 0 else order[::-1]):
            found[name].append(us)
    return {name: each[1:] or each for name, each in found.items()}


def serve(folder: Path) -> None:
    """Answer jobs, a line of JSON each: the name of a kernel and shape."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch

    torch.zeros(1, device="cuda")
    groups = grouped(folder)
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        try:
            found = measure(folder, groups[json.loads(line)])
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300]}", "fatal": True}
        print(json.dumps(found), file=answers, flush=True)
        if found.get("fatal"):
            break
        torch.cuda.empty_cache()


def run(folder: Path, results: Path, seconds: float, jobs: int) -> None:
    started = time.monotonic()
    results.mkdir(parents=True, exist_ok=True)
    groups = grouped(folder)
    context = get_context("forkserver")
    context.set_forkserver_preload(["triton.backends.nvidia.compiler", "benchmarks.gpu.tuning.build"])
    pool = ThreadPoolExecutor(jobs)
    futures: dict[str, Future[None]] = {}
    for cases in groups.values():
        for case in cases:
            if key(case) not in futures and not file_of(folder, case).exists():
                futures[key(case)] = pool.submit(apart, context, folder, case)
    print(f"{len(groups)} kernels and shapes, {len(futures)} configurations to compile", flush=True)
    worker = Worker(folder)
    done = 0
    with (results / "times.jsonl").open("a") as file:
        file.write(json.dumps({"versions": versions()}) + "\n")
        for name, cases in groups.items():
            left = started + seconds - time.monotonic()
            _, missing = wait([futures[key(case)] for case in cases if key(case) in futures], max(0.0, left))
            if missing or time.monotonic() - started > seconds:
                break
            found = worker.ask(name)
            if found.get("fatal"):
                worker.close()
            file.write(json.dumps({"group": name, **found}) + "\n")
            file.flush()
            done += 1
            if done % 10 == 0 or "error" in found:
                print(f"{time.monotonic() - started:6.0f} s  {done}/{len(groups)}  {name} {found.get('error', '')}", flush=True)
    print(f"{time.monotonic() - started:6.0f} s  {done} of {len(groups)} kernels and shapes", flush=True)
    worker.close()
    pool.shutdown(wait=False, cancel_futures=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--results", type=Path, default=Path("results"))
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) - 1), help="processes that compile")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.folder)
    else:
        run(arguments.folder, arguments.results, arguments.seconds, arguments.jobs)


if __name__ == "__main__":
    main()
