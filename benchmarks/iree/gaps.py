"""Lower bounds beside what is chosen, for blocks of models: writes benchmarks/results/iree_gaps.tsv.

    python -m benchmarks.iree.gaps [--work-limit 10000000] [FILE ...]

Each block is searched from the input and from IREE's own program, under each cost model. IREE is not asked to confirm the result. The last
line of output says for each model how many bounds are within 10 % of the cost.
"""

from __future__ import annotations

import argparse
from collections import Counter
from datetime import date
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.options import RegionOptions

TABLE = RESULTS / "iree_gaps.tsv"
MODELS = ("dispatches", "bytes", "latency", "time")
STARTS = ("input", "iree")
HEADS = ("program", "start", "model", "before", "after", "bound", "part", "optimal", "stopped_by")
NEAR = 0.9


def main() -> None:
    """Search every block, and write one row for each start and model."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "blocks").glob("*.mlir")))
    parser.add_argument("--work-limit", type=int, default=10_000_000, help="steps of each extraction")
    arguments = parser.parse_args()
    lines = [f"# {date.today()}, {arguments.work_limit} steps; part: of the cost that the bound reaches", "\t".join(HEADS)]
    near, proved, all_of = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for path in arguments.files:
        for start in STARTS:
            for model in MODELS:
                # nothing is left unchanged because it saves too little: the bound is one on what was found
                options = RegionOptions(cost=model, start=start, check=False, work_limit=arguments.work_limit, min_gain=0.0)
                result = optimize_text(path.read_text(), path.name, options)
                part = result.lower_bound / result.cost_after if result.cost_after else 1.0
                stops = " ".join(sorted({f.stopped_by for f in result.functions} - {""}))
                costs = (f"{cost:.6g}" for cost in (result.cost_before, result.cost_after, result.lower_bound))
                lines.append("\t".join((path.stem, start, model, *costs, f"{part:.3f}", str(result.optimal), stops)))
                near[start, model] += part >= NEAR
                proved[start, model] += result.optimal
                all_of[start, model] += 1
                TABLE.write_text("\n".join(lines) + "\n")
                print(lines[-1], flush=True)
    print(
        "; ".join(
            f"{start} {model}: {near[start, model]} near, {proved[start, model]} proved of {n}"
            for (start, model), n in all_of.items()
        )
    )


if __name__ == "__main__":
    main()
