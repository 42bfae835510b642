"""Tables of the resources that functions use, for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.core.output.table import print_table
from egraph_opt.cost import CostModel, Cycles
from egraph_opt.cost.roofline import loads, occupancy
from egraph_opt.cost.target import RESOURCES
from egraph_opt.ir.module import Module, symbol_name

RESOURCE_NAMES = {
    "arithmetic": "integer and float units (addresses too)",
    "special": "special functions",
    "tensor": "tensor cores",
    "shared": "shared memory",
    "global": "global memory",
    "latency": "waiting",
}
"""Names of resources in tables."""


def resource_rows(name: str, module: Module, model: CostModel) -> list[tuple[str, ...]]:
    """Return a table row for each function: cycles by resource, the fraction that layout conversions take, occupancy, and the
    limiting resource.
    """
    assert isinstance(model, Cycles)
    rows = []
    for function in module.functions():
        found = loads(function, model)
        total = found.memory + found.on_chip
        rows.append((
            f"{name} @{symbol_name(function)}",
            *(f"{cycles:.0f}" for cycles in found.resources.values()),
            f"{found.conversions / total:.0%}" if total else "",
            str(occupancy(function, module.threads(), model.processor)),
            RESOURCE_NAMES[found.binding],
        ))  # fmt: skip
    return rows


def resources(rows: Sequence[tuple[str, ...]]) -> None:
    units = (RESOURCE_NAMES[name] for name in RESOURCES)
    print_table(("function: modelled cycles of an instance", *units, "part of conversions", "instances at once", "binds"), rows)
