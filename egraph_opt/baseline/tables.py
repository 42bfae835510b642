"""Comparisons with Triton's own pass as tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from egraph_opt.cost import CostModel

if TYPE_CHECKING:
    from egraph_opt.baseline.compare import Comparison

SIDES = ("input", "greedy", "egraph")


def comparison(records: Sequence[Comparison], models: Sequence[CostModel]) -> None:
    """Print a line a function: conversions, costs, bound and time; sides stand as input → greedy → ours."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("kernel", overflow="fold")
    for heading in ("converts", "in loops", *(m.name for m in models), "claim", "ms", ""):
        table.add_column(heading, justify="right")
    for r in records:
        if r.error:
            table.add_row(f"{r.kernel} @{r.function}", *[""] * (3 + len(models)), "", f"failed: {r.error}")
            continue
        sides = [side for side in SIDES if r.converts.get(side)]
        counted = [n for side in sides if (n := r.converts[side])]
        arrow = [" → ".join(str(n[k]) for n in counted) for k in ("total", "in_loops")]
        costs = [" → ".join(f"{r.cost[m.name][s]:.5g}" for s in sides if r.cost[m.name][s] is not None) for m in models]
        first = r.cost[models[0].name]
        claim = first["state"] + (f", stopped by {r.stopped_by}" if r.stopped_by else "")
        milliseconds = f"{sum(r.seconds.values()) * 1e3:.0f}"
        table.add_row(f"{r.kernel} @{r.function}", *arrow, *costs, claim, milliseconds, r.verdict(models[0].name))
    Console(width=None if sys.stdout.isatty() else 200).print(table)


def machine_code(records: Sequence[Comparison]) -> None:
    """Print a line a module: what the machine code of each side holds; cycles of memory are in the JSON, since a line has 200 columns."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    shown = " → ".join(side for side in SIDES if any(r.static.get(side) for r in records))
    table.add_column(f"machine code: {shown}", overflow="fold")
    headings = list(
        dict.fromkeys(
            what for r in records for n in r.static.values() if n for what in n if what not in ("memory_cycles", "issued")
        )
    )
    for heading in (*headings, "time, foretold"):
        table.add_column(heading.replace("_", " "), justify="right")
    for r in {r.kernel: r for r in records}.values():
        sides = [n for side in SIDES if (n := r.static.get(side))]
        times = " → ".join(f"{r.foretold[side]:.2f}" for side in SIDES if side in r.foretold)
        table.add_row(r.kernel, *(" → ".join(str(n[what]) for n in sides) for what in headings), times)
    Console(width=None if sys.stdout.isatty() else 200).print(table)
