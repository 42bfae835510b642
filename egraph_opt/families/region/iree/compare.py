"""Our choice beside IREE's own: the same program through IREE's compiler twice, and what its schedules hold."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from egraph_opt.core.comparison import Compared, counted
from egraph_opt.core.options import OptionError
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.families.region.choice.cost import RegionCost, price
from egraph_opt.families.region.choice.schedule import Schedule
from egraph_opt.families.region.iree.child import IreeError, available, schedule_of
from egraph_opt.families.region.optimize import MISCOMPILED
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import InputError
from egraph_opt.text import split
from egraph_opt.text.source import error_line, source_of

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Counts:
    """What IREE's schedule of a program holds; `cost` is its price under the model in use, `transient` counts bytes."""

    cost: float
    dispatches: int
    slow_copies: int
    copies: int
    fills: int
    waves: int
    transient: int

    @staticmethod
    def of(schedule: Schedule, model: RegionCost) -> Counts:
        return Counts(
            price(model, schedule), schedule.count("dispatch", "slow"), schedule.count("slow"), schedule.count("copy", "transfer"),
            schedule.count("fill"), len(schedule.waves()), schedule.transient,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One module under one cost model: IREE's schedule of the input, and of what we made of it."""

    program: str
    model: str
    unit: str
    iree: Counts | None = None
    ours: Counts | None = None
    predicted: float = 0.0
    """What our own model of IREE said that our choice would cost."""
    lower_bound: float = 0.0
    optimal: bool = False
    state: str = ""
    """The claim, and what ended the search, in words (`Result.state`)."""
    remark: str = ""

    def verdict(self) -> str:
        """`better`, `same`, `worse`, `corrected` (IREE compiles the input wrongly or not at all, so costs say nothing) or `failed`."""
        if self.ours is None:
            return "failed"
        if self.iree is None or MISCOMPILED in self.remark:
            return "corrected"
        if abs(self.ours.cost - self.iree.cost) <= TOLERANCE * self.iree.cost:
            return "same"
        return "better" if self.ours.cost < self.iree.cost else "worse"

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "verdict": self.verdict()}


def against_iree(files: Sequence[Path], chosen: Sequence[RegionOptions], asked: bool, static: bool) -> Compared:
    """Compare our dispatch regions with IREE's, in IREE's own schedules of both.

    Raises:
        OptionError: IREE is not installed.
    """
    if not available():
        raise OptionError("{0} needs IREE: pip install 'egraph-opt[iree]'", "against=iree")
    rows = compare(files, chosen)
    verdicts = [row.verdict() for row in rows]
    failures = [(row.program, row.remark) for row in rows if row.verdict() == "failed"]
    return Compared([row.as_dict() for row in rows], verdicts, counted(verdicts), lambda: table(rows), failures)


def compare(paths: Iterable[Path], chosen: Sequence[RegionOptions]) -> list[Row]:
    """One row for each module of each file and each cost model. What fails is a row with the reason as its remark."""
    rows = []
    for path in paths:
        try:
            chunks = split(source_of(path)[0]) or [("", 1)]
        except (InputError, OSError) as error:
            rows += [Row(path.name, one.model.name, one.unit, remark=error_line(error)) for one in chosen]
            continue
        rows += [compare_module(path.name, chunk, one) for chunk, _ in chunks for one in chosen]
    return rows


def compare_module(name: str, text: str, options: RegionOptions) -> Row:
    """IREE's schedule of a module beside that of our result."""
    model, terms = options.model, (options.assume_dim, options.target)
    try:
        result = optimize_text(text, name, options)
        if failed := [f"@{f.name}: {f.remark}" for f in result.functions if f.stopped_by in ("error", "check")]:
            return Row(name, model.name, model.unit, remark=failed[0])
        ours = Counts.of(schedule_of(result.ir, *terms), model)
    except (InputError, IreeError) as error:
        return Row(name, model.name, model.unit, remark=error_line(error))
    try:
        iree = Counts.of(schedule_of(text, *terms), model)
    except IreeError:
        iree = None  # it compiles the result only; the remark says why
    remark = "; ".join(result.remarks)
    return Row(
        name, model.name, model.unit, iree, ours, result.cost_after, result.lower_bound, result.optimal, result.state, remark
    )


def table(rows: Sequence[Row]) -> None:
    """Print a line a row; counts stand as IREE's → ours."""
    shown = Table(box=None, header_style="bold", pad_edge=False)
    shown.add_column("program", overflow="fold")
    for heading in ("model", "cost", "dispatches", "slow", "copies", "fills", "waves", "transient bytes", "bound", ""):
        shown.add_column(heading, justify="right")
    for row in rows:
        if row.ours is None:
            shown.add_row(row.program, row.model, *[""] * 8, f"failed: {row.remark}")
            continue
        ours = [f"{n:.5g}" if isinstance(n, float) else str(n) for n in astuple(row.ours)]
        iree = [f"{n:.5g}" if isinstance(n, float) else str(n) for n in astuple(row.iree)] if row.iree else ["-"] * len(ours)
        counts = [f"{a} → {b}" for a, b in zip(iree, ours, strict=True)]
        shown.add_row(row.program, row.model, *counts, row.state, row.verdict())
    Console(width=None if sys.stdout.isatty() else 200).print(shown)
