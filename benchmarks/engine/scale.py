"""Extraction from e-graphs of a million nodes, of the shapes of large public sets: `python -m benchmarks.engine.scale [--nodes N]`.

Writes a line for each shape and extractor to a table (`--results`): what was found within a limit, and the memory of the whole process.
Each runs in a process of its own. Times are of the processor. `--json` reads each e-graph from text, as a user's comes.
"""

from __future__ import annotations

import argparse
import datetime
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from time import process_time

from benchmarks.paths import RESULTS
from egraph_opt.extract import EXTRACTORS, Limits, check
from egraph_opt.extract.read.serialize import read_file
from tests.support.extraction_shapes import SHAPES, written

COLUMNS = ("shape", "nodes", "classes", "extractor", "limit", "cost", "lower_bound", "stopped_by", "reading", "seconds", "MiB")
STEPS = 1e6
"""Steps a second."""


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
