"""All kernels, all stages, all cost models, against Triton's greedy pass: `make bench`.

Writes `benchmarks/results/greedy.tsv`, one row a stage, kernel and model, with dates and versions on its first lines, and prints
the tables that `docs/results.md` quotes. Gains below the models' errors count too.
Times are of this machine and of this run; costs and verdicts are not.
"""

from __future__ import annotations

import argparse
import statistics
from dataclasses import replace
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import exchange_run, origin
from egraph_opt.baseline.comparison_record import FunctionComparison
from egraph_opt.baseline.pass_comparison import compare, summary
from egraph_opt.core.result import STAGES as TIMED
from egraph_opt.cost import MODELS
from egraph_opt.families.layout.options import Options

COLUMNS = tuple("kernel model input greedy egraph lower_bound optimal verdict converts in_loops seconds accepted held".split())


def rows(records: list[FunctionComparison]) -> list[str]:
    """One line a kernel and model; conversions as input/greedy/egraph."""
    lines = []
    for r in records:
        for model, cost in r.cost.items():
            numbers = [f"{cost[k]:.6g}" if cost[k] is not None else "" for k in ("input", "greedy", "egraph", "lower_bound")]
            sides = ("input", "greedy", "egraph")
            counts = [
                "/".join(str(cost["converts"][s][k]) if cost["converts"].get(s) else "" for s in sides)
                for k in ("total", "in_loops")
            ]
            last = [f"{sum(r.seconds.values()):.3f}", str(r.accepted_by_triton), ""]
            lines.append("\t".join([r.kernel, model, *numbers, str(cost["optimal"]), r.verdict(model), *counts, *last]))
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stages", nargs="*", default=["rlc1.before", "rlc2.before", "rlc3.before"])
    parser.add_argument("--candidates", type=int, default=Options().candidates)
    parser.add_argument("--extract", default="exact")
    parser.add_argument("--time-limit", type=float, default=2.0)
    parser.add_argument("--like-triton", action="store_true", help="also reorder float sums, and start from Triton's result too")
    parser.add_argument(
        "--kernels", type=Path, nargs="*", default=[CORPUS / "kernels"], help="folders that `egraph-opt capture` made"
    )
    parser.add_argument("--name", default="", help="what the names of the runs begin with")
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    arguments.results.mkdir(exist_ok=True)
    options = replace(
        Options(), candidates=arguments.candidates, extract=arguments.extract, time_limit=arguments.time_limit, min_gain=0.0
    )
    if arguments.like_triton:
        options = replace(options, reassociate=True, seed_with="triton")
    suffix = ".like-triton" if arguments.like_triton else ""
    models = [MODELS["cycles"], MODELS["shared_bytes"], MODELS["converts"]]
    for stage in arguments.stages:
        paths = [path for folder in arguments.kernels for path in sorted(folder.glob(f"*/{stage}.ttgir"))]
        distinct = list({path.read_text(): path for path in reversed(paths)}.values())[::-1]
        records = compare(distinct, models, options, against_triton=True)
        note = f"{options.extract}, {options.candidates} candidates, {options.time_limit:g} s"
        head = origin("egraph-opt", "egglog", "highspy", "triton", note=note)
        run, lines = f"{arguments.name}{stage}{suffix}", [row.split("\t") for row in rows(records)]
        exchange_run(arguments.results / "greedy.tsv", run, [head], COLUMNS, lines)
        print(f"== {arguments.name}{stage}{suffix}")
        for model in models:
            print(summary(records, [model]))
            proved = sum(bool(r.cost[model.name]["optimal"]) for r in records if model.name in r.cost)
            print(f"   proved optimal within {options.time_limit:g} s: {proved} of {len(records)}")
        for timed in TIMED:
            seconds = [r.seconds.get(timed, 0.0) * 1e3 for r in records]
            print(f"   {timed:9} median {statistics.median(seconds):7.1f} ms, largest {max(seconds):8.1f} ms")
        totals = [sum(r.seconds.values()) * 1e3 for r in records]
        print(f"   {'all':9} median {statistics.median(totals):7.1f} ms, largest {max(totals):8.1f} ms", flush=True)


if __name__ == "__main__":
    main()
