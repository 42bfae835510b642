"""Costs of computations on this machine: measures small programs, and fits the table of the cost model `time`.

    python -m benchmarks.iree.calibrate [--measure] [--count 374] [--seeds 2]

With `--measure`, the programs are compiled and timed, which writes benchmarks/results/iree_dispatches.tsv. The table of the cost
model is made from that file. The error is reported for each half of the programs under a table made from the other half.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from benchmarks.iree.dispatches import HOST, load, memory_kept, write
from benchmarks.iree.generate import programs
from benchmarks.paths import RESULTS, ROOT
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.fit import nonnegative_least_squares
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram, time_program
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.pricing.timing_table import MACHINE, MIN_DISPATCH_SECONDS, TimingTable, table_of, text_of
from egraph_opt.iree.program import read_any

TABLE = RESULTS / "iree_dispatches.tsv"
MODEL = ROOT / f"egraph_opt/families/region/choice/pricing/{MACHINE}.json"


def measured(count: int, seeds: int) -> Iterator[TimedProgram]:
    """Yield generated programs, timed. Those that IREE does not compile are left out."""
    for seed in range(seeds):
        for number, small in enumerate(programs(count, seed)):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    bench = Bench(read_any(small.text, ""), small.text, Path(folder), 1024)
                    with memory_kept():
                        found = time_program(bench, f"{seed}.{number}", small.kind, small.text, HOST)
                except EgraphOptError:
                    continue
            if found is not None:
                yield found


def dispatches(known: Sequence[TimedProgram]) -> list[Dispatch]:
    """Return every dispatch of some programs."""
    return list(chain.from_iterable(one.ran for one in known))


def fit(known: Sequence[TimedProgram]) -> TimingTable:
    """Return the table of the cost model from programs that were timed."""
    single = [(one.nests[0], one.seconds) for one in dispatches(known) if len(one.nests) == 1]
    flat = [(nest, seconds) for nest, seconds in single if nest.parallel]
    element = nonnegative_least_squares(
        [[n.points, n.points * n.slow, n.points * n.special] for n, _ in flat], [s for _, s in flat]
    )
    rest = [max(0.0, one.seconds - sum(ran.seconds for ran in one.ran)) for one in known]
    around = nonnegative_least_squares(
        [[1.0, len(one.ran), one.allocated] for one in known], rest, [one.seconds for one in known]
    )
    names = ("element", "slow", "special", "call", "dispatch", "byte")
    return table_of(single, dict(zip(names, map(float, (*element, *around)), strict=True)))


def predicted(table: TimingTable, one: Dispatch) -> float | None:
    """Return the seconds of a dispatch under a table, or None if they are unknown."""
    times = [table.seconds(nest) for nest in one.nests]
    return None if None in times else max(MIN_DISPATCH_SECONDS, sum(time or 0.0 for time in times))


def errors(table: TimingTable, known: Sequence[TimedProgram]) -> tuple[dict[str, list[float]], int]:
    """Return the relative errors of the dispatches of programs by kind, and the number of unknown ones."""
    found: dict[str, list[float]] = {}
    unknown = 0
    for one in known:
        for ran in one.ran:
            if (guess := predicted(table, ran)) is None:
                unknown += 1
            else:
                found.setdefault(one.way, []).append(abs(guess / max(ran.seconds, MIN_DISPATCH_SECONDS) - 1.0))
    return found, unknown


def report(known: Sequence[TimedProgram]) -> None:
    """Print the errors for each half of the programs, under the other half."""
    order = np.random.default_rng(0).permutation(len(known))
    halves = [[known[i] for i in order[part::2]] for part in (0, 1)]
    both = [errors(fit(mine), other) for mine, other in (halves, halves[::-1])]
    by_kind: dict[str, list[float]] = {}
    for found, _ in both:
        for kind, values in found.items():
            by_kind.setdefault(kind, []).extend(values)
    by_kind["all"] = list(chain.from_iterable(by_kind.values()))
    for kind, values in by_kind.items():
        print(f"{kind}: {len(values)} dispatches, error {np.median(values):.0%} median, {np.quantile(values, 0.9):.0%} for 9 of 10, "
              f"{max(values):.0%} worst")  # fmt: skip
    print(f"unknown: {sum(unknown for _, unknown in both)}")


def main() -> None:
    """Measure if asked to, report the error, and write the table of the cost model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="compile and time the programs")
    parser.add_argument("--count", type=int, default=374, help="programs for each seed")
    parser.add_argument("--seeds", type=int, default=2)
    arguments = parser.parse_args()
    if arguments.measure:
        write(TABLE, measured(arguments.count, arguments.seeds))
    known = load(TABLE)
    report(known)
    made, machine = fit(known), TABLE.read_text().splitlines()[0].removeprefix("# ")
    rows = [(ran.nests[0], ran.seconds) for ran in dispatches(known) if len(ran.nests) == 1]
    MODEL.write_text(text_of(machine, made.constants, rows))


if __name__ == "__main__":
    main()
