"""Comparison of measured times: IREE with the user's flags, IREE with the best flags tried, and our program with the best flags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from egraph_opt.apps.iree_tuning.flag_search import tune
from egraph_opt.apps.iree_tuning.measured_choice import bench_of
from egraph_opt.apps.iree_tuning.timed_programs import choices, rewriting
from egraph_opt.core.options import OptionError
from egraph_opt.core.output.comparison import ComparisonTable, compare_rows, over
from egraph_opt.core.output.table import print_table
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.iree.program import read_any
from egraph_opt.iree.tool_process import available
from egraph_opt.text.program_input import error_line

LOUD, NOISY = 0.03, " (too noisy to tell less)"
"""Noise above which a remark is added to the verdict `same`, and the remark."""


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Times of one module in seconds.

    `spread` is the relative noise; `best_flags` and `our_flags` are added to the user's flags.
    """

    program: str
    asked: float = 0.0
    best: float = 0.0
    ours: float = 0.0
    spread: float = 0.0
    best_flags: str = ""
    our_flags: str = ""
    held: int = 0
    """Number of computations that our program pins in dispatches of their own."""
    rewritten: bool = False
    """Whether our program is extracted from the e-graph."""
    tried: int = 0
    remark: str = ""

    def verdict(self) -> str:
        """Return whether our program is `better` or `worse` than IREE with the best flags, the `same` within the noise, or `failed`."""
        if not self.ours:
            return "failed"
        gain = self.best / self.ours - 1.0
        return "same" if abs(gain) <= max(self.spread, 0.02) else "better" if gain > 0 else "worse"


def against_best_flags(files: Sequence[Path], chosen: Sequence[RegionOptions], asked: bool, static: bool) -> ComparisonTable:
    """Compare measured times with IREE under the best flags tried. Raises OptionError if IREE is not installed."""
    if not available():
        raise OptionError("{0} needs IREE: pip install -e '.[iree]' in a clone", "against=best-flags")
    return times(files, chosen, choose_flags=True)


def times(files: Sequence[Path], chosen: Sequence[RegionOptions], choose_flags: bool) -> ComparisonTable:
    """Time every module of every file. If `choose_flags` is False, only the user's flags are used."""

    def row(name: str, text: str, options: RegionOptions) -> Sequence[TimeRow]:
        return [compare_times(name, text, options, choose_flags)]

    return compare_rows(
        over(files, chosen, row, lambda name, _, remark: TimeRow(name, remark=remark)), lambda row: row.program, table
    )


def compare_times(name: str, text: str, options: RegionOptions, choose_flags: bool = True) -> TimeRow:
    """Time a module compiled by IREE with the user's flags and with the best flags, and the program that we choose."""
    try:
        module = read_any(text, name)
        others = choices(module, text, replace(options, measure=False, start="input"))
        with bench_of(module, text, options) as bench:
            found = tune(bench, others, options.target, options.measure_seconds, choose_flags, rewriting(options))
    except EgraphOptError as error:
        return TimeRow(name, remark=error_line(error))
    best, ours = (" ".join(f for f in t.flags if f not in options.target.flags) for t in (found.best_flags, found.target))
    rewritten, held = found.form.module is not module, len(found.form.chosen)
    seconds = found.asked.fastest, found.flags.fastest, found.ours.fastest
    return TimeRow(name, *seconds, found.spread, best, ours, held, rewritten, found.tried, found.remark)


def table(rows: Sequence[TimeRow]) -> None:
    """Print one line per row, with times in microseconds."""

    def cells(row: TimeRow) -> tuple[str, ...]:
        if not row.ours:
            return row.program, *[""] * 7, f"failed: {row.remark}"
        times = [f"{seconds * 1e6:.4g}" for seconds in (row.asked, row.best, row.ours)]
        how = [f"{row.held} held"] * bool(row.held) + ["rewritten"] * row.rewritten + [row.our_flags] * bool(row.our_flags)
        return (
            row.program,
            *times,
            f"{row.best / row.ours:.3f}",
            f"{row.spread:.1%}",
            row.best_flags,
            ", ".join(how),
            row.verdict() + NOISY * (row.verdict() == "same" and row.spread >= LOUD),
        )

    print_table(
        ("program", "IREE, µs", "best flags, µs", "ours, µs", "gain", "noise", "best flags are", "ours is", "verdict"),
        map(cells, rows),
    )
