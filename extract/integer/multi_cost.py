"""Integer program with several costs, either limited by rows, or with their maximum as objective."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import fsum

import numpy as np

from egraph_opt.extract.base.extractor_result import PROVED_GAP
from egraph_opt.extract.base.problem import FloatArray
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.integer.integer_program import IntegerProgram


class SeveralCosts(IntegerProgram):
    """Integer program with limits on additional costs, or with an objective that is not the sum of node costs."""

    def __init__(self, graph: Graph, landmarks: list[tuple[int, ...]], known: list[int], work: WorkPart) -> None:
        super().__init__(graph, landmarks, known, work)
        self.balanced: list[FloatArray] = []
        """Costs per node, if the objective is the largest of their sums."""
        self.extra: Callable[[frozenset[int]], float] | None = None
        """Submodular cost of the set of selected nodes, which is the last column."""
        self.why_not: Callable[[list[int]], list[list[int]]] | None = None
        """Function from a selection to a conflict: groups of nodes such that no valid selection has one node of each."""

    def limit(self, cost: FloatArray, most: float) -> None:
        """Add the row that the sum of `cost` over the selected nodes is at most `most`."""
        columns, values = self._price_row(cost)
        size = max(map(abs, values), default=1.0)
        self._keep([(columns, [-value / size for value in values], -most / size)])

    def balance(self, costs: Sequence[FloatArray]) -> None:
        """Set the objective to the largest of several sums of costs. The last column is the objective."""
        every = np.arange(self.columns, dtype=np.int32)
        self.solver.changeColsCost(self.columns, every, np.zeros(self.columns))
        self.solver.addCol(1.0, -np.inf, np.inf, 0, np.zeros(0, dtype=np.int32), np.zeros(0))
        self.balanced = list(costs)
        rows = []
        for cost in costs:
            columns, values = self._price_row(cost)
            rows.append(([*columns, self.columns], [*(-self.scale * value for value in values), 1.0], 0.0))
        self._keep(rows)

    def add_submodular(
        self, extra: Callable[[frozenset[int]], float], row: Callable[[Iterable[int]], dict[int, float] | None]
    ) -> None:
        """Add a column for the submodular cost `extra` of the selected set to the objective.

        For given nodes, `row` returns prices per node: a linear lower bound on `extra` that is exact for these nodes.
        """
        self.solver.addCol(1.0, -np.inf, np.inf, 0, np.zeros(0, dtype=np.int32), np.zeros(0))
        self.extra, self.row = extra, row

    def price(self, prices: dict[int, float] | None) -> None:
        """Add the row that the column of the submodular cost is at least the sum of `prices` over the selected nodes."""
        if prices is None:
            return
        paid = [
            (self.node_column[node], -self.scale * price)
            for node, price in prices.items()
            if price and self.node_column[node] >= 0
        ]
        self._keep([([*(column for column, _ in paid), self.columns], [*(value for _, value in paid), 1.0], 0.0)])

    def refuse_choice(self, choice: list[int]) -> bool:
        """Exclude a selection that exceeds a limit outside the program, such as the register limit; return whether a row was added.

        The row excludes all selections with the conflict that the callback `why_not` finds.
        """
        groups = self.why_not(choice) if self.why_not is not None else []
        columns = [self.node_column[node] for group in groups for node in group if self.node_column[node] >= 0]
        if groups:
            self._keep([(columns, [-1.0] * len(columns), 1.0 - len(groups))])
        return bool(groups)

    def tighten(self, x: list[float], values: list[float]) -> bool:
        """Add a row if the program's column for the submodular cost is too low for the fractional selection `x`.

        `values` are the column values. Return whether the column was too low, or the work limit left this undecided.
        """
        if self.extra is None:
            return False
        prices = self.row(sorted((node for node, part in enumerate(x) if part > 0), key=lambda node: -x[node]))
        if prices is None:
            return True  # unknown whether the column is too low
        least = fsum(price * x[node] for node, price in prices.items())
        if least <= values[self.columns] / self.scale + PROVED_GAP * max(1.0 / self.scale, abs(least)):
            return False
        self.price(prices)
        return True

    def _keep(self, rows: list[tuple[list[int], list[float], float]]) -> None:
        """Add rows that are never removed, unlike those of derivation cuts."""
        self.low += [low for _, _, low in rows]
        self.cuts += [((), ())] * len(rows)
        self.add(rows)

    def _price_row(self, cost: FloatArray) -> tuple[list[int], list[float]]:
        nodes = [node for nodes in self.graph.nodes_of for node in nodes if cost[node]]
        return [self.node_column[node] for node in nodes], [float(cost[node]) for node in nodes]

    def _values(self, choice: list[int]) -> list[float]:
        values = super()._values(choice)
        if self.balanced:
            chosen = [node for node in choice if node >= 0]
            values.append(self.scale * max(fsum(cost[chosen]) for cost in self.balanced))
        if self.extra is not None:
            values.append(self.scale * self.extra(frozenset(node for node in choice if node >= 0)))
        return values
