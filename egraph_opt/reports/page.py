"""HTML page of a report, as one self-contained file.

A script on the page renders the details of a value from the embedded data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from egraph_opt.reports.line_view import LEVELS, Heat, folds
from egraph_opt.reports.number_format import format_signed, number, percent, scores, traffic
from egraph_opt.reports.report_data import Alternative, Report, Value
from egraph_opt.reports.text_report import describe_loop, describe_remaining, saving_of_value, stays

SOURCES = Path(__file__).parent / "sources"
_TICKED = re.compile(r"`([^`\n]+)`")
_LIBRARY = re.compile(r"(?:^|/)(?:site-packages/triton|triton/language)/")
STATES = ("changed", "merged", "unchanged", "fixed", "unknown")


def render(report: Report) -> str:
    heat, parts = Heat(report), report.parts
    changed = [(n, value) for n, value in enumerate(parts.values) if value.state == "changed"]
    shown = {
        "report": report,
        "parts": parts,
        "sides": {side.name: side for side in parts.sides},
        "heat": heat,
        "levels": LEVELS,
        "folds": {diff.right: folds(report, diff, heat) for diff in parts.diffs},
        "strips": {side.name: heat.strip(side) for side in parts.sides},
        "changed": sorted(changed, key=lambda pair: saving_of_value(pair[1]), reverse=True),
        "loops": [*map(describe_loop, parts.loops), *(describe_remaining(each, report.unit) for each in parts.remaining)],
        "states": {state: sum(value.state == state for value in parts.values) for state in STATES},
        "scores": scores(report),
        "stays": list(stays(report)),
        "traffic": traffic(report),
        "style": source("page.css"),
        "script": source("drawings.js") + source("page.js"),
        "data": embed_json(payload(report)),
    }
    return fill_template("page.html", shown)


def fill_template(name: str, shown: Mapping[str, Any], *folders: Path) -> str:
    """Render the template `name`; a variable without a value is an error. `folders` are additional template folders."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader((*folders, SOURCES)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "number": number,
        "percent": percent,
        "signed": format_signed,
        "ticked": format_code_spans,
        "library": library,
    }
    return str(environment.get_template(name).render(shown))


def format_code_spans(text: str) -> Any:
    """Convert a text to HTML, with text in backticks as code."""
    from markupsafe import Markup, escape

    return Markup(_TICKED.sub(r"<code>\1</code>", str(escape(text))))


def library(place: str) -> str:
    """Return `Triton's library` if a source line belongs to it, or an empty string for the user's files."""
    return "Triton's library" if _LIBRARY.search(place) else ""


@cache
def source(name: str, folder: Path = SOURCES) -> Any:
    """Return the contents of a script or style file that is embedded in the page."""
    from markupsafe import Markup

    return Markup((folder / name).read_text())


def embed_json(data: Any) -> Any:
    """Convert plain data to JSON that can be embedded in an HTML element."""
    from markupsafe import Markup

    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def payload(report: Report) -> dict[str, Any]:
    """Return the data for the page's script, as lists in a fixed order to save space."""
    parts = report.parts
    drawings = [[d.layout, d.shape, d.register, d.lane, d.warp, d.block] for d in parts.drawings]
    layouts = [[layout.name, layout.text] for layout in parts.layouts]
    return {"unit": report.unit, "values": [*map(_value, parts.values)], "layouts": layouts, "drawings": drawings}


def _value(value: Value) -> list[Any]:
    ways = [_way(way) for way in value.alternatives]
    chains = [[c.value, c.given, c.chosen, [[s.rule, s.before, s.after, int(s.forward)] for s in c.steps]] for c in value.chains]
    places = value.before, value.after, value.lines_before, value.lines_after
    return [value.name, value.type, STATES.index(value.state), value.what, *places, ways, chains]


def _way(way: Alternative) -> list[Any]:
    flags = (way.written, way.chosen, way.conversion_chosen, way.impossible, not way.exact)
    converted = way.converted and [way.converted[0], round_number(way.converted[1])]
    bits = sum(flag << bit for bit, flag in enumerate(flags))
    return [way.layout, bits, way.operation, way.operands, round_number(way.cost), converted, round_number(way.more)]


def round_number(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.5g}")
