"""IREE's schedules beside those predicted from its own program after it has formed dispatches: writes benchmarks/results/iree_starts.tsv.

    python -m benchmarks.iree.starts [--out TABLE] [FILE ...]

Modules that IREE does not compile, or that have nothing to compute, are left out. A file may hold several modules, with `// -----`
between them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from benchmarks.runs import origin, write_table
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.schedule_prediction import form_dispatches, predict_schedule

SPLIT = re.compile(r"^// -----.*$", re.MULTILINE)
TABLE = RESULTS / "iree_starts.tsv"


@dataclass(frozen=True, slots=True)
class Start:
    """Counts of a schedule; `moved` and `transient` are in bytes."""

    dispatches: int
    slow: int
    copies: int
    fills: int
    waves: int
    moved: int
    transient: int

    @staticmethod
    def of(found: CommandSchedule) -> Start:
        """Return the counts of a schedule."""
        return Start(**found.totals(), transient=found.transient)


@dataclass(frozen=True, slots=True)
class Row:
    """IREE's schedule of a program, and the predicted one; `remark` if there is none."""

    program: str
    iree: Start
    ours: Start | None
    remark: str = ""

    def verdict(self) -> str:
        """Return `equal`, `memory` if only the transient bytes differ, `differs`, or `failed`."""
        if self.ours is None:
            return "failed"
        if self.ours == self.iree:
            return "equal"
        return "memory" if astuple(self.ours)[:-1] == astuple(self.iree)[:-1] else "differs"


def modules(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each module of a file."""
    parts = SPLIT.split(path.read_text())
    for n, text in enumerate(parts):
        yield f"{path.stem}.{n}" if len(parts) > 1 else path.stem, text


def compare(name: str, text: str) -> Row | None:
    """Return the row of a program, or None if IREE does not compile it or computes nothing for it."""
    try:
        found = schedule_of(text)
    except EgraphOptError:
        return None
    if not found.commands:
        return None
    try:
        return Row(name, Start.of(found), Start.of(predict_schedule(form_dispatches(text))))
    except EgraphOptError as error:
        return Row(name, Start.of(found), None, str(error))


def main() -> None:
    """Compare every program, and write one row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = [path for folder in ("blocks", "regions", "lit") for path in sorted((CORPUS / folder).glob("*.mlir"))]
    parser.add_argument("files", nargs="*", type=Path, default=default)
    parser.add_argument("--out", type=Path, default=TABLE)
    arguments = parser.parse_args()
    rows = [row for path in arguments.files for each in modules(path) if (row := compare(*each)) is not None]
    names = [field.name for field in fields(Start)]
    head = origin("iree-base-compiler", note="llvm-cpu; bytes; each cell is IREE's, then the predicted one if it differs")
    lines = []
    for row in rows:
        ours = astuple(row.ours) if row.ours else astuple(row.iree)
        cells = [str(a) if a == b else f"{a} {b}" for a, b in zip(astuple(row.iree), ours, strict=True)]
        lines.append((row.program, *cells, row.verdict(), row.remark))
    write_table(arguments.out, [head], ("program", *names, "verdict", "remark"), lines)
    verdicts = [row.verdict() for row in rows]
    print(f"{len(rows)} programs: " + ", ".join(f"{verdicts.count(v)} {v}" for v in ("equal", "memory", "differs", "failed")))


if __name__ == "__main__":
    main()
