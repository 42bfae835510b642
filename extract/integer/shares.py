"""Linear program over cuts: which shares of the nodes' costs the cuts take for the largest lower bound.

Every selection has a node that enters each cut. If the shares of the cuts that a node enters are together no more than its
cost, the selection costs at least the sum of all shares. In planning this is the optimal cost partitioning among landmarks (Karpas,
Domshlak 2009, "Cost-optimal planning with landmarks"). The bound holds whatever the solver returns: its shares are rounded
down to multiples of a power of two, whose sums floats represent exactly, and are made smaller where they exceed a cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import frexp, ldexp
from typing import NamedTuple

import numpy as np

from egraph_opt.extract.base.problem import FloatArray, IntArray
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.integer.memory_estimate import shares_bytes
from egraph_opt.extract.integer.silent_highs import quiet_highs

FINE = 32
"""Bits of the largest cost, in the unit of shares. So a cost of 2**21 such nodes is exact, too."""

OPTIONS: dict[str, bool | int | float | str] = {
    "threads": 1,
    "solver": "ipx",
    "run_crossover": "off",  # the shares need not be a vertex, and those inside lead to better cuts
    "ipm_optimality_tolerance": 1e-4,
}

RUN, LOADING, ITERATING, SQUARED = 1000, 1, 0.05, 1.7e-3
"""Steps of a run of the solver; per entering node for writing the program; of an iteration of the interior-point method, for each
entering node, and for the square of the number of cuts.
"""

ITERATIONS = 30
"""Iterations that a program may take: it took 8 to 31."""


class Shares(NamedTuple):
    """Hold the shares of cuts and what they leave, in multiples of `unit`, and the fractional selection of which they are the dual."""

    unit: float
    nodes: IntArray
    """The nodes that enter the cuts, one cut after the other."""
    cut: IntArray
    """The cut of each of these."""
    capacity: FloatArray
    """The cost of each node."""
    share: FloatArray
    """The share of each cut."""
    selected: list[float]
    """Per node, the part of it that is selected. Of the nodes that enter a cut, all together at least 1."""

    def bound_after_return(self, part: float) -> tuple[float, list[float]]:
        """Return the lower bound and what is left of each node's cost, if each cut gives back a part of its share."""
        share = np.floor((1.0 - part) * self.share)
        left = self.capacity - np.bincount(self.nodes, share[self.cut], len(self.capacity))
        return float(share.sum()) * self.unit, (left * self.unit).tolist()

    def idle(self, slack: float, spare: float) -> list[bool]:
        """Return of each cut whether more than 1 by `slack` is selected, and its share is less than such a part of what it could be."""
        value = np.bincount(self.cut, np.asarray(self.selected)[self.nodes])
        idle: list[bool] = (
            (value > 1.0 + slack) & (self.share <= spare * _least_entering(self.capacity, self.nodes, self.cut))
        ).tolist()
        return idle


def share_out(cost: Sequence[float], entering: Sequence[tuple[int, ...]], work: WorkPart) -> Shares | None:
    """Return the best shares of cuts, of each of which the entering nodes are given; None if the limits have no room for that.

    No cost is negative.
    """
    sizes = [len(nodes) for nodes in entering]
    if not work.allows(_steps(sum(sizes), len(sizes), ITERATIONS), memory=shares_bytes(sum(sizes))):
        return None
    nodes = np.fromiter(chain.from_iterable(entering), dtype=np.int64, count=sum(sizes))
    cut = np.repeat(np.arange(len(sizes)), sizes)
    unit = ldexp(1.0, frexp(max(cost))[1] - FINE)
    capacity = np.floor(np.asarray(cost) / unit)
    dual, selected = _solve_shares(capacity, nodes, cut, work)
    share = np.minimum(np.floor(np.maximum(dual, 0.0)), _least_entering(capacity, nodes, cut))
    while True:
        taken = np.bincount(nodes, share[cut], len(capacity))
        if (taken <= capacity).all():
            return Shares(unit, nodes, cut, capacity, share, selected.tolist())
        factor = _least_entering(np.where(taken > capacity, capacity / np.maximum(taken, 1.0), 1.0), nodes, cut)
        share = np.where(factor < 1.0, np.maximum(np.floor(factor * share) - 1.0, 0.0), share)


def _steps(entering: int, cuts: int, iterations: int) -> float:
    """Return the steps that a program with so many entering nodes and cuts takes."""
    return RUN + LOADING * entering + iterations * (ITERATING * entering + SQUARED * cuts**2)


def _least_entering(of: FloatArray, nodes: IntArray, cut: IntArray) -> FloatArray:
    """Return, per cut, the least number of its entering nodes."""
    least: FloatArray = np.minimum.reduceat(of[nodes], np.searchsorted(cut, np.arange(cut[-1] + 1)))
    return least


def _solve_shares(capacity: FloatArray, nodes: IntArray, cut: IntArray, work: WorkPart) -> tuple[FloatArray, FloatArray]:
    """Return the solver's share of each cut, and its selection; zeros if it has none.

    Of nodes that enter the same cuts only the cheapest has a column. Cuts are told apart by sums of random marks: two that are mistaken
    for the same make the shares worse, not wrong.
    """
    import highspy

    count = int(cut[-1]) + 1
    marks = np.bincount(nodes, np.random.default_rng(0).random(count)[cut], len(capacity))
    used = np.unique(nodes)
    used = used[np.lexsort((used, capacity[used], marks[used]))]
    columns = np.sort(used[np.append(True, np.diff(marks[used]) > 0.0)])
    number = np.full(len(capacity), -1)
    number[columns] = np.arange(len(columns))
    index, row = number[nodes], cut[number[nodes] >= 0]
    index = index[index >= 0]
    scale = 1.0 / (float(capacity.mean()) or 1.0)
    solver = quiet_highs()
    for option, value in (OPTIONS | {"time_limit": work.alone}).items():
        solver.setOptionValue(option, value)
    solver.passModel(
        len(columns),
        count,
        len(index),
        int(highspy.MatrixFormat.kRowwise),
        int(highspy.ObjSense.kMinimize),
        0.0,
        capacity[columns] * scale,
        np.zeros(len(columns)),
        np.full(len(columns), np.inf),
        np.ones(count),
        np.full(count, np.inf),
        np.searchsorted(row, np.arange(count)).astype(np.int32),
        index.astype(np.int32),
        np.ones(len(index)),
        np.zeros(len(columns), dtype=np.int32),
    )
    solver.run()
    work.spend(_steps(len(nodes), count, max(0, solver.getInfo().ipm_iteration_count)))
    work.over()  # it says so if this run used up the rest
    solution = solver.getSolution()
    dual, selected = np.zeros(count), np.zeros(len(capacity))
    if len(solution.row_dual) == count and np.isfinite(solution.row_dual).all():
        dual = np.array(solution.row_dual) / scale
        selected[columns] = np.maximum(solution.col_value, 0.0)
    return dual, selected
