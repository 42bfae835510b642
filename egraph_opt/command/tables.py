"""Comparisons as tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from egraph_opt.baseline.compare import Comparison
from egraph_opt.core.result import Result
from egraph_opt.cost import CostModel, Cycles
from egraph_opt.cost.roofline import loads, occupancy
from egraph_opt.cost.target import RESOURCES
from egraph_opt.extract import Front
from egraph_opt.ir.module import Module

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


def front(start: tuple[float, float], corners: Front[Result], models: Sequence[CostModel]) -> None:
    """Print the input and each corner of a front: its costs, its conversions, what is claimed of it; and whether there may be others."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("program")
    for heading in (*(f"{m.name} ({m.unit})" for m in models), "converts", "claim"):
        table.add_column(heading, justify="right")
    converts = sum(f.converts_before for f in corners[0].found.functions)
    table.add_row("input", *(f"{cost:.6g}" for cost in start), str(converts), "")
    for number, corner in enumerate(corners):
        converts = sum(f.converts_after for f in corner.found.functions)
        claim = "optimal" if corner.found.optimal else "not proved"
        claim += f", stopped by {corner.found.stopped_by}" if corner.found.stopped_by else ""
        table.add_row(str(number), f"{corner.first:.6g}", f"{corner.second:.6g}", str(converts), claim)
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    print("all corners that were searched" if corners.complete else "there may be other corners: not every minimum is proved")


def resource_rows(name: str, module: Module, model: CostModel) -> list[tuple[str, ...]]:
    """A row for each function of a module: cycles by resource, the conversions' part, program instances at once, what binds."""
    assert isinstance(model, Cycles)
    rows = []
    for function in module.functions():
        found = loads(function, model)
        total = found.memory + found.on_chip
        rows.append((
            name + " @" + function.attributes.get("sym_name", "").strip('"'),
            *(f"{cycles:.0f}" for cycles in found.resources.values()),
            f"{found.conversions / total:.0%}" if total else "",
            str(occupancy(function, module.threads(), model.processor)),
            found.binding,
        ))  # fmt: skip
    return rows


def resources(rows: Sequence[tuple[str, ...]]) -> None:
    """Print what binds each function."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("function", overflow="fold")
    for heading in (*RESOURCES, "conversions", "at once"):
        table.add_column(heading, justify="right")
    table.add_column("binds")
    for row in rows:
        table.add_row(*row)
    Console(width=None if sys.stdout.isatty() else 200).print(table)
