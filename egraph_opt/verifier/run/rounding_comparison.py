"""Loss of precision: errors of the new kernels that a different order of their operations does not explain.

The old kernels, run in float64, give the exact values.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from egraph_opt.interpret.element_types import Array, dtype_of
from egraph_opt.verifier.run.witness import show_number
from egraph_opt.verifier.side import ArraySpec

UNIT = {"f16": 2.0**-11, "bf16": 2.0**-8, "f32": 2.0**-24, "f64": 2.0**-53, "f8E5M2": 2.0**-3, "f8E4M3FN": 2.0**-4}
"""Half of the distance between 1 and the next float."""
LOSS, WORSE = 64.0, 8.0
"""An element has lost precision if its error in the new side exceeds `LOSS` times the median error of the old side. The mean error of the
new side must also exceed `WORSE` times that of the old side."""
FEW, MANY = 8, 0.25
"""Least number of elements of a result, and share of them that must have lost precision: cancellation alone affects fewer."""
FLIPS, SHARE = 0.05, 1.05
"""For narrow float types: share of elements that another order of float32 sums may round differently, and factor by which their mean
error may grow."""
NARROW = 2.0**-20
SEVERAL = 64
"""Least number of elements for which the share of differently rounded elements is computed."""
RUNS, MOST = 3, 0.6
"""Least number of runs, and share of them in which a narrow type must be rounded differently: cancellation affects only some."""


@dataclass(slots=True)
class RoundingErrors:
    """Elements of all runs so far, by result array: of the old kernels, of the new kernels, and of the old kernels in float64."""

    seen: dict[str, list[tuple[Array, Array, Array]]] = field(default_factory=dict)
    flipped: dict[str, list[float]] = field(default_factory=dict)

    def add(self, spec: ArraySpec, old: Array, new: Array, true: Array) -> str:
        """Add the elements of one run, and describe the new side's loss of precision over all runs; empty if there is none."""
        if dtype_of(spec.dtype).kind != "f":
            return ""
        finite = np.isfinite(old) & np.isfinite(new) & np.isfinite(true)
        values = [each[finite].astype(np.float64) for each in (old, new, true)]
        self.seen.setdefault(spec.name, []).append((values[0], values[1], values[2]))
        a, b, exact = (np.concatenate(each) for each in zip(*self.seen[spec.name], strict=True))
        return describe_loss(spec, a, b, exact) or self.describe_flips(spec, *values)

    def describe_flips(self, spec: ArraySpec, old: Array, new: Array, exact: Array) -> str:
        """Describe results of a narrow float type that the new side rounds differently, and worse, in most runs; empty if none."""
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
    """Describe a loss of precision: errors of the new kernels much larger than those of the old ones; empty if there is none."""
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
