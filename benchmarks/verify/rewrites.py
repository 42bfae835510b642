"""Are kernels proved equal to rewrites that keep their meaning? Kernels of the pairs and of the corpus against themselves, rewritten.

    python -m benchmarks.verify.rewrites --each 4 --processes 16 --write

A rewrite keeps the meaning over the real numbers by construction: other tiles, grids and launches, loops that are split, unrolled,
reversed or counted otherwise, operations that move, are regrouped or are written otherwise. Runs look for a difference first, as
`--fast` does; then the prover is asked. Kernels that leave their arrays or race have no meaning to keep, and do not count.
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
from benchmarks.verify.corpus import launchable, names
from benchmarks.verify.outcomes import Outcome, collect_outcomes, read_outcomes
from benchmarks.verify.pair import Pair
from benchmarks.verify.pair_kernels import pair_kernel, pair_sides
from benchmarks.verify.rewriters.kernel_rewrites import KINDS, rewrites
from benchmarks.verify.tiles import tile_pairs
from egraph_opt.errors import EgraphOptError
from egraph_opt.verifier.decision.verification import decide
from egraph_opt.verifier.proof import prove
from egraph_opt.verifier.question import QuestionBuilder
from egraph_opt.verifier.user_question import Problem

TABLE = RESULTS / "verify_rewrites.tsv"
COLUMNS = ("rewrite", "made", "equal bits", "equal reals", "not decided", "different", "median ms")
TILE = "other_tile"


def judge_rewrite(problem: Problem) -> tuple[str, float]:
    """Return what is said of a rewrite, and the time of the prover in milliseconds."""
    start = time.process_time()
    try:
        verdict = decide(problem, fast=True)
        if verdict.different:
            return f"different: {verdict.witness.kind if verdict.witness else ''}", 0.0
        if not verdict.runs:
            return "undefined: the kernel leaves its arrays or races on every input", 0.0
        start = time.process_time()
        proof = prove(QuestionBuilder(problem).question())
    except EgraphOptError as error:
        return f"refused: {' '.join(str(error).split())}", 0.0
    spent = 1000 * (time.process_time() - start)
    what = proof.verdict if proof.verdict != "undecided" else f"undecided: {proof.place}: {proof.reason}"
    return " ".join(what.split()), spent


class Job(NamedTuple):
    """A kernel of the corpus by its name, one side of a pair, or a pair of tiles; and how many rewrites are drawn."""

    given: str | tuple[Pair, int] | Pair
    each: int
    seed: int


def list_rewrites(job: Job) -> list[Outcome]:
    """Return the outcome for each rewrite of a job."""
    if isinstance(job.given, Pair):
        return [Outcome(job.given.old[0].kernel, TILE, 0, *judge_rewrite(job.given.problem()))]
    kernel = launchable(job.given) if isinstance(job.given, str) else pair_kernel(job.given)
    if kernel is None:
        return []
    chance = random.Random(f"{job.seed} {kernel.name}")
    found = []
    for rewrite in rewrites(kernel.text, kernel.grid, chance, job.each):
        found.append(Outcome(kernel.name, rewrite.kind, rewrite.line, *judge_rewrite(kernel.problem(*rewrite.launches))))
    return found


def run_jobs(given: argparse.Namespace) -> list[Outcome]:
    """Run all jobs, and return the outcomes."""
    kernels = [*names(), *tile_pairs(), *pair_sides()]
    with ProcessPoolExecutor(given.processes) as pool:
        jobs = [Job(kernel, given.each, given.seed) for kernel in kernels[given.start :: given.every]]
        return collect_outcomes(pool, list_rewrites, jobs, given.list)


def main() -> int:
    """Run the sweep."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=4, help="number of rewrites of one kernel, of different kinds")
    parser.add_argument("--every", type=int, default=1, help="take every so many kernels only")
    parser.add_argument("--start", type=int, default=0, help="number of the first kernel")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="number of kernels at the same time")
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    parser.add_argument("--list", type=Path, help="write a line for each rewrite to this file, as soon as it is known")
    parser.add_argument("--read", type=Path, help="take the outcomes from such a file, and run nothing")
    parser.add_argument("--note", help="comment in the table, in place of the options")
    given = parser.parse_args()
    found = sorted(read_outcomes(given.read) if given.read else run_jobs(given))
    rows = [row(kind, [each for each in found if each.kind == kind]) for kind in (TILE, *KINDS)]
    rows.append(row("all", found))
    text = "\n".join("\t".join(map(str, line)) for line in (COLUMNS, *rows)) + "\n"
    print(text, end="")
    if given.write:
        TABLE.write_text(f"# {given.note or ' '.join(sys.argv[1:])}\n{text}")
    return 0


def row(kind: str, found: list[Outcome]) -> tuple[object, ...]:
    """Return the row of a kind of rewrite."""
    counts = Counter(each.verdict.partition(":")[0] for each in found)
    times = [each.spent for each in found if each.verdict in ("bits", "reals")]
    said = [counts[what] for what in ("bits", "reals", "undecided", "different")]
    return kind, sum(said), *said, f"{median(times):.0f}" if times else "-"


if __name__ == "__main__":
    sys.exit(main())
