"""Judge the order of a tuner's configurations, and fit its rates, on timed programs: `python -m benchmarks.gpu.tuning [--tries 600]`.

`gpu_tuning_programs.tsv` has all 1,526 configurations of 84 kernels, timed on an H200, and the terms of `egraph_opt.machine.launch_cycles`.
Prints how much slower the fastest of the first 1, 2 and 3 is than the fastest of all; with `--tries`, also the rates that a search
near to the best finds on the kernels of `FITTED`. The loss is four times the mean logarithm of what the first three miss, and once that of
the first.
"""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import click

from benchmarks.paths import RESULTS
from egraph_opt.machine import launch_cycles
from egraph_opt.machine.launch_cycles import LaunchLoad, cycles

FITTED = ("fla", "gems")
"""The packages whose kernels the model's constants are fitted to."""
TOPS = (1, 2, 3)
PROGRAMS = RESULTS / "gpu_tuning_programs.tsv"
AS_IT_IS = {"issue": launch_cycles.ISSUE, "stack": launch_cycles.STACK, "cache": launch_cycles.CACHE}
MOST = 0.5
"""Beyond which it does not matter how much is missed: one kernel must not decide."""


@dataclass(frozen=True)
class Kernel:
    """One kernel at one shape: its distinct programs, their times in microseconds, and what the model adds up of each."""

    name: str
    times: tuple[float, ...]
    parts: tuple[LaunchLoad, ...]

    @property
    def package(self) -> str:
        return self.name.partition(".")[0]

    def slowdown(self, top: int, **rates: float) -> float:
        """The part by which the fastest of the first is slower than the fastest of all."""
        order = sorted(range(len(self.parts)), key=lambda n: (cycles(self.parts[n], **rates), n))
        return min(self.times[n] for n in order[:top]) / min(self.times) - 1.0


def read_kernels() -> list[Kernel]:
    """The kernels of the table of programs."""
    with PROGRAMS.open() as file:
        rows = list(csv.DictReader((line for line in file if line[0] != "#"), delimiter="\t"))
    found: dict[str, list[dict[str, str]]] = {}
    for row in rows:
        found.setdefault(row["kernel"], []).append(row)
    return [
        Kernel(
            name,
            tuple(float(row["us"]) for row in of),
            tuple(LaunchLoad(*(float(row[part]) for part in LaunchLoad._fields)) for row in of),
        )
        for name, of in found.items()
    ]


def describe_order(of: Sequence[Kernel], top: int) -> str:
    missed = [kernel.slowdown(top) for kernel in of]
    mean = math.exp(fmean(math.log1p(part) for part in missed)) - 1.0
    return f"{sum(part <= 0.02 for part in missed) / len(of):.0%} within 2 %, {mean:.2%} in the geometric mean, at most {max(missed):.1%}"


def loss(of: Sequence[Kernel], rates: Mapping[str, float]) -> float:
    def mean(top: int) -> float:
        return fmean(math.log1p(min(MOST, kernel.slowdown(top, **rates))) for kernel in of)

    return 4.0 * mean(3) + mean(1)


def fit_rates(of: Sequence[Kernel], tries: int, seed: int = 0) -> dict[str, float]:
    """The best of so many tries."""
    draw = random.Random(seed)
    best, least = dict.fromkeys(AS_IT_IS, 1.0) | {"cache": 64.0}, math.inf
    for n in range(tries):
        wide = 0.8 * (1.0 - n / tries) + 0.05
        rates = {name: rate * math.exp(draw.gauss(0.0, wide)) for name, rate in best.items()}
        if (found := loss(of, rates)) < least:
            best, least = rates, found
    return best


@click.command()
@click.option("--tries", default=0, help="Rates to try.")
def main(tries: int) -> None:
    """Say what the order of configurations misses."""
    found = read_kernels()
    seen, unseen = ([kernel for kernel in found if (kernel.package in FITTED) is fit] for fit in (True, False))
    for what, some in (("all", found), (f"fitted to ({', '.join(FITTED)})", seen), ("unseen", unseen)):
        for top in TOPS:
            click.echo(f"{what}, {len(some)} kernels, top={top}: {describe_order(some, top)}")
    for name, rates in (("as it is", AS_IT_IS), *([("fitted", fit_rates(seen, tries))] if tries else [])):
        said = ", ".join(f"{key} {rate:.2f}" for key, rate in rates.items())
        click.echo(f"{name}: {said}: {loss(seen, rates):.4f} where fitted, {loss(unseen, rates):.4f} where unseen")


if __name__ == "__main__":
    main()
