"""Two versions of the exact extractor: `python -m benchmarks.engine.extraction_versions FOLDER --versions A=TREE B=TREE`.

A version is the folder of a working tree. Each e-graph, version and limit of time is a process of its own, whose line is appended to the
table when it ends. A call goes on where the last one stopped, and begins nothing that may not end within `--total` seconds. What is proved
within a limit is not run with a longer one. At the end, each limit has a line with the e-graphs that became dearer.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic

RESULTS = Path(__file__).resolve().parents[1] / "results"
COLUMNS = ("egraph", "nodes", "version", "limit", "cost", "bound", "proved", "stopped_by", "seconds")

SAME = 1e-6
"""Relative difference up to which two costs are the same: what a proof leaves open."""

BESIDE = 1.3, 20.0
"""A process may take so many times its limit, and so many seconds more, for reading and starting."""


def one(path: Path, egraph: str, version: str, limit: float, steps: float) -> str:
    """Return the line of one extraction by the version that Python imports."""
    from egraph_opt.extract import InvalidProblem, Limits, check, extract_exact
    from egraph_opt.extract.integer.cp_sat import available
    from egraph_opt.extract.read.serialize import read_file

    try:
        problem = read_file(path).problem
        found = extract_exact(problem, limits=Limits(work=steps * limit, seconds=limit), constraints=available())
    except InvalidProblem:
        return "\t".join([egraph, "-", version, f"{limit:g}", "-", "-", "-", "not posed", "-"])
    numbers = f"{check(problem, found.choice):.9g}", f"{found.lower_bound:.9g}", str(found.optimal), found.stopped_by or "-"
    return "\t".join([egraph, str(len(problem.cost)), version, f"{limit:g}", *numbers, f"{found.seconds:.3f}"])


def rows_of(path: Path) -> list[dict[str, str]]:
    lines = path.read_text().splitlines() if path.exists() else []
    return [
        dict(zip(COLUMNS, line.split("\t"), strict=True)) for line in lines if line and not line.startswith(("#", "egraph\t"))
    ]


def run_all(path: Path, egraph: str, version: str, tree: str, limits: Iterable[float], asked: argparse.Namespace) -> None:
    """Run one version on an e-graph under ascending limits until it is proved or time is short; append the lines to the table."""
    for limit in limits:
        longest = BESIDE[0] * limit + BESIDE[1]
        if monotonic() + longest > asked.until:
            return
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, [tree, os.environ.get("PYTHONPATH")]))}
        command = [sys.executable, __file__, str(path), "--one", egraph, version, str(limit), "--steps", str(asked.steps)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        line = done.stdout.strip() or "\t".join([egraph, "-", version, f"{limit:g}", "-", "-", "-", "failed", "-"])
        with asked.results.open("a") as table:
            table.write(line + "\n")
        if line.split("\t")[COLUMNS.index("proved")] != "False":
            if not done.stdout:
                print(done.stderr, file=sys.stderr)
            return


def summary(rows: list[dict[str, str]], first: str, second: str) -> list[str]:
    """Return a line for each limit: what is proved, cheaper and dearer, with the seconds of both versions."""
    found = {(row["egraph"], row["version"], float(row["limit"])): row for row in rows}
    limits = sorted({limit for _, _, limit in found})

    def at(egraph: str, version: str, limit: float) -> dict[str, str] | None:
        """Return the row of a limit, or a proof within a shorter one."""
        shorter = [found.get((egraph, version, each)) for each in limits if each <= limit]
        proofs = [row for row in shorter if row and row["proved"] == "True"]
        return found.get((egraph, version, limit)) or (proofs[0] if proofs else None)

    text: list[str] = []
    for limit in limits:
        both = [(at(egraph, first, limit), at(egraph, second, limit)) for egraph in dict.fromkeys(row["egraph"] for row in rows)]
        pairs = [(a, b) for a, b in both if a and b and "-" not in (a["cost"], b["cost"])]
        change = [(float(b["cost"]) - float(a["cost"])) / max(1e-12, abs(float(a["cost"]))) for a, b in pairs]
        proved = [sum(row["proved"] == "True" for row in rows) for rows in zip(*pairs, strict=True)]
        seconds = [sum(float(row["seconds"]) for row in rows) for rows in zip(*pairs, strict=True)]
        dearer = [f"{a['egraph']} {a['cost']} -> {b['cost']}" for (a, b), by in zip(pairs, change, strict=True) if by > SAME]
        cheaper = [f"{a['egraph']} {a['cost']} -> {b['cost']}" for (a, b), by in zip(pairs, change, strict=True) if by < -SAME]
        text.append(
            f"{limit:g} s: {len(pairs)} e-graphs; proved {proved}; CPU seconds {[round(each) for each in seconds]}; "
            f"cheaper {len(cheaper)} ({', '.join(cheaper)}); dearer {len(dearer)} ({', '.join(dearer)})"
        )
    return text


def main() -> None:
    """Run what is missing in the table, and summarise all of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="holds the *.json files; sub-folders are looked through too")
    parser.add_argument("--versions", nargs="+", default=[], metavar="NAME=TREE", help="the first is compared with the last")
    parser.add_argument("--seconds", default="2,20,60", help="limits of CPU time")
    parser.add_argument(
        "--steps", type=float, default=inf, help="steps of work for each second of a limit; default: no limit of work"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--total", type=float, default=540.0, help="seconds on the clock for this call")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_versions.tsv")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.one:
        egraph, version, limit = asked.one
        print(one(asked.folder, egraph, version, float(limit), asked.steps))
        return
    asked.until = monotonic() + asked.total
    limits = sorted(float(each) for each in asked.seconds.split(","))
    if not asked.results.exists():
        many = f"{asked.jobs} processes at a time on {os.cpu_count()} cores"
        head = f"# {datetime.date.today()}; limits in seconds of CPU time, {asked.steps:g} steps a second; {many}"
        asked.results.write_text(head + "\n" + "\t".join(COLUMNS) + "\n")
    done = {(row["egraph"], row["version"], float(row["limit"])): row["proved"] for row in rows_of(asked.results)}
    tasks = []
    for path in sorted(asked.folder.rglob("*.json"), key=lambda path: (-path.stat().st_size, path)):
        egraph = str(path.relative_to(asked.folder).with_suffix(""))
        for version, _, tree in (each.partition("=") for each in asked.versions):
            known = [done.get((egraph, version, limit)) for limit in limits]
            left = [limit for limit, proved in zip(limits, known, strict=True) if proved is None]
            if left and not {"True", "-"}.intersection(known):
                tasks.append(partial(run_all, path, egraph, version, str(Path(tree).resolve()), left, asked))
    with ThreadPoolExecutor(asked.jobs) as pool:
        for future in [pool.submit(task) for task in tasks]:
            future.result()
    names = [each.partition("=")[0] for each in asked.versions]
    if names:
        print("\n".join(summary(rows_of(asked.results), names[0], names[-1])))
    print(f"{len(tasks)} tasks were to do; run again if some of the {len(limits)} limits are missing")


if __name__ == "__main__":
    main()
