"""Extraction from e-graphs of a million nodes, of the shapes of large public sets: `python -m benchmarks.engine.scale [--nodes N]`.

Writes a line for each shape and extractor to a table (`--results`): what was found within a limit, and the memory of the whole process.
Each runs in a process of its own. Times are of the processor. `--json` reads each e-graph from text, as a user's comes.
"""

from __future__ import annotations

import argparse
import datetime
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks.paths import RESULTS
from egraph_opt.extract import EXTRACTORS, Limits, Problem, check
from egraph_opt.extract.read.serialize import read_file

COLUMNS = ("shape", "nodes", "classes", "extractor", "limit", "cost", "lower_bound", "stopped_by", "reading", "seconds", "MiB")
STEPS = 1e6
"""Steps a second."""


def circuit(nodes: int) -> Problem:
    """Return a circuit of gates, as in Boole's sets: 2.6 nodes a class on average, each of 1 to 3 classes that stand shortly before."""
    random = np.random.default_rng(0)
    classes = int(nodes / 2.6)
    node_class = np.sort(np.concatenate([np.arange(classes), random.integers(0, classes, nodes - classes)]))
    count = np.where(node_class < classes // 50, 0, random.integers(1, 4, nodes))
    owner = np.repeat(node_class, count)
    child = np.maximum(0, owner - random.geometric(1 / 300, len(owner)))
    roots = np.unique(random.integers(classes - classes // 20, classes, 64))
    return _problem(node_class, random.integers(1, 8, nodes), count, child, roots, classes)


def cover(nodes: int) -> Problem:
    """Return a weighted set cover, as in SmoothE's: a root needs all elements, an element one of the 9 sets that have it."""
    random = np.random.default_rng(0)
    elements = nodes // 10
    sets = elements // 20
    element = np.repeat(np.arange(1, elements + 1), 9)
    node_class = np.concatenate([[0], element, elements + 1 + np.arange(sets)])
    child = np.concatenate([np.arange(1, elements + 1), elements + 1 + random.integers(0, sets, len(element))])
    count = np.concatenate([[elements], np.ones(len(element), dtype=np.int64), np.zeros(sets, dtype=np.int64)])
    cost = np.concatenate([np.zeros(1 + len(element)), random.integers(1, 100, sets)])
    return _problem(node_class, cost, count, child, np.array([0]), elements + 1 + sets)


def sums(nodes: int) -> Problem:
    """Return rewritten sums, as in egg's: blocks of 64 classes, in which a node needs any two, or one of an earlier block."""
    random = np.random.default_rng(0)
    classes = nodes // 4 // 64 * 64
    node_class = np.sort(np.concatenate([np.arange(classes), random.integers(0, classes, nodes - classes)]))
    first = np.diff(node_class, prepend=-1) > 0
    count = np.where(first & (node_class % 64 < 4), 0, 2)
    owner, is_first = np.repeat(node_class, count), np.repeat(first, count)
    block = owner // 64 * 64
    before = block + (random.random(len(owner)) * (owner - block)).astype(np.int64)
    far = np.maximum(0, block - 64 * random.geometric(1 / 20, len(owner))) + random.integers(0, 64, len(owner))
    near = block + random.integers(0, 64, len(owner))
    child = np.where(is_first, before, np.where(random.random(len(owner)) < 0.15, far, near))
    return _problem(
        node_class, random.integers(1, 10, nodes), count, child, np.arange(classes - 1, classes - 2561, -64) % classes, classes
    )


def _problem(
    node_class: NDArray[np.int64], cost: NDArray[np.generic], count: NDArray[np.int64], child: NDArray[np.int64],
    roots: NDArray[np.int64], classes: int,
) -> Problem:  # fmt: skip
    starts = np.concatenate([[0], np.cumsum(count)])
    return Problem(node_class, cost.astype(np.float64), starts, child, np.zeros(len(child), dtype=np.bool_), roots, classes)


SHAPES: dict[str, Callable[[int], Problem]] = {"circuit": circuit, "cover": cover, "sums": sums}


def written(problem: Problem, path: Path) -> None:
    """Write an e-graph as text, a node after the other."""
    owners = problem.node_class.tolist()
    first = dict(zip(reversed(owners), reversed(range(len(owners))), strict=True))
    with path.open("w") as file:
        file.write('{"root_eclasses": ' + json.dumps([str(c) for c in problem.roots.tolist()]) + ', "nodes": {')
        for node, c in enumerate(owners):
            below = [f"n{first[x]}" for x, _ in problem.children(node)]
            entry = {"op": "f", "children": below, "eclass": str(c), "cost": float(problem.cost[node])}
            file.write(f'{"," if node else ""}\n"n{node}": {json.dumps(entry)}')
        file.write("}}\n")


def one(shape: str, nodes: int, extractor: str, seconds: float, text: str) -> str:
    """Return the line of one extraction."""
    began = process_time()
    problem = read_file(text).problem if text else SHAPES[shape](nodes)
    reading = process_time() - began if text else 0.0
    left = seconds - reading
    began = process_time()
    found = EXTRACTORS[extractor](problem, limits=Limits(STEPS * left, left))
    took = process_time() - began
    if check(problem, found.choice) != found.cost:
        raise AssertionError(f"{extractor} states another cost than its selection has")
    memory = getrusage(RUSAGE_SELF).ru_maxrss / 1024
    numbers = (
        f"{found.cost:.9g}",
        f"{found.lower_bound:.9g}",
        found.stopped_by or "-",
        f"{reading:.1f}",
        f"{took:.1f}",
        f"{memory:.0f}",
    )
    return "\t".join([shape, str(len(problem.cost)), str(problem.class_count), extractor, f"{seconds:g}", *numbers])


def main() -> None:
    """Run each shape with each extractor."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU time, for reading and extraction together")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--extractors", default="tree,dag,exact")
    parser.add_argument("--json", action="store_true", help="read each e-graph from text")
    parser.add_argument("--results", type=Path, default=RESULTS / "extraction_scale.tsv")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS, metavar=("SHAPE", "EXTRACTOR", "TEXT"))
    arguments = parser.parse_args()
    if arguments.one:
        shape, extractor, text = arguments.one
        print(one(shape, arguments.nodes, extractor, arguments.seconds, text))
        return
    versions = ", ".join(f"{name} {version(name)}" for name in ("highspy", "numpy"))
    lines = [f"# {datetime.date.today()}; {versions}; seconds of CPU time, one thread", "\t".join(COLUMNS)]
    for shape in arguments.shapes.split(","):
        with tempfile.TemporaryDirectory() as folder:
            text = str(Path(folder, "egraph.json")) if arguments.json else ""
            if text:
                written(SHAPES[shape](arguments.nodes), Path(text))
            for extractor in arguments.extractors.split(","):
                asked = ["--nodes", str(arguments.nodes), "--seconds", str(arguments.seconds), "--one", shape, extractor, text]
                command = [sys.executable, "-m", "benchmarks.engine.scale", *asked]
                lines.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
                print(lines[-1], flush=True)
                arguments.results.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
