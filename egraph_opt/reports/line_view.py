"""Line view of programs on an HTML page: differences between two programs, and cost colours of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from egraph_opt.reports.number_format import number, passes, percent
from egraph_opt.reports.report_data import Diff, ProgramSide, Report, SideOperation
from egraph_opt.text.difference.line_diff import LinePair, words

LEVELS = (1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
"""Thresholds of colour levels, as fractions of the input's most expensive line."""
CONTEXT = 3
"""Number of equal lines shown around a change."""
CHUNK = 60
"""Number of rows that a browser renders together."""
Pieces = Sequence[tuple[str, bool]]


@dataclass(frozen=True, slots=True)
class Cell:
    """Line of one program on the page: its number, its words, and its colours.

    Each word has a flag whether it differs from the other program. `cost` and `shared` are colour levels from 0 to `len(LEVELS)`.
    """

    line: int
    pieces: Pieces
    cost: int = 0
    shared: int = 0
    said: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class CellPair:
    """Row of a comparison of two programs, with a line of each.

    If a line of one program is elsewhere in the other program, `moved` is its line number there.
    """

    kind: str
    left: Cell | None
    right: Cell | None
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Fold:
    """Group of adjacent rows of a comparison. A `folded` group, of equal lines far from any change, is hidden at first."""

    folded: bool
    pairs: list[CellPair]


class Heat:
    """Colour levels of lines: by modelled cost, and by passes over shared memory, relative to the input's most expensive line."""

    def __init__(self, report: Report) -> None:
        self.at = {side.name: by_line(side.operations) for side in report.parts.sides}
        lines = self.at.get("input", {}).values()
        self.cost = max((sum(op.cost for op in line) for line in lines), default=0.0)
        self.passes = max((sum(map(passes, line)) for line in lines), default=0.0)
        self.whole = sum(op.cost for line in lines for op in line)
        self.unit = report.unit
        self.longest = max((sum(not is_alias(line) for line in side.lines) for side in report.parts.sides), default=0) or 1
        self.known = bool(self.at.get("input"))

    def level(self, part: float, hottest: float) -> int:
        """Return the colour level of a cost, or a number of passes, relative to the maximum `hottest`."""
        return sum(part >= bound * hottest for bound in LEVELS) if part else 0

    def cell(self, side: str, line: int, pieces: Pieces) -> Cell:
        found = self.at[side].get(line, [])
        cost, moved = sum(op.cost for op in found), sum(map(passes, found))
        said = ""
        if found:
            said = f"{number(cost)} {self.unit}" + (f", {percent(cost / self.whole)} of the input" if self.whole else "")
            said += "".join(f"; {op.kind.replace('_', ' ')} conversion" for op in found if op.kind)
            said += f"; {number(moved)} pass{'es' * (moved != 1)} over shared memory" if moved else ""
            said += f"; {number(found[0].runs)} runs" if found[0].runs != 1 else ""
        start = pieces[0][0] if pieces else ""
        indent = len(start) - len(start.lstrip())
        pieces = [(start[indent:], pieces[0][1]), *pieces[1:]] if pieces else pieces
        return Cell(line, pieces, self.level(cost, self.cost), self.level(moved, self.passes), said, indent)

    def strip(self, side: ProgramSide) -> dict[str, Any]:
        """Return the data of a narrow overview of a program: line, colour levels and kind of conversion of each coloured line.

        Alias definitions before and after the program are omitted.
        """
        first = sum(1 for _ in takewhile(is_alias, side.lines))
        marks = []
        for line, found in sorted(self.at[side.name].items()):
            cell = self.cell(side.name, line, ())
            kind = next((op.kind for op in found if op.kind), "")
            marks.append(
                {
                    "line": line,
                    "at": line - 1 - first,
                    "cost": cell.cost,
                    "shared": cell.shared,
                    "kind": kind,
                    "said": f"line {line}: {found[0].name}: {cell.said}",
                }
            )
        return {"lines": self.longest, "marks": [m for m in marks if m["cost"] or m["shared"] or m["kind"]]}


def is_alias(line: str) -> bool:
    """Return whether a line is empty or defines an alias."""
    return not line.strip() or line.startswith("#")


def by_line(operations: Sequence[SideOperation]) -> dict[int, list[SideOperation]]:
    found: dict[int, list[SideOperation]] = {}
    for op in operations:
        found.setdefault(op.line, []).append(op)
    return found


def folds(report: Report, diff: Diff, heat: Heat) -> list[Fold]:
    """Return the rows of a comparison in groups; those far from any change are hidden at first (`folded`)."""
    left, right = report.side(diff.left), report.side(diff.right)
    assert left is not None and right is not None
    near = [False] * len(diff.rows)
    for at, row in enumerate(diff.rows):
        if row.kind != "same":
            near[max(0, at - CONTEXT) : at + CONTEXT + 1] = [True] * len(near[max(0, at - CONTEXT) : at + CONTEXT + 1])
    found: list[Fold] = []
    for row, shown in zip(diff.rows, near, strict=True):
        if not found or found[-1].folded is shown or (shown and len(found[-1].pairs) >= CHUNK):
            found.append(Fold(not shown, []))
        found[-1].pairs.append(pair(row, left, right, heat))
    return [Fold(fold.folded and len(fold.pairs) > 1, fold.pairs) for fold in found]


def pair(row: LinePair, left: ProgramSide, right: ProgramSide, heat: Heat) -> CellPair:
    a, b = (side.lines[line - 1] if line else "" for side, line in ((left, row.left), (right, row.right)))
    pieces: tuple[Pieces, Pieces] = words(a, b) if row.kind == "changed" else ([(a, False)], [(b, False)])
    one, other = (
        heat.cell(side.name, line, text) if line else None
        for side, line, text in zip((left, right), (row.left, row.right), pieces, strict=True)
    )
    return CellPair(row.kind, one, other, row.moved)
