"""Times of our choice beside IREE's with the best of its flags: writes benchmarks/results/iree_times.tsv.

    python -m benchmarks.iree.times [--seconds 60] [--flags 5] [FILE ...]

Times are those of this machine, on one thread, for its own processor; the C library keeps the memory that a program frees. `--flags`
says how many sets of flags are tried, from the first.
"""

from __future__ import annotations

import argparse
from dataclasses import astuple, fields
from pathlib import Path

from benchmarks.iree.dispatches import HERE, HOST, memory_kept
from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.apps.iree_tuning import compiler_flags
from egraph_opt.apps.iree_tuning.time_comparison import TimeRow, compare_times, table
from egraph_opt.families.region.options import RegionOptions

TABLE = RESULTS / "iree_times.tsv"


def main() -> None:
    """Time every program, and write one row for each as soon as it is known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted((CORPUS / "blocks").glob("*.mlir")))
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time of the search for each program")
    parser.add_argument("--flags", type=int, default=len(compiler_flags.SETS), help="sets of flags that are tried")
    parser.add_argument("--work-limit", type=int, default=1_000_000, help="steps of each extraction")
    arguments = parser.parse_args()
    compiler_flags.SETS = compiler_flags.SETS[: arguments.flags]
    options = RegionOptions(iree_flags=HOST.flags, measure_seconds=arguments.seconds, work_limit=arguments.work_limit)
    rows = []
    for path in arguments.files:
        with memory_kept():
            rows.append(compare_times(path.name, path.read_text(), options))
        write(rows, arguments.flags)
    table(rows)


def write(rows: list[TimeRow], count: int) -> None:
    """Write the table."""
    head = origin("iree-base-compiler", "iree-base-runtime", note=f"{HERE}, {count} sets of flags; seconds")
    cells = [[*(f"{v:.6g}" if isinstance(v, float) else v for v in astuple(row)), row.verdict()] for row in rows]
    write_table(TABLE, [head], [*(f.name for f in fields(TimeRow)), "verdict"], cells)


if __name__ == "__main__":
    main()
