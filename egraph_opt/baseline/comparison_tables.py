"""Terminal tables of comparisons with Triton's pass or another compiler's output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from egraph_opt.baseline.comparison_record import FunctionComparison
from egraph_opt.core.output.table import print_table
from egraph_opt.core.result import format_cost
from egraph_opt.cost import CostModel
from egraph_opt.machine.prediction import number_name

SIDES = {"input": "input", "greedy": "Triton's pass", "given": "the other", "egraph": "egraph_opt"}
"""Names of the compared programs in tables, in column order."""


def comparison(records: Sequence[FunctionComparison], models: Sequence[CostModel]) -> None:
    """Print a line per function and cost model: conversions, costs (input → greedy → ours), whether ours is proved optimal, time.

    The line's cost model is the one under which our program is optimised.
    """
    shown = _show_sides(side for side in SIDES if any(r.converts.get(side) for r in records))
    against = "against Triton" if "Triton" in shown else f"against {SIDES['given' if 'other' in shown else 'input']}"
    several = len(models) > 1
    named = (
        ("cost model", "converts", "in loops", "modelled cost")
        if several
        else ("converts", "in loops", f"modelled {models[0].name}")
    )
    rows = [row for record in records if not record.error for row in _lines(record, models, several)]
    if rows:  # of the others, one message says why there is no row
        print_table((f"kernel: {shown}", *named, "claim", "ms", against), rows, words=1 + several)


def _lines(r: FunctionComparison, models: Sequence[CostModel], several: bool) -> Iterator[tuple[str, ...]]:
    for model in models:
        cost = r.cost[model.name]
        counted = [n for side in SIDES if (n := cost["converts"].get(side))]
        arrow = [" → ".join(str(n[k]) for n in counted) for k in ("total", "in_loops")]
        costs = " → ".join(format_cost(cost[side], 5) for side in SIDES if cost.get(side) is not None)
        claim = cost["state"] + (f", stopped by {cost['stopped_by']}" if cost["stopped_by"] else "")
        milliseconds = f"{sum(r.seconds.values()) * 1e3:.0f}" if model is models[0] else ""
        first = [model.name] if several else []
        yield f"{r.kernel} @{r.function}", *first, *arrow, costs, claim, milliseconds, r.verdict(model.name)


def _show_sides(sides: Iterable[str]) -> str:
    return " → ".join(SIDES[side] for side in sides)


def machine_code(records: Sequence[FunctionComparison]) -> None:
    """Print a line per module with the counts of each program's machine code, such as registers and spills."""
    shown = _show_sides(side for side in SIDES if any(r.static.get(side) for r in records))
    held = dict.fromkeys(what for r in records for n in r.static.values() if n for what in n)
    what = [name for name in held if name not in ("memory_cycles", "issued")]

    def cells(r: FunctionComparison) -> tuple[str, ...]:
        sides = [n for side in SIDES if (n := r.static.get(side))]
        times = " → ".join(f"{r.predicted[side]:.2f}" for side in SIDES if side in r.predicted)
        return r.kernel, *(" → ".join(str(n[name]) for n in sides) for name in what), times

    headings = (f"machine code: {shown}", *map(number_name, what), "predicted time")
    print_table(headings, map(cells, {r.kernel: r for r in records}.values()))
