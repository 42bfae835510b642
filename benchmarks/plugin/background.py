"""CPU time of the plug-in's work in the background: `python -m benchmarks.plugin.background`. Needs no GPU.

Each kernel is compiled for `cuda:90` by Triton alone, from TTIR to a binary, and then the work of a child process for it is done in this
process. Writes `benchmarks/results/background_work.tsv`: milliseconds of Triton and of the work, their ratio, and a digest of the
programs that launches may take in the end.
"""

from __future__ import annotations

import datetime
import statistics
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import triton

from benchmarks.engine import compile_time
from benchmarks.engine.compile_time import Source, cached, digest, settled, sources, work
from benchmarks.paths import RESULTS
from egraph_opt.triton.background import job, later
from egraph_opt.triton.compile import children
from egraph_opt.triton.compile import work as child
from egraph_opt.triton.launches.versions import Versioned
from egraph_opt.triton.state.settings import Settings


class Here:
    """What takes the place of children: it works at once, and says how much CPU time that took."""

    seconds = 0.0

    def usable(self, few: bool = False) -> bool:
        return True

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future[Any]:
        done: Future[Any] = Future()
        started = work()
        done.set_result(function(*arguments))
        self.seconds += work() - started
        return done


def measured(kernel: Source, here: Here) -> tuple[float, float, str]:
    """Return seconds of Triton alone and of the work, and the digest of the programs."""
    hook = Versioned(Settings())
    hook.background = later.Background(hook)
    for module in (job, child):
        setattr(module, "installed", lambda *_: hook)  # noqa: B010
    with cached():
        hook.install()
        try:
            here.seconds, started = 0.0, work()
            _, launched = kernel.launched(hook)
            triton_alone = work() - started - here.seconds
            settled(launched)
            return triton_alone, here.seconds, digest(launched)
        finally:
            hook.remove()


def main(pattern: str = "*", results: Path = RESULTS) -> None:
    warnings.simplefilter("ignore")
    compile_time.CLOCK[0], children.ENOUGH, children.FEW = work, 1 << 20, 1 << 20
    here: Any = Here()
    later.pool = here
    kept = later.Background._kept
    later.Background._kept = lambda self, kernel, program, among=here: kept(self, kernel, program, among)  # type: ignore[method-assign]
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
