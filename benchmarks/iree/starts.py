"""IREE's schedules beside those predicted from its own program after it has formed dispatches: writes benchmarks/results/iree_starts.tsv.

    python -m benchmarks.iree.starts [--out TABLE] [FILE ...]

Files that IREE does not compile, or that have nothing to compute, are left out. IREE's lit tests are such files: one module each.
"""

from __future__ import annotations

import argparse
from dataclasses import astuple, dataclass, fields
from datetime import date
from importlib.metadata import version
from pathlib import Path

from benchmarks.paths import CORPUS, RESULTS
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.schedule import Schedule
from egraph_opt.families.region.formed import formed, predicted
from egraph_opt.families.region.iree import schedule_of

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
    def of(found: Schedule) -> Start:
        """Return the counts of a schedule."""
        kinds = [found.count(kind) for kind in ("dispatch", "slow", "copy", "fill")]
        return Start(*kinds, len(found.waves()), sum(command.moved for command in found.commands), found.transient)


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


def compare(path: Path) -> Row | None:
    """Return the row of a program, or None if IREE does not compile it or computes nothing for it."""
    text = path.read_text()
    try:
        found = schedule_of(text)
    except EgraphOptError:
        return None
    if not found.commands:
        return None
    try:
        return Row(path.name, Start.of(found), Start.of(predicted(formed(text))))
    except EgraphOptError as error:
        return Row(path.name, Start.of(found), None, str(error))


def main() -> None:
    """Compare every program, and write one row for each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    default = [path for folder in ("blocks", "regions") for path in sorted((CORPUS / folder).glob("*.mlir"))]
    parser.add_argument("files", nargs="*", type=Path, default=default)
    parser.add_argument("--out", type=Path, default=TABLE)
    arguments = parser.parse_args()
    rows = [row for path in arguments.files if (row := compare(path)) is not None]
    names = [field.name for field in fields(Start)]
    compiler = f"iree-base-compiler {version('iree-base-compiler')}, llvm-cpu"
    lines = [f"# {date.today()}, {compiler}; bytes; each cell is IREE's, then the predicted one if it differs"]
    lines.append("\t".join(("program", *names, "verdict", "remark")))
    for row in rows:
        ours = astuple(row.ours) if row.ours else astuple(row.iree)
        cells = [str(a) if a == b else f"{a} {b}" for a, b in zip(astuple(row.iree), ours, strict=True)]
        lines.append("\t".join((row.program, *cells, row.verdict(), row.remark)))
    arguments.out.write_text("\n".join(lines) + "\n")
    verdicts = [row.verdict() for row in rows]
    print(f"{len(rows)} programs: " + ", ".join(f"{verdicts.count(v)} {v}" for v in ("equal", "memory", "differs", "failed")))


if __name__ == "__main__":
    main()
