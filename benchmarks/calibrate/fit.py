"""Fit a target's constants to micro-benchmarks: `python -m benchmarks.calibrate.fit`, from the tables `h200/microbenchmarks*.tsv`.

Half of the cases (by a hash of the name) are fitted, by least absolute relative error, with no constant below zero; the errors are those
on the other half. Cases whose kernel spilled registers or whose operation takes less than `SHORTEST` cycles say nothing and are left
out. Writes the `[measured]` and `[errors]` parts of `egraph_opt/cost/targets/sm90.toml`, and prints the errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

import highspy
import numpy as np
from numpy.typing import NDArray

from benchmarks.paths import ROOT
from egraph_opt.cost.op_resources import work
from egraph_opt.cost.target import RESOURCES, target

from .conversions import order
from .generate import cases
from .program import Case

TABLES = sorted(Path(__file__).with_name("h200").glob("microbenchmarks*.tsv"))
CONSTANTS = ROOT / "egraph_opt/cost/targets/sm90.toml"
STAGES = ("convert", "elementwise", "reduce", "scan", "dot", "local_store", "local_load", "load", "store")
"""Kinds of micro-benchmarks in the order of fitting: what an earlier one has found holds for the later."""
SHORTEST = 20.0

Vector = NDArray[np.float64]


class Point(NamedTuple):
    """One measurement: `work` done in `cycles`."""

    name: str
    kind: str
    work: Counter[str]
    cycles: float

    @property
    def fitted(self) -> bool:
        """Return whether constants are fitted to this one: half of all are."""
        return int(order(self.name), 16) % 2 == 0


class Quality(NamedTuple):
    """Accuracy of a model's predictions: relative errors, and Spearman's rank correlation."""

    points: int
    median_error: float
    ninth_decile: float
    rank_correlation: float


def points(tables: Sequence[Path] = TABLES) -> list[Point]:
    """All usable measurements of tables that `measure.py` wrote, in their order."""
    known, found = cases(), []
    for line in (line for table in tables for line in table.read_text().splitlines()):
        name, *numbers = line.split("\t")
        if name.startswith("#") or name == "name" or name not in known:
            continue
        cycles, without, _, spilled = map(float, numbers)
        if not spilled and cycles - without >= SHORTEST and _counted(known[name]):
            total: Counter[str] = Counter()
            for term in known[name].terms:
                total.update(work(term.name, term.operands, term.results, term.access))
            found.append(Point(name, known[name].kind, total, cycles - without))
    return found


def _counted(case: Case) -> bool:
    """A model is not told a scan's axis and takes it to be the last."""
    return case.kind != "scan" or case.name.endswith(f"/{len(case.shape) - 1}")


def predicted(point: Point, cycles: dict[str, float]) -> float:
    return sum(cycles[unit] * count for unit, count in point.work.items())


def fit(chosen: Sequence[Point], known: dict[str, float]) -> dict[str, float]:
    """Constants for the units of work that `known` lacks: the least sum of relative errors, as a linear program.

    minimise sum e   with   |known + counts·c - cycles| <= cycles·e,   c >= 0, e >= 0
    """
    new = sorted({unit for point in chosen for unit, count in point.work.items() if count and unit not in known})
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    for cost in [0.0] * len(new) + [1.0] * len(chosen):
        solver.addCol(cost, 0.0, highspy.kHighsInf, 0, [], [])
    for i, point in enumerate(chosen):
        rest = (
            1.0
            - predicted(Point("", "", Counter({u: n for u, n in point.work.items() if u in known}), 0.0), known) / point.cycles
        )
        used = [j for j, unit in enumerate(new) if point.work[unit]]
        parts = [point.work[new[j]] / point.cycles for j in used]
        index = np.array([*used, len(new) + i], dtype=np.int32)
        solver.addRow(rest, highspy.kHighsInf, len(index), index, np.array([*parts, 1.0]))
        solver.addRow(-highspy.kHighsInf, rest, len(index), index, np.array([*parts, -1.0]))
    solver.run()
    return dict(zip(new, map(float, solver.getSolution().col_value), strict=False))


def fit_all(found: Iterable[Point]) -> dict[str, float]:
    """Every constant that the fitted half of the measurements says something of."""
    found = [point for point in found if point.fitted]
    known: dict[str, float] = {}
    for stage in STAGES:
        if chosen := [point for point in found if point.kind == stage]:
            known |= fit(chosen, known)
    return {unit: float(f"{value:.4g}") for unit, value in known.items()}


def quality(chosen: Sequence[Point], cycles: dict[str, float]) -> Quality:
    """Judge constants by measurements."""
    guesses = [predicted(point, cycles) for point in chosen]
    errors = sorted(abs(guess / point.cycles - 1) for guess, point in zip(guesses, chosen, strict=True))
    return Quality(
        len(chosen), median(errors), errors[len(errors) * 9 // 10], rank_correlation(guesses, [point.cycles for point in chosen])
    )


DIFFERENT = 0.02
"""Ratios nearer to 1 than this are not asked of a model."""


def rank_correlation(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's: equal values share their mean rank."""

    def ranks(values: Sequence[float]) -> Vector:
        _, inverse, counts = np.unique(np.asarray(values), return_inverse=True, return_counts=True)
        return (np.cumsum(counts) - (counts - 1) / 2.0)[inverse]

    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def calibration(found: Sequence[Point], cycles: dict[str, float]) -> dict[str, Quality]:
    """The quality on the half that was not fitted, by kind of operation, and for all together."""
    unseen = [point for point in found if not point.fitted]
    kinds = [kind for kind in STAGES if any(point.kind == kind for point in unseen)]
    return {kind: quality([p for p in unseen if p.kind == kind], cycles) for kind in kinds} | {"all": quality(unseen, cycles)}


def main() -> None:
    found = points()
    constants = fit_all(found)
    head = "; ".join(dict.fromkeys(table.read_text().splitlines()[0].removeprefix("# ") for table in TABLES))
    text = CONSTANTS.read_text().partition("\n# Fitted")[0]
    text += f"\n# Fitted by benchmarks/calibrate/fit.py to half of benchmarks/calibrate/h200/microbenchmarks*.tsv: {head}.\n[measured]\n"
    text += "".join(f"{unit} = {constants[unit]:g}\n" for units in RESOURCES.values() for unit in units if unit in constants)
    results = calibration(found, constants)
    text += "\n# The median relative error on the other half.\n[errors]\n"
    text += "".join(f"{kind} = {result.median_error:.3f}\n" for kind, result in results.items())
    CONSTANTS.write_text(text)
    target("sm90")  # nothing is missing
    lines = [
        f"# {head}; half of the cases fitted, errors on the other half",
        "kind\tcases\tmedian_error\tninth_decile\trank_correlation",
    ]
    lines += [
        f"{kind}\t{r.points}\t{r.median_error:.3f}\t{r.ninth_decile:.3f}\t{r.rank_correlation:.3f}" for kind, r in results.items()
    ]
    print("\n".join(lines))


if __name__ == "__main__":
    main()
