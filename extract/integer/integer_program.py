"""Integer program of one independent component, with a variable per node and per e-class with several nodes."""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum, inf, isfinite
from time import thread_time

import numpy as np

from egraph_opt.extract.base.extractor_result import PROVED_GAP
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LOOK, WorkPart
from egraph_opt.extract.integer.cuts import Cut, entering
from egraph_opt.extract.integer.silent_highs import quiet_highs
from egraph_opt.extract.integer.solver_limits import UNLIMITED, Watch

INTEGRAL = 1e-6
"""Distance to 0 or 1 at which a value counts as integral (HiGHS's default)."""

OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    # For the relaxation: presolve gains little and takes as long as the solve; exact edge weights take half of the time.
    "presolve": "off",
    "simplex_dual_edge_weight_strategy": 1,
    "mip_rel_gap": PROVED_GAP / 2,
    "mip_abs_gap": 0.0,
    # These heuristics rarely improve the start solution, take a quarter of the time, and may run uninterruptibly for 28 s.
    "mip_heuristic_run_rins": False,
    "mip_heuristic_run_rens": False,
    "mip_heuristic_run_root_reduced_cost": False,
}

ROOT_OPTIONS: dict[str, bool | int | float | str] = {
    "presolve": "off",
    "mip_max_nodes": 10,
    "mip_pool_soft_limit": 1000,  # few of the solver's own cuts are needed in addition to derivation cuts
}
"""Solver options of a first attempt at the integer program, without presolve and almost without branching."""

MAX_TREE_COLUMNS = 2000
"""Maximum number of columns for full branch and bound without a first attempt under `ROOT_OPTIONS`."""

TREE_OPTIONS: dict[str, bool | int | float | str] = {
    "presolve": "on",
    "mip_max_nodes": 2**31 - 1,
    "mip_pool_soft_limit": 10_000,
}


BEGINNING = 4.0
"""Time reserved for the start of the integer solve, as a multiple of the time of relaxations (measured: 0.9 to 3.5)."""

LOADING = 2.5
"""Work, in steps per node, of writing the program and passing it to the solver."""

BRANCHING = 2500
"""Bytes per node and per child that the integer solve needs in addition to the relaxation (measured maximum)."""


