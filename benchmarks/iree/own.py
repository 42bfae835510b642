"""Pairs of programs in the order that `egraph-opt calibrate` predicts, and in that of times of another run.

    python -m benchmarks.iree.own [--measure] [--kept] [FILE ...]

With `--measure`, all files are calibrated, and then all once more, which writes benchmarks/results/iree_own_1.tsv and
iree_own_2.tsv; with `--kept`, the C library keeps the memory that programs free, and the tables are iree_own_kept_1.tsv and
iree_own_kept_2.tsv. The table of each run orders the programs of the other one. Also reported: the pairs of `benchmarks.iree.pairs`, if
tables had the dispatches of the function's programs, from the same run and from that of the other machine.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import chain
from pathlib import Path

from benchmarks.iree.dispatches import HOST, load, memory_kept, write
from benchmarks.iree.pairs import TABLES as PAIRS
from benchmarks.iree.pairs import ordered
from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.apps.iree_tuning.calibrate.calibration import Calibration, predict_seconds
from egraph_opt.apps.iree_tuning.calibrate.fit import of_nests
from egraph_opt.apps.iree_tuning.calibrate.profile import TimedProgram
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.timing_table import MACHINE, TimingTable, rows_of, table, table_of
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.options import RegionOptions

TABLES = RESULTS / "iree_own_1.tsv", RESULTS / "iree_own_2.tsv"
KEPT = RESULTS / "iree_own_kept_1.tsv", RESULTS / "iree_own_kept_2.tsv"
"""The same where the C library keeps memory."""


def measured(paths: Sequence[Path]) -> Iterator[TimedProgram]:
    """Yield what is calibrated of each file."""
    for path in paths:
        ways = Counter[str]()
        try:
            for one in Calibration(RegionOptions(iree_flags=HOST.flags)).measure(path):
                ways[one.way] += 1
                way = f"{one.way} {ways[one.way]}" if ways[one.way] > 1 else one.way
                yield replace(one, program=path.stem, way=way)
        except EgraphOptError as error:
            print(f"{path}: {error}")


def own_table(programs: Sequence[TimedProgram]) -> TimingTable:
    """Return the table with the computations of some programs, and the ones of the package."""
    mine = of_nests(chain.from_iterable(one.ran for one in programs))
    return table_of([*mine.items(), *(row for row in rows_of(MACHINE) if row[0] not in mine)], table().constants)


def counted(programs: Sequence[TimedProgram], others: Sequence[TimedProgram], twice: bool = False) -> Counter[str]:
    """Return how many pairs of programs of one function differ, and how many of these are ordered by what was measured of the same
    function among `others`. With `twice`, these are the pairs that differ among `others` in the same way."""
    counts = Counter[str]()
    again = {(one.program, one.way): one.seconds for one in others}
    for name in dict.fromkeys(one.program for one in programs):
        known = own_table([one for one in others if one.program == name])
        group = [one for one in programs if one.program == name]
        seconds = [again.get((one.program, one.way), math.nan) for one in group] if twice else None
        counts += ordered(group, [(predict_seconds(one, known), unknown(one, known)) for one in group], seconds)
    return counts


def unknown(one: TimedProgram, known: TimingTable) -> Counter[Nest]:
    """Return the loop nests of a program that are not in a table."""
    return Counter(nest for ran in one.ran for nest in ran.nests if known.seconds(nest) is None)


def main() -> None:
    """Measure if asked to, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "blocks").glob("*.mlir")))
    parser.add_argument("--measure", action="store_true", help="compile and time the programs")
    parser.add_argument("--kept", action="store_true", help="with `--measure`: the C library keeps memory that programs free")
    arguments = parser.parse_args()
    if arguments.measure:
        with memory_kept() if arguments.kept else nullcontext():
            for path in KEPT if arguments.kept else TABLES:
                write(path, measured(arguments.files))
    kinds = {"calibrated": TABLES, "calibrated, memory kept": KEPT, "programs and flags of benchmarks.iree.pairs": PAIRS}
    for what, (first, second) in kinds.items():
        one, other = load(first), load(second)
        print(f"{what}: {len(one)} and {len(other)} programs")
        same, across = ((one, one), (other, other)), ((one, other), (other, one))
        for name, pairs, twice in (
            ("the same run", same, False),
            ("the other run", across, False),
            ("the other run, different in both", across, True),
        ):
            found = sum((counted(programs, known, twice) for programs, known in pairs), Counter[str]())
            print(f"  from {name}: of {found['pairs']} pairs {found['known']} known, {found['right']} of these ordered right; "
                  f"sure of {found['sure']}, {found['sure right']} right")  # fmt: skip


if __name__ == "__main__":
    main()
