"""Programs with layouts, optimised with Triton's result as a seed: where one costs more than Triton's result, does a remark say which
option would allow that?

    python -m benchmarks.trust.rest.seeds FOLDER --write
    python -m benchmarks.trust.rest.seeds FOLDER --part 8 --every 40

FOLDER holds `.mlir` files of tests, which are split at `// -----`. The kernels of the corpus are measured, too: each program on which
Triton's pass runs, or every n-th.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.paths import CORPUS
from benchmarks.trust.rest.judge import WORK, Case, cases, dearer, modules
from benchmarks.trust.sweep import Found, Sweep, command
from egraph_opt.baseline.seed import read_seeds
from egraph_opt.core.pipeline import optimize_module
from egraph_opt.core.task import Clock
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options

STAGES = ("rlc1.before", "rlc2.before", "rlc3.before")
ALLOWED = re.compile(r"which was not used: [^(]*\((--[a-z -]+) allows that\)")
BARRED = re.compile(r"which was not used: no option allows it: .")
OUTCOMES = ("not dearer", "dearer, an option is named", "dearer, no option allows it", "dearer, without either", "not read")
"""An option is named only if the result is not dearer with it."""


def kernels() -> list[tuple[str, str]]:
    """Return the programs of the corpus on which Triton's pass runs, by name."""
    paths = [path for stage in STAGES for path in sorted((CORPUS / "kernels").glob(f"*/{stage}.ttgir"))]
    return [(f"{path.parent.name}/{path.name}", path.read_text()) for path in paths]


def outcome(case: Case) -> tuple[str, str]:
    """Return the outcome for a program, and what is said of it."""
    try:
        module = LayoutTask.read(case.text, case.name, 1)
    except EgraphOptError as refused:
        return "not read", str(refused).partition("\n")[0]
    seeds = read_seeds(case.greedy, case.name) if case.greedy else []
    if not seeds:
        return OUTCOMES[0], ""

    def surplus(**options: bool) -> tuple[str, str]:
        task = LayoutTask(module, Options(work_limit=WORK, **options), Clock(), case.text, seeds=seeds)
        result = optimize_module(task)
        return dearer(module, seeds[0], result), " ".join(" ".join(result.remarks).split())

    more, said = surplus()
    if not more:
        return OUTCOMES[0], ""
    if flags := ALLOWED.search(said):
        options = {flag.removeprefix("--").replace("-", "_"): True for flag in flags[1].split()}
        still, with_it = surplus(**options)
        return OUTCOMES[3 if still else 1], f"{more}: {said}" + (f"; with {flags[1]} {still}: {with_it}" if still else "")
    return OUTCOMES[2 if BARRED.search(said) else 3], f"{more}: {said}"


def measure(groups: dict[str, Sequence[tuple[str, str]]], verbose: bool = False) -> Found:
    """Measure groups of programs; wrong is each that is dearer without an option or a reason why there is none."""
    rows, wrong = [], list[str]()
    for group, programs in groups.items():
        counts = Counter[str]()
        for case in cases(programs):
            kind, said = outcome(case)
            counts[kind] += 1
            if kind == OUTCOMES[3]:
                wrong.append(f"{case.name}: {said}")
            if verbose and said:
                print(f"{case.name}: {kind}: {said}", file=sys.stderr, flush=True)
        rows.append((group, sum(counts.values()), *(counts[kind] for kind in OUTCOMES)))
    return Found(("programs", "taken by Triton", *OUTCOMES), rows, wrong)


def run(folder: Path, first: int = 0, part: int = 1, every: int = 1, verbose: bool = False) -> Found:
    """Measure every `part`-th module of a folder from `first` on, and every n-th program of the corpus. `verbose`: print each program that
    is dearer, with its remark."""
    return measure({"tests": list(modules(folder))[first::part], "corpus": kernels()[::every]}, verbose)


OF_FOLDER = Sweep("rest_seeds", run, ("triton",))


if __name__ == "__main__":
    sys.exit(command(OF_FOLDER))
