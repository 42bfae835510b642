"""Our dispatch regions beside IREE's, in IREE's own schedules: writes benchmarks/results/regions.tsv.

    python -m benchmarks.compare.regions [--time-limit 5] [FILE ...]

Costs are those of the model in use, for the schedule that IREE makes of the input and of our result; nothing here is a measured time.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import astuple, fields
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.core.output.comparison import count_verdicts
from egraph_opt.families.region.compare import ScheduleCounts, compare, table
from egraph_opt.families.region.options import RegionOptions

MODELS = ("dispatches", "bytes", "latency", "latency:streams=4")


def main() -> None:
    """Compare every program under every model, and write one row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "regions").glob("*.mlir")))
    parser.add_argument("--time-limit", type=float, default=5.0, help="seconds per extraction")
    arguments = parser.parse_args()
    rows = compare(arguments.files, [RegionOptions(name, time_limit=arguments.time_limit) for name in MODELS])
    table(rows)
    print(count_verdicts([row.verdict() for row in rows]))
    names = [f.name for f in fields(ScheduleCounts)]
    heads = ["program", "model", "unit", *(f"{side}_{name}" for side in ("iree", "ours") for name in names)]
    lines = []
    for row in rows:
        counts = [f"{n:.6g}" for side in (row.iree, row.ours) for n in (astuple(side) if side else [float("nan")] * len(names))]
        known = [f"{row.predicted:.6g}", f"{row.lower_bound:.6g}", str(row.optimal), row.verdict(), row.remark]
        lines.append([row.program, row.model, row.unit, *counts, *known])
    columns = (*heads, "predicted", "lower_bound", "optimal", "verdict", "remark")
    write_table(RESULTS / "regions.tsv", [origin("iree-base-compiler", "egglog", note="llvm-cpu")], columns, lines)
    sys.exit(any(row.verdict() == "worse" for row in rows))


if __name__ == "__main__":
    main()
