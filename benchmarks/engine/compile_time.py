"""Time that the optimiser adds to the compilation of each kernel for `cuda:90`: `python -m benchmarks.engine.compile_time`. Needs no GPU.

Both start from TTIR, so that Triton's share lacks its front end, and compile to a binary, alone and with the plug-in as it comes, by turns,
never from a cache; the fastest of each counts. What is loaded once per process is not counted. Then both load what they compiled from
Triton's cache, as another process would: `warm_part` is what the plug-in adds then, as a part of Triton's time to compile. Writes
`benchmarks/results/compile_time.tsv`.

With `--work`, processor time is counted instead, of this process and of those that it starts, for machines that do other work, too.
What runs beside Triton's own compilation then counts in full. Writes `benchmarks/results/compile_work.tsv`.
"""

from __future__ import annotations

import argparse
import datetime
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import triton
from triton import knobs

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.triton.capture.fake import target_of
from egraph_opt.triton.choice.improve import read_once
from egraph_opt.triton.compile import children
from egraph_opt.triton.compile.children import CHILDREN, pool
from egraph_opt.triton.compile.compiler import acceptor
from egraph_opt.triton.launches.versions import Versioned
from egraph_opt.triton.pipeline.launch import Program
from egraph_opt.triton.state.report import Kernel
from egraph_opt.triton.state.settings import Settings

CLOCK = [time.perf_counter]
"""What is counted."""
FOLDER: list[str] = []
"""Where this process keeps its caches."""
COLUMNS = ("kernel", "triton_ms", "with_ms", "added_ms", "added_part", "warm_part", "optimiser_ms", "outcome", "cost", "reason")


class Compiled(NamedTuple):
    """Seconds of one compilation, with the second version if there is one, and of loading the same; what the optimiser did."""

    cold: float
    warm: float
    kernel: Kernel | None


def compile_once(path: Path, warps: int, optimise: bool) -> Compiled:
    """Compile a kernel, and load it."""
    with tempfile.TemporaryDirectory(dir=FOLDER[0]) as folder:
        knobs.cache.dir = folder  # what is remembered is there, too
        cold, kernel = once(path, warps, optimise)
        read_once.cache_clear()
        warm, _ = once(path, warps, optimise)
    return Compiled(cold, warm, kernel)


def once(path: Path, warps: int, optimise: bool) -> tuple[float, Kernel | None]:
    """Seconds until a kernel can be launched, and what the optimiser did, if it was asked."""
    target, options = target_of("cuda:90"), {"num_warps": warps}
    with hooked(Settings() if optimise else None) as hook:
        started = CLOCK[0]()
        kernel = triton.compile(str(path), target=target, options=options)
        if hook is not None:
            hook.wrapped(kernel, Program(lambda: kernel, {}, "", "", target, options))
        seconds = CLOCK[0]() - started
    return seconds, next(iter(hook.log.report().kernels), None) if hook is not None else None


def work() -> float:
    """Seconds of processor time so far, of this process, of the children that ended, and of the one that says what Triton accepts."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + ended.ru_utime + ended.ru_stime
    if (child := acceptor.child) is not None:
        times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]
        seconds += sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return seconds


@contextmanager
def hooked(settings: Settings | None) -> Iterator[Versioned | None]:
    """The plug-in as it comes, where a compilation ends as a launch's does; or Triton alone."""
    if settings is None:
        yield None
        return
    hook = Versioned(settings)
    hook.install()
    try:
        yield hook
    finally:
        hook.remove()


def prepare(folder: str) -> None:
    """Load what is loaded once per process."""
    warnings.simplefilter("ignore")  # failures are in the table
    FOLDER[:] = [folder]
    compile_once(next((CORPUS / "kernels").glob("*/input.ttir")), 4, True)
    if pool.usable():
        wait([pool.submit(time.sleep, 1.0) for _ in range(CHILDREN)])


