"""Every extractor on every e-graph of a folder of egraph-serialize JSON, such as extraction-gym's data: `make bench-extract DIR=...`.

Writes a line for each e-graph and extractor to a table (`--results`), with some of the gym's own extractors (`benchmarks.engine.gym`), and
prints a summary for each set, which is the folder that an e-graph lies in. An e-graph whose lines are in the table already is not run
again, so a run that was broken off goes on. All times are of the processor.
"""

from __future__ import annotations

import argparse
import datetime
import re
from collections.abc import Iterable
from functools import partial
from importlib.metadata import version
from math import inf
from pathlib import Path
from time import thread_time

from benchmarks.engine.gym import GYM, Gym, TooLong
from benchmarks.paths import RESULTS
from egraph_opt.extract import EXTRACTORS, InvalidProblem, InvalidSelection, Limits, check, extract_exact
from egraph_opt.extract.integer.constraints import available
from egraph_opt.extract.read.serialize import Named, read

COLUMNS = ("egraph", "nodes", "classes", "extractor", "cost", "lower_bound", "optimal", "stopped_by", "seconds")
CLOSE = 0.01
"""Relative distance from the best known cost that the summary counts as close."""

STEPS = 1e6
"""Steps a second: parts of a search are given parts of them."""

SAME = 1e-9
"""Relative difference up to which two costs are the same: sums in another order."""

Row = tuple[str, ...]


def ours(named: Named, limits: dict[str, float]) -> Iterable[Row]:
    """A row for each of our extractors; what it selects is checked from scratch."""
    extractors = {**EXTRACTORS, "exact": partial(extract_exact, constraints=available())}
    for name, extract in extractors.items():
        result = extract(named.problem, limits=Limits(work=STEPS * limits[name], seconds=limits[name]))
        cost = check(named.problem, result.choice)
        if abs(cost - result.cost) > SAME * max(1.0, abs(cost)):
            raise AssertionError(f"{name} states cost {result.cost}, but its selection costs {cost}")
        numbers = (f"{r:.9g}" for r in (result.cost, result.lower_bound))
        yield name, *numbers, str(result.optimal), result.stopped_by or "-", f"{result.seconds:.3f}"


def theirs(named: Named, names: Iterable[str], seconds: float) -> Iterable[Row]:
    """A row for each of the gym's extractors; one that selects no valid program, or takes too long, has no cost."""
    for name in names:
        began = thread_time()
        cost, stopped_by = "-", "-"
        try:
            cost = f"{check(named.problem, GYM[name](Gym(named, seconds))):.9g}"
        except TooLong:
            stopped_by = "seconds"
        except InvalidSelection:
            stopped_by = "invalid"
        yield name, cost, "-", "-", stopped_by, f"{thread_time() - began:.3f}"


def summary(rows: list[Row]) -> list[str]:
    """For each set and extractor: e-graphs, how many have the best cost found, are close to it, and are proved; and seconds."""
    costs = {(row[0], row[3]): float(row[4]) for row in rows if row[4] != "-"}
    best: dict[str, float] = {}
    for (egraph, _), cost in costs.items():
        best[egraph] = min(cost, best.get(egraph, inf))
    names = list(dict.fromkeys(row[3] for row in rows))
    sets = list(dict.fromkeys(row[0].rpartition("/")[0] for row in rows))
    lines = [f"{'set':28} {'extractor':18} e-graphs  best  close  proved  seconds"]
    for group in [*sets, "all"]:
        for name in names:
            own = [row for row in rows if row[3] == name and group in (row[0].rpartition("/")[0], "all")]
            found = [(costs.get((row[0], name), inf), best[row[0]]) for row in own]
            equal = sum(cost <= least + SAME * abs(least) for cost, least in found)
            close = sum(cost <= least + CLOSE * abs(least) for cost, least in found)
            proved = sum(row[6] == "True" for row in own)
            seconds = sum(float(row[8]) for row in own)
            lines.append(f"{group:28} {name:18} {len(own):8} {equal:5} {close:6} {proved:7} {seconds:8.1f}")
    return lines


def main() -> None:
    """Run what is missing in the table, and summarise all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds the *.json files; sub-folders are looked through too")
    parser.add_argument("--greedy-limit", type=float, default=10.0, help="seconds for tree, dag, and each extractor of the gym")
    parser.add_argument("--exact-limit", type=float, default=60.0, help="seconds for exact")
    parser.add_argument("--gym", default="bottom-up,faster-greedy-dag", help=f"the gym's extractors to run, of {', '.join(GYM)}")
    parser.add_argument("--every", type=int, default=1, help="run one e-graph of so many in each set: 10 is a tenth")
    parser.add_argument("--only", default="", help="a regular expression that the e-graph's name holds")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_gym.tsv")
    arguments = parser.parse_args()
    limits = {name: arguments.exact_limit if name == "exact" else arguments.greedy_limit for name in EXTRACTORS}
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "highspy", "numpy", "ortools")[: 3 + available()])
    limit = f"exact {arguments.exact_limit:g} s, others {arguments.greedy_limit:g} s of processor time, one thread"
    head = f"# {datetime.date.today()}; {versions}; {limit}"
    lines = arguments.results.read_text().splitlines() if arguments.results.exists() else []
    done = {line.split("\t")[0] for line in lines}
    if not lines:
        lines = [head, "\t".join(COLUMNS)]
    place: dict[Path, int] = {}
    for path in sorted(arguments.folder.rglob("*.json")):
        name = str(path.relative_to(arguments.folder).with_suffix(""))
        place[path.parent] = place.get(path.parent, -1) + 1
        if name in done or place[path.parent] % arguments.every or not re.search(arguments.only, name):
            continue
        try:
            named = read(path.read_bytes())
        except InvalidProblem as error:
            lines.append(f"{name}\t\t\tnot posed: {error}")
        else:
            size = str(len(named.problem.cost)), str(named.problem.class_count)
            found = [*ours(named, limits), *theirs(named, filter(None, arguments.gym.split(",")), arguments.greedy_limit)]
            lines += ["\t".join([name, *size, *row]) for row in found]
        arguments.results.write_text("\n".join(lines) + "\n")
    rows = [tuple(line.split("\t")) for line in lines[2:]]
    print("\n".join(summary([row for row in rows if len(row) == len(COLUMNS)])))


if __name__ == "__main__":
    main()
