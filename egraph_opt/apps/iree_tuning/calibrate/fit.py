"""Fit of the times of single computations to the times of dispatches, which may run several computations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

import numpy as np

from egraph_opt.apps.iree_tuning.calibrate.profile import Dispatch
from egraph_opt.families.region.encode.loop_nest import Nest

SHORTEST = 2e-7
"""Least denominator of relative errors, in seconds."""
STEPS = 20_000
LEAST_COMMON = 5
"""Least number of common loop nests for a comparison of two tables."""


def nonnegative_least_squares(
    rows: Sequence[Sequence[float]], seconds: Sequence[float], size: Sequence[float] = ()
) -> np.ndarray:
    """Return the coefficients >= 0 with the least squares of relative errors (Lee and Seung's multiplicative updates).

    Args:
        rows: matrix with a row per measurement and a column per coefficient.
        seconds: measured times.
        size: denominators of the relative errors, by default the times.
    """
    weights = 1.0 / np.maximum(np.array(size or seconds), SHORTEST)
    x, y = np.array(rows, dtype=float) * weights[:, None], np.array(seconds) * weights
    scale = np.maximum(np.linalg.norm(x, axis=0), 1e-300)
    x /= scale
    square, right, found = x.T @ x, x.T @ y, np.full(x.shape[1], 0.1)
    for _ in range(STEPS):
        found *= np.maximum(right, 0.0) / np.maximum(square @ found, 1e-30)
    return np.asarray(found / scale)


def of_nests(ran: Iterable[Dispatch]) -> dict[Nest, float]:
    """Return the seconds of each loop nest, fitted to the times of dispatches.

    Dispatches with equal nests count once, by their median.
    """
    times: dict[tuple[Nest, ...], list[float]] = defaultdict(list)
    for one in ran:
        if one.nests:
            times[tuple(sorted(one.nests, key=repr))].append(one.seconds)
    nests = sorted({nest for together in times for nest in together}, key=repr)
    place = {nest: number for number, nest in enumerate(nests)}
    rows = np.zeros((len(times), len(nests)))
    for row, together in zip(rows, times, strict=True):
        for nest in together:
            row[place[nest]] += nest.points
    if not nests:
        return {}
    rates = nonnegative_least_squares(rows.tolist(), [median(found) for found in times.values()])
    return {nest: float(rate) * nest.points for nest, rate in zip(nests, rates, strict=True)}


def slowness(found: Mapping[Nest, float], known: Mapping[Nest, float]) -> float:
    """Return the median ratio of the times `found` to the times `known`; 1 if fewer than `LEAST_COMMON` loop nests are common."""
    ratios = [seconds / known[nest] for nest, seconds in found.items() if min(seconds, known.get(nest, 0.0)) > SHORTEST]
    return median(ratios) if len(ratios) >= LEAST_COMMON else 1.0
