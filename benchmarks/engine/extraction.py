"""Every extractor on every e-graph of a folder of egraph-serialize JSON, such as extraction-gym's data: `make bench-extract DIR=...`.

Writes one row per e-graph and extractor to `benchmarks/results/extraction_gym.tsv`, with the date and the versions on the first
line: DAG cost, lower bound, whether it is proved optimal, what stopped the extractor, seconds. Costs and bounds of extractors that
ran to their end are the same anywhere; seconds, and what a time limit cut short, are of this machine and this run.
"""

from __future__ import annotations

import argparse
import datetime
from importlib.metadata import version
from pathlib import Path

from benchmarks.paths import RESULTS
from egraph_opt.extract import EXTRACTORS, InvalidProblem, Result, check
from egraph_opt.extract.serialize import Named, read

COLUMNS = ("egraph", "nodes", "classes", "extractor", "cost", "lower_bound", "optimal", "stopped_by", "seconds")
CLOSE = 0.01
"""Relative distance from the best known cost that the summary counts as close."""


def measure(named: Named, limits: dict[str, float]) -> dict[str, Result]:
    """The results of all extractors, each checked from scratch."""
    results = {}
    for name, extract in EXTRACTORS.items():
        result = results[name] = extract(named.problem, time_limit=limits[name])
        cost = check(named.problem, result.choice)
        if abs(cost - result.cost) > 1e-9 * max(1.0, cost):
            raise AssertionError(f"{name} states cost {result.cost}, but its selection costs {cost}")
    return results


def rows(name: str, named: Named, results: dict[str, Result]) -> list[str]:
    """One line per extractor."""
    size = [str(len(named.problem.cost)), str(named.problem.class_count)]
    lines = []
    for extractor, r in results.items():
        numbers = [f"{r.cost:.8g}", f"{r.lower_bound:.8g}", str(r.optimal), r.stopped_by or "-", f"{r.seconds:.3f}"]
        lines.append("\t".join([name, *size, extractor, *numbers]))
    return lines


def summary(all_results: list[dict[str, Result]]) -> str:
    """How close each extractor comes to the best known costs, how often it proves them, and its time."""
    lines = []
    for extractor in EXTRACTORS:
        own = [results[extractor] for results in all_results]
        best = [min(r.cost for r in results.values()) for results in all_results]
        close = sum(r.cost <= least * (1 + CLOSE) for r, least in zip(own, best, strict=True))
        proved = sum(r.optimal for r in own)
        seconds = sum(r.seconds for r in own)
        lines.append(
            f"{extractor:6} within {CLOSE:.0%} of the best: {close:3}, proved: {proved:3} of {len(own)}; {seconds:7.1f} s"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="holds the *.json files; sub-folders are looked through too")
    parser.add_argument("--greedy-limit", type=float, default=5.0, help="seconds for tree and dag")
    parser.add_argument("--exact-limit", type=float, default=60.0, help="seconds for exact")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_gym.tsv")
    arguments = parser.parse_args()
    limits = {name: arguments.exact_limit if name == "exact" else arguments.greedy_limit for name in EXTRACTORS}
    lines, measured = [], []
    for path in sorted(arguments.folder.rglob("*.json")):
        name = str(path.relative_to(arguments.folder).with_suffix(""))
        try:
            named = read(path.read_bytes())
        except InvalidProblem as error:
            lines.append(f"{name}\t\t\tnot posed: {error}")
            print(lines[-1], flush=True)
            continue
        results = measure(named, limits)
        measured.append(results)
        lines += rows(name, named, results)
        print("\n".join(lines[-len(results) :]), flush=True)
    if not lines:
        parser.error(f"{arguments.folder} holds no *.json")
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "highspy", "numpy"))
    limit = f"exact {arguments.exact_limit:g} s, tree and dag {arguments.greedy_limit:g} s, one thread"
    head = f"# {datetime.date.today()}; {versions}; {limit}"
    arguments.results.write_text("\n".join([head, "\t".join(COLUMNS), *lines]) + "\n")
    print(summary(measured))


if __name__ == "__main__":
    main()
