"""A report as one HTML file: text, style, script and data in one, with nothing to load.

What a reader meets first is written here; the details of a value are drawn by the script, from the data in the file, when they are asked for.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from egraph_opt.errors import EgraphOptError
from egraph_opt.report.data import Diff, Operation, Report, Side
from egraph_opt.text.diff import Row, words

SOURCES = Path(__file__).parent / "sources"
LEVELS = (1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2)
"""From which part of the hottest line of the input on a line has the next darker colour: each step doubles."""
CONTEXT = 3
"""Equal lines that are shown around a change; the others are folded."""
STATES = ("changed", "merged", "unchanged", "fixed", "unknown")
Pieces = Sequence[tuple[str, bool]]


class NeedsJinja(EgraphOptError):
    """The page cannot be made: Jinja2 is not installed."""

    def __str__(self) -> str:
        return "a page needs Jinja2: pip install 'egraph-opt[report]' (--json does not)"


@dataclass(frozen=True, slots=True)
class Cell:
    """A line on one side: its number, its pieces (text, and whether it differs), and how hot it is, from 0 to `len(LEVELS)`."""

    line: int
    pieces: Pieces
    cost: int = 0
    shared: int = 0
    said: str = ""
    indent: int = 0


@dataclass(frozen=True, slots=True)
class Pair:
    """Two cells beside each other, or one for both where they are equal."""

    kind: str
    left: Cell | None
    right: Cell | None


@dataclass(frozen=True, slots=True)
class Fold:
    """Pairs that are shown together; equal ones far from any change are `folded`."""

    folded: bool
    pairs: list[Pair]


def render(report: Report) -> str:
    """Return a report as the text of an HTML file.

    Raises:
        NeedsJinja: Jinja2 is not installed.
    """
    ready()
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(SOURCES), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    heat = Heat(report)
    sides = {side.name: side for side in report.parts.sides}
    environment.filters |= {"number": number, "percent": percent, "signed": signed}
    return environment.get_template("page.html").render(
        report=report, parts=report.parts, sides=sides, heat=heat, levels=LEVELS, folds={d.right: folds(report, d, heat) for d in report.parts.diffs},
        strips={s.name: heat.strip(s) for s in report.parts.sides}, changed=[(n, v) for n, v in enumerate(report.parts.values) if v.state == "changed"],
        states={state: sum(v.state == state for v in report.parts.values) for state in STATES}, scores=scores(report), traffic=traffic(report),
        style=source("page.css"), script=source("page.js"), data=embedded(payload(report)),
    )  # fmt: skip


def ready() -> None:
    """Look for what makes a page, before any work.

    Raises:
        NeedsJinja: Jinja2 is not installed.
    """
    if importlib.util.find_spec("jinja2") is None:
        raise NeedsJinja


@cache
def source(name: str) -> Any:
    """Return a file that goes into the page as it is."""
    from markupsafe import Markup

    return Markup((SOURCES / name).read_text())


def embedded(data: Any) -> Any:
    """Return plain data as JSON that no HTML parser mistakes for the end of its element."""
    from markupsafe import Markup

    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def number(value: float | None) -> str:
    """Return a number as a reader wants it: grouped, with few digits."""
    if value is None:
        return "–"
    if abs(value) >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def percent(value: float) -> str:
    """Return a part of a whole."""
    return f"{value * 100:.1f} %"


def signed(value: float) -> str:
    """Return a difference with its sign."""
    return f"{'+' if value >= 0 else '−'}{number(abs(value))}"


class Heat:
    """How hot lines are, in modelled cost and in passes over shared memory, beside the hottest line of the input."""

    def __init__(self, report: Report) -> None:
        self.at = {side.name: by_line(side.operations) for side in report.parts.sides}
        lines = self.at.get("input", {}).values()
        self.cost = max((sum(op.cost for op in line) for line in lines), default=0.0)
        self.passes = max((sum(map(passes, line)) for line in lines), default=0.0)
        self.whole = sum(op.cost for line in lines for op in line)
        self.unit = report.unit
        self.known = bool(self.at.get("input"))

    def level(self, part: float, hottest: float) -> int:
        """Return the number of the colour of a part of the hottest."""
        return sum(part >= bound * hottest for bound in LEVELS) if part else 0

    def cell(self, side: str, line: int, pieces: Pieces) -> Cell:
        """Return a line with its colours, and what there is to say of it."""
        found = self.at[side].get(line, [])
        cost, moved = sum(op.cost for op in found), sum(map(passes, found))
        said = ""
        if found:
            said = f"{number(cost)} {self.unit}" + (f", {percent(cost / self.whole)} of the input" if self.whole else "")
            said += "".join(f"; {op.kind.replace('_', ' ')} conversion" for op in found if op.kind)
            said += f"; {number(moved)} passes over shared memory" if moved else ""
            said += f"; {number(found[0].runs)} runs" if found[0].runs != 1 else ""
        start = pieces[0][0] if pieces else ""
        indent = len(start) - len(start.lstrip())
        pieces = [(start[indent:], pieces[0][1]), *pieces[1:]] if pieces else pieces
        return Cell(line, pieces, self.level(cost, self.cost), self.level(moved, self.passes), said, indent)

    def strip(self, side: Side) -> dict[str, Any]:
        """Return a side from its first line to its last as marks: where, how hot, and whether a conversion stands there."""
        marks = []
        for line, found in sorted(self.at[side.name].items()):
            cell = self.cell(side.name, line, ())
            kind = next((op.kind for op in found if op.kind), "")
            marks.append({"line": line, "cost": cell.cost, "shared": cell.shared, "kind": kind, "said": f"line {line}: {found[0].name}: {cell.said}"})
        return {"lines": len(side.lines), "marks": [m for m in marks if m["cost"] or m["shared"] or m["kind"]]}


def passes(op: Operation) -> float:
    """Return the passes over shared memory that all runs of an operation take."""
    return op.traffic.wavefronts * op.runs if op.traffic else 0.0


def by_line(operations: Sequence[Operation]) -> dict[int, list[Operation]]:
    """Return operations by the line that they stand on."""
    found: dict[int, list[Operation]] = {}
    for op in operations:
        found.setdefault(op.line, []).append(op)
    return found


def folds(report: Report, diff: Diff, heat: Heat) -> list[Fold]:
    """Return the rows of a comparison, with equal ones far from any change together."""
    left, right = report.side(diff.left), report.side(diff.right)
    assert left is not None and right is not None
    near = [False] * len(diff.rows)
    for at, row in enumerate(diff.rows):
        if row.kind != "same":
            near[max(0, at - CONTEXT) : at + CONTEXT + 1] = [True] * len(near[max(0, at - CONTEXT) : at + CONTEXT + 1])
    found: list[Fold] = []
    for row, shown in zip(diff.rows, near, strict=True):
        if not found or found[-1].folded is shown:
            found.append(Fold(not shown, []))
        found[-1].pairs.append(pair(row, left, right, heat))
    return [Fold(fold.folded and len(fold.pairs) > 1, fold.pairs) for fold in found]


def pair(row: Row, left: Side, right: Side, heat: Heat) -> Pair:
    """Return a row as cells."""
    a, b = (side.lines[line - 1] if line else "" for side, line in ((left, row.left), (right, row.right)))
    pieces: tuple[Pieces, Pieces] = words(a, b) if row.kind == "changed" else ([(a, False)], [(b, False)])
    cells = [
        heat.cell(side.name, line, text) if line else None
        for side, line, text in zip((left, right), (row.left, row.right), pieces, strict=True)
    ]
    return Pair(row.kind, *cells)


@dataclass(frozen=True, slots=True)
class Score:
    """What sides are compared by: a number on each side, and whether the result is `better` than the input, or `worse`."""

    name: str
    cells: list[str]
    better: str = ""


def scores(report: Report) -> list[list[Score]]:
    """Return what is known of the sides, first of the models, then of the machine code."""
    sides = [side for side in report.parts.sides if not side.missing]
    codes = {m.side: m for m in report.parts.machine}
    modelled = [score(f"modelled cost ({report.unit})", [report.cost_before, report.cost_after])] if report.unit else []
    if any(side.cost is not None for side in sides):
        modelled = [
            score(f"modelled cost ({report.unit})", [side.cost for side in sides]),
            score("conversions", [side.conversions for side in sides]),
            score("conversions in loops", [side.in_loops for side in sides]),
            score("passes over shared memory", [sum(map(passes, side.operations)) for side in sides]),
        ]
    known = [codes.get(side.name) for side in sides]
    names = next((code.counts for code in known if code and code.counts), {})
    machine = [score(name.replace("_", " "), [code.counts.get(name) if code else None for code in known]) for name in names]
    if names:
        machine.append(score("cycles of a warp", [sum(code.path.values()) if code and code.path else None for code in known]))
        machine.append(score("program instances at once", [code.at_once if code else None for code in known], less=False))
        times = [code.time if code else None for code in known]
        modelled.append(replace(score("predicted time", times), cells=["–" if t is None else f"{t:.3f}" for t in times]))
    return [rows for rows in (modelled, machine) if rows]


def score(name: str, values: Sequence[float | None], less: bool = True) -> Score:
    """Return a row of numbers; `less`: whether less is better."""
    before, after = values[0], values[1] if len(values) > 1 else None
    equal = before is None or after is None or before == after
    return Score(name, [number(v) for v in values], "" if equal else "better" if (after < before) is less else "worse")  # type: ignore[operator]


def traffic(report: Report) -> list[tuple[Side, list[Operation]]]:
    """Return of each side the operations that touch shared memory, those that pass over it most first."""
    found = []
    for side in report.parts.sides:
        if moving := [op for op in side.operations if op.traffic]:
            found.append((side, sorted(moving, key=lambda op: (-passes(op), op.line))))
    return found


def payload(report: Report) -> dict[str, Any]:
    """Return what the script draws from: lists in a fixed order instead of objects, since there are thousands of them."""
    values = [
        [
            v.name, v.type, STATES.index(v.state), v.what, v.before, v.after, v.lines_before, v.lines_after,
            [
                [a.layout, a.written + 2 * a.chosen + 4 * a.conversion_chosen + 8 * a.impossible + 16 * (not a.exact), a.operation, a.operands,
                 rounded(a.cost), a.converted and [a.converted[0], rounded(a.converted[1])], rounded(a.more)]
                for a in v.alternatives
            ],
            [[c.value, c.given, c.chosen, [[s.rule, s.before, s.after, int(s.forward)] for s in c.steps]] for c in v.chains],
        ]
        for v in report.parts.values
    ]  # fmt: skip
    drawings = [[d.layout, d.shape, d.register, d.lane, d.warp, d.block] for d in report.parts.drawings]
    return {"unit": report.unit, "values": values, "layouts": [[x.name, x.text] for x in report.parts.layouts], "drawings": drawings}


def rounded(value: float | None) -> float | None:
    """Return a number with the digits that are shown."""
    return None if value is None else float(f"{value:.5g}")
