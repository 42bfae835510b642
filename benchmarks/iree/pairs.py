"""Pairs of programs of one function, in the order that the cost model `time` predicts and in that of measured times.

    python -m benchmarks.iree.pairs [--measure] [--apart] [FILE ...]

A function's programs differ in IREE's flags, in the computations that are held in dispatches, or are the e-graph's choice. With
`--measure`, they are compiled and timed, which writes benchmarks/results/iree_pairs_1.tsv; `benchmarks.iree.quiet` writes
iree_pairs_2.tsv, on another machine. The pairs are those that differ by more than
5 %. Three predictions are compared: from the table of the model; from that table and the dispatches that were timed in the function's
*other* programs; and from the dispatches of the programs themselves, which shows what is lost by adding them up.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

from benchmarks.iree.calibrate import TABLE as GENERATED
from benchmarks.iree.calibrate import fit, predicted
from benchmarks.iree.dispatches import HOST, load, memory_kept, write
from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.apps.iree_tuning import compiler_flags
from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch, TimedProgram, time_program
from egraph_opt.apps.iree_tuning.flag_search import ProgramForm, held_forms
from egraph_opt.apps.iree_tuning.pinned_dispatches import groups
from egraph_opt.apps.iree_tuning.timed_programs import rewriting
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.timing_table import TimingTable, table
from egraph_opt.families.region.encode.loop_nest import Nest
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.compiler import DISPATCH_PHASE, IreeBackend
from egraph_opt.iree.program import read_any
from egraph_opt.text import write as written

TABLES = RESULTS / "iree_pairs_1.tsv", RESULTS / "iree_pairs_2.tsv"
"""Times of two machines: what `--measure` writes, and what `benchmarks.iree.quiet` does."""
SETS = (1, 3, 6, 4, 5, 0)
"""Sets of flags that are tried, by number."""
MIXED = (1, 5)
"""Those that are also tried with other programs."""
SINGLES = 4
"""Computations that are held alone, the largest ones."""
DIFFERENT = 0.05
SURE = 0.1
"""Predicted difference from which the model counts as sure."""

Nests = tuple[Nest, ...]


def ways(text: str, path: Path, target: IreeBackend = HOST) -> Iterator[tuple[str, ProgramForm, IreeBackend]]:
    """Yield the programs of a function: names, forms and targets."""
    module = read_any(text, path.name)
    start = ProgramForm(module, written=text)
    yield "IREE", start, target
    forms = {f"held {number}": form for number, form in enumerate(held_forms(module))}
    yield from ((name, form, target) for name, form in forms.items())
    options = RegionOptions("bytes", iree_flags=target.flags, work_limit=100_000)
    result = optimize_text(text, path.name, options).ir
    if result != text:
        forms["rewritten"] = ProgramForm(read_any(result, path.name), written=result)
        yield "rewritten", forms["rewritten"], target
    if (made := rewriting(options)(text, target)) is not None:
        yield "dispatches rewritten", ProgramForm(made, written=written(made), phase=DISPATCH_PHASE), target
    for number in SETS:
        more = compiler_flags.SETS[number]
        other = replace(target, flags=(*target.flags, *more))
        yield " ".join(more), start, other
        if number in MIXED:
            yield from ((" ".join((name, *more)), form, other) for name, form in forms.items())
    for number, group in enumerate(sorted(groups(module), key=lambda g: -g.weight)[:SINGLES]):
        yield f"one held, {number}", ProgramForm(module, frozenset({group})), target


def measured(paths: Sequence[Path]) -> Iterator[TimedProgram]:
    """Yield the programs of every file, timed: those that compile, and equal ones once."""
    for path in paths:
        text, seen = path.read_text(), set[str]()
        with tempfile.TemporaryDirectory() as folder:
            bench = Bench(read_any(text, path.name), text, Path(folder), 1024)
            for way, form, target in ways(text, path):
                file = bench.compile(form.text, form.target(target))
                if not file or file in seen:
                    continue
                seen.add(file)
                try:
                    with memory_kept():
                        found = time_program(bench, path.stem, way, form.text, form.target(target))
                except EgraphOptError:
                    continue
                if found is not None:
                    yield found


def around(known: TimingTable, one: TimedProgram) -> float:
    """Return the seconds of a call beside those of its dispatches."""
    c = known.constants
    return c["call"] + c["dispatch"] * len(one.ran) + c["byte"] * one.allocated


def guess(known: TimingTable, one: TimedProgram, own: Mapping[Nests, float]) -> tuple[float, Counter[Nests]]:
    """Return the predicted seconds of a program, and what is unknown of it. `own` has dispatches whose seconds are known."""
    total, unknown = around(known, one), Counter[Nests]()
    for ran in one.ran:
        seconds = own.get(key(ran), predicted(known, ran))
        if seconds is None:
            unknown[key(ran)] += 1
        total += seconds or 0.0
    return total, unknown


def key(ran: Dispatch) -> Nests:
    """Return what a dispatch computes."""
    return tuple(sorted(ran.nests, key=repr))


def fastest(programs: Sequence[TimedProgram]) -> dict[Nests, float]:
    """Return the seconds of every dispatch of some programs."""
    found: dict[Nests, float] = {}
    for ran in (ran for one in programs for ran in one.ran):
        found[key(ran)] = min(ran.seconds, found.get(key(ran), ran.seconds))
    return found


def report(programs: Sequence[TimedProgram], known: TimingTable) -> None:
    """Print how many pairs each prediction orders right."""
    for name, count in counted(programs, known).items():
        print(f"{name}: of {count['pairs']} pairs {count['known']} known, {count['right']} of these ordered right; "
              f"sure of {count['sure']}, {count['sure right']} right")  # fmt: skip


def counted(programs: Sequence[TimedProgram], known: TimingTable) -> dict[str, Counter[str]]:
    """Return for each prediction how many pairs it orders right."""
    functions: dict[str, list[TimedProgram]] = {}
    for one in programs:
        functions.setdefault(one.program, []).append(one)
    counts: dict[str, Counter[str]] = {name: Counter() for name in ("table", "other programs", "own dispatches")}
    for group in functions.values():
        guesses = {
            "table": [guess(known, one, {}) for one in group],
            "other programs": [guess(known, one, fastest([o for o in group if o is not one])) for one in group],
            "own dispatches": [(around(known, one) + sum(r.seconds for r in one.ran), Counter[Nests]()) for one in group],
        }
        for name, found in guesses.items():
            counts[name] += ordered(group, found)
    return counts


def ordered(
    group: Sequence[TimedProgram], found: Sequence[tuple[float, Counter[Any]]], again: Sequence[float] | None = None
) -> Counter[str]:
    """Return how many pairs of a function's programs differ, and how many of these are ordered right by predicted seconds: not those that
    are predicted equal. Pairs that differ in what is unknown are not known.

    Args:
        group: the programs.
        found: predicted seconds of each, and what is unknown of it.
        again: seconds of each in another run, or NaN. If given, only pairs that differ there in the same way are counted.
    """
    counts = Counter[str]()
    seconds = [one.seconds for one in group]
    for (m, (p, x)), (n, (q, y)) in combinations(enumerate(found), 2):
        longer = differ(seconds[m], seconds[n])
        if longer and (again is None or differ(again[m], again[n]) == longer):
            right = p > q if longer > 0 else p < q
            sure = x == y and max(p, q) > (1.0 + SURE) * min(p, q)
            counts.update({"pairs": 1, "known": x == y, "right": x == y and right, "sure": sure, "sure right": sure and right})
    return counts


def differ(one: float, other: float) -> int:
    """Return 1 if the first time is longer than the second by more than `DIFFERENT`, -1 if it is shorter, else 0."""
    return (one > (1.0 + DIFFERENT) * other) - (other > (1.0 + DIFFERENT) * one)


def apart(programs: Sequence[TimedProgram], generated: Sequence[TimedProgram]) -> Counter[str]:
    """Return how many pairs a table orders right that also has the dispatches of all other functions."""
    count: Counter[str] = Counter()
    for name in dict.fromkeys(one.program for one in programs):
        others = [one for one in programs if one.program != name]
        found = counted([one for one in programs if one.program == name], fit([*generated, *others]))
        count += found["table"]
    return count


def main() -> None:
    """Time the programs if asked to, and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "blocks").glob("*.mlir")))
    parser.add_argument(
        "--apart", action="store_true", help="add the dispatches of all other functions to the table, which takes a minute"
    )
    parser.add_argument("--measure", action="store_true", help="compile and time the programs")
    arguments = parser.parse_args()
    if arguments.measure:
        write(TABLES[0], measured(arguments.files))
    for path in TABLES:
        print(path.name)
        report(load(path), table())
        if arguments.apart:
            count = apart(load(path), load(GENERATED))
            print(f"table with other functions: {count['known']} known, {count['right']} of these ordered right")


if __name__ == "__main__":
    main()
