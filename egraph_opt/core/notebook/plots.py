"""Plots of optimisation results with matplotlib, which is imported on use."""

from __future__ import annotations

import io
from typing import Any

Result = Any
"""An `egraph_opt.Result`, which imports this module."""
BEFORE, AFTER, INK = "#9aa1ab", "#2a6fbb", "#6b7078"
"""Colours that are readable on light and dark backgrounds."""


def costs(result: Result) -> Any:
    """Draw a bar chart of the costs before and after (`Result.plot`). Raises ImportError without matplotlib."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("a plot needs matplotlib: pip install -e '.[plots]' in a clone") from None
    functions = result.functions
    figure = Figure(figsize=(6.4, 0.9 + 0.62 * max(1, len(functions))), layout="constrained")
    axes = figure.subplots()
    for row, function in enumerate(functions):
        drawn = ((-0.19, function.cost_before, BEFORE), (0.19, function.cost_after, AFTER))
        for (shift, cost, colour), said in zip(drawn, function.costs, strict=True):
            bar = axes.barh(row + shift, cost, height=0.34, color=colour)
            axes.bar_label(bar, [said], padding=3, color=INK, fontsize=8)
        if function.lower_bound and not function.optimal:
            axes.plot([function.lower_bound] * 2, [row + 0.02, row + 0.36], color=INK, linewidth=1.5)
    axes.set_yticks(range(len(functions)), [function.name for function in functions])
    axes.invert_yaxis()
    axes.margins(x=0.16)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.spines["bottom"].set_color(INK)
    axes.tick_params(colors=INK, labelsize=8, left=False)
    axes.set_xlabel(f"modelled cost ({result.unit}): input grey, result blue", color=INK, fontsize=8)
    return figure


def svg(figure: Any) -> str:
    import matplotlib

    out = io.StringIO()
    with matplotlib.rc_context({"svg.hashsalt": "egraph-opt", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return out.getvalue()[out.getvalue().index("<svg") :]
