"""Accesses of kernels that nothing here was made for, raised to `tts`.

    python -m benchmarks.pointer.unseen --run NAME [--every N] [-o TABLE] FOLDER ...

Each folder has the TTIR of a package's kernels, as `benchmarks.pointer.harvest` writes it. A row for each kernel: its accesses to
tensors, how many are raised with `--version loop` and how many of these need a list of indices, its scalar accesses (which are not among
these), the CPU time, and the reasons for what is left. An access that is raised with an offset for each lane counts as left here.
Writes the rows of a run into `benchmarks/results/pointer_unseen.tsv`, or TABLE.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from benchmarks.paths import RESULTS
from benchmarks.runs import exchange_run
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer import raise_text
from egraph_opt.text import read

FIELDS = ("package", "kernel", "tensor accesses", "raised", "of these gathered", "scalar accesses", "ms", "stopped by", "left")
OF_SCALARS = "it is not an access to a tensor of pointers"


def row_of(path: Path) -> tuple[object, ...]:
    """Return the row of one kernel."""
    text = path.read_text()
    started = time.process_time()
    result = raise_text(text, str(path), "tts", "loop")
    spent = round(1e3 * (time.process_time() - started))
    ops = (op for function in read(text).functions() for op in function.walk() if op.name in ("tt.load", "tt.store"))
    scalars = sum(not op.operands[0].type.startswith("tensor") and "tensor" not in op.operands[0].type for op in ops)
    raised = [report for report in result.reports if report.structured]
    why = Counter(report.reason for report in result.reports if not report.structured and report.reason not in ("", OF_SCALARS))
    left = "; ".join(f"{count} {reason}" for reason, count in sorted(why.items()))
    gathered = sum(report.how == "gathered" for report in raised)
    tensors = len(result.reports) - scalars
    return path.parent.parent.name, path.stem, tensors, len(raised), gathered, scalars, spent, result.stopped_by, left


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each N-th kernel")
    parser.add_argument("--run", required=True, help="what the rows are called in the table")
    parser.add_argument("-o", "--output", type=Path, default=RESULTS / "pointer_unseen.tsv", help="the table")
    options = parser.parse_args()
    rows = []
    for path in [p for folder in options.folders for p in sorted(folder.rglob("*.ttir"))[:: options.every]]:
        try:
            rows.append(row_of(path))
        except EgraphOptError as error:
            print(f"{path.stem}: {error}")
    exchange_run(options.output, options.run, [], FIELDS, rows)
    for package in dict.fromkeys(row[0] for row in rows):
        counts = [sum(int(str(row[n])) for row in rows if row[0] == package) for n in range(2, 6)]
        print(
            f"{package}: {counts[1]} of {counts[0]} accesses to tensors raised, {counts[2]} of them gathered; {counts[3]} scalar ones"
        )


if __name__ == "__main__":
    main()
