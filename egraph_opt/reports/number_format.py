"""Numbers that a report compares, and their formats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from egraph_opt.machine.prediction import number_name as called
from egraph_opt.reports.report_data import ProgramSide, Report, SideOperation

INSTANCE_LIMITS = ("registers", "shared_bytes")
"""Machine code counts that matter only if they change the number of resident program instances."""


def passes(op: SideOperation) -> float:
    return op.traffic.wavefronts * op.runs if op.traffic else 0.0


def number(value: float | None) -> str:
    """Format a number, rounded and with grouped digits."""
    if value is None:
        return "–"
    if abs(value) >= 100 or value == round(value):
        return f"{value:,.0f}"
    return f"{value:.3g}"


def percent(value: float) -> str:
    return f"{value * 100:.1f} %"


def format_signed(value: float) -> str:
    return f"{'+' if value >= 0 else '−'}{number(abs(value))}"


@dataclass(frozen=True, slots=True)
class Score:
    """Row of a comparison: one quantity in each program, and whether the result is `better`, `worse` or `equal`.

    A quantity is also `equal` if its difference has no effect, such as fewer registers without more resident instances.
    """

    name: str
    cells: list[str]
    better: str = ""


def scores(report: Report) -> list[list[Score]]:
    """Return the rows of a comparison of all programs, in two tables: modelled quantities, and counts of machine code."""
    sides = [side for side in report.parts.sides if not side.missing]
    codes = {m.side: m for m in report.parts.machine}
    modelled = [score(f"modelled cost ({report.costs_with_unit[2]})", list(report.costs_with_unit[:2]))] if report.unit else []
    if any(side.cost is not None for side in sides):
        modelled = [
            score(f"modelled cost ({report.unit})", [side.cost for side in sides]),
            score("conversions", [side.conversions for side in sides]),
            score("conversions in loops", [side.in_loops for side in sides]),
            score("passes over shared memory", [sum(map(passes, side.operations)) for side in sides]),
        ]
    known = [codes.get(side.name) for side in sides]
    names = next((code.counts for code in known if code and code.counts), {})
    machine = [score(called(name), [code.counts.get(name) if code else None for code in known]) for name in names]
    if len(known) > 1 and known[0] and known[1] and known[0].at_once and known[0].at_once == known[1].at_once:
        held = [called(name) for name in INSTANCE_LIMITS]
        machine = [replace(row, better="equal") if row.better and row.name in held else row for row in machine]
    if names:
        alone = [sum(code.path.values()) if code and code.path else None for code in known]
        machine.append(score(called("path_cycles"), alone))
        machine.append(score(called("at_once"), [code.at_once if code else None for code in known], less=False))
        machine.append(score(called("instance_cycles"), [code.cycles if code else None for code in known]))
        times = [code.time if code else None for code in known]
        modelled.append(replace(score("predicted time", times), cells=["–" if t is None else f"{t:.3f}" for t in times]))
    return [rows for rows in (modelled, machine) if rows]


def score(name: str, values: Sequence[float | None], less: bool = True) -> Score:
    """Return the row of one quantity, whose `values` are in the order of the programs; `less` means that smaller is better."""
    before, after = values[0], values[1] if len(values) > 1 else None
    equal = before is None or after is None or before == after
    return Score(name, [number(v) for v in values], "" if equal else "better" if (after < before) is less else "worse")  # type: ignore[operator]


def traffic(report: Report) -> list[tuple[ProgramSide, list[SideOperation]]]:
    """Return each program with its operations that use shared memory, sorted by decreasing number of passes over the banks."""
    found = []
    for side in report.parts.sides:
        if moving := [op for op in side.operations if op.traffic]:
            found.append((side, sorted(moving, key=lambda op: (-passes(op), op.line))))
    return found
