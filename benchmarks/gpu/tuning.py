"""Judge the model's choice of tuning configurations and the classes of equal bits: `python -m benchmarks.gpu.tuning [--folds 4] [--fit]`.

`gpu_tuning_programs.tsv` has the timed configurations of kernels at some shapes: times (`even` and `odd`: of every second run), terms of
`egraph_opt.machine.configuration_cycles`, digests of what was written (`bits`, and `unfused` without fused multiply-adds; equal numbers are
equal bits, `-` if not known), and the classes of `egraph_opt.triton.autotune.bit_classes` (`same`, `same_unfused`). Prints how much slower
the fastest of the first 1, 2 and 3 is than the fastest of all, and how many pairs of configurations are in one class. With `--folds`, each
function is ranked by constants that are fitted to functions of other folds; `--fit` prints constants that are fitted to all.
"""

from __future__ import annotations

import csv
import hashlib
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import click
import numpy as np
import numpy.typing as npt

from benchmarks.paths import RESULTS
from egraph_opt.machine.configuration_cycles import CONSTANTS, SHARES, ConfigurationLoad
from egraph_opt.machine.stalls import CAUSES

Vector = npt.NDArray[np.float64]
PROGRAMS = RESULTS / "gpu_tuning_programs.tsv"
TOPS = (1, 2, 3)
CLOCK = 1755.0
"""Cycles per microsecond of an H200 at work."""
SHARPNESS, MOST, TIGHTNESS = 15.0, 0.7, 0.003
"""The fit minimises the mean regret of a choice with probabilities that fall by `SHARPNESS` per logarithm of time. A regret counts as at
most `MOST`, and its square three times. `TIGHTNESS` is the weight of the distance from `START`.
"""
START = {
    "issue": 0.6, "global memory": 0.5, "shared memory": 1.0, "barriers": 0.3, "matrix products": 1.0, "other results": 1.0,
    "issued": 0.5, "stack": 8.0, "moved": 0.35, "requested": 0.4, "products": 0.5, "mma": 0.7, "special": 0.5, "banks": 1.0,
    "launched": 0.1, "norm": 2.0, "stages": 0.0, "alone": 0.0, "tail": 0.0,
}  # fmt: skip
EXPONENTS = ("stages", "alone", "tail")
WIDTHS = np.array([0.1 if name in EXPONENTS else 0.3 if name == "norm" else 0.7 for name in START])
"""Deviations by which constants may differ from `START`: of logarithms, except for `EXPONENTS`."""


@dataclass(frozen=True)
class Kernel:
    """Kernel at one shape, with the times of its distinct programs in microseconds, and their loads.

    `halves` has the times of the even and of the odd runs, for programs that ran often.
    """

    name: str
    times: tuple[float, ...]
    loads: tuple[ConfigurationLoad, ...]
    halves: tuple[tuple[float, float], ...]

    @property
    def fold(self) -> int:
        """Return a number from 0 to 59 that depends on the function's name."""
        return int(hashlib.sha256(self.name.partition(":")[2].encode()).hexdigest(), 16) % 60


def read_rows() -> dict[tuple[str, str], list[dict[str, str]]]:
    """Return the rows of the table by kernel and shape."""
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    with PROGRAMS.open() as file:
        for row in csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"):
            found.setdefault((row["kernel"], row["shape"]), []).append(row)
    return found


def read_kernels() -> list[Kernel]:
    """Return the kernels with several programs whose launch is known. Equal programs have the median of their times."""
    kernels = []
    for (name, _), rows in read_rows().items():
        programs: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            if row["stages"] != "-":
                programs.setdefault(row["program"], []).append(row)
        if len(programs) > 1:
            times = tuple(_median(some, "us") for some in programs.values())
            often = [some for some in programs.values() if all(row["even"] != "-" for row in some)]
            halves = tuple((_median(some, "even"), _median(some, "odd")) for some in often)
            kernels.append(Kernel(name, times, tuple(_load(some[0]) for some in programs.values()), halves))
    return kernels


def _median(rows: Sequence[dict[str, str]], column: str) -> float:
    return float(np.median([float(row[column]) for row in rows]))


def _load(row: dict[str, str]) -> ConfigurationLoad:
    cycles = {name: float(row[name.replace(" ", "_")]) for name in (*CAUSES, *SHARES)}
    return ConfigurationLoad(cycles, int(row["stages"]), row["alone"] == "1", float(row["tail"]), float(row["simulated"]))


