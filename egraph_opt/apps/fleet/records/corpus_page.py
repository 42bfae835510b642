"""HTML page about a run over a corpus: counts, distributions, a sortable table, and details of each function.

The page loads no other file. When a row is selected, a script draws the details of the row's function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from egraph_opt.apps.fleet.records import distributions
from egraph_opt.apps.fleet.records.line_format import RunHeader
from egraph_opt.core.output import ratios
from egraph_opt.reports.page import embed_json, fill_template, source

SOURCES = Path(__file__).parent / "sources"
ORDER = ("failed", "refused", "different", "worse", "undecided", "corrected", "changed", "better", "same", "equal")
"""Verdicts in order of importance."""
OURS, TIME = "ours", "time"
"""`OURS`: name of the optimised program in records. `TIME`: name of a cost whose value is a ratio of times, not a time."""


@dataclass(frozen=True, slots=True)
class FunctionRow:
    """Table row of a function, with a text and a sort key for each cost. `link` leads to the function's own page; it is empty without one.

    `name` is the function's name, and also its file if the name is ambiguous.
    """

    number: int
    name: str
    record: Mapping[str, Any]
    ratio: float | None
    cells: list[tuple[str, float | None]]
    link: str = ""


def page(run: RunHeader, records: Sequence[Mapping[str, Any]], links: Mapping[int, str] | None = None) -> str:
    """Return the text of the HTML page.

    Args:
        run: the header of a results file.
        records: function records of the file.
        links: pages about single functions, by index into `records`.
    """
    base, result = compared_sides(run, records)
    known = sorted({what for record in records for what in record["costs"]})
    first, whats = primary(known), [what for what in known if what != TIME]
    names = _names(records)
    rows = [
        _row(n, names[n], records[n], base, result, whats, first, (links or {}).get(n, "")) for n in order_functions(run, records)
    ]
    against = {side: found for side in _sides(records) if side != base and (found := _ratios(records, first, base, side))}
    shown = {
        "run": run, "rows": rows, "whats": whats, "primary": first, "base": base, "result": result,
        "verdicts": sorted(Counter(str(record["verdict"]) for record in records).items(), key=lambda each: ORDER.index(each[0])),
        "sides": [(side, len(found), ratios.mean(found), min(found), max(found)) for side, found in against.items()],
        "plots": distributions.plots(against, base, first), "style": source("page.css"), "more": source("corpus.css", SOURCES),
        "script": source("corpus.js", SOURCES), "data": embed_json([_details(record) for record in records]),
    }  # fmt: skip
    return fill_template("corpus.html", shown, SOURCES)


def order_functions(run: RunHeader, records: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the indices of the functions in order of importance: by verdict, then by the cost ratio to the baseline, largest first."""
    base, result = compared_sides(run, records)
    first = primary(sorted({what for record in records for what in record["costs"]}))

    def place(number: int) -> tuple[int, float, str, int]:
        record = records[number]
        return ORDER.index(record["verdict"]), -(ratio(record, first, base, result) or 0.0), record["function"], number

    return sorted(range(len(records)), key=place)


def compared_sides(run: RunHeader, records: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return the names of the baseline program and of the program that is compared with it, such as `ours`."""
    if run.command == "replay":
        names = run.options.get("with") or [""]
        return names[0], names[-1]
    sides = _sides(records)
    return next((side for side in ratios.BASES if side in sides), ""), OURS


def primary(whats: Sequence[str]) -> str:
    """Return the name of the cost by which the page orders functions; `whats` are the names of all recorded costs."""
    return next((what for what in (TIME, "cycles") if what in whats), whats[0] if whats else "")


def ratio(record: Mapping[str, Any], what: str, base: str, side: str) -> float | None:
    """Return the cost ratio of the program `side` to the program `base`; None if a cost is missing (`egraph_opt.core.output.ratios`)."""
    costs = record["costs"].get(what, {})
    return ratios.ratio(costs.get(side), costs.get(base))


def _row(
    number: int, name: str, record: Mapping[str, Any], base: str, result: str, whats: Sequence[str], first: str, link: str
) -> FunctionRow:  # fmt: skip
    cells: list[tuple[str, float | None]] = []
    for what in whats:
        costs = record["costs"].get(what, {})
        a, b = costs.get(base), costs.get(result)
        cells.append((_number(b) if a == b else f"{_number(a)} → {_number(b)}", b))
    return FunctionRow(number, name, record, ratio(record, first, base, result), cells, link)


def _names(records: Sequence[Mapping[str, Any]]) -> list[str]:
    often = Counter(record["function"] for record in records)
    return [
        f"{name} ({record['source']})" if name and often[name] > 1 else name or record["source"]
        for record in records
        for name in [record["function"]]
    ]


def _sides(records: Sequence[Mapping[str, Any]]) -> list[str]:
    found = {side for record in records for costs in record["costs"].values() for side in costs}
    return sorted(found, key=lambda side: (side == OURS, side))


def _ratios(records: Sequence[Mapping[str, Any]], what: str, base: str, side: str) -> list[float]:
    return [found for record in records if (found := ratio(record, what, base, side)) is not None]


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:.4g}"


def _details(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of a function for the page's script, without data that differs from run to run."""
    kept = {name: record[name] for name in ("source", "module", "function", "verdict", "reason", "costs", "key")}
    more = {
        name: value
        for name, value in record["result"].items()
        if isinstance(value, str | int | float) and value not in ("", record["reason"])
    }
    return {**kept, "more": more}
