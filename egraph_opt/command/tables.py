"""Fronts and resources as tables on the terminal."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from egraph_opt.core.result import Result
from egraph_opt.cost import CostModel, Cycles
from egraph_opt.cost.roofline import loads, occupancy
from egraph_opt.cost.target import RESOURCES
from egraph_opt.extract import Front
from egraph_opt.ir.module import Module


def front(start: tuple[float, float], corners: Front[Result], models: Sequence[Any]) -> None:
    """Print the input and each corner of a front: its costs, what was done, what is claimed of it; and whether there may be others."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("program")
    for heading in (*(f"{m.name} ({m.unit})" for m in models), "done", "claim"):
        table.add_column(heading, justify="right")
    table.add_row("input", *(f"{cost:.6g}" for cost in start), "", "")
    for number, corner in enumerate(corners):
        claim = "optimal" if corner.found.optimal else "not proved"
        claim += f", stopped by {corner.found.stopped_by}" if corner.found.stopped_by else ""
        table.add_row(str(number), f"{corner.first:.6g}", f"{corner.second:.6g}", corner.found.headline, claim)
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
