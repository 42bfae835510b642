"""Fronts and resources as tables on the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from egraph_opt.core.output.comparison import printed
from egraph_opt.core.result import Result, name_of, worded
from egraph_opt.cost import CostModel, Cycles
from egraph_opt.cost.roofline import loads, occupancy
from egraph_opt.cost.target import RESOURCES
from egraph_opt.extract import Corner, Front
from egraph_opt.ir.module import Module


def front(start: tuple[float, float], corners: Front[Result], models: Sequence[Any]) -> None:
    """Print the input and each corner of a front: its costs, the changes, the claim of optimality; and whether there may be other
    corners."""

    def cells(number: int, corner: Corner[Result]) -> tuple[str, ...]:
        bounded = (
            "not proved optimal" if corner.found.lower_bound > 0.0 else "no bound"
        )  # of a weighted sum, whose bound says little
        claim = "optimal" if corner.found.optimal else bounded
        claim += f", stopped by {corner.found.stopped_by}" if corner.found.stopped_by else ""
        return str(number), worded(corner.first), worded(corner.second), corner.found.headline, claim

    rows = [("input", *map(worded, start), "", ""), *(cells(*each) for each in enumerate(corners))]
    printed(("program", *(f"{m.name} ({m.unit})" for m in models), "done", "claim"), rows)
    print("these are all corners" if corners.complete else "there may be other corners: not every minimum is proved")


def resource_rows(name: str, module: Module, model: CostModel) -> list[tuple[str, ...]]:
    """Return a row for each function of a module: cycles by resource, the conversions' fraction, program instances at once, the
    limiting resource."""
    assert isinstance(model, Cycles)
    rows = []
    for function in module.functions():
        found = loads(function, model)
        total = found.memory + found.on_chip
        rows.append((
            f"{name} @{name_of(function)}",
            *(f"{cycles:.0f}" for cycles in found.resources.values()),
            f"{found.conversions / total:.0%}" if total else "",
            str(occupancy(function, module.threads(), model.processor)),
            found.binding,
        ))  # fmt: skip
    return rows


def resources(rows: Sequence[tuple[str, ...]]) -> None:
    """Print the limiting resource of each function: modelled cycles, and the part of all cycles that conversions take."""
    printed(("function: modelled cycles of", *RESOURCES, "part of conversions", "instances at once", "binds"), rows)
