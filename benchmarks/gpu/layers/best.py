"""Which configurations Triton's own programs are fastest in: `python -m benchmarks.gpu.layers.best OUT BEST`.

OUT is of `python -m benchmarks.gpu.layers OUT LAYERS JOBS every`. BEST becomes what `collect` and `python -m benchmarks.gpu.layers` take.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path

from benchmarks.gpu.layers.choose import median
from benchmarks.gpu.layers.sides import PLAIN


def main(out: Path, best: Path) -> None:
    times: dict[str, dict[str, float]] = defaultdict(dict)
    for file in sorted(out.glob("*.json")):
        for row in json.loads(file.read_text())["configurations"]:
            if row[PLAIN]:
                times[row["entry"]][row["configuration"]] = median(row[PLAIN])
    ranked = {entry: sorted(found, key=lambda config: found[config]) for entry, found in sorted(times.items())}
    best.write_text(json.dumps(ranked, indent=1))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit((__doc__ or "").strip())
    main(Path(sys.argv[1]), Path(sys.argv[2]))