def measured(path: Path, repeat: int) -> str:
    """The line of the table for one kernel."""
    found = re.search(r'"ttg.num-warps" = (\d+)', path.with_name("rlc1.before.ttgir").read_text())
    warps = int(found[1]) if found else 4
    pairs = [(compile_once(path, warps, False), compile_once(path, warps, True)) for _ in range(repeat)]
    (plain, plain_warm), (ours, warm) = (
        (min(c.cold for c in each), min(c.warm for c in each)) for each in zip(*pairs, strict=True)
    )
    kernel = pairs[0][1].kernel
    assert kernel is not None
    own = min(c.kernel.seconds for _, c in pairs if c.kernel is not None)
    part = (ours - plain) / plain
    cost = f"{kernel.cost_before:.6g}/{kernel.cost_after:.6g}"
    milliseconds = [f"{seconds * 1e3:.1f}" for seconds in (plain, ours, ours - plain)]
    parts = f"{part:.2f}", f"{(warm - plain_warm) / plain:.3f}"
    row = (path.parent.name, *milliseconds, *parts, f"{own * 1e3:.1f}", kernel.outcome, cost, kernel.reason)
    return "\t".join(row)


def shared_out(jobs: int, arguments: Sequence[str]) -> list[str]:
    """The lines of the table. Each job is a process of its own, as a user's is: those of `multiprocessing` have no children."""

    def run(number: int) -> str:
        command = [sys.executable, "-m", "benchmarks.engine.compile_time", *arguments, "--share", f"{number}/{jobs}"]
        return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout

    with ThreadPoolExecutor(jobs) as threads:
        return sorted(line for lines in threads.map(run, range(jobs)) for line in lines.splitlines())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", default="*", help="a pattern of names")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=1, help="kernels at a time: for machines with four processors for each")
    parser.add_argument("--each", type=int, default=0, help="processors that each of them has for itself; 0: all have all")
    parser.add_argument(
        "--work", action="store_true", help="count processor time, and start no child processes to search or compile"
    )
    parser.add_argument("--share", help="print the lines of every n-th kernel, from the i-th on: i/n")
    parser.add_argument("--results", type=Path)
    arguments = parser.parse_args()
    if arguments.share:
        paths = sorted((CORPUS / "kernels").glob(f"{arguments.kernels}/input.ttir"))
        number, jobs = map(int, arguments.share.split("/"))
        if arguments.work:
            CLOCK[0], children.ENOUGH = work, 1 << 20  # those that live on are nobody's until they end
        if arguments.each:
            own = sorted(os.sched_getaffinity(0))[number * arguments.each : (number + 1) * arguments.each]
            os.sched_setaffinity(0, own)
        with tempfile.TemporaryDirectory() as folder:
            prepare(folder)
            for path in paths[number::jobs]:
                print(measured(path, arguments.repeat), flush=True)
        return
    passed = [
        "--kernels",
        arguments.kernels,
        "--repeat",
        str(arguments.repeat),
        "--each",
        str(arguments.each),
        *["--work"] * arguments.work,
    ]
    lines = shared_out(arguments.jobs, passed)
    parts, warm = ([float(line.split("\t")[COLUMNS.index(name)]) for line in lines] for name in ("added_part", "warm_part"))
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog", "highspy"))
    summary = (
        f"{len(parts)} kernels: added part of Triton's time, median {statistics.median(parts):.2f}, "
        f"90 % below {statistics.quantiles(parts, n=10)[-1]:.2f}, largest {max(parts):.2f}; "
        f"loaded again, median {statistics.median(warm):.3f}, largest {max(warm):.3f}"
    )
    machine = f"{arguments.each or os.cpu_count()} processors, {arguments.jobs} kernels at a time, best of {arguments.repeat}"
    counted = "processor time; " if arguments.work else ""
    head = f"# {datetime.date.today()}; {versions}, triton {triton.__version__}; at-end; {machine}; {counted}{summary}"
    results = arguments.results or RESULTS / ("compile_work.tsv" if arguments.work else "compile_time.tsv")
    results.write_text("\n".join([head, "\t".join(COLUMNS), *lines]) + "\n")
    print(summary)


if __name__ == "__main__":
    main()
