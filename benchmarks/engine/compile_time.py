"""Time that the plug-in adds to the compilation of kernels for `cuda:90`: `python -m benchmarks.engine.compile_time`. Needs no GPU.

A process compiles kernels one after the other, from TTIR to a binary, as a script does that launches them: first with Triton alone, then
with the plug-in as `enable` has it, each with an empty cache. Triton's share lacks its front end. What is loaded once per process is not
counted. Each repetition is a process of its own, and the least of each counts; what is not in a row is measured
once. Columns, in milliseconds and as parts of Triton's time:

- `added`: what a kernel's first launch waits for beyond Triton's compilation, while children still work on the kernels before it;
- `waits`: what its second launch waits for, when all kernels have been launched once, in the same order;
- `alone`: what both wait for where the second launch follows the first at once, and nothing else is under way;
- `at_once`: what the first waits for with `background=False`, as tuners and `torch.compile` have it;
- `warm`: what a launch waits for that finds everything in the cache, beyond what Triton alone waits for then.

Writes `benchmarks/results/compile_time.tsv`, on all processors, and `compile_time_2.tsv`, on two for each process. `--parts FOLDER`
keeps what is done, so that an interrupted run goes on. With `--work`, CPU time is counted instead, with `background=False` and
without child processes: `compile_work.tsv`.
"""

from __future__ import annotations

import argparse
import datetime
import math
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import triton
from triton import knobs

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.background.later import Background, Later
from egraph_opt.triton.capture.fake import target_of
from egraph_opt.triton.choice.improve import load_engine, read_once
from egraph_opt.triton.compile import children
from egraph_opt.triton.compile.children import CHILDREN, pool
from egraph_opt.triton.compile.compiler import acceptor
from egraph_opt.triton.launches.versions import Versioned, Versions
from egraph_opt.triton.pipeline.launch import Program
from egraph_opt.triton.state.cache import engines
from egraph_opt.triton.state.settings import Settings

CLOCK = [time.perf_counter]
"""Clock that measurements read."""
TIMES = ("triton", "added", "waits", "alone", "at_once", "warm")
SAID = ("outcome", "cost", "programs", "reason")
"""`programs`: a digest of what may be launched in the end, which must be the same with and without a background."""
PARTS = TIMES[1:]
COLUMNS = ("kernel", *(f"{name}_ms" for name in TIMES), *(f"{name}_part" for name in PARTS), *SAID)


class Source(NamedTuple):
    """A kernel in TTIR, and with how many warps it is compiled."""

    path: Path
    warps: int

    def launched(self, hook: Versioned | None) -> tuple[float, Any]:
        """Seconds until its first launch can go, and what it takes."""
        target, options = target_of("cuda:90"), {"num_warps": self.warps}
        compile = partial(triton.compile, str(self.path), target=target, options=options)
        program, started = Program(compile, {}, "", "", target, options), CLOCK[0]()
        if hook is None:
            kernel = compile()
        elif hook.background is not None and hook.background.may(program):
            kernel = hook.background.launched(compile, program)
        else:
            kernel = hook.at_once(compile, program)
        return CLOCK[0]() - started, kernel


def sources(pattern: str) -> list[Source]:
    """The kernels whose names match a pattern."""
    found = []
    for path in sorted((CORPUS / "kernels").glob(f"{pattern}/input.ttir")):
        warps = re.search(r'"ttg.num-warps" = (\d+)', path.with_name("rlc1.before.ttgir").read_text())
        found.append(Source(path, int(warps[1]) if warps else 4))
    return found


@contextmanager
def cached() -> Iterator[None]:
    """With an empty cache; what is remembered is there, too."""
    with tempfile.TemporaryDirectory() as folder:
        knobs.cache.dir = folder
        read_once.cache_clear()
        yield


@contextmanager
def hooked(background: bool) -> Iterator[Versioned]:
    """Have the plug-in with default settings in place, or one without a background."""
    hook = Versioned(Settings())
    hook.background = Background(hook) if background else None
    hook.install()
    try:
        yield hook
    finally:
        hook.log.under_way()
        hook.remove()


def settled(kernel: Any) -> float:
    """Seconds that a second launch waits."""
    started = CLOCK[0]()
    if hasattr(kernel, "settle"):
        kernel.settle()
    return CLOCK[0]() - started


