"""Times prepared pairs of programs on a GPU: `python -m benchmarks.gpu.pairs.run FOLDER --results DIR --seconds N`.

Needs PyTorch and Triton alone; FOLDER is what `python -m benchmarks.gpu.pairs.prepare` wrote. Programs that are not compiled yet are
compiled in parallel. One process at a time launches kernels; if it dies or hangs, the case is lost and another one goes on. Every
result is written to DIR/rows.jsonl at once. Kernels whose programs differ in no configuration are not measured. Finally, of each kernel
that is tuned, the best configuration of one pipeline is timed against the best of the other.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import select
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from . import store
from .build import Building, needed

PLAIN, OURS = "plain", "ours"
PATIENCE = 60.0
"""Seconds for one case."""
START = 120.0
"""Seconds until a new process is ready."""


class Worker:
    """A process that measures, started when first asked, and anew after it died."""

    module = "benchmarks.gpu.pairs.run"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def ask(self, job: Any) -> dict[str, Any]:
        if self._process is None:
            command = [sys.executable, "-m", self.module, str(self._folder), "--serve"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            if self._answer(START) is None:
                return self._lost("no process that could measure")
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(job) + "\n")
            self._process.stdin.flush()
        except OSError:
            return self._lost("the process died")
        line = self._answer(PATIENCE)
        return json.loads(line) if line else self._lost("the process died or took too long")

    def _answer(self, patience: float) -> str | None:
        assert self._process is not None and self._process.stdout is not None
        ready, _, _ = select.select([self._process.stdout], [], [], patience)
        return (self._process.stdout.readline() or None) if ready else None

    def _lost(self, reason: str) -> dict[str, Any]:
        self.close()
        return {"error": reason, "fatal": True}

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


def serve(folder: Path) -> None:
    """Answer jobs, a line of JSON each: a case's number, or two of them, for the plain program of one against ours of the other."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    import torch

    from .measure import against, measure

    torch.zeros(1, device="cuda")
    cases = list(store.cases(folder))
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        try:
            found = against(folder, cases[job[0]], cases[job[1]]) if isinstance(job, list) else measure(folder, cases[job])
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"}
            found["fatal"] = "CUDA" in found["error"] or "cuda" in found["error"] or "cuLaunch" in found["error"]
        print(json.dumps(found), file=answers, flush=True)
        if found.get("fatal"):
            break
        torch.cuda.empty_cache()


def ordered(cases: Sequence[store.Case], only: str) -> list[list[int]]:
    """Groups of cases of which one at least has two programs; those with conversions in loops first."""
    groups: dict[str, list[int]] = defaultdict(list)
    for number, case in enumerate(cases):
        if re.search(only, case["group"]):
            groups[case["group"]].append(number)

    def value(group: list[int]) -> int:
        return -max(case["predicted"][PLAIN]["converts_in_loops"] > 0 for case in (cases[n] for n in group))

    return sorted(
        (group for group in groups.values() if any(len(set(cases[n]["programs"].values())) > 1 for n in group)), key=value
    )


def best(cases: Sequence[store.Case], found: dict[int, dict[str, Any]], variant: str) -> int | None:
    """Which configuration of a group is the fastest with one variant."""
    times = {
        number: row["times"][name]["median"]
        for number, row in found.items()
        if (name := cases[number]["programs"][variant]) in row.get("times", {})
    }
    return min(times, key=lambda number: times[number]) if times else None


def run(folder: Path, results: Path, seconds: float, only: str, limit: int, jobs: int) -> None:
    started = time.monotonic()
    results.mkdir(parents=True, exist_ok=True)
    cases = list(store.cases(folder))
    groups = ordered(cases, only)[:limit]
    building = Building(folder, needed(cases[number] for group in groups for number in group), jobs)
    worker = Worker(folder)
    with (results / "rows.jsonl").open("a") as file:

        def note(row: dict[str, Any]) -> None:
            file.write(json.dumps(row) + "\n")
            file.flush()

        note({"versions": versions(), "cases": store.fingerprint(folder)})
        for i, group in enumerate(groups):
            building.wait(needed(cases[number] for number in group), started + seconds - time.monotonic())
            found: dict[int, dict[str, Any]] = {}
            for number in group:
                if time.monotonic() - started > seconds:
                    break
                found[number] = worker.ask(number)
                if found[number].get("fatal"):
                    worker.close()
                note(
                    {
                        "case": number,
                        "group": cases[number]["group"],
                        "configuration": cases[number]["configuration"],
                        **found[number],
                    }
                )
            a, b = best(cases, found, PLAIN), best(cases, found, OURS)
            if a is not None and b is not None:
                row = {"group": cases[a]["group"], "best": [a, b]}
                if a != b and time.monotonic() - started < seconds:
                    row |= worker.ask([a, b])
                    if row.get("fatal"):
                        worker.close()
                note(row)
                ratio = (
                    found[a]["times"][cases[a]["programs"][PLAIN]]["median"]
                    / found[b]["times"][cases[b]["programs"][OURS]]["median"]
                )
                print(f"{time.monotonic() - started:6.0f} s  {i + 1}/{len(groups)}  {ratio:.3f}  {cases[a]['group']}", flush=True)
            if time.monotonic() - started > seconds:
                print(f"stopped after {i + 1} of {len(groups)} kernels and shapes", flush=True)
                break
    worker.close()
    building.close()


def compile_only(folder: Path, only: str, jobs: int) -> None:
    cases = list(store.cases(folder))
    keys = needed(cases[number] for group in ordered(cases, only) for number in group)
    building = Building(folder, keys, jobs)
    building.wait(keys, threading.TIMEOUT_MAX)
    building.close()


def versions() -> dict[str, Any]:
    import datetime

    import torch
    import triton

    name = torch.cuda.get_device_name()
    return {
        "date": str(datetime.date.today()), "device": name, "torch": torch.__version__, "triton": triton.__version__,
        "cuda": torch.version.cuda,
    }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--results", type=Path, default=Path("results"))
    parser.add_argument("--seconds", type=float, default=500.0)
    parser.add_argument("--only", default="", help="a regular expression that a group's name must contain")
    parser.add_argument("--limit", type=int, default=1 << 30, help="at most so many groups")
    parser.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 1) - 2), help="processes that compile")
    parser.add_argument("--compile-only", action="store_true", help="do what needs no GPU beforehand, in FOLDER")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.folder)
    elif arguments.compile_only:
        compile_only(arguments.folder, arguments.only, arguments.jobs)
    else:
        run(arguments.folder, arguments.results, arguments.seconds, arguments.only, arguments.limit, arguments.jobs)


if __name__ == "__main__":
    main()
