"""One independent part as an integer program: a variable per node and per class with a choice."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, inf, isfinite, sqrt
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.extract.cuts import Cut, entering
from egraph_opt.extract.graph import Graph
from egraph_opt.extract.quiet import quiet_highs
from egraph_opt.extract.result import PROVED
from egraph_opt.extract.work import Work

if TYPE_CHECKING:
    from highspy.highs import HighsCallbackEvent

INTEGRAL = 1e-6
"""Distance from 0 and 1 that still counts as integral: HiGHS's own default."""

OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    # For the relaxation: presolve finds little, and takes as long as the solver; exact edge weights take half of its time.
    "presolve": "off",
    "simplex_dual_edge_weight_strategy": 1,
    "mip_rel_gap": PROVED / 2,
    "mip_abs_gap": 0.0,
}

ROOT_OPTIONS: dict[str, bool | int | float | str] = {
    "presolve": "off",
    "mip_max_nodes": 10,
    "mip_pool_soft_limit": 1000,  # few of the solver's own cuts are needed beside those found here
}
"""A first try, without presolve and hardly leaving the root: it decides most large programs in half the time."""

SMALL = 2000
"""Columns up to which the tree is as fast as the root."""

TREE_OPTIONS: dict[str, bool | int | float | str] = {
    "presolve": "on",
    "mip_max_nodes": 2**31 - 1,
    "mip_pool_soft_limit": 10_000,
    # The start is hardly ever improved, and these take a quarter of the time.
    "mip_heuristic_run_rins": False,
    "mip_heuristic_run_rens": False,
    "mip_heuristic_run_root_reduced_cost": False,
}


LOADING = 2.5
"""Steps a node that writing the program and handing it to the solver takes."""

RUN, PIVOT, WIDE, AGAIN = 200, 7, 12e6, 4
"""Steps that a run of the solver takes, with one for each row; that an iteration of the simplex method takes, with one for each `WIDE` in
the square of the number of rows; and how many times as many where the program was run before: a basis that fits its cuts is denser."""

LOOK, ROUND = 2000, 0.4
"""Steps that the solver takes from one look at its limits to the next where variables are integers, whatever the size; and those that
rounds of cuts take, for each nonzero times the square root of the number of values that the relaxation leaves fractional. How many
iterations there were is not told, nor what searches within the search took: of 60 runs, those over 0.3 s took 0.16 to 3.8 times as much."""


UNLIMITED = 2**31 - 1