def digest(kernel: Any) -> str:
    """A digest of the programs that launches of a kernel may take, which does not depend on where their files are."""
    while isinstance(kernel, Later):
        kernel = kernel._kernel
    programs = kernel._programs if isinstance(kernel, Versions) else (kernel,)
    return sha256("".join(compact(each.asm["ttgir"]) for each in programs).encode()).hexdigest()[:8]


def said_of(hook: Versioned, kernel: Any) -> list[str]:
    """Return what the plug-in did with a kernel, in the order of `SAID`."""
    record = hook.log.report().kernels[0]  # more are of other programs that may be launched in its place
    return [record.outcome, f"{record.cost_before:.6g}/{record.cost_after:.6g}", digest(kernel), record.reason]


def by_triton(kernels: Sequence[Source]) -> list[tuple[float, float]]:
    """Seconds of each kernel by Triton alone, compiled and then loaded."""
    with cached():
        cold, warm = ([kernel.launched(None)[0] for kernel in kernels] for _ in range(2))
        return list(zip(cold, warm, strict=True))


def in_a_row(kernels: Sequence[Source], repetition: int) -> Iterator[tuple[list[float], list[str]]]:
    """Seconds of each kernel, as `TIMES` has them, and what the plug-in did. Who compiles first changes from repetition to repetition."""
    own = by_triton(kernels) if repetition % 2 == 0 else []
    with cached():
        with hooked(background=True) as hook:
            first = [kernel.launched(hook) for kernel in kernels]
            second = [settled(kernel) for _, kernel in first]
        with hooked(background=True) as hook:
            warm = [kernel.launched(hook)[0] for kernel in kernels]
    own = own or by_triton(kernels)
    for number, kernel in enumerate(kernels):
        (plain, loaded), (launch, launched) = own[number], first[number]
        alone, at_once, record = by_itself(kernel, digest(launched)) if not repetition else (math.inf, math.inf, [])
        yield [plain, launch - plain, second[number], alone - plain, at_once - plain, warm[number] - loaded], record


def by_itself(kernel: Source, programs: str) -> tuple[float, float, list[str]]:
    """Seconds of a kernel beside which nothing is compiled, with a background and without, and what the plug-in did.

    Raises:
        RuntimeError: one of them has other programs than what was found before.
    """
    with cached(), hooked(background=True) as hook:
        seconds, launched = kernel.launched(hook)
        alone = seconds + settled(launched)
        found = digest(launched)
    with cached(), hooked(background=False) as hook:
        at_once, launched = kernel.launched(hook)
        record = said_of(hook, launched)
    if not programs == found == digest(launched):
        raise RuntimeError(f"{kernel.path}: other programs with a background than without")
    return alone, at_once, record


def processor_time(kernels: Sequence[Source], repetition: int) -> Iterator[tuple[list[float], list[str]]]:
    """Yield what `in_a_row` yields, with nothing in the background."""
    for kernel in kernels:
        with cached():
            own = kernel.launched(None)[0]
        with cached(), hooked(background=False) as hook:
            seconds, launched = kernel.launched(hook)
            yield [own, added := seconds - own, 0.0, added, added, 0.0], said_of(hook, launched)


def work() -> float:
    """Seconds of CPU time so far, of this process, of the children that ended, and of the one that says what Triton accepts."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + ended.ru_utime + ended.ru_stime
    if (child := acceptor.child) is not None:
        times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]
        seconds += sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return seconds


def prepare() -> None:
    """Load what is loaded once per process."""
    warnings.simplefilter("ignore")  # failures are in the table
    first = sources("*")[0]
    if pool.usable(few=True):
        wait([pool.submit(load_engine) for _ in range(CHILDREN)])
        wait([pool.submit(time.sleep, 1.0) for _ in range(CHILDREN)])
    for background in (True, False):
        with cached(), hooked(background) as hook:
            settled(first.launched(hook)[1])


def share(arguments: argparse.Namespace) -> None:
    """Measure every n-th kernel, from the i-th on, and print a line for each."""
    number, jobs, repetition = map(int, arguments.share.split("/"))
    measure = processor_time if arguments.work else in_a_row
    if arguments.work:
        CLOCK[0], children.ENOUGH, children.FEW = work, 1 << 20, 1 << 20  # those that live on are nobody's until they end
    if arguments.each[0]:
        size = arguments.each[0]
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[number * size : (number + 1) * size])
    kernels = sources(arguments.kernels)[number::jobs]
    prepare()
    for kernel, (seconds, what) in zip(kernels, measure(kernels, repetition), strict=True):
        print(kernel.path.parent.name, *(f"{each * 1e3:.2f}" for each in seconds), *what, sep="\t", flush=True)


def shared_out(jobs: int, each: int, arguments: argparse.Namespace, parts: Path) -> list[list[str]]:
    """The rows of a table. Each job is a process of its own, as a user's is: those of `multiprocessing` have no children."""

    def run(repetition: int, number: int) -> list[str]:
        done = parts / f"{each}-{repetition}-{number}-of-{jobs}.tsv"
        if not done.exists():
            options = ["--kernels", arguments.kernels, "--each", str(each), *["--work"] * arguments.work]
            command = [
                sys.executable,
                "-m",
                "benchmarks.engine.compile_time",
                *options,
                "--share",
                f"{number}/{jobs}/{repetition}",
            ]
            found = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout
            done.with_suffix(".new").write_text(found)
            done.with_suffix(".new").rename(done)
        return done.read_text().splitlines()

    rows: dict[str, list[list[str]]] = {}
    for repetition in range(arguments.repeat):
        with ThreadPoolExecutor(jobs) as threads:
            for lines in threads.map(partial(run, repetition), range(jobs)):
                for cells in (line.split("\t") for line in lines):
                    rows.setdefault(cells[0], []).append(cells[1:])
    return [row(name, found) for name, found in sorted(rows.items())]