class IntegerProgram:
    """Integer program with 0-1 variables for selected nodes and e-classes.

    A selected e-class has a selected node, and a selected node has selected children.
    """

    def __init__(self, graph: Graph, landmarks: list[tuple[int, ...]], known: list[int], work: WorkPart) -> None:
        """Write the program and load it into the solver. Raises `WorkOver`."""
        import highspy

        work.spend(LOADING * len(graph.cost))
        self.graph = graph
        # HiGHS has absolute tolerances, suitable for total costs in the thousands.
        self.scale = 1e3 / (fsum(abs(graph.cost[node]) for node in known if node >= 0) or 1.0)
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
        rows = self._rows(work)
        if graph.signed:
            rows += self._rows_by_class()
        rows += [([self.class_column[c] for c in classes], [1.0] * len(classes), 1.0, inf) for classes in landmarks]
        self.first_cut = len(rows)
        self.cuts: list[Cut] = []
        self.low: list[float] = []
        starts = np.cumsum([0, *(len(columns) for columns, _, _, _ in rows)])
        work.check()
        self.solver = quiet_highs()
        self.watch = Watch(work)
        self.is_watched = False
        if self.columns > MAX_TREE_COLUMNS:
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
        work.check()
        self.is_integer = False
        self.fractional = 0
        """Number of fractional values in the last relaxation."""
        self.was_run = False
        self.beginning = 0.0
        """Expected seconds of the uninterruptible start of the integer solve."""

    def _rows(self, work: WorkPart) -> list[tuple[list[int], list[float], float, float]]:
        """Return the program's rows as (columns, values, lower, upper). Nodes of one e-class with a common child share a row."""
        graph = self.graph
        rows: list[tuple[list[int], list[float], float, float]] = []
        for c, nodes in enumerate(graph.nodes_of):
            if not c % LOOK:
                work.check()
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

    def _rows_by_class(self) -> list[tuple[list[int], list[float], float, float]]:
        """Return a row for each e-class that is not always needed: a selected e-class has a selected user."""
        graph = self.graph
        users: list[list[int]] = [[] for _ in graph.nodes_of]
        for c, nodes in enumerate(graph.nodes_of):
            for node in nodes:
                for x in graph.forward[node] + graph.back[node]:
                    if x != c:
                        users[x].append(self.node_column[node])
        free = [c for c, nodes in enumerate(graph.nodes_of) if nodes and not self.is_forced[c]]
        return [([*users[c], self.class_column[c]], [*[1.0] * len(users[c]), -1.0], 0.0, inf) for c in free]

    def _use_rows(self, together: list[int]) -> list[tuple[list[int], list[float], float]]:
        """Return a row for each e-class in `together` that allows its selection only with a selected user outside `together`."""
        graph, inside = self.graph, set(together)
        columns = [
            self.node_column[node]
            for u, nodes in enumerate(graph.nodes_of)
            if u not in inside
            for node in nodes
            if not inside.isdisjoint(graph.forward[node]) or not inside.isdisjoint(graph.back[node])
        ]
        return [([*columns, self.class_column[c]], [*[1.0] * len(columns), -1.0], 0.0) for c in together]

    def forbid_detached(self, x: list[float], y: list[float]) -> bool:
        """Exclude by rows the selected e-classes that the roots do not need, which negative costs make attractive.

        Return whether `x` and `y` are integral and select an e-class that the roots do not need.
        """
        if not self.graph.signed:
            return False
        needed = self.selection(x)
        apart = {c for c, node in enumerate(needed) if node < 0 and y[c] > 0.5}
        rows = self._use_rows(sorted(apart))
        self.cuts += [((), ())] * len(rows)
        self.low += [0.0] * len(rows)
        self.add(rows)
        return bool(apart)

    def run(self, warm: list[int]) -> tuple[float, list[float] | None, bool]:
        """Run the solver; return a lower bound, the best column values or None, and whether the values are optimal.

        The returned bound is infinite if no selection exists.
        """
        import highspy

        self.watch.begin(self.solver.getNumRow(), self.solver.getNumNz(), self.fractional, self.was_run)
        self.was_run = True
        if self.is_integer:
            self._start(self._values(warm))
            # The solver checks its own time limit even where it calls no callback. The limit is per run.
            self._set((ROOT_OPTIONS if self.columns > MAX_TREE_COLUMNS else TREE_OPTIONS) | {"time_limit": self.watch.work.alone})
        elif not self.is_watched:
            self.solver.setOptionValue("simplex_iteration_limit", self.watch.iterations_left)
        began = thread_time()
        self.solver.run()
        self.beginning += 0.0 if self.is_integer else BEGINNING * (thread_time() - began)
        if not self.is_watched:
            self.watch.count_iterations(self.solver.getInfo().simplex_iteration_count)
            self.watch.work.over()  # records whether this run exhausted the budget
        if self.solver.getModelStatus() == highspy.HighsModelStatus.kSolutionLimit:
            self._start(list(self.solver.getSolution().col_value))
            self._set(TREE_OPTIONS | {"time_limit": self.watch.work.alone})
            self.solver.run()
        info = self.solver.getInfo()
        status = self.solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return inf, None, True
        ended = bool(status == highspy.HighsModelStatus.kOptimal)
        # An interrupted relaxation gives no bound: its dual may not be feasible yet.
        bound = info.mip_dual_bound if self.is_integer else info.objective_function_value if ended else -inf
        feasible = info.primal_solution_status == int(highspy.SolutionStatus.kSolutionStatusFeasible)
        usable = feasible and (ended or self.is_integer)
        values = list(self.solver.getSolution().col_value) if usable else None
        if values is not None and not self.is_integer:
            self.fractional = sum(INTEGRAL < value < 1 - INTEGRAL for value in values)
        return bound / self.scale if isfinite(bound) else -inf, values, ended

    def _watch(self) -> None:
        """Register callbacks that count the solver's steps, except for a small relaxation."""
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
        graph = self.graph
        x = [values[column] if column >= 0 else 0.0 for column in self.node_column]
        y = [1.0 if self.is_forced[c] else values[column] if column >= 0 else 0.0 for c, column in enumerate(self.class_column)]
        return x, [value if graph.nodes_of[c] else 0.0 for c, value in enumerate(y)]

    def reduced_costs(self) -> list[float]:
        """Return, per node, the increase of the lower bound if the node is selected."""
        # A column that is 1 in every selection is already part of the bound.
        dual = np.maximum(self.solver.getSolution().col_dual, 0.0) / self.scale
        reduced = np.where(self.lower > 0.0, 0.0, dual).tolist()
        price = [0.0] * len(self.graph.cost)
        for c, nodes in enumerate(self.graph.nodes_of):
            shared = reduced[self.class_column[c]] if len(nodes) > 1 and self.class_column[c] >= 0 else 0.0
            for node in nodes:
                price[node] = reduced[self.node_column[node]] + shared
        return price

    def forget(self) -> None:
        solution = self.solver.getSolution()
        spare = [value - low for value, low in zip(solution.row_value[self.first_cut :], self.low, strict=True)]
        idle = [i for i, value in enumerate(spare) if value > INTEGRAL]
        self.solver.deleteRows(len(idle), np.array([self.first_cut + i for i in idle], dtype=np.int32))
        self.cuts = [cut for cut, value in zip(self.cuts, spare, strict=True) if value <= INTEGRAL]
        self.low = [low for low, value in zip(self.low, spare, strict=True) if value <= INTEGRAL]

    def make_integer(self, without: Iterable[int]) -> None:
        """Make all variables integral, and exclude the nodes `without`."""
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
        """Convert integral node values to a choice: a node per needed e-class, -1 for other e-classes."""
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
        """Add a row for each cut. If all nodes of an e-class enter the cut, the e-class variable replaces the node variables."""
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
        self.add([([*row], [*row.values()], low) for row, low in zip(rows, lows, strict=True)])

    def add(self, rows: list[tuple[list[int], list[float], float]]) -> None:
        starts = np.cumsum([0, *(len(columns) for columns, _, _ in rows)]).astype(np.int32)
        indices = np.array([column for columns, _, _ in rows for column in columns], dtype=np.int32)
        values = np.array([value for _, values, _ in rows for value in values])
        lows = np.array([low for _, _, low in rows])
        self.solver.addRows(len(rows), lows, np.full(len(rows), np.inf), len(indices), starts[:-1], indices, values)
