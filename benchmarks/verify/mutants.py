"""Are wrong kernels refuted? Kernels of the corpus, of the pairs, or of wheels, with one mistake each, against themselves, with `--fast`.

    python -m benchmarks.verify.mutants --each 2 --prove --processes 16 --write
    python -m benchmarks.verify.mutants --each 2 --pairs --prove --processes 16 --write
    python -m benchmarks.verify.mutants --each 1 --wheels --prove missed --write

A mutant that is not refuted is run on 28 further inputs, over `f64` and with its own rounding. It counts as changed if a value
differs there and is finite, an access leaves an array, or programs race; one of `lower_precision`, if a bit differs. The others are
not counted. With `--prove` the prover is asked alone about each changed one, with `--prove missed` about those that are not refuted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.paths import RESULTS
from benchmarks.runs import exchange_run
from benchmarks.verify.corpus import Launchable, launchable, names
from benchmarks.verify.mutators import MUTATORS, Line, Mutant, mutants
from benchmarks.verify.outcomes import Outcome, collect_outcomes, read_outcomes
from benchmarks.verify.pair_kernels import PairKernel, pair_kernel, pair_sides, wheel_sides
from benchmarks.verify.rewriters.code import Launched
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import InputError
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.proof import Limits, prove
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import FINITE, contents_of
from egraph_opt.verifier.run.result_comparison import find_difference
from egraph_opt.verifier.run.side_execution import Work
from egraph_opt.verifier.run.side_trial import InvalidInput, Trial

TABLE = RESULTS / "verify_mutants.tsv"
SEEDS = range(100, 104)
LIMITS = Limits(terms=3_000_000)
"""Work of the prover on one mutant."""
COLUMNS = ("mistake", "mutants", "changed", "refuted", "proved equal", "median ms")


def is_changed(kernel: Launchable | PairKernel, mutant: Mutant) -> bool:
    """Return whether a mutant does something else than its kernel on further inputs."""
    question = QuestionBuilder(kernel.problem(Launched(mutant.text, kernel.grid))).question()
    for seed in SEEDS:
        for kind in FINITE:
            trial = Trial(question, Work(1 << 40))
            contents = contents_of(question, kind, seed)
            try:
                if trial.find_witness(contents, kind == "large") is not None:
                    return True
                if mutant.kind == "lower_precision":
                    old, new = (trial.run(side, contents, False) for side in (question.old, question.new))
                    if find_difference(question, old, new, 0.0, 0.0):
                        return True
            except InvalidInput:
                continue
            except EgraphOptError:
                return False
    return False


def is_proved(kernel: Launchable | PairKernel, mutant: Mutant) -> bool:
    """Return whether the prover, asked alone, calls a wrong mutant equal. Rounding is none over the reals."""
    question = QuestionBuilder(kernel.problem(Launched(mutant.text, kernel.grid))).question()
    found = prove(question, LIMITS).verdict
    return found == "bits" or (found == "reals" and mutant.kind != "lower_precision")


def judge_mutant(kernel: Launchable | PairKernel, mutant: Mutant, proves: str) -> tuple[str, float] | None:
    """Return what is said of a mutant, and the time in milliseconds that `--fast` took; None if it is no program."""
    start = time.process_time()
    try:
        verdict = decide(kernel.problem(Launched(mutant.text, kernel.grid)), fast=True)
    except InputError:
        return None
    spent = 1000 * (time.process_time() - start)
    if not verdict.different and not is_changed(kernel, mutant):
        return "unchanged", spent
    if (proves == "changed" or (proves and not verdict.different)) and is_proved(kernel, mutant):
        return "proved", spent
    if not verdict.different:
        return "missed", spent
    return f"refuted: {verdict.witness.kind if verdict.witness else ''}", spent


class Job(NamedTuple):
    """Draw of `each` mutants with one kind of mistake. The kernel is one of the pairs, or the name of one of the corpus."""

    kernel: str | PairKernel
    mutate: Line
    each: int
    seed: int
    proves: str


def list_mutants(job: Job) -> list[Outcome]:
    """Return the outcome for each mutant of a job."""
    kernel = launchable(job.kernel) if isinstance(job.kernel, str) else job.kernel
    if kernel is None:
        return []
    chance = random.Random(f"{job.seed} {kernel.name} {job.mutate.__name__}")
    found = []
    for mutant in mutants(kernel.text, chance, job.each, (job.mutate,)):
        if said := judge_mutant(kernel, mutant, job.proves):
            found.append(Outcome(kernel.name, mutant.kind, mutant.line, *said))
    return found


def run_jobs(given: argparse.Namespace) -> list[Outcome]:
    """Run all jobs, and return the outcomes."""
    with ProcessPoolExecutor(given.processes) as pool:
        sides = wheel_sides() if given.wheels else pair_sides() if given.pairs else []
        kernels = list(pool.map(pair_kernel, sides[:: given.every])) or names()[:: given.every]
        jobs = [Job(kernel, mutate, given.each, given.seed, given.prove) for kernel in kernels for mutate in MUTATORS]
        return collect_outcomes(pool, list_mutants, jobs, given.list)


def main() -> int:
    """Run the sweep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=3, help="largest number of mutants of one kind for one kernel")
    parser.add_argument("--every", type=int, default=1, help="take every so many kernels only")
    parser.add_argument("--prove", nargs="?", const="changed", choices=("changed", "missed"), default="",
                        help="ask the prover alone about those that changed, or about those of them that are not refuted")  # fmt: skip
    parser.add_argument("--pairs", action="store_true", help="the kernels of the pairs, in place of those of the corpus")
    parser.add_argument("--wheels", action="store_true", help="the kernels of wheels")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="number of kernels at the same time")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    parser.add_argument("--list", type=Path, help="write a line for each mutant to this file, as soon as it is known")
    parser.add_argument("--read", type=Path, help="take the outcomes from such a file, and run nothing")
    parser.add_argument("--note", help="comment in the table, in place of the options")
    given = parser.parse_args()
    found = sorted(read_outcomes(given.read) if given.read else run_jobs(given))
    counts = Counter((each.kind, each.verdict.partition(":")[0]) for each in found)
    times: dict[str, list[float]] = {}
    for each in found:
        times.setdefault(each.kind, []).append(each.spent)
    rows = [row(kind, counts, times.get(kind, [])) for kind in (mutate.__name__ for mutate in MUTATORS)]
    total = Counter({("all", what): sum(n for (_, other), n in counts.items() if other == what) for _, what in counts})
    rows.append(row("all", total, [spent for some in times.values() for spent in some]))
    text = "\n".join("\t".join(map(str, line)) for line in (COLUMNS, *rows)) + "\n"
    print(text, end="")
    if given.write:
        run = "wheels" if given.wheels else "pairs" if given.pairs else "corpus"
        exchange_run(TABLE, run, [given.note or " ".join(sys.argv[1:])], COLUMNS, rows)
    return 0


def row(kind: str, counts: Counter[tuple[str, str]], times: list[float]) -> tuple[object, ...]:
    """Return the row of a kind of mistake."""
    refuted, proved, missed, same = (counts[kind, what] for what in ("refuted", "proved", "missed", "unchanged"))
    changed = refuted + missed + proved
    return kind, changed + same, changed, refuted, proved, f"{median(times):.0f}" if times else "-"


if __name__ == "__main__":
    sys.exit(main())