def row(name: str, found: Sequence[Sequence[str]]) -> list[str]:
    """One line of a table: of sums of times, the least of all repetitions."""
    size = len(TIMES)
    own, *others = zip(*(map(float, cells[:size]) for cells in found), strict=True)
    least = min(own)
    waits, warm = TIMES.index("waits") - 1, TIMES.index("warm") - 1
    added = [
        min(each if number in (waits, warm) else a + b - least for a, b, each in zip(own, other, other, strict=True))
        for number, other in enumerate(others)
    ]
    return [name, *(f"{each:.1f}" for each in (least, *added)), *(f"{each / least:.3f}" for each in added), *found[0][size:]]


def said(name: str, parts: Iterable[float], sums: Callable[[str], float]) -> str:
    """Return the summary of a column as one line."""
    found = sorted(parts)
    middle, most = statistics.median(found), statistics.quantiles(found, n=10)[-1] if len(found) > 1 else found[0]
    whole = sums(f"{name}_ms") / sums("triton_ms")
    return f"{name}: median {middle:.3f}, 90 % below {most:.3f}, largest {found[-1]:.2f}, in all {whole:.3f}"


def table(rows: Sequence[Sequence[str]], machine: str, results: Path) -> None:
    """Write a table, and print what it says."""

    def sums(column: str) -> float:
        return sum(float(cells[COLUMNS.index(column)]) for cells in rows)

    parts = {name: [float(cells[COLUMNS.index(f"{name}_part")]) for cells in rows] for name in PARTS}
    summary = [f"{len(rows)} kernels", *(said(name, parts[name], sums) for name in PARTS)]
    head = f"# {datetime.date.today()}; {', '.join(engines())}, triton {triton.__version__}; {machine}; {'; '.join(summary)}"
    results.write_text("\n".join([head, "\t".join(COLUMNS), *map("\t".join, rows)]) + "\n")
    print(machine, *summary, sep="\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kernels", default="*", help="a pattern of names")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=0, help="kernels at a time; 0: one for four processors, or for `--each`")
    parser.add_argument(
        "--each", type=int, nargs="+", default=[0, 2], help="processors that each of them has for itself; 0: all have all"
    )
    parser.add_argument("--work", action="store_true", help="count CPU time")
    parser.add_argument("--share", help="print the lines of every n-th kernel, from the i-th on, the r-th time: i/n/r")
    parser.add_argument("--parts", type=Path, help="keep what is done in this folder, and go on from what is there")
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    if arguments.share:
        share(arguments)
        return
    processors = len(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        parts = arguments.parts or Path(folder)
        parts.mkdir(parents=True, exist_ok=True)
        for each in [0] if arguments.work else arguments.each:
            jobs = arguments.jobs or max(1, processors // (each or 4))
            rows = shared_out(jobs, each, arguments, parts)
            counted = "CPU time; " if arguments.work else ""
            machine = f"{counted}{each or processors} processors, {jobs} kernels at a time, best of {arguments.repeat}"
            name = "compile_work" if arguments.work else "compile_time_2" if each == 2 else "compile_time"
            table(rows, machine, arguments.results / f"{name}.tsv")


if __name__ == "__main__":
    main()