class Ranking:
    """Loads and times of some kernels as arrays, for the same model as `configuration_cycles.relative_times`."""

    def __init__(self, kernels: Sequence[Kernel]) -> None:
        loads = [load for kernel in kernels for load in kernel.loads]
        self._waits = np.array([[load.cycles[name] for name in CAUSES] for load in loads])
        self._shares = np.array([[load.cycles[name] for name in SHARES] for load in loads])
        self._exponents = np.array([[load.stages, load.alone, load.tail] for load in loads])
        counts = [len(kernel.times) for kernel in kernels]
        self._starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
        self._of = np.repeat(np.arange(len(kernels)), counts)
        self._simulated = self._over_least(np.log([load.simulated for load in loads]))
        self.regrets: Vector = self._over_least(np.log([time for kernel in kernels for time in kernel.times]))

    def _over_least(self, logarithms: Vector) -> Vector:
        least: Vector = np.minimum.reduceat(logarithms, self._starts)
        return logarithms - least[self._of]

    def logarithms(self, point: Vector) -> Vector:
        """Return the logarithms of predicted times over a kernel's least; `point` has the logarithms of constants, and the exponents."""
        weights, norm = np.exp(point[: len(CAUSES) + len(SHARES)]), max(1.0, math.exp(point[-4]))
        waits = (self._waits @ weights[: len(CAUSES)]) ** norm
        found: Vector = np.log(waits + ((self._shares * weights[len(CAUSES) :]) ** norm).sum(1) + 1e-9) / norm
        return np.maximum(self._over_least(found + self._exponents @ point[-3:]), self._simulated)

    def loss(self, point: Vector) -> float:
        chances = np.exp(-SHARPNESS * self._over_least(self.logarithms(point)))
        sums = np.add.reduceat(chances * np.minimum(self.regrets, MOST), self._starts)
        regret = sums / np.add.reduceat(chances, self._starts)
        far = (((point - to_point(START)) / WIDTHS) ** 2).mean()
        return float((regret + 3.0 * regret**2).mean() + TIGHTNESS * far)

    def slowdowns(self, point: Vector, top: int) -> Vector:
        """Return, for each kernel, by what fraction the fastest of the first `top` is slower than the fastest of all."""
        known = self.logarithms(point)
        ends = [*self._starts[1:], len(known)]
        best = [
            self.regrets[a:z][np.argsort(known[a:z], kind="stable")[:top]].min() for a, z in zip(self._starts, ends, strict=True)
        ]
        return np.expm1(np.array(best))


def to_point(constants: dict[str, float]) -> Vector:
    return np.array([constants[name] if name in EXPONENTS else math.log(constants[name]) for name in START])


def to_constants(point: Vector) -> dict[str, float]:
    values = [float(x if name in EXPONENTS else math.exp(x)) for name, x in zip(START, point, strict=True)]
    return dict(zip(START, values, strict=True))


def minimise(loss: Callable[[Vector], float], start: Vector, widths: Vector, steps: int, tries: int = 18) -> Vector:
    """Minimise by covariance matrix adaptation (Hansen, "The CMA Evolution Strategy: A Tutorial", arXiv 1604.00772)."""
    draw, size, half = np.random.default_rng(0), len(start), tries // 2
    weights = math.log(half + 0.5) - np.log(np.arange(1, half + 1))
    weights /= weights.sum()
    mass = 1.0 / float((weights**2).sum())
    slow, fast = 4.0 / (size + 4.0), (mass + 2.0) / (size + mass + 5.0)
    one = 2.0 / ((size + 1.3) ** 2 + mass)
    many = min(1.0 - one, 2.0 * (mass - 2.0 + 1.0 / mass) / ((size + 2.0) ** 2 + mass))
    damping = 1.0 + fast + 2.0 * max(0.0, math.sqrt((mass - 1.0) / (size + 1.0)) - 1.0)
    expected = math.sqrt(size) * (1.0 - 1.0 / (4.0 * size) + 1.0 / (21.0 * size * size))
    mean, step, covariance = start.copy(), 1.0, np.eye(size)
    path, scaled = np.zeros(size), np.zeros(size)
    best, least = mean, loss(mean)
    for number in range(steps):
        squares, basis = np.linalg.eigh(covariance)
        lengths = np.sqrt(np.maximum(squares, 1e-12))
        moves = (draw.normal(size=(tries, size)) * lengths) @ basis.T
        points = mean + step * moves * widths
        losses = np.array([loss(point) for point in points])
        order = np.argsort(losses, kind="stable")
        if losses[order[0]] < least:
            best, least = points[order[0]], float(losses[order[0]])
        moved = weights @ moves[order[:half]]
        mean = mean + step * moved * widths
        scaled = (1.0 - fast) * scaled + math.sqrt(fast * (2.0 - fast) * mass) * (basis @ ((basis.T @ moved) / lengths))
        length = float(np.linalg.norm(scaled))
        usual = length / math.sqrt(1.0 - (1.0 - fast) ** (2 * number + 2)) < (1.4 + 2.0 / (size + 1.0)) * expected
        path = (1.0 - slow) * path + usual * math.sqrt(slow * (2.0 - slow) * mass) * moved
        chosen = moves[order[:half]]
        covariance = (1.0 - one - many) * covariance + one * np.outer(path, path) + many * (chosen.T * weights) @ chosen
        step *= math.exp(fast / damping * (length / expected - 1.0))
    return best


