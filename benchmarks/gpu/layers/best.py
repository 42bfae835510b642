"""Which configurations Triton's own programs are fastest in: `python -m benchmarks.gpu.layers.best TIMES BEST`.

TIMES is the folder of `python -m benchmarks.gpu.layers OUT LAYERS JOBS every`, or a table of configurations of an earlier run, whose
configurations are then timed again. BEST becomes what `collect` and `python -m benchmarks.gpu.layers` take.
"""

from __future__ import annotations

import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.gpu.layers.sides import PLAIN


def of_folder(out: Path) -> Iterator[tuple[str, str, float]]:
    """Yield each timed configuration: its kernel with the tuner's key, its text, microseconds."""
    for file in sorted(out.glob("*.json")):
        for row in json.loads(file.read_text())["configurations"]:
            if row[PLAIN]:
                yield row["entry"], row["configuration"], median(row[PLAIN])


def of_table(table: Path) -> Iterator[tuple[str, str, float]]:
    """Yield each configuration of a table: `LAYER/KERNEL`, its text, microseconds."""
    lines = (line for line in table.read_text().splitlines() if not line.startswith("#"))
    for row in csv.DictReader(lines, delimiter="\t"):
        if row["plain_us"]:
            yield row["kernel"], row["configuration"], float(row["plain_us"])


def main(found: Path, best: Path) -> None:
    times: dict[str, dict[str, float]] = defaultdict(dict)
    for kernel, configuration, us in of_folder(found) if found.is_dir() else of_table(found):
        times[kernel][configuration] = us
    ranked = {kernel: sorted(each, key=lambda config: each[config]) for kernel, each in sorted(times.items())}
    best.write_text(json.dumps(ranked, indent=1))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit((__doc__ or "").strip())
    main(Path(sys.argv[1]), Path(sys.argv[2]))
