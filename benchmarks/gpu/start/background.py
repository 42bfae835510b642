"""CPU time of the plug-in's work in the background: `python -m benchmarks.gpu.start.background`. Needs no GPU.

Each kernel is compiled for `cuda:90` by Triton alone, from TTIR to a binary, and then the work of a child process for it is done in this
process. Writes `benchmarks/results/background_work.tsv`: milliseconds of Triton, of its stages after TTGIR, of the work, and of the
search and the compilations in it; the number of programs that were compiled; and the kernel's outcome.
"""

from __future__ import annotations

import datetime
import os
import re
import resource
import statistics
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial, wraps
from pathlib import Path
from typing import Any, NamedTuple

import triton
from triton import knobs
from triton.backends.nvidia.compiler import CUDABackend

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.triton.background import kernel_improvement, replacement
from egraph_opt.triton.background.replacement import Later
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.choice.kernel_search import read_once
from egraph_opt.triton.compile import child_pools, compile_jobs
from egraph_opt.triton.compile import child_tasks as child
from egraph_opt.triton.compile.compile_jobs import acceptor
from egraph_opt.triton.launches.version_dispatch import VersionHook
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.settings import Settings

COLUMNS = "kernel\ttriton_ms\ttriton_compile_ms\twork_ms\tsearch_ms\tcompile_ms\tprograms\toutcome"


class Source(NamedTuple):
    """A kernel in TTIR, and with how many warps it is compiled."""

    path: Path
    warps: int

    def launched(self, background: replacement.Background) -> Any:
        """Return what its launches take."""
        target, options = target_of("cuda:90"), {"num_warps": self.warps}
        compile = partial(triton.compile, str(self.path), target=target, options=options)
        return background.program_to_launch(compile, CompilationInputs(compile, {}, "", "", target, options))


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


def work() -> float:
    """Seconds of CPU time so far, of this process, of the children that ended, and of the one that says what Triton accepts."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + ended.ru_utime + ended.ru_stime
    if (child := acceptor.child) is not None:
        times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]
        seconds += sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return seconds


STAGES = ("make_llir", "make_ptx", "make_cubin")


class Meter:
    """CPU seconds by part of the work, and the number of times that each part ran."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self.runs: Counter[str] = Counter()
        self.phase = "triton"
        self._busy = False

    def wrap(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return `function` with its time added to a part, unless it runs within another part."""

        @wraps(function)
        def run(*arguments: Any, **named: Any) -> Any:
            if self._busy:
                return function(*arguments, **named)
            self._busy, started, name = True, work(), f"{self.phase} {part}"
            try:
                return function(*arguments, **named)
            finally:
                self._busy = False
                self.seconds[name] += work() - started
                self.runs[name] += part == "make_cubin"

        return run

    def install(self) -> None:
        for stage in STAGES:
            setattr(CUDABackend, stage, self.wrap("compile" if stage != "make_cubin" else stage, getattr(CUDABackend, stage)))
        compile_jobs.improve = self.wrap("search", compile_jobs.improve)  # type: ignore[assignment]

    def compile_seconds(self, phase: str) -> float:
        return self.seconds[f"{phase} compile"] + self.seconds[f"{phase} make_cubin"]


class Here:
    """Substitute for the pool of child processes, which runs each job at once in this process."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self.outcome = ""

    def usable(self) -> bool:
        return True

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        self._meter.phase, started = "ours", work()
        result = function(*arguments)
        self._meter.seconds["ours"] += work() - started
        self._meter.phase = "triton"
        self.outcome = result.records[0].outcome
        done.set_result(result)
        return done


def measure(kernel: Source, meter: Meter) -> tuple[float, ...]:
    """Return milliseconds of Triton, of its stages after TTGIR, of the work, of its search and compilations; programs; and the outcome."""
    here: Any = Here(meter)
    replacement.aside = here
    hook = VersionHook(Settings())
    background = replacement.Background(hook)
    for module in (kernel_improvement, child):
        setattr(module, "install_hook", lambda *_: hook)  # noqa: B010
    meter.seconds.clear()
    meter.runs.clear()
    with cached():
        hook.install()
        try:
            started = work()
            launched = kernel.launched(background)
            alone = work() - started
            if isinstance(launched, Later):
                launched.count_launch()  # asks, and takes the answer, which is there at once
        finally:
            hook.remove()
    parts = (
        alone,
        meter.compile_seconds("triton"),
        meter.seconds["ours"],
        meter.seconds["ours search"],
        meter.compile_seconds("ours"),
    )
    return (*(round(1e3 * part, 1) for part in parts), meter.runs["ours make_cubin"], here.outcome or "not searched")


def main(pattern: str = "*", results: Path = RESULTS) -> None:
    warnings.simplefilter("ignore")
    child_pools.LEAST_PROCESSORS = 1 << 20
    meter = Meter()
    meter.install()
    kernels = sources(pattern)
    rows = [(kernel.path.parent.name, *measure(kernel, meter)) for kernel in kernels[:1] + kernels][
        1:
    ]  # the first one loads modules
    shares = sorted(float(row[3]) / float(row[1]) for row in rows)
    median = statistics.median(shares)
    head = f"# {datetime.date.today()}; triton {triton.__version__}; CPU time; {len(rows)} kernels; work: median {median:.3f}"
    lines = ("\t".join(map(str, row)) for row in rows)
    (results / "background_work.tsv").write_text("\n".join((head, COLUMNS, *lines)) + "\n")
    print(head)


if __name__ == "__main__":
    main(*sys.argv[1:2])
