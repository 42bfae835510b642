"""CPU time of raising: `python -m benchmarks.pointer.times [--every N] [--only TARGET ...] [-o TABLE] [FILE ...]`.

Each kernel of the corpus, or each given file, for each target of `--rules pointer` and each mode: as far as facts are derived,
and with `--version loop` and `--version kernel`. The time is that of this process, all threads together, for a whole call of `raise_text`,
after one call that loads the engine and the rules. The output ends with a row for each target and mode: the median, the 90th percentile,
the worst.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import write_table
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.options import TARGETS

FIELDS = ("kernel", "target", "mode", "raised", "accesses", "ms", "stopped_by")
MODES = ("", "loop", "kernel")


def rows_of(path: Path, targets: list[str]) -> list[dict[str, object]]:
    """Return a row for each target and mode of one program."""
    rows: list[dict[str, object]] = []
    name, text = path.parent.name if path.name == "input.ttir" else path.stem, path.read_text()
    for target in targets:
        for mode in MODES[: 1 if target == "pointers" else None]:
            started = time.process_time()
            try:
                result = raise_text(text, str(path), target, mode)
            except EgraphOptError as error:
                print(f"{name}: {target}: {error}")
                continue
            spent = time.process_time() - started
            raised = sum(report.raised for report in result.reports)
            stopped = next((f.stopped_by for f in result.functions if f.stopped_by), "")
            row = name, target, mode or "derived", raised, len(result.reports), round(1e3 * spent), stopped
            rows.append(dict(zip(FIELDS, row, strict=True)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take each N-th kernel")
    parser.add_argument("--only", action="append", choices=TARGETS, help="this target alone")
    parser.add_argument("-o", "--output", type=Path, help="write the table here")
    options = parser.parse_args()
    paths = options.files or sorted((CORPUS / "kernels").glob("*/input.ttir"))[:: options.every]
    targets = options.only or list(TARGETS)
    rows_of(CORPUS / "kernels" / "liger._swiglu_forward_kernel" / "input.ttir", targets)
    rows = [row for path in paths for row in rows_of(path, targets)]
    output = options.output or (RESULTS / "pointer_times.tsv" if options.every == 1 and not options.files else None)
    if output:
        write_table(output, [], FIELDS, [tuple(row.values()) for row in rows])
    for target in targets:
        for mode in ("derived", *MODES[1:]):
            mine = [row for row in rows if (row["target"], row["mode"]) == (target, mode)]
            if mine:
                times = sorted(int(str(row["ms"])) for row in mine)
                worst = max(mine, key=lambda row: int(str(row["ms"])))
                middle, high = statistics.median(times), times[int(0.9 * (len(times) - 1))]
                print(f"{target:16} {mode:8} median {middle:6.0f} ms  p90 {high:6} ms  worst {times[-1]:6} ms {worst['kernel']}")


if __name__ == "__main__":
    main()
