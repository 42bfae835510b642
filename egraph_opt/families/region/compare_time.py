"""Our choice beside IREE's in seconds: IREE with the flags that were asked for, with the best that were tried, and ours with any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from egraph_opt.core.options import OptionError
from egraph_opt.core.output.comparison import Compared, compared, over, printed
from egraph_opt.core.pipeline import optimize_text
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.timed import bench_of
from egraph_opt.families.region.tune.search import tune
from egraph_opt.iree.process import available
from egraph_opt.iree.program import read_any
from egraph_opt.text.source import error_line


@dataclass(frozen=True, slots=True)
class Row:
    """One module, in seconds. `spread` is what equal programs differ by, as a part; `flags` are those that were added to what was asked."""

    program: str
    asked: float = 0.0
    best: float = 0.0
    ours: float = 0.0
    spread: float = 0.0
    best_flags: str = ""
    our_flags: str = ""
    held: int = 0
    """Computations that ours holds in dispatches."""
    rewritten: bool = False
    """Whether ours is the e-graph's choice."""
    tried: int = 0
    remark: str = ""

    def verdict(self) -> str:
        """`better` or `worse` where it differs from IREE with the best flags by more than equal programs do."""
        if not self.ours:
            return "failed"
        gain = self.best / self.ours - 1.0
        return "same" if abs(gain) <= max(self.spread, 0.02) else "better" if gain > 0 else "worse"

    def as_dict(self) -> dict[str, object]:
        return {**asdict(self), "verdict": self.verdict()}


def against_best_flags(files: Sequence[Path], chosen: Sequence[RegionOptions], asked: bool, static: bool) -> Compared:
    """Compare in seconds with IREE and the best flags that were tried. Raises OptionError: IREE is not installed."""
    if not available():
        raise OptionError("{0} needs IREE: pip install -e '.[iree]' in a clone", "against=best-flags")
    return times(files, chosen, choose_flags=True)


def times(files: Sequence[Path], chosen: Sequence[RegionOptions], choose_flags: bool) -> Compared:
    """Time every module of every file; without `choose_flags`, all sides have the flags that were asked for."""

    def row(name: str, text: str, options: RegionOptions) -> Sequence[Row]:
        return [compare_times(name, text, options, choose_flags)]

    return compared(over(files, chosen, row, lambda name, _, remark: Row(name, remark=remark)), lambda row: row.program, table)


def compare_times(name: str, text: str, options: RegionOptions, choose_flags: bool = True) -> Row:
    """Time a module through IREE, and what is chosen for it."""
    try:
        module = read_any(text, name)
        result = optimize_text(text, name, replace(options, measure=False))
        others = [read_any(result.ir, name)] if result.ir != text else []
        with bench_of(module, text, options) as bench:
            found = tune(bench, others, options.target, options.measure_seconds, choose_flags)
    except EgraphOptError as error:
        return Row(name, remark=error_line(error))
    best, ours = (" ".join(f for f in t.flags if f not in options.target.flags) for t in (found.best_flags, found.target))
    rewritten, held = found.form.module is not module, len(found.form.chosen)
    seconds = found.asked.fastest, found.flags.fastest, found.ours.fastest
    return Row(name, *seconds, found.spread, best, ours, held, rewritten, found.tried, found.remark)


def table(rows: Sequence[Row]) -> None:
    """Print a line a row, times in microseconds."""

    def cells(row: Row) -> tuple[str, ...]:
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
            row.verdict(),
        )

    printed(("program", "IREE, µs", "best flags", "ours", "gain", "spread", "best flags are", "ours is", ""), map(cells, rows))
