"""CPU time of the plug-in's work in the background: `python -m benchmarks.plugin.background`. Needs no GPU.

Each kernel is compiled for `cuda:90` by Triton alone, from TTIR to a binary, and then the work of a child process for it is done in this
process. Writes `benchmarks/results/background_work.tsv`: milliseconds of Triton and of the work, their ratio, and a digest of the
programs that launches may take in the end.
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
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import triton
from triton import knobs

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.text.syntax.location import compact
from egraph_opt.triton.background import background_job, replacement
from egraph_opt.triton.background.replacement import Later
from egraph_opt.triton.capture.fake_driver import target_of
from egraph_opt.triton.choice.kernel_search import read_once
from egraph_opt.triton.compile import child_pools
from egraph_opt.triton.compile import child_tasks as child
from egraph_opt.triton.compile.compile_jobs import acceptor
from egraph_opt.triton.launches.version_dispatch import VersionHook, Versions
from egraph_opt.triton.pipeline.launch_hook import CompilationInputs
from egraph_opt.triton.state.settings import Settings


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


def digest(kernel: Any) -> str:
    """A digest of the programs that launches of a kernel may take, which does not depend on where their files are."""
    if isinstance(kernel, Later):
        kernel = kernel._kernel
    programs = kernel._programs if isinstance(kernel, Versions) else (kernel,)
    return sha256("".join(compact(each.asm["ttgir"]) for each in programs).encode()).hexdigest()[:8]


def work() -> float:
    """Seconds of CPU time so far, of this process, of the children that ended, and of the one that says what Triton accepts."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = time.process_time() + ended.ru_utime + ended.ru_stime
    if (child := acceptor.child) is not None:
        times = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]
        seconds += sum(map(int, times)) / os.sysconf("SC_CLK_TCK")
    return seconds


class Here:
    """What takes the place of children: it works at once, and says how much CPU time that took."""

    seconds = 0.0

    def usable(self) -> bool:
        return True

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        started = work()
        done.set_result(function(*arguments))
        self.seconds += work() - started
        return done


def measured(kernel: Source, here: Here) -> tuple[float, float, str]:
    """Return seconds of Triton alone and of the work, and the digest of the programs."""
    hook = VersionHook(Settings())
    background = replacement.Background(hook)
    for module in (background_job, child):
        setattr(module, "install_hook", lambda *_: hook)  # noqa: B010
    with cached():
        hook.install()
        try:
            here.seconds, started = 0.0, work()
            launched = kernel.launched(background)
            triton_alone = work() - started
            if isinstance(launched, Later):
                launched.count_launch()  # asks, and takes the answer, which is there at once
            return triton_alone, here.seconds, digest(launched)
        finally:
            hook.remove()


def main(pattern: str = "*", results: Path = RESULTS) -> None:
    warnings.simplefilter("ignore")
    child_pools.LEAST_PROCESSORS = 1 << 20
    here: Any = Here()
    replacement.aside = here
    rows: list[tuple[str, float, float, str]] = []
    for kernel in sources(pattern)[:1] + sources(pattern):  # the first one loads what is loaded once
        rows.append((kernel.path.parent.name, *measured(kernel, here)))
    del rows[0]
    parts = sorted(of / alone for _, alone, of, _ in rows)
    most = statistics.quantiles(parts, n=10)[-1] if len(parts) > 1 else parts[0]
    whole = sum(of for _, _, of, _ in rows) / sum(alone for _, alone, _, _ in rows)
    said = f"median {statistics.median(parts):.3f}, 90 % below {most:.3f}, largest {parts[-1]:.2f}, in all {whole:.3f}"
    head = f"# {datetime.date.today()}; triton {triton.__version__}; CPU time; {len(rows)} kernels; work: {said}"
    lines = [f"{name}\t{alone * 1e3:.1f}\t{of * 1e3:.1f}\t{of / alone:.3f}\t{what}" for name, alone, of, what in rows]
    table = "\n".join((head, "kernel\ttriton_ms\twork_ms\twork_part\tprograms", *lines))
    (results / "background_work.tsv").write_text(table + "\n")
    print(head)


if __name__ == "__main__":
    main(*sys.argv[1:2])
