"""Rounding errors of both sides against the same computation over `f64`: does the new side round more than another order explains?"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from egraph_opt.interpret.element_types import Array, dtype_of
from egraph_opt.verifier.run.witness import show_number
from egraph_opt.verifier.side import ArraySpec

UNIT = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53, "f8E5M2": 2.0**-3, "f8E4M3FN": 2.0**-4}
"""Half of the distance between 1 and the next float."""
LOSS, WORSE = 64.0, 8.0
"""How many times the usual rounding error the error of an element is that counts, and how much more errors are in the mean."""
FEW, MANY = 8, 0.25
"""Least number of elements, and least part of them, of which the error has to count: where numbers cancel, it is that of fewer."""
FLIPS, SHARE = 0.05, 1.05
"""Largest part of the elements of a narrow float type that another order of float32 sums may round to a neighbour, and how much larger
their errors may be in the mean."""
NARROW = 2.0**-20
SEVERAL = 64
"""Least number of elements of which the part is taken."""
RUNS, MOST = 3, 0.6
"""Least number of runs, and least part of them, in which a narrow type is rounded otherwise: cancelling numbers do that in some."""


@dataclass(slots=True)
class RoundingErrors:
    """Results of runs, by array: of both sides as they are, and over `f64`."""

    seen: dict[str, list[tuple[Array, Array, Array]]] = field(default_factory=dict)
    flipped: dict[str, list[float]] = field(default_factory=dict)

    def add(self, spec: ArraySpec, old: Array, new: Array, true: Array) -> str:
        """Enter elements, and return in words that the new side loses precision, or an empty string."""
        if dtype_of(spec.dtype).kind != "f":
            return ""
        finite = np.isfinite(old) & np.isfinite(new) & np.isfinite(true)
        values = [each[finite].astype(np.float64) for each in (old, new, true)]
        self.seen.setdefault(spec.name, []).append((values[0], values[1], values[2]))
        a, b, exact = (np.concatenate(each) for each in zip(*self.seen[spec.name], strict=True))
        return describe_loss(spec, a, b, exact) or self.describe_flips(spec, *values)

    def describe_flips(self, spec: ArraySpec, old: Array, new: Array, exact: Array) -> str:
        """Return in words that results of a narrow float type are rounded otherwise in most runs."""
        if UNIT[spec.dtype] < NARROW or old.size < SEVERAL:
            return ""
        errors = np.abs(old - exact), np.abs(new - exact)
        flips = float(np.mean(old != new))
        runs = self.flipped.setdefault(spec.name, [])
        runs.append(flips if float(np.mean(errors[1])) > SHARE * float(np.mean(errors[0])) else 0.0)
        if len(runs) < RUNS or float(np.mean(np.asarray(runs) > FLIPS)) < MOST:
            return ""
        return f"{max(runs):.0%} of the elements of {spec.name} are rounded otherwise in new, and less exactly"


def describe_loss(spec: ArraySpec, old: Array, new: Array, exact: Array) -> str:
    """Return in words that new results are further from the exact ones than other orders of the same operations explain."""
    if old.size < FEW:
        return ""
    unit, sizes = UNIT[spec.dtype], np.abs(exact)
    errors = np.abs(old - exact), np.abs(new - exact)
    relative = [each / np.maximum(sizes, 2.0**-60) for each in errors]
    usual = max(float(np.median(relative[0])), unit)
    means = [float(np.mean(each)) for each in errors]
    counts = float(np.mean(relative[1] > LOSS * usual)) > MANY
    if not counts or means[1] <= WORSE * max(means[0], unit * float(np.median(sizes))):
        return ""
    worst = [show_number(float(each.max())) for each in errors]
    return f"results of new in {spec.name} are off by up to {worst[1]}, those of old by {worst[0]}"
