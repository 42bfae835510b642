"""Gain and cost of more candidate layouts: `python -m benchmarks.compare.candidates`. Writes `benchmarks/results/candidates.tsv`.

Each row is a setting of `--candidates` and `--synthesise` against the default, over all kernels at one stage.
"""

from __future__ import annotations

import argparse
import datetime
import statistics
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import Result
from egraph_opt.families.layout.options import Options

SETTINGS = ((8, False), (2, False), (4, False), (16, False), (8, True), (16, True))
"""The default comes first."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stage", default="rlc3.before")
    parser.add_argument("--time-limit", type=float, default=2.0)
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    paths = sorted((CORPUS / "kernels").glob(f"*/{arguments.stage}.ttgir"))
    texts = [path.read_text() for path in paths]
    optimize_text(texts[0], "warm-up", Options())
    versions = ", ".join(f"{name} {version(name)}" for name in ("egraph-opt", "egglog", "highspy"))
    lines = [
        f"# {datetime.date.today()}; {versions}; {arguments.stage}, cycles, exact, {arguments.time_limit:g} s, {len(texts)} kernels"
    ]
    lines.append("candidates\tsynthesised\tcycles\tbetter\tworse\tproved\tmedian_nodes\tmedian_ms\tall_s")
    default: list[Result] = []
    for limit, synthesise in SETTINGS:
        options = replace(Options(), candidates=limit, synthesise=synthesise, time_limit=arguments.time_limit)
        results = [optimize_text(text, path.parent.name, options) for text, path in zip(texts, paths, strict=True)]
        default = default or results
        pairs = [(a.cost_after, b.cost_after) for a, b in zip(default, results, strict=True)]
        seconds = [sum(r.timings.values()) for r in results]
        row = (
            limit, synthesise, f"{sum(b for _, b in pairs):.0f}", sum(b < a * (1 - 1e-9) for a, b in pairs),
            sum(b > a * (1 + 1e-9) for a, b in pairs), sum(r.optimal for r in results),
            round(statistics.median(sum(f.nodes for f in r.functions) for r in results)),
            f"{statistics.median(seconds) * 1e3:.0f}", f"{sum(seconds):.1f}",
        )  # fmt: skip
        lines.append("\t".join(map(str, row)))
        print(lines[-1], flush=True)
    (arguments.results / "candidates.tsv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
