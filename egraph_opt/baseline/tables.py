"""Comparisons with Triton's own pass as tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from egraph_opt.baseline.record import Comparison
from egraph_opt.core.output.comparison import printed
from egraph_opt.cost import CostModel
from egraph_opt.machine.use import named

SIDES = {"input": "input", "greedy": "Triton's pass", "egraph": "egraph_opt"}
"""Sides of a comparison, in the order in which cells show them, and what tables call them."""


def comparison(records: Sequence[Comparison], models: Sequence[CostModel]) -> None:
    """Print a line a function: conversions, costs, bound and time; sides stand as input → greedy → ours."""

    def cells(r: Comparison) -> tuple[str, ...]:
        if r.error:
            return f"{r.kernel} @{r.function}", *[""] * (4 + len(models)), f"failed: {r.error}"
        counted = [n for side in SIDES if (n := r.converts.get(side))]
        arrow = [" → ".join(str(n[k]) for n in counted) for k in ("total", "in_loops")]
        sides = [side for side in SIDES if r.converts.get(side)]
        costs = [" → ".join(f"{r.cost[m.name][s]:.5g}" for s in sides if r.cost[m.name][s] is not None) for m in models]
        claim = r.cost[models[0].name]["state"] + (f", stopped by {r.stopped_by}" if r.stopped_by else "")
        milliseconds = f"{sum(r.seconds.values()) * 1e3:.0f}"
        return f"{r.kernel} @{r.function}", *arrow, *costs, claim, milliseconds, r.verdict(models[0].name)

    shown = _shown(side for side in SIDES if any(r.converts.get(side) for r in records))
    against = "against Triton" if "Triton" in shown else "against the input"
    printed((f"kernel: {shown}", "converts", "in loops", *(m.name for m in models), "claim", "ms", against), map(cells, records))


def _shown(sides: Iterable[str]) -> str:
    return " → ".join(SIDES[side] for side in sides)


def machine_code(records: Sequence[Comparison]) -> None:
    """Print a line a module: what the machine code of each side holds; cycles of memory are in the JSON, since a line has 200 columns."""
    shown = _shown(side for side in SIDES if any(r.static.get(side) for r in records))
    held = dict.fromkeys(what for r in records for n in r.static.values() if n for what in n)
    what = [name for name in held if name not in ("memory_cycles", "issued")]

    def cells(r: Comparison) -> tuple[str, ...]:
        sides = [n for side in SIDES if (n := r.static.get(side))]
        times = " → ".join(f"{r.predicted[side]:.2f}" for side in SIDES if side in r.predicted)
        return r.kernel, *(" → ".join(str(n[name]) for n in sides) for name in what), times

    headings = (f"machine code: {shown}", *map(named, what), "predicted time")
    printed(headings, map(cells, {r.kernel: r for r in records}.values()))
