"""Comparison with IREE's own dispatch formation, by counts of commands in IREE's schedules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path

from egraph_opt.applications import part
from egraph_opt.core.options import OptionError
from egraph_opt.core.output.comparison import ComparisonTable, compare_rows, over, verdict
from egraph_opt.core.output.table import print_table
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.core.result import format_cost
from egraph_opt.families.region.choice.bounds.lower_bound import ROUNDING
from egraph_opt.families.region.choice.pricing.cost import RegionCost, price
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule
from egraph_opt.families.region.compiler_check import MISCOMPILED_REMARK
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import InputError
from egraph_opt.iree.compiler import DISPATCH_PHASE
from egraph_opt.iree.tool_process import IreeError, available
from egraph_opt.text.program_input import error_line


@dataclass(frozen=True, slots=True)
class ScheduleCounts:
    """Counts of commands and waves in IREE's schedule of a program. `transient` is in bytes; `cost` is in the cost model's unit."""

    cost: float
    dispatches: int
    slow_copies: int
    copies: int
    fills: int
    waves: int
    transient: int

    @staticmethod
    def of(schedule: CommandSchedule, model: RegionCost) -> ScheduleCounts:
        return ScheduleCounts(
            price(model, schedule), schedule.count("dispatch", "slow"), schedule.count("slow"), schedule.count("copy", "transfer"),
            schedule.count("fill"), len(schedule.waves()), schedule.transient,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """Comparison of one module under one cost model: IREE's schedules of the input and of the optimised module."""

    program: str
    model: str
    unit: str
    iree: ScheduleCounts | None = None
    ours: ScheduleCounts | None = None
    predicted: float = 0.0
    """Cost of the optimised module, as predicted without running IREE."""
    lower_bound: float = 0.0
    optimal: bool = False
    state: str = ""
    """Text on optimality, or on the limit that ended the search (`Result.state`)."""
    remark: str = ""

    def verdict(self) -> str:
        """Return `better`, `same`, `worse`, `failed`, or `corrected`.

        `corrected` means that IREE does not compile the input or compiles it wrongly.
        """
        if self.ours is None:
            return "failed"
        if self.iree is None or MISCOMPILED_REMARK in self.remark:
            return "corrected"
        return verdict(self.ours.cost, self.iree.cost)


def against_iree(files: Sequence[Path], chosen: Sequence[RegionOptions], asked: bool, static: bool) -> ComparisonTable:
    """Compare IREE's schedules of input modules with IREE's schedules of the optimised modules.

    Raises:
        OptionError: IREE is not installed.
    """
    if not available():
        raise OptionError("{0} needs IREE: pip install -e '.[iree]' in a clone", "against=iree")
    if chosen[0].measure:
        measured: ComparisonTable = part("times")(files, chosen, choose_flags=False)
        return measured
    return compare_rows(compare(files, chosen), lambda row: row.program, table)


def compare(files: Iterable[Path], chosen: Sequence[RegionOptions]) -> list[ScheduleRow]:
    """Return one row per module of each file and per cost model."""
    return over(files, chosen, lambda *each: [compare_module(*each)], failed_row)


def failed_row(name: str, options: RegionOptions, remark: str) -> ScheduleRow:
    """Return the row of a module that could not be compared, with the reason as `remark`."""
    return ScheduleRow(name, options.model.name, options.unit, remark=remark)


def compare_module(name: str, text: str, options: RegionOptions) -> ScheduleRow:
    model, terms = options.model, (options.assume_dim, options.target)
    try:
        result = optimize_text(text, name, options)
        if stopped := [f"@{f.name}: {f.remark}" for f in result.functions if f.stopped_by in ("error", "check")]:
            return failed_row(name, options, stopped[0])
        formed = options.start == "iree" and result.ir != text
        onward = replace(options.target, phase=DISPATCH_PHASE if formed else "")
        ours = ScheduleCounts.of(schedule_of(result.ir, options.assume_dim, onward), model)
    except (InputError, IreeError) as error:
        return failed_row(name, options, error_line(error))
    try:
        iree = ScheduleCounts.of(schedule_of(text, *terms), model)
    except IreeError:
        iree = None  # it compiles the result only; the remark gives the reason
    remark, claim = "; ".join(result.remarks), (result.lower_bound, result.optimal, result.state)
    if ours.cost < result.lower_bound * (1.0 - ROUNDING):  # the bound is one for what is predicted, and IREE fuses more
        claim = 0.0, False, "no bound on IREE's schedule"
    return ScheduleRow(name, model.name, model.unit, iree, ours, result.cost_after, *claim, remark)


def table(rows: Sequence[ScheduleRow]) -> None:
    """Print one line per row, with counts as `IREE's → ours`."""

    def cells(row: ScheduleRow) -> tuple[str, ...]:
        if row.ours is None:
            return row.program, row.model, *[""] * 8, f"failed: {row.remark}"
        ours = [format_cost(n, 5) for n in astuple(row.ours)]
        iree = [format_cost(n, 5) for n in astuple(row.iree)] if row.iree else ["-"] * len(ours)
        return row.program, row.model, *(f"{a} → {b}" for a, b in zip(iree, ours, strict=True)), row.state, row.verdict()

    counts = ("cost", "dispatches", "slow copies", "copies", "fills", "waves", "transient bytes")
    print_table(("program", "model", *counts, "claim", "against IREE"), map(cells, rows))
