"""Excess of extractions over their limits: `python -m benchmarks.engine.extraction_limits [--nodes N] [--seconds S]`.

For each shape of e-graph, or file of one, each method and each kind of limit (seconds of CPU time or on the clock, bytes), a line
with the limit and what was used, each in a process of its own. No limit of work is set beside them. Seconds are those of the call alone,
with the processes that it starts; bytes are the most that the process ever held, and its limit is what it held before the call and `--more`
MiB. `extract` is the whole call, with the checker; with `--seconds 0` it uses what no limit can save.
Lines are added to the table.
"""

from __future__ import annotations

import argparse
import datetime
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from math import inf
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic, process_time

import numpy as np

from benchmarks.paths import RESULTS
from egraph_opt.extract import (
    Limits,
    OverLimit,
    Problem,
    extract,
    extract_balanced,
    extract_dag,
    extract_exact,
    extract_limited,
    extract_submodular,
    extract_tree,
    pareto,
    pareto_front,
)
from egraph_opt.extract.base.work import held_memory
from egraph_opt.extract.read.serialize import read_file
from tests.support.extraction_shapes import SHAPES

COLUMNS = ("shape", "nodes", "method", "kind", "limit", "used", "over", "stopped_by")
KINDS = ("seconds", "wall", "memory")
MIB = 2**20


def posed(shape: str, nodes: int) -> tuple[Problem, float]:
    """An e-graph with a further cost, and a limit of that cost which the cheapest selection may not keep."""
    problem = SHAPES[shape](nodes) if shape in SHAPES else read_file(shape).problem
    second = np.random.default_rng(1).integers(0, 9, len(problem.cost)).astype(np.float64)
    tree = extract_tree(problem).choice
    return replace(problem, resources=second[None]), 0.9 * float(second[tree[tree >= 0]].sum())


def submodular(problem: Problem, limits: Limits) -> object:
    """The extra cost: a fixed one, if any node of a group is selected."""
    group = frozenset(range(0, len(problem.cost), 7))
    return extract_submodular(problem, lambda nodes: 0.0 if nodes.isdisjoint(group) else 100.0, limits=limits)


METHODS: dict[str, Callable[[Problem, float, Limits], object]] = {
    "extract": lambda problem, _, limits: extract(problem, limits=limits).selection,
    "dag": lambda problem, _, limits: extract_dag(problem, limits=limits),
    "exact": lambda problem, _, limits: extract_exact(problem, limits=limits),
    "exact, CP-SAT": lambda problem, _, limits: extract_exact(problem, limits=limits, constraints=True),
    "limited": lambda problem, most, limits: extract_limited(problem, [most], limits=limits),
    "balanced": lambda problem, _, limits: extract_balanced(problem, [1.0, 1.0], limits=limits),
    "submodular": lambda problem, _, limits: submodular(problem, limits),
    "front": lambda problem, _, limits: pareto_front(problem, limits=limits),
    "corners": lambda problem, _, limits: pareto(problem, problem.resources[0], limits=limits),
}


def one(shape: str, nodes: int, method: str, kind: str, limit: float) -> str:
    """Return the line of one extraction."""
    problem, most = posed(shape, nodes)
    posed_ = held_memory()
    limits = {name: limit if name == kind else inf for name in KINDS}
    if kind == "memory":
        limits |= {"memory": posed_ + limit * MIB, "wall": 60.0}
    began, clock, children = process_time(), monotonic(), getrusage(RUSAGE_CHILDREN)
    try:
        found = METHODS[method](problem, most, Limits(work=inf, **limits))
        stopped_by = getattr(found, "stopped_by", "") or "-"
    except OverLimit:
        stopped_by = "none found"
    after = getrusage(RUSAGE_CHILDREN)
    used = {
        "seconds": process_time() - began + after.ru_utime + after.ru_stime - children.ru_utime - children.ru_stime,
        "wall": monotonic() - clock,
        "memory": (getrusage(RUSAGE_SELF).ru_maxrss * 1024 - posed_) / MIB,
    }[kind]
    over = max(0.0, used * MIB + posed_ if kind == "memory" else used) / limits[kind] - 1 if limits[kind] else inf
    numbers = (f"{limit:g}", f"{used:.2f}", "-" if over == inf else f"{max(0.0, over):.1%}", stopped_by)
    return "\t".join([Path(shape).stem, str(len(problem.cost)), method, kind, *numbers])


def main() -> None:
    """Run each shape with each method and each kind of limit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--more", type=float, default=40.0, help="MiB that a call may take")
    parser.add_argument(
        "--methods", default="|".join(name for name in METHODS if name != "extract"), help="separated by |; also extract"
    )
    parser.add_argument("--shapes", default=",".join(SHAPES), help="or files of e-graphs")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_limits.tsv")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS, metavar=("SHAPE", "METHOD", "KIND"))
    arguments = parser.parse_args()
    if arguments.one:
        shape, method, kind = arguments.one
        print(one(shape, arguments.nodes, method, kind, arguments.more if kind == "memory" else arguments.seconds))
        return
    versions = ", ".join(f"{name} {version(name)}" for name in ("highspy", "numpy", "ortools"))
    busy = f"; {os.cpu_count()} processors, load {os.getloadavg()[0]:.0f} before"
    if not arguments.results.exists():
        arguments.results.write_text(
            f"# {datetime.date.today()}; {versions}; one thread each{busy}\n" + "\t".join(COLUMNS) + "\n"
        )
    passed = [f"--{name}={getattr(arguments, name)}" for name in ("nodes", "seconds", "more")]
    command = [sys.executable, "-m", "benchmarks.engine.extraction_limits", *passed, "--one"]
    run = partial(subprocess.run, capture_output=True, text=True, check=True)
    shapes, methods, kinds = arguments.shapes.split(","), arguments.methods.split("|"), arguments.kinds.split(",")
    asked = [[shape, method, kind] for shape in shapes for method in methods for kind in kinds]
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for done in pool.map(run, [[*command, *each] for each in asked]):
            with arguments.results.open("a") as table:
                table.write(done.stdout)


if __name__ == "__main__":
    main()
