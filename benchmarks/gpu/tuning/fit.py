"""Fits the rates of `egraph_opt.machine.launch_cycles` to the times of `gpu_tuning_programs.tsv`: `python -m benchmarks.gpu.tuning.fit`.

Tries rates around a starting point, again and again nearer to the best, on the kernels of `report.FITTED` alone, and says what the rates as
they are and those that it finds miss there and on kernels that it has not seen. What is made least is four times the mean logarithm of what
the first three miss, and once that of the first.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from statistics import fmean

import click

from egraph_opt.machine import launch_cycles

from .report import FITTED, Kernel, remembered

AS_IT_IS = {"issue": launch_cycles.ISSUE, "stack": launch_cycles.STACK, "cache": launch_cycles.CACHE}
MOST = 0.5
"""Beyond which it does not matter how much is missed: one kernel must not decide."""


def loss(of: Sequence[Kernel], rates: Mapping[str, float]) -> float:
    def mean(top: int) -> float:
        return fmean(math.log1p(min(MOST, kernel.missed(top, **rates))) for kernel in of)

    return 4.0 * mean(3) + mean(1)


def fitted(of: Sequence[Kernel], tries: int, seed: int = 0) -> dict[str, float]:
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
@click.option("--tries", default=600, show_default=True)
def main(tries: int) -> None:
    """Say what rates would miss less."""
    found = remembered()
    seen, unseen = ([kernel for kernel in found if (kernel.package in FITTED) is fit] for fit in (True, False))
    for name, rates in (("as it is", AS_IT_IS), ("fitted", fitted(seen, tries))):
        said = ", ".join(f"{key} {rate:.2f}" for key, rate in rates.items())
        click.echo(f"{name}: {said}: {loss(seen, rates):.4f} where fitted, {loss(unseen, rates):.4f} where unseen")


if __name__ == "__main__":
    main()
