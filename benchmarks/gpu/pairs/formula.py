"""Predictions that the plug-in goes by, against what was timed: `python -m benchmarks.gpu.pairs.formula FOLDER`.

FOLDER has the cases that `prepare` or `again` wrote. Their programs are compiled (no GPU is needed), and each pair of Triton's program
and ours is looked up in `benchmarks/results/gpu_pairs.tsv`, where its times are. Says how many pairs that differ are ordered right,
with and without each part of the formula of `egraph_opt.machine.prediction`, as it is and fitted to each half of the kernels for the other.
Writes `benchmarks/results/gpu_formula.tsv`.
"""

from __future__ import annotations

import csv
import math
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np

from benchmarks.calibrate.conversions import order
from benchmarks.calibrate.fit import ordered
from benchmarks.paths import RESULTS
from egraph_opt.cost.target import target
from egraph_opt.machine import prediction

from . import build, store
from .results import OURS, PLAIN

PARTS = ("cost", "occupancy", "path", "spills")
AS_IT_IS = np.array([prediction.COST, prediction.OCCUPANCY, prediction.PATH, prediction.SPILLS])
Numbers = np.ndarray[Any, np.dtype[np.float64]]


class Timed(NamedTuple):
    """A pair: how much faster ours is, and the logarithms of what the formula adds up, in the order of `PARTS`."""

    kernel: str
    configuration: str
    ratio: float
    parts: tuple[float, ...]
    paths: tuple[float, float]

    @property
    def half(self) -> int:
        return int(order(self.kernel.partition(".")[2].partition("__")[0]), 16) % 2


def timed(folder: Path, jobs: int) -> list[Timed]:
    """The pairs of a folder that were timed and differ, those of the table's order."""
    with (RESULTS / "gpu_pairs.tsv").open() as file:
        rows = {(r["kernel"], r["configuration"]): r for r in csv.DictReader((x for x in file if x[0] != "#"), delimiter="\t")}
    cases = [c for c in store.cases(folder) if (c["group"], c["configuration"]) in rows]
    cases = [c for c in cases if c["programs"][OURS] != c["programs"][PLAIN]]
    keys = dict.fromkeys((c["programs"][variant], c["fusion"]) for c in cases for variant in (PLAIN, OURS))
    building = build.Building(folder, keys, jobs)
    building.wait(keys, 24 * 3600.0)
    building.close()
    uses = {key: _use(folder, key) for key in keys}
    found = []
    for c in cases:
        row = rows[c["group"], c["configuration"]]
        one, other = (uses[c["programs"][variant], c["fusion"]] for variant in (PLAIN, OURS))
        if row["registers"] != f"{one.registers}→{other.registers}" or row["spilled_bytes"] != f"{one.spilled}→{other.spilled}":
            click.echo(f"{c['group']} {c['configuration']}: not the programs that were timed", err=True)
            continue
        costs = [c["predicted"].get(variant, c["predicted"][PLAIN])["cycles"] for variant in (PLAIN, OURS)]
        parts = prediction.parts((costs[0], costs[1]), one, other, target("sm90"))
        found.append(Timed(c["group"], c["configuration"], float(row["ratio"]), parts, (one.path, other.path)))
    return found


def _use(folder: Path, key: build.Key) -> prediction.ResourceUse:
    metadata, cubin = build.load(folder, key)
    return prediction.use_of(cubin, metadata["shared"], metadata["num_warps"])


def fitted(pairs: list[Timed], kept: list[int]) -> Numbers:
    """The weights of some parts that give the least absolute error, by weighted least squares again and again."""
    x, y = np.array([[p.parts[i] for i in kept] for p in pairs]), np.log([p.ratio for p in pairs])
    weight = np.ones(len(y))
    for _ in range(100):
        solution = np.linalg.lstsq(x * weight[:, None], y * weight, rcond=None)[0]
        weight = 1 / np.sqrt(np.maximum(np.abs(y - x @ solution), 1e-3))
    weights = np.zeros(len(PARTS))
    weights[kept] = solution
    return weights


def judged(pairs: list[Timed], weights: Numbers) -> str:
    right, different, ranks = ordered([(math.exp(float(np.dot(p.parts, weights))), p.ratio) for p in pairs])
    return f"{right} of {different} ({right / different:.1%}), rank correlation {ranks:.2f}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--jobs", default=2, show_default=True, help="Child processes.")
def main(folder: Path, jobs: int) -> None:
    """Compare what the formula says of the pairs in FOLDER with their times."""
    pairs = timed(folder, jobs)
    kernels = len({p.kernel for p in pairs})
    lines = [
        f"# {len(pairs)} pairs of {kernels} kernels and shapes, Triton 3.6.0; ordered right of those that differ by over 2 %"
    ]
    ways = {"the formula": list(range(4)), "without paths": [0, 1, 3], "cost alone": [0], "cost and path": [0, 2]}
    for name, kept in ways.items():
        weights = np.where(np.isin(np.arange(4), kept), AS_IT_IS, 0.0)
        lines.append(f"# {name}, weights as they are: {judged(pairs, weights)}")
    for name, kept in ways.items():
        for half in (0, 1):
            weights = fitted([p for p in pairs if p.half == half], kept)
            said = ", ".join(f"{PARTS[i]} {weights[i]:.2f}" for i in kept)
            lines.append(
                f"# {name}, fitted to half {half} ({said}), of the other: {judged([p for p in pairs if p.half != half], weights)}"
            )
    lines.append(
        "\t".join(("kernel", "configuration", "measured", "predicted", *(f"ln {part}" for part in PARTS), "path_cycles"))
    )
    for p in pairs:
        numbers = (p.ratio, math.exp(float(np.dot(p.parts, AS_IT_IS))), *p.parts)
        lines.append("\t".join((p.kernel, p.configuration, *(f"{n:.3f}" for n in numbers), f"{p.paths[0]:.0f}→{p.paths[1]:.0f}")))
    (RESULTS / "gpu_formula.tsv").write_text("\n".join(lines) + "\n")
    print("\n".join(line for line in lines if line.startswith("#")))


if __name__ == "__main__":
    main()
