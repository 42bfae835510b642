"""HTML of an optimisation result for notebooks, with inline styles, since notebooks have their own style sheets."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from egraph_opt.core.notebook.plots import costs, svg
from egraph_opt.text.difference.line_diff import LinePair, rows, words

Result = Any
"""An `egraph_opt.Result`, which imports this module."""
MAX_LINES = 200
GROUND = {"old": "rgba(200, 60, 60, 0.13)", "new": "rgba(50, 150, 80, 0.14)"}
MARK = {"old": "rgba(200, 60, 60, 0.30)", "new": "rgba(50, 150, 80, 0.32)"}
CELL = "text-align:left;vertical-align:top;white-space:pre-wrap;overflow-wrap:anywhere;font-family:monospace;font-size:0.85em"


def html(result: Result) -> str:
    """Return the HTML: a table of functions, a plot, the changed lines, and the collapsed new program."""
    parts = [f"<p>{escape(result.summary())}</p>", _functions(result), _plot(result) if result.unit else "", _changes(result)]
    parts += [f"<p>{escape(remark)}</p>" for remark in result.remarks]
    parts.append(f"<details><summary>the new program</summary><pre>{escape(result.ir)}</pre></details>")
    return "".join(parts)


def _functions(result: Result) -> str:
    converts = any(f.converts_before or f.converts_after for f in result.functions)
    columns = [("function", [f.name for f in result.functions])]
    if converts:
        columns.append(("conversions before", [str(f.converts_before) for f in result.functions]))
        columns.append(("conversions after", [str(f.converts_after) for f in result.functions]))
    if result.unit:
        columns.append((f"{result.unit} before", [f.costs[0] for f in result.functions]))
        columns.append((f"{result.unit} after", [f.costs[1] for f in result.functions]))
        columns.append(("claim", [f.state for f in result.functions]))
    if any(f.reports for f in result.functions):
        raised = [sum(bool(getattr(r, "raised", False)) for r in f.reports) for f in result.functions]
        columns.append(("accesses raised", [f"{n} of {len(f.reports)}" for n, f in zip(raised, result.functions, strict=True)]))
    columns.append(("stopped by", [f.stopped_by for f in result.functions]))
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name, _ in columns)
    lines = zip(*(cells for _, cells in columns), strict=True)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _plot(result: Result) -> str:
    try:
        return svg(costs(result))
    except ImportError as error:
        return f"<p><small>{escape(str(error))}</small></p>"


def _changes(result: Result) -> str:
    before, after = result.source.splitlines(), result.ir.splitlines()
    if not before or before == after:
        return "<p>The program did not change.</p>" if before else ""
    changed = [row for row in rows(before, after) if row.kind != "same"]
    lines = "".join(_row(row, before, after) for row in changed[:MAX_LINES])
    more = (
        f"<p>{len(changed) - MAX_LINES} more line{'s' * (len(changed) > MAX_LINES + 1)} changed.</p>"
        if len(changed) > MAX_LINES
        else ""
    )
    head = '<tr><th scope="col">line</th><th scope="col">input</th><th scope="col">new line</th><th scope="col">result</th></tr>'
    return (
        f"<details open><summary>{len(changed)} line{'s' * (len(changed) != 1)} changed</summary>"
        f'<table style="width:100%"><thead>{head}</thead><tbody>{lines}</tbody></table>{more}</details>'
    )


def _row(row: LinePair, before: Sequence[str], after: Sequence[str]) -> str:
    a, b = (lines[n - 1].strip() if n else "" for lines, n in ((before, row.left), (after, row.right)))
    pieces = words(a, b) if row.kind == "changed" else ([(a, False)], [(b, False)])
    cells = ""
    for side, number, texts in (("old", row.left, pieces[0]), ("new", row.right, pieces[1])):
        inside = "".join(
            f'<mark style="background:{MARK[side]};color:inherit">{escape(t)}</mark>' if new else escape(t) for t, new in texts
        )
        ground = ";opacity:.65" if row.kind == "moved" else f";background:{GROUND[side]}" if number else ""
        if row.kind == "moved" and not number:
            inside = f"moved {'to' if side == 'new' else 'from'} {row.moved}"
        cells += f'<td style="vertical-align:top">{number or ""}</td><td style="{CELL}{ground}">{inside}</td>'
    return f"<tr>{cells}</tr>"
