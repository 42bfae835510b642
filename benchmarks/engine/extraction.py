"""Every extractor on every e-graph of a folder of egraph-serialize JSON, such as extraction-gym's data: `make bench-extract DIR=...`.

Writes a line for each e-graph and extractor to a table (`--results`), and prints a summary. What has a line in the table already is not
run again, so a run that was broken off goes on. All times are of the processor.
"""

from __future__ import annotations

import argparse
import datetime
import re
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from importlib.metadata import version
from pathlib import Path

from benchmarks.engine.extraction_summary import COLUMNS, Row, rows_of, summary
from benchmarks.paths import RESULTS
from egraph_opt.extract import EXTRACTORS, InvalidProblem, Limits, check, extract_exact
from egraph_opt.extract.integer.cp_sat import available
from egraph_opt.extract.read.serialize import NamedProblem, read_file

STEPS = 1e6
"""Steps a second: parts of a search are given parts of them."""

SAME = 1e-9
"""Relative difference up to which two costs are the same: sums in another order."""


def ours(named: NamedProblem, name: str, seconds: float) -> Row:
    """Return what one of our extractors finds, checked from scratch."""
    extract = partial(extract_exact, constraints=available()) if name == "exact" else EXTRACTORS[name]
    result = extract(named.problem, limits=Limits(work=STEPS * seconds, seconds=seconds))
    cost = check(named.problem, result.choice)
    if abs(cost - result.cost) > SAME * max(1.0, abs(cost)):
        raise AssertionError(f"{name} states cost {result.cost}, but its selection costs {cost}")
    bound = f"{result.lower_bound:.9g}"
    return f"{result.cost:.9g}", bound, str(result.optimal), result.stopped_by or "-", f"{result.seconds:.3f}"


def lines_of(path: Path, egraph: str, limits: dict[str, float]) -> list[str]:
    """The lines of an e-graph, for some extractors and the seconds that each may take."""
    try:
        named = read_file(path)
        size = str(len(named.problem.cost)), str(named.problem.class_count)
        found = [(name, ours(named, name, limit)) for name, limit in limits.items()]
    except InvalidProblem:
        found, size = [(name, ("-", "-", "-", "not posed", "0")) for name in limits], ("0", "0")
    return ["\t".join([egraph, *size, name, f"{limits[name]:g}", *row]) for name, row in found]


def main() -> None:
    """Run what is missing in the table, and summarise all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds the *.json files; sub-folders are looked through too")
    known = [*EXTRACTORS]
    parser.add_argument("--extractors", default="dag,exact", help=f"of {', '.join(known)}")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each extractor but exact")
    parser.add_argument("--exact-seconds", type=float, default=60.0)
    parser.add_argument("--every", type=int, default=1, help="run one e-graph of so many in each set: 10 is a tenth")
    parser.add_argument("--only", default="", help="a regular expression that the e-graph's name holds")
    parser.add_argument("--again", action="store_true", help="run exact with these seconds, too, where it proved nothing in less")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_sets.tsv")
    arguments = parser.parse_args()
    seconds = {
        name: arguments.exact_seconds if name == "exact" else arguments.seconds for name in arguments.extractors.split(",")
    }
    if unknown := seconds.keys() - set(known):
        parser.error(f"there is no extractor {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    if not arguments.results.exists():
        versions = ", ".join(f"{name} {version(name)}" for name in ("highspy", "numpy", "ortools")[: 2 + available()])
        head = f"# {datetime.date.today()}; {versions}; limits in seconds of CPU time, one thread each"
        arguments.results.write_text(head + "\n" + "\t".join(COLUMNS) + "\n")
    done = {(row["egraph"], row["extractor"]): row for row in rows_of(arguments.results)}
    tasks: list[tuple[Path, str, dict[str, float]]] = []
    place: dict[Path, int] = {}
    for path in sorted(arguments.folder.rglob("*.json")):
        egraph = str(path.relative_to(arguments.folder).with_suffix(""))
        place[path.parent] = place.get(path.parent, -1) + 1
        if place[path.parent] % arguments.every or not re.search(arguments.only, egraph):
            continue
        missing = {}
        for name, limit in seconds.items():
            row = done.get((egraph, name))
            unproved = row is not None and name == "exact" and row["optimal"] == "False" and float(row["limit"]) < limit
            if row is None or (arguments.again and unproved):
                missing[name] = limit
        exact = {name: missing.pop(name) for name in [*missing] if name == "exact"}
        tasks += [(path, egraph, limits) for limits in (missing, exact) if limits]
    tasks.sort(key=lambda task: -task[0].stat().st_size)  # so that the processes end together
    with ProcessPoolExecutor(arguments.jobs) as pool, arguments.results.open("a") as table:
        for future in as_completed([pool.submit(lines_of, *task) for task in tasks]):
            table.write("".join(f"{line}\n" for line in future.result()))
            table.flush()
    print("\n".join(summary(rows_of(arguments.results))))


if __name__ == "__main__":
    main()
