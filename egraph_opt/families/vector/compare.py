"""Comparison of our vector layouts with IREE's: both programs go through IREE's layout analysis and allocation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

from egraph_opt.core.options import OptionError
from egraph_opt.core.output.comparison import ComparisonTable, compare_rows, over, verdict
from egraph_opt.core.output.table import print_table
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import format_cost
from egraph_opt.families.vector.iree_analysis import ConversionCounts, conversion_counts
from egraph_opt.families.vector.options import VectorOptions
from egraph_opt.ir.module import InputError
from egraph_opt.iree.tool_process import IreeError, available
from egraph_opt.text.program_input import error_line

INCOMPARABLE_STOPS = ("error", "check", "unsupported")
"""Values of `FunctionResult.stopped_by` for functions that cannot be compared."""


@dataclass(frozen=True, slots=True)
class ConversionRow:
    """Comparison of one function under one cost model: the costs of IREE's conversions for the input and for our result."""

    program: str
    function: str
    model: str
    unit: str
    iree_cost: float = 0.0
    our_cost: float = 0.0
    iree: ConversionCounts | None = None
    ours: ConversionCounts | None = None
    lower_bound: float = 0.0
    optimal: bool = False
    state: str = ""
    """Text that says whether our layouts are proved optimal (`FunctionResult.state`)."""
    stopped_by: str = ""
    remark: str = ""

    def verdict(self) -> str:
        """Return `better`, `same` or `worse` by the cost model, or `failed`."""
        if self.iree is None or self.ours is None:
            return "failed"
        return verdict(self.our_cost, self.iree_cost)


def against_iree(files: Sequence[Path], chosen: Sequence[VectorOptions], asked: bool, static: bool) -> ComparisonTable:
    """Compare our layouts with IREE's, as IREE's own passes compile both.

    Raises:
        OptionError: IREE is not installed.
    """
    if not available():
        raise OptionError("{0} needs IREE: pip install -e '.[iree]' in a clone", "against=iree")
    return compare_rows(compare(files, chosen), lambda row: f"{row.program} @{row.function}", table)


def compare(files: Iterable[Path], chosen: Sequence[VectorOptions]) -> list[ConversionRow]:
    """Return a row for each function of each file and each cost model. If a file or function fails, the row's `remark` says why."""
    return over(
        files, chosen, compare_module, lambda name, one, why: ConversionRow(name, "", one.model.name, one.unit, remark=why)
    )


def compare_module(name: str, text: str, chosen: VectorOptions) -> list[ConversionRow]:
    model = chosen.model
    try:
        result = optimize_text(text, name, chosen)
        iree, ours = conversion_counts(text), conversion_counts(result.ir)
    except (InputError, IreeError) as error:
        return [ConversionRow(name, "", model.name, model.unit, remark=error_line(error))]
    return [
        ConversionRow(name, f.name, model.name, model.unit, remark=f.remark)
        if f.stopped_by in INCOMPARABLE_STOPS
        else ConversionRow(
            name, f.name, model.name, model.unit, f.cost_before, f.cost_after, iree[f.name], ours[f.name], f.lower_bound, f.optimal,
            f.state, f.stopped_by, "; ".join(f.remarks),
        )
        for f in result.functions
    ]  # fmt: skip


def table(rows: Sequence[ConversionRow]) -> None:
    """Print one line per row, with each count as `IREE's → ours`."""
    counts = [field.name for field in fields(ConversionCounts)]

    def cells(row: ConversionRow) -> tuple[str, ...]:
        if row.iree is None or row.ours is None:
            return row.program, row.function, row.model, *[""] * (len(counts) + 2), f"failed: {row.remark}"
        pairs = [(row.iree_cost, row.our_cost), *((getattr(row.iree, name), getattr(row.ours, name)) for name in counts)]
        return (
            row.program,
            row.function,
            row.model,
            *(f"{format_cost(a)} → {format_cost(b)}" for a, b in pairs),
            row.state,
            row.verdict(),
        )

    headings = ("program", "function", "model", "cost", *(name.replace("_", " ") for name in counts), "claim", "against IREE")
    print_table(headings, map(cells, rows), 2)
