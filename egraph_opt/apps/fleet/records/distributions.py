"""Drawings of the distributions of cost ratios, for an HTML page."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from egraph_opt.core.notebook.plots import AFTER, INK, svg

COLOURS = (AFTER, "#c8752f", "#5b8f6a", "#8b7fb0", "#8d3a2a", "#2f9b94")
"""Colours that are readable on light and on dark backgrounds."""
BINS = 40
MAX_RATIO = 4.0
"""Largest ratio shown. Ratios above it, or below its inverse, are drawn at the edge."""


def plots(ratios: Mapping[str, Sequence[float]], base: str, what: str) -> list[Any]:
    """Return drawings of the cost ratios of each compared program to the program `base`; empty without data or matplotlib."""
    try:
        from markupsafe import Markup
        from matplotlib.figure import Figure
        from matplotlib.ticker import FuncFormatter, NullFormatter
    except ImportError:
        return []
    if not any(ratios.values()):
        return []
    reach = min(MAX_RATIO, max(1.05, *(max(r, 1 / r) for found in ratios.values() for r in found)))
    drawn = []
    for draw, title in ((_histogram, "functions"), (_cumulative, "part of all functions")):
        figure = Figure(figsize=(6.4, 3.0), layout="constrained")
        axes = figure.subplots()
        draw(axes, ratios, reach)
        axes.set_xscale("log")
        axes.set_xlim(1 / reach, reach)
        ticks = [tick for tick in (0.25, 0.5, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.25, 1.5, 2, 4) if 1 / reach <= tick <= reach]
        axes.set_xticks(_space_ticks(ticks, reach))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}×"))
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.axvline(1.0, color=INK, linewidth=0.8)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["bottom", "left"]].set_color(INK)
        axes.tick_params(colors=INK, which="both", labelsize=8)
        axes.set_xlabel(f"{what}, as a multiple of {base}", color=INK, fontsize=8)
        axes.set_ylabel(title, color=INK, fontsize=8)
        axes.legend(frameon=False, labelcolor=INK, fontsize=8)
        drawn.append(Markup(svg(figure)))
    return drawn


def _space_ticks(ticks: Sequence[float], reach: float) -> list[float]:
    """Return the ticks whose labels do not overlap on a logarithmic axis from 1 / `reach` to `reach`, always including 1."""
    room = 2 * math.log(reach) / 9
    kept = [1.0]
    for tick in sorted(ticks, key=lambda tick: abs(math.log(tick))):
        if all(abs(math.log(tick / other)) >= room for other in kept):
            kept.append(tick)
    return sorted(kept)


def _clip_ticks(found: Sequence[float], reach: float) -> list[float]:
    return [min(max(ratio, 1 / reach), reach) for ratio in found]


def _histogram(axes: Any, ratios: Mapping[str, Sequence[float]], reach: float) -> None:
    edges = [math.exp(math.log(reach) * (2 * n / BINS - 1)) for n in range(BINS + 1)]
    for (side, found), colour in zip(ratios.items(), COLOURS * len(ratios), strict=False):
        axes.hist(_clip_ticks(found, reach), bins=edges, histtype="step", linewidth=1.4, color=colour, label=side)


def _cumulative(axes: Any, ratios: Mapping[str, Sequence[float]], reach: float) -> None:
    for (side, found), colour in zip(ratios.items(), COLOURS * len(ratios), strict=False):
        places = sorted(_clip_ticks(found, reach))
        axes.step(
            places, [(n + 1) / len(places) for n in range(len(places))], where="post", linewidth=1.4, color=colour, label=side
        )
