"""Are wrong kernels refuted? Kernels of the corpus, or of the pairs, with one mistake each, against themselves, with `--fast`.

    python -m benchmarks.verify.mutants --each 1 --every 2 --write
    python -m benchmarks.verify.mutants --each 1 --pairs --prove --write

A mutant that is not refuted is run on twenty further inputs, over `f64` and with its own rounding. It counts as changed if a value
differs there, an access leaves an array, or programs race; one of `lower_precision`, if a bit differs. The others are not counted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median

from benchmarks.paths import RESULTS
from benchmarks.runs import exchange_run
from benchmarks.verify.corpus import Launchable, launchable, names
from benchmarks.verify.mutators import MUTATORS, Mutant, mutants
from benchmarks.verify.pair_kernels import PairKernel, pair_kernels
from egraph_opt.errors import EgraphOptError
from egraph_opt.ir.module import InputError
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.proof import prove
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.run.exposing_inputs import FINITE, contents_of
from egraph_opt.verifier.run.result_comparison import find_difference
from egraph_opt.verifier.run.side_execution import Work
from egraph_opt.verifier.run.side_trial import InvalidInput, Trial

TABLE = RESULTS / "verify_mutants.tsv"
SEEDS = range(100, 104)
COLUMNS = ("mistake", "mutants", "changed", "refuted", "proved equal", "median ms")


def is_changed(kernel: Launchable | PairKernel, mutant: Mutant) -> bool:
    """Return whether a mutant does something else than its kernel on further inputs."""
    question = QuestionBuilder(kernel.problem(mutant.text)).question()
    for seed in SEEDS:
        for kind in FINITE:
            trial = Trial(question, Work(1 << 40))
            contents = contents_of(question, kind, seed)
            try:
                if trial.find_witness(contents) is not None:
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
    question = QuestionBuilder(kernel.problem(mutant.text)).question()
    found = prove(question).verdict
    return found == "bits" or (found == "reals" and mutant.kind != "lower_precision")


def rows_of(kernel: Launchable | PairKernel, each: int, seed: int, proves: bool = False) -> Iterator[tuple[Mutant, str, float]]:
    """Yield the mutants of a kernel with what is said of each, and the time that it took in milliseconds."""
    for mutant in mutants(kernel.text, random.Random(f"{seed} {kernel.name}"), each):
        start = time.process_time()
        try:
            verdict = decide(kernel.problem(mutant.text), fast=True)
        except InputError:
            continue  # no program
        spent = 1000 * (time.process_time() - start)
        if verdict.different and proves and is_proved(kernel, mutant):
            yield mutant, "proved", spent
        elif verdict.different:
            yield mutant, f"refuted: {verdict.witness.kind if verdict.witness else ''}", spent
        elif verdict.equal:
            yield mutant, "proved", spent
        else:
            yield mutant, "missed" if is_changed(kernel, mutant) else "unchanged", spent


def list_mutants(job: tuple[str | PairKernel, int, int, bool]) -> list[tuple[str, str, int, str, float]]:
    """Return kernel, mistake, line, outcome and milliseconds of each mutant of a kernel of the pairs, or of the corpus by its name."""
    given, each, seed, proves = job
    kernel = launchable(given) if isinstance(given, str) else given
    if kernel is None:
        return []
    found = rows_of(kernel, each, seed, proves)
    return [(kernel.name, mutant.kind, mutant.line, what, spent) for mutant, what, spent in found]


def main() -> int:
    """Run the sweep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=3, help="largest number of mutants of one kind for one kernel")
    parser.add_argument("--every", type=int, default=1, help="take every so many kernels only")
    parser.add_argument("--prove", action="store_true", help="ask the prover about those that are refuted, too")
    parser.add_argument("--pairs", action="store_true", help="the kernels of the pairs, in place of those of the corpus")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="number of kernels at the same time")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    parser.add_argument("--list", type=Path, help="write a line for each mutant to this file")
    given = parser.parse_args()
    counts: Counter[tuple[str, str]] = Counter()
    times: dict[str, list[float]] = {}
    listed = []
    kernels = list(pair_kernels()) if given.pairs else names()
    jobs = [(kernel, given.each, given.seed, given.prove) for kernel in kernels[:: given.every]]
    with ProcessPoolExecutor(given.processes) as pool:
        for done in pool.map(list_mutants, jobs):
            for name, kind, line, what, spent in done:
                counts[kind, what.partition(":")[0]] += 1
                times.setdefault(kind, []).append(spent)
                listed.append(f"{name}\t{kind}\t{line}\t{what}\t{spent:.0f}")
            if given.list:
                given.list.write_text("\n".join(listed) + "\n")
    rows = [row(kind, counts, times.get(kind, [])) for kind in (each.__name__ for each in MUTATORS)]
    total = Counter({("all", what): sum(n for (_, other), n in counts.items() if other == what) for _, what in counts})
    rows.append(row("all", total, [spent for each in times.values() for spent in each]))
    text = "\n".join("\t".join(map(str, each)) for each in (COLUMNS, *rows)) + "\n"
    print(text, end="")
    if given.write:
        run = "pairs" if given.pairs else "corpus"
        exchange_run(TABLE, run, [" ".join(sys.argv[1:])], COLUMNS, rows)
    return 0


def row(kind: str, counts: Counter[tuple[str, str]], times: list[float]) -> tuple[object, ...]:
    """Return the row of a kind of mistake."""
    refuted, proved, missed, same = (counts[kind, what] for what in ("refuted", "proved", "missed", "unchanged"))
    changed = refuted + missed + proved
    return kind, changed + same, changed, refuted, proved, f"{median(times):.0f}" if times else "-"


if __name__ == "__main__":
    sys.exit(main())
