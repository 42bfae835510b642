"""A fleet on a corpus of many functions: processor time, memory, and a run that is killed and resumed beside one that is not.

python -m benchmarks.engine.fleet_corpus FOLDER
python -m benchmarks.engine.fleet run FOLDER a.jsonl                  # undisturbed; prints processor time and memory
python -m benchmarks.engine.fleet run FOLDER b.jsonl --kill 3         # killed by SIGKILL at three random points, and resumed
python -m benchmarks.engine.fleet same a.jsonl b.jsonl                # the same records, up to order and what differs by nature
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from egraph_opt.fleet.records.record import constant, line, name_of
from egraph_opt.fleet.records.results import read

SAMPLE_SECONDS = 15.0
MIB = 1 << 20


def memory(process: int) -> tuple[int, int]:
    """Bytes in use by a process, and by the largest of its children."""

    def held(pid: int) -> int:
        try:
            return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * 4096
        except (OSError, IndexError):
            return 0

    try:
        children = [
            int(pid) for task in Path(f"/proc/{process}/task").iterdir() for pid in (task / "children").read_text().split()
        ]
    except OSError:
        children = []
    return held(process), max(map(held, children), default=0)


def lines(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


def run(corpus: Path, file: Path, kills: list[int], arguments: list[str]) -> list[tuple[int, int, int]]:
    """Do a run, killed when so many records are there; samples of records and memory."""
    samples: list[tuple[int, int, int]] = []
    command = [sys.executable, "-m", "egraph_opt", "opt", str(corpus / "kernels.tar.gz"), str(corpus / "generated.zip")]
    command += ["--extract", "dag", "--no-cache", "--resume", str(file), *arguments]
    while True:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        last = 0.0
        while started.poll() is None:
            done = lines(file)
            if kills and done >= kills[0]:
                kills.pop(0)
                os.kill(started.pid, signal.SIGKILL)
                started.wait()
                print(f"killed at {done} records", file=sys.stderr, flush=True)
                break
            if time.monotonic() - last >= SAMPLE_SECONDS:
                last = time.monotonic()
                samples.append((done, *memory(started.pid)))
            time.sleep(1.0)
        else:
            print(f"ended with {started.returncode}", file=sys.stderr, flush=True)
            return samples


def show(file: Path, samples: list[tuple[int, int, int]]) -> None:
    """Print what a results file says of processor time, and samples of memory."""
    records = list(read(file)[1])
    computed = sorted(r["meta"]["cpu"] for r in records if r["meta"]["origin"] == "computed")
    print(
        f"{len(records)} records: {dict(Counter(r['verdict'] for r in records))}, {dict(Counter(r['meta']['origin'] for r in records))}"
    )
    parts = statistics.quantiles(computed, n=100)
    most = f"99 % {parts[98]:.3f}, most {computed[-1]:.2f}, sum {sum(computed):.0f}"
    print(f"processor seconds: median {parts[49]:.3f}, 90 % {parts[89]:.3f}, {most}")
    for done, main, child in samples:
        print(f"{done}\t{main / MIB:.0f}\t{child / MIB:.0f}")


def same(first: Path, second: Path) -> bool:
    """Return whether two files hold the same records, up to their order and what differs by nature; print what does not."""

    def held(file: Path) -> tuple[Any, dict[Any, bytes], int]:
        run, records = read(file)
        found = [(name_of(record), line(constant(record))) for record in records]
        return run, dict(found), len(found)

    a, b = held(first), held(second)
    different = [name for name in a[1].keys() | b[1].keys() if a[1].get(name) != b[1].get(name)]
    for name in sorted(different)[:20]:
        print(f"{name}\n  {a[1].get(name)!r:.600}\n  {b[1].get(name)!r:.600}")
    print(f"{a[2]} and {b[2]} records, {len(different)} differ")
    return a[0] == b[0] and a[2] == b[2] == len(a[1]) and not different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("what", choices=("run", "same"))
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--kill", type=int, default=0, help="how often the run is killed")
    parser.add_argument("--functions", type=int, default=10_000, help="how many records there are when it is killed, at most")
    parser.add_argument("--seed", type=int, default=0)
    asked, more = parser.parse_known_args()
    if asked.what == "same":
        sys.exit(not same(asked.first, asked.second))
    points = sorted(random.Random(asked.seed).sample(range(1, asked.functions), asked.kill))
    show(asked.second, run(asked.first, asked.second, points, more))


if __name__ == "__main__":
    main()
