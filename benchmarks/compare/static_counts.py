"""Counts of what ptxas makes of every kernel, of greedy's result and of ours: `python -m benchmarks.compare.static_counts`. Needs no GPU.

Writes `benchmarks/results/static.tsv` with the date and the versions on the first line, and prints the summary.
"""

from __future__ import annotations

import argparse
import datetime
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.baseline import libtriton
from egraph_opt.baseline.ptxas_counts import Failure, Static, counts, table
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.layout.options import Options


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", default="rlc3.before")
    parser.add_argument("--kernels", default="*", help="a pattern of names")
    parser.add_argument("--time-limit", type=float, default=2.0)
    parser.add_argument("--timeout", type=float, default=1800.0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    arguments.results.mkdir(exist_ok=True)
    options = replace(Options(), time_limit=arguments.time_limit)
    paths = sorted((CORPUS / "kernels").glob(f"{arguments.kernels}/{arguments.stage}.ttgir"))
    inputs = [path.read_text() for path in paths]
    ours = [optimize_text(text, str(path), options).ir for text, path in zip(inputs, paths, strict=True)]
    greedy = libtriton.ask("greedy", inputs)
    programs = [*inputs, *(answer.text or "" for answer in greedy), *ours]
    distinct = list(dict.fromkeys(programs))
    known: dict[str, Static | Failure] = dict(zip(distinct, counts(distinct, arguments.timeout, arguments.jobs), strict=True))
    third = len(paths)
    records = [
        (path.parent.name, known[programs[i]], known[programs[third + i]], known[programs[2 * third + i]])
        for i, path in enumerate(paths)
    ]
    lines, summary = table(records)
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog", "highspy", "triton"))
    head = f"# {datetime.date.today()}; {versions}; {arguments.stage}, cycles, {options.extract}, {options.time_limit:g} s"
    (arguments.results / "static.tsv").write_text("\n".join([head, *lines]) + "\n")
    print(summary)


if __name__ == "__main__":
    main()