def fit(kernels: Sequence[Kernel], steps: int = 150) -> Vector:
    return minimise(Ranking(kernels).loss, to_point(START), 0.4 * WIDTHS, steps)


def simulated_rates(kernels: Sequence[Kernel]) -> Vector:
    """Return the simulated cycles of all programs over the cycles that they took."""
    return np.array(
        [load.simulated / (us * CLOCK) for kernel in kernels for us, load in zip(kernel.times, kernel.loads, strict=True)]
    )


def half_slowdowns(kernels: Sequence[Kernel]) -> Vector:
    """Return by what fraction the fastest program of the even runs is slower than the fastest of the odd runs, in these."""
    return np.array([min(kernel.halves)[1] / min(odd for _, odd in kernel.halves) - 1.0 for kernel in kernels if kernel.halves])


def describe(missed: Vector) -> str:
    mean = math.expm1(float(np.log1p(missed).mean()))
    return f"{(missed <= 0.02).mean():.0%} within 2 %, {mean:.2%} in the geometric mean, at most {missed.max():.1%}"


def count_pairs() -> Counter[tuple[Any, ...]]:
    """Count pairs of configurations by: which bits, whether their TTIR is equal, whether their bits are, whether their class is."""
    found: Counter[tuple[Any, ...]] = Counter()
    for rows in read_rows().values():
        for bits, same in (("bits", "same"), ("unfused", "same_unfused")):
            for one, other in combinations([row for row in rows if row[bits] != "-"], 2):
                found[bits, one["source"] == other["source"], one[bits] == other[bits], one[same] == other[same]] += 1
    return found


@click.command()
@click.option("--folds", default=0, help="Also rank each function by constants fitted to the other folds.")
@click.option("--fit", "fits", is_flag=True, help="Print constants fitted to all kernels.")
def main(folds: int, fits: bool) -> None:
    """Say what the order of configurations misses, and which pairs are in one class."""
    kernels = read_kernels()
    ranking = Ranking(kernels)
    click.echo(f"{len(kernels)} kernels and shapes of {len({kernel.fold for kernel in kernels})} folds")
    least, middle, most = np.quantile(simulated_rates(kernels), (0.05, 0.5, 0.95))
    click.echo(f"simulated cycles: {middle:.2f} of those taken in the median, {least:.2f} to {most:.2f} for nine of ten")
    click.echo(f"a choice by half of the runs: {describe(half_slowdowns(kernels))}")
    for top in TOPS:
        click.echo(f"top={top}: {describe(ranking.slowdowns(to_point(CONSTANTS), top))}")
    if folds:
        points = [fit([kernel for kernel in kernels if kernel.fold % folds != part]) for part in range(folds)]
        for top in TOPS:
            unseen = [float(Ranking([kernel]).slowdowns(points[kernel.fold % folds], top)[0]) for kernel in kernels]
            click.echo(f"not fitted to, top={top}: {describe(np.array(unseen))}")
    if fits:
        click.echo(", ".join(f"{name} {value:.2g}" for name, value in to_constants(fit(kernels, 300)).items()))
    pairs = count_pairs()
    for bits in ("bits", "unfused"):
        wrong = sum(pairs[bits, source, False, True] for source in (True, False))
        right, missed = pairs[bits, True, True, True], pairs[bits, True, True, False]
        click.echo(
            f"{bits}: {right:,} pairs in one class have the same bits, {wrong} do not; of equal TTIR {missed:,} more are equal"
        )
        click.echo(
            f"{bits}: with other TTIR {pairs[bits, False, True, False]:,} are equal, and {pairs[bits, False, True, True]:,} in one class"
        )


if __name__ == "__main__":
    main()
