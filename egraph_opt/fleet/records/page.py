"""A run over a corpus as one HTML file: counts, distributions, a table to sort and to search, and what is known of each function.

It loads nothing. The details of a function are drawn by the script from the data in the file, when its row is chosen.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from egraph_opt.fleet.records.record import Run
from egraph_opt.reports import distributions
from egraph_opt.reports.page import embedded, filled, ready, source

__all__ = ["page", "ready"]

ORDER = ("failed", "refused", "different", "worse", "undecided", "corrected", "changed", "better", "same", "equal")
"""Verdicts, what is to be looked at first, first."""
BASES = ("greedy", "iree", "input")
"""Sides that a result is set beside, the first that there is."""
OURS, TIME = "ours", "time"
"""`time` is a multiple already, so it has no numbers of its own to show."""


@dataclass(frozen=True, slots=True)
class Row:
    """A function in the table: cells for each cost as text and as what they are sorted by; `link`: its own page, if it has one."""

    number: int
    record: Mapping[str, Any]
    ratio: float | None
    cells: list[tuple[str, float | None]]
    link: str = ""


def page(run: Run, records: Sequence[Mapping[str, Any]], links: Mapping[int, str] | None = None) -> str:
    """Return the text of an HTML file.

    Args:
        run: the first line of a results file.
        records: its functions.
        links: pages about single functions, by the function's number among the records.

    Raises:
        NeedsJinja: Jinja2 is not installed.
    """
    ready()
    base, result = compared(run, records)
    known = sorted({what for record in records for what in record["costs"]})
    first, whats = primary(known), [what for what in known if what != TIME]
    rows = [_row(n, records[n], base, result, whats, first, (links or {}).get(n, "")) for n in ordered(run, records)]
    ratios = {side: found for side in _sides(records) if side != base and (found := _ratios(records, first, base, side))}
    shown = {
        "run": run, "rows": rows, "whats": whats, "primary": first, "base": base, "result": result,
        "verdicts": sorted(Counter(str(record["verdict"]) for record in records).items(), key=lambda each: ORDER.index(each[0])),
        "sides": [(side, len(found), _mean(found), min(found), max(found)) for side, found in ratios.items()],
        "plots": distributions.plots(ratios, base, first), "style": source("page.css"), "more": source("corpus.css"),
        "script": source("corpus.js"), "data": embedded([_details(record) for record in records]),
    }  # fmt: skip
    return filled("corpus.html", shown)


def ordered(run: Run, records: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the numbers of the functions, what is to be looked at first, first: by verdict, then by what they lose."""
    base, result = compared(run, records)
    first = primary(sorted({what for record in records for what in record["costs"]}))

    def place(number: int) -> tuple[int, float, str, int]:
        record = records[number]
        return ORDER.index(record["verdict"]), -(ratio(record, first, base, result) or 0.0), record["function"], number

    return sorted(range(len(records)), key=place)


def compared(run: Run, records: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return the side that others are set beside, and the one that is asked about."""
    if run.command == "replay":
        names = run.options.get("with") or [""]
        return names[0], names[-1]
    sides = _sides(records)
    return next((side for side in BASES if side in sides), ""), OURS


def primary(whats: Sequence[str]) -> str:
    """Return the cost that functions are ordered by."""
    return next((what for what in (TIME, "cycles") if what in whats), whats[0] if whats else "")


def ratio(record: Mapping[str, Any], what: str, base: str, side: str) -> float | None:
    """Return how many times the base's cost a side has; None where one is not known, or the base costs nothing."""
    costs = record["costs"].get(what, {})
    a, b = costs.get(base), costs.get(side)
    return b / a if a and b is not None else None


def _row(
    number: int, record: Mapping[str, Any], base: str, result: str, whats: Sequence[str], first: str, link: str
) -> Row:  # fmt: skip
    cells: list[tuple[str, float | None]] = []
    for what in whats:
        costs = record["costs"].get(what, {})
        a, b = costs.get(base), costs.get(result)
        cells.append((_number(b) if a == b else f"{_number(a)} → {_number(b)}", b))
    return Row(number, record, ratio(record, first, base, result), cells, link)


def _sides(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """All sides, ours last."""
    found = {side for record in records for costs in record["costs"].values() for side in costs}
    return sorted(found, key=lambda side: (side == OURS, side))


def _ratios(records: Sequence[Mapping[str, Any]], what: str, base: str, side: str) -> list[float]:
    return [found for record in records if (found := ratio(record, what, base, side)) is not None and found > 0]


def _mean(ratios: Sequence[float]) -> float:
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios))


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.4g}"


def _details(record: Mapping[str, Any]) -> dict[str, Any]:
    """What the script draws of a function: all but what differs from run to run."""
    kept = {name: record[name] for name in ("source", "module", "function", "verdict", "reason", "costs", "key")}
    more = {
        name: value
        for name, value in record["result"].items()
        if isinstance(value, str | int | float) and value not in ("", record["reason"])
    }
    return {**kept, "more": more}