class _Watch:
    """Counts what a run of the solver does, and ends it when the work is over; the solver's own limit is wall time."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.iterations = 0
        self.pivot = self.round = 0.0

    def begin(self, rows: int, nonzeros: int, fractional: int, again: bool) -> None:
        """Count a run that begins, of a program of this size, whose relaxation had so many `fractional` values; `again`: not its first."""
        self.iterations, self.pivot, self.round = (
            0,
            (PIVOT + rows**2 / WIDE) * (AGAIN if again else 1),
            LOOK + ROUND * nonzeros * sqrt(fractional),
        )
        self.work.spend(RUN + rows)

    def simplex(self, event: HighsCallbackEvent) -> None:
        """Count the iterations since the last call."""
        self.iterated(event.data_out.simplex_iteration_count)
        event.interrupt(self.work.over())

    def iterated(self, count: int) -> None:
        """Count the iterations of this run, which are `count` by now."""
        self.work.spend((count - self.iterations) * self.pivot)
        self.iterations = count

    @property
    def iterations_left(self) -> int:
        """The iterations after which the work is over."""
        return 0 if self.work.over() else min(UNLIMITED, ceil(self.work.left / self.pivot))

    def mip(self, event: HighsCallbackEvent) -> None:
        """Count a look at the limits: how many iterations there were is not told."""
        self.work.spend(self.round)
        event.interrupt(self.work.over())


class Program:
    """x = 1: the node, or the class, is selected. A selected class selects a node, a node its children."""

    def __init__(self, graph: Graph, landmarks: list[tuple[int, ...]], known_cost: float, work: Work) -> None:
        import highspy

        work.spend(LOADING * len(graph.cost))
        self.graph = graph
        # HiGHS has absolute tolerances: they suit costs that add up to thousands.
        self.scale = 1e3 / known_cost
        self.is_forced = bytearray(len(graph.nodes_of))
        for c in graph.roots:
            self.is_forced[c] = 1
        # A class without a choice shares its node's column; a forced class with a choice needs none.
        self.node_column = [-1] * len(graph.cost)
        self.class_column = [-1] * len(graph.nodes_of)
        cost: list[float] = []
        lower: list[float] = []
        for c, nodes in enumerate(graph.nodes_of):
            for node in nodes:
                self.node_column[node] = len(cost)
                cost.append(graph.cost[node] * self.scale)
                lower.append(1.0 if len(nodes) == 1 and self.is_forced[c] else 0.0)
            if len(nodes) == 1:
                self.class_column[c] = self.node_column[nodes[0]]
            elif not self.is_forced[c]:
                self.class_column[c] = len(cost)
                cost.append(0.0)
                lower.append(0.0)
        self.columns = len(cost)
        self.lower, self.upper = np.array(lower), np.ones(self.columns)
        rows = self._rows()
        rows += [([self.class_column[c] for c in classes], [1.0] * len(classes), 1.0, inf) for classes in landmarks]
        self.first_cut = len(rows)
        self.cuts: list[Cut] = []
        self.low: list[float] = []
        starts = np.cumsum([0, *(len(columns) for columns, _, _, _ in rows)])
        self.solver = quiet_highs()
        self.watch = _Watch(work)
        self.is_watched = False
        if self.columns > SMALL:
            self._watch()
        self._set(OPTIONS)
        self.solver.passModel(
            self.columns,
            len(rows),
            int(starts[-1]),
            int(highspy.MatrixFormat.kRowwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
            np.array(cost),
            self.lower,
            self.upper,
            np.array([low for _, _, low, _ in rows]),
            np.array([high for _, _, _, high in rows]),
            starts[:-1].astype(np.int32),
            np.array([column for columns, _, _, _ in rows for column in columns], dtype=np.int32),
            np.array([value for _, values, _, _ in rows for value in values]),
            np.zeros(self.columns, dtype=np.int32),
        )
        self.is_integer = False
        self.fractional = 0
        """Values between 0 and 1 in the last relaxation."""
        self.was_run = False

    def _rows(self) -> list[tuple[list[int], list[float], float, float]]:
        """Rows (columns, values, lower, upper). Nodes of one class that need the same child share a row: it is tighter."""
        graph = self.graph
        rows: list[tuple[list[int], list[float], float, float]] = []
        for c, nodes in enumerate(graph.nodes_of):
            if len(nodes) > 1:
                columns = [self.node_column[node] for node in nodes]
                if self.is_forced[c]:
                    rows.append((columns, [1.0] * len(nodes), 1.0, 1.0))
                else:
                    rows.append(([*columns, self.class_column[c]], [*[1.0] * len(nodes), -1.0], 0.0, 0.0))
            needing: dict[int, list[int]] = {}
            for node in nodes:
                for x in graph.forward[node] + graph.back[node]:
                    if not self.is_forced[x] and x != c:
                        needing.setdefault(x, []).append(self.node_column[node])
            for x, columns in needing.items():
                if len(columns) == len(nodes) > 1 and not self.is_forced[c]:
                    columns = [self.class_column[c]]
                rows.append(([*columns, self.class_column[x]], [*[1.0] * len(columns), -1.0], -inf, 0.0))
        return rows

    def run(self, warm: list[int]) -> tuple[float, list[float] | None, bool]:
        """(A lower bound in the problem's unit, the best column values if there are any, were they proved best)."""
        import highspy

        self.watch.begin(self.solver.getNumRow(), self.solver.getNumNz(), self.fractional, self.was_run)
        self.was_run = True
        if self.is_integer:
            self._start(self._values(warm))
            self._set(ROOT_OPTIONS if self.columns > SMALL else TREE_OPTIONS)
        elif not self.is_watched:
            self.solver.setOptionValue("simplex_iteration_limit", self.watch.iterations_left)
        self.solver.run()
        if not self.is_watched:
            self.watch.iterated(self.solver.getInfo().simplex_iteration_count)
            self.watch.work.over()  # it says so where this run used up what was left
        if self.solver.getModelStatus() == highspy.HighsModelStatus.kSolutionLimit:
            self._start(list(self.solver.getSolution().col_value))
            self._set(TREE_OPTIONS)
            self.solver.run()
        info = self.solver.getInfo()
        ended = bool(self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)
        # A relaxation that was stopped bounds nothing: its dual may not be feasible yet.
        bound = info.mip_dual_bound if self.is_integer else info.objective_function_value if ended else 0.0
        feasible = info.primal_solution_status == int(highspy.SolutionStatus.kSolutionStatusFeasible)
        usable = feasible and (ended or self.is_integer)
        values = list(self.solver.getSolution().col_value) if usable else None
        if values is not None and not self.is_integer:
            self.fractional = sum(INTEGRAL < value < 1 - INTEGRAL for value in values)
        return bound / self.scale if isfinite(bound) else 0.0, values, ended

    def _watch(self) -> None:
        """Have the solver call for each of its steps: in a small relaxation that takes longer than the steps themselves."""
        self.is_watched = True
        self.solver.cbSimplexInterrupt.subscribe(self.watch.simplex)
        self.solver.cbMipInterrupt.subscribe(self.watch.mip)
        self.solver.setOptionValue("simplex_iteration_limit", UNLIMITED)

    def _set(self, options: dict[str, bool | int | float | str]) -> None:
        for option, value in options.items():
            self.solver.setOptionValue(option, value)

    def _values(self, choice: list[int]) -> list[float]:
        values = [0.0] * self.columns
        for c, node in enumerate(choice):
            if node >= 0:
                values[self.node_column[node]] = 1.0
                if self.class_column[c] >= 0:
                    values[self.class_column[c]] = 1.0
        return values

    def _start(self, values: list[float]) -> None:
        import highspy

        solution = highspy.HighsSolution()
        solution.col_value = values
        self.solver.setSolution(solution)

    def split(self, values: list[float]) -> tuple[list[float], list[float]]:
        """Column values as values of nodes and of classes."""
        graph = self.graph
        x = [values[column] if column >= 0 else 0.0 for column in self.node_column]
        y = [1.0 if self.is_forced[c] else values[column] if column >= 0 else 0.0 for c, column in enumerate(self.class_column)]
        return x, [value if graph.nodes_of[c] else 0.0 for c, value in enumerate(y)]

    def reduced(self) -> list[float]:
        """Per node what it adds to the bound, in the problem's unit, if it is selected."""
        # A column that is 1 in every selection is in the bound already.
        dual = np.maximum(self.solver.getSolution().col_dual, 0.0) / self.scale
        reduced = np.where(self.lower > 0.0, 0.0, dual).tolist()
        price = [0.0] * len(self.graph.cost)
        for c, nodes in enumerate(self.graph.nodes_of):
            shared = reduced[self.class_column[c]] if len(nodes) > 1 and self.class_column[c] >= 0 else 0.0
            for node in nodes:
                price[node] = reduced[self.node_column[node]] + shared
        return price

    def forget(self) -> None:
        """Drops the cuts that hold with room to spare."""
        solution = self.solver.getSolution()
        spare = [value - low for value, low in zip(solution.row_value[self.first_cut :], self.low, strict=True)]
        idle = [i for i, value in enumerate(spare) if value > INTEGRAL]
        self.solver.deleteRows(len(idle), np.array([self.first_cut + i for i in idle], dtype=np.int32))
        self.cuts = [cut for cut, value in zip(self.cuts, spare, strict=True) if value <= INTEGRAL]
        self.low = [low for low, value in zip(self.low, spare, strict=True) if value <= INTEGRAL]

    def make_integer(self, without: Iterable[int]) -> None:
        """From now on an integer program, without some nodes."""
        import highspy

        if not self.is_watched:
            self._watch()
        for node in without:
            self.upper[self.node_column[node]] = 0.0
        every = np.arange(self.columns, dtype=np.int32)
        self.solver.changeColsBounds(self.columns, every, self.lower, self.upper)
        self.solver.changeColsIntegrality(self.columns, every, np.array([highspy.HighsVarType.kInteger] * self.columns))
        self.is_integer = True

    def selection(self, x: list[float]) -> list[int]:
        """The chosen node of each class that the roots need under integral values of nodes, -1 for others."""
        graph = self.graph
        chosen = [-1] * len(graph.nodes_of)
        pending = list(graph.roots)
        while pending:
            c = pending.pop()
            if chosen[c] < 0:
                chosen[c] = max(graph.nodes_of[c], key=lambda node: x[node])
                pending += graph.forward[chosen[c]] + graph.back[chosen[c]]
        return chosen

    def cut(self, cuts: Iterable[Cut]) -> None:
        """Adds a row for each cut; a class whose nodes all enter stands for them."""
        rows: list[dict[int, float]] = []
        lows: list[float] = []
        for start, members in cuts:
            self.cuts.append((start, members))
            of: dict[int, list[int]] = {}
            for node in entering(self.graph, members):
                of.setdefault(self.graph.class_of[node], []).append(self.node_column[node])
            row: dict[int, float] = {}
            for c, columns in of.items():
                every = len(columns) == len(self.graph.nodes_of[c]) and self.class_column[c] >= 0
                row.update(dict.fromkeys([self.class_column[c]] if every else columns, 1.0))
            lows.append(1.0)
            if len(start) == 1 and not self.is_forced[start[0]]:
                lows[-1] = 0.0
                column = self.class_column[start[0]]
                row[column] = row.get(column, 0.0) - 1.0
            rows.append({column: value for column, value in row.items() if value})
        self.low += lows
        starts = np.cumsum([0, *map(len, rows)]).astype(np.int32)
        indices = np.array([column for row in rows for column in row], dtype=np.int32)
        values = np.array([value for row in rows for value in row.values()])
        self.solver.addRows(len(rows), np.array(lows), np.full(len(rows), np.inf), len(indices), starts[:-1], indices, values)
