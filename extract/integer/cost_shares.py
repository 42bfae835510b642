"""Linear program that distributes node costs over cuts so that the lower bound is largest.

A cut is given by its entering nodes, of which every selection contains at least one. Each cut gets a share of cost. The shares of all cuts
that a node enters sum to at most the node's cost. Hence every selection costs at least the sum of all shares. AI planning calls the method
optimal cost partitioning among landmarks (Karpas, Domshlak 2009, "Cost-optimal planning with landmarks"). The solver's shares are rounded
down and reduced if necessary, so the lower bound is always valid.
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
"""Precision of the shares in bits: the largest cost is less than 2 ** `FINE` times the unit."""

OPTIONS: dict[str, bool | int | float | str] = {
    "threads": 1,
    "solver": "ipx",
    "run_crossover": "off",  # shares need not be a vertex; interior solutions lead to better cuts
    "ipm_optimality_tolerance": 1e-4,
}

RUN, LOADING, ITERATING, SQUARED = 1000, 1, 0.05, 1.7e-3
"""Work, in steps, per solver run, per nonzero to write, per iteration and nonzero, and per iteration and squared number of cuts."""

ITERATIONS = 30
"""Assumed number of interior-point iterations (measured: 8 to 31)."""


class Shares(NamedTuple):
    """Distribution of node costs over cuts (sets of nodes of which every selection contains one): each cut gets a share of its nodes' cost.

    The sum of all shares is a lower bound on the cost of a selection. Shares are multiples of `unit`. `selected` is the dual solution.
    """

    unit: float
    nodes: IntArray
    """Nodes of all cuts, concatenated."""
    cut: IntArray
    """Number of the cut for each entry of `nodes`."""
    capacity: FloatArray
    share: FloatArray
    """Share of its nodes' costs that each cut gets, in multiples of `unit`."""
    selected: list[float]
    """Selected fraction of each node; the fractions of the nodes that enter a cut sum to at least 1."""

    def bound_after_return(self, part: float) -> tuple[float, list[float]]:
        """Return lower bound and unused cost per node if each cut gives up the fraction `part` of the node costs assigned to it."""
        share = np.floor((1.0 - part) * self.share)
        left = self.capacity - np.bincount(self.nodes, share[self.cut], len(self.capacity))
        return float(share.sum()) * self.unit, (left * self.unit).tolist()

    def idle(self, slack: float, spare: float) -> list[bool]:
        """Return, per cut, whether it may be dropped: it is slack, and its share of cost is negligible.

        It is slack if its nodes' selected fractions sum to more than 1 + `slack`. A negligible share is at most the fraction `spare` of the
        cost of the cheapest entering node.
        """
        value = np.bincount(self.cut, np.asarray(self.selected)[self.nodes])
        idle: list[bool] = (
            (value > 1.0 + slack) & (self.share <= spare * _least_entering(self.capacity, self.nodes, self.cut))
        ).tolist()
        return idle


def share_out(cost: Sequence[float], entering: Sequence[tuple[int, ...]], work: WorkPart) -> Shares | None:
    """Distribute node costs over cuts so that the lower bound is largest; None if the limits do not suffice. Costs must be >= 0.

    `entering` lists, for each cut, the nodes of which every selection contains at least one.
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
    return RUN + LOADING * entering + iterations * (ITERATING * entering + SQUARED * cuts**2)


def _least_entering(of: FloatArray, nodes: IntArray, cut: IntArray) -> FloatArray:
    least: FloatArray = np.minimum.reduceat(of[nodes], np.searchsorted(cut, np.arange(cut[-1] + 1)))
    return least


def _solve_shares(capacity: FloatArray, nodes: IntArray, cut: IntArray, work: WorkPart) -> tuple[FloatArray, FloatArray]:
    """Return the solver's share of each cut and its fractional selection, or zeros without a solution.

    Of nodes that enter the same cuts, only the cheapest has a column in the linear program.
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
    work.over()  # records whether this run exhausted the budget
    solution = solver.getSolution()
    dual, selected = np.zeros(count), np.zeros(len(capacity))
    if len(solution.row_dual) == count and np.isfinite(solution.row_dual).all():
        dual = np.array(solution.row_dual) / scale
        selected[columns] = np.maximum(solution.col_value, 0.0)
    return dual, selected
