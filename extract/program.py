"""One independent part as an integer program: a variable per node and per class with a choice, cycles cut off when met."""

from __future__ import annotations

from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.extract.bound import lower_bound
from egraph_opt.extract.graph import Graph
from egraph_opt.extract.local import improve
from egraph_opt.extract.result import PROVED, Candidate, better, proved
from egraph_opt.extract.tree import settle

if TYPE_CHECKING:
    pass

INTEGRAL = 1e-6
"""Distance from 0 and 1 that still counts as integral: HiGHS's own default."""

OPTIONS: dict[str, bool | int | float | str] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": 0,
    "presolve": "off",  # for the relaxation: it finds little, and takes as long as the solver
    "mip_rel_gap": PROVED / 2,
    "mip_abs_gap": 0.0,
}

ROUNDING_SECONDS = 0.2
"""What the local improvement of a rounded relaxation may take."""


def solve_part(graph: Graph, landmarks: list[tuple[int, ...]], warm: Candidate, deadline: float) -> tuple[Candidate, float, bool]:
    """The best selection found for a graph of its own, a lower bound, and whether the solver ended by itself.

    The relaxation comes first: with landmarks it is often integral, and a tenth of the work. If it is not, it is rounded,
    what its reduced costs exclude is fixed, and the integer program decides the rest. Cycles are cut off when met.
    """
    best = warm
    bound = lower_bound(graph, graph.roots)
    if proved(best[1], bound):
        return best, bound, True
    program = _Program(graph, landmarks, best[1])
    is_integer = False
    while perf_counter() < deadline:
        solver_bound, values, ended = program.run(best[0], deadline)
        bound = max(bound, solver_bound)
        if values is None or proved(best[1], bound):
            return best, bound, ended
        if not is_integer and any(INTEGRAL < value < 1 - INTEGRAL for value in values):
            best, _ = improve(graph, better(best, program.rounded(values)), min(deadline, perf_counter() + ROUNDING_SECONDS))
            if proved(best[1], bound):
                return best, bound, True
            program.make_integer(best[1], solver_bound)
            is_integer = True
            continue
        found = program.selection(values)
        cycles = program.cycles(found)
        if not cycles:
            return better(best, graph.pruned(found)), bound, ended
        best = better(best, program.rounded(values))
        program.cut(cycles)
    return best, bound, False


class _Program:
    """x = 1: the node, or the class, is selected. A selected class selects a node, a node its children."""

    def __init__(self, graph: Graph, landmarks: list[tuple[int, ...]], known_cost: float) -> None:
        import highspy

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
        rows += [([self.class_column[c] for c in classes], [1.0] * len(classes), 1.0, float("inf")) for classes in landmarks]
        starts = np.cumsum([0, *(len(columns) for columns, _, _, _ in rows)])
        self.solver = highspy.Highs()  # type: ignore[no-untyped-call]
        for option, value in OPTIONS.items():
            self.solver.setOptionValue(option, value)
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

    def _rows(self) -> list[tuple[list[int], list[float], float, float]]:
        """Rows (columns, values, lower, upper). Nodes of one class that need the same child share a row: it is tighter."""
        graph, infinity = self.graph, float("inf")
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
                rows.append(([*columns, self.class_column[x]], [*[1.0] * len(columns), -1.0], -infinity, 0.0))
        return rows

    def run(self, warm: list[int], deadline: float) -> tuple[float, list[float] | None, bool]:
        """(A lower bound in the problem's unit, the best values if there are any, were they proved best)."""
        import highspy

        if self.is_integer:
            start = np.zeros(self.columns)
            for c, node in enumerate(warm):
                if node >= 0:
                    start[self.node_column[node]] = 1.0
                    if self.class_column[c] >= 0:
                        start[self.class_column[c]] = 1.0
            solution = highspy.HighsSolution()
            solution.col_value = start.tolist()
            self.solver.setSolution(solution)
        # HiGHS counts the time of earlier runs, too.
        self.solver.setOptionValue("time_limit", max(0.0, deadline - perf_counter()) + self.solver.getRunTime())
        self.solver.run()
        info = self.solver.getInfo()
        ended = bool(self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal)
        # A relaxation that was stopped bounds nothing: its dual may not be feasible yet.
        bound = info.mip_dual_bound if self.is_integer else info.objective_function_value if ended else 0.0
        feasible = info.primal_solution_status == int(highspy.SolutionStatus.kSolutionStatusFeasible)
        usable = feasible and (ended or self.is_integer)
        values = list(self.solver.getSolution().col_value) if usable else None
        return bound / self.scale if isfinite(bound) else 0.0, values, ended

    def rounded(self, values: list[float]) -> Candidate:
        """A valid selection near the solver's: each node at the price of what is missing of it."""
        graph = self.graph
        price = [cost * max(0.0, 1.0 - values[column]) for cost, column in zip(graph.cost, self.node_column, strict=True)]
        settled, _ = settle(graph, price)
        return graph.pruned(settled)

    def make_integer(self, known_cost: float, bound: float) -> None:
        """From now on an integer program, without the columns whose reduced cost alone exceeds what `known_cost` leaves."""
        import highspy

        room = (known_cost - bound) * self.scale + 1e-4
        reduced = np.array(self.solver.getSolution().col_dual)
        # A forced column may have any reduced cost: only one that sits at a bound it could leave tells something.
        self.upper[(reduced > room) & (self.lower == 0.0)] = 0.0
        self.lower[(reduced < -room) & (self.upper == 1.0)] = 1.0
        every = np.arange(self.columns, dtype=np.int32)
        self.solver.changeColsBounds(self.columns, every, self.lower, self.upper)
        self.solver.changeColsIntegrality(self.columns, every, np.array([highspy.HighsVarType.kInteger] * self.columns))
        self.solver.setOptionValue("presolve", "on")
        self.is_integer = True

    def selection(self, values: list[float]) -> list[int]:
        """The chosen node of each class that the roots need, -1 for others."""
        graph = self.graph
        chosen = [-1] * len(graph.nodes_of)
        pending = list(graph.roots)
        while pending:
            c = pending.pop()
            if chosen[c] < 0:
                chosen[c] = max(graph.nodes_of[c], key=lambda node: values[self.node_column[node]])
                pending += graph.forward[chosen[c]] + graph.back[chosen[c]]
        return chosen

    def cycles(self, chosen: list[int]) -> list[list[int]]:
        """Cycles of forward edges, as classes in order; at least one from every knot of the selection."""
        forward = self.graph.forward
        state = bytearray(len(chosen))  # 1: on the path, 2: done
        found: list[list[int]] = []
        for start, node in enumerate(chosen):
            if node < 0 or state[start]:
                continue
            state[start] = 1
            path, rests = [start], [iter(forward[node])]
            while path:
                for x in rests[-1]:
                    if state[x] == 1:
                        found.append(path[path.index(x) :])
                    elif not state[x]:
                        state[x] = 1
                        path.append(x)
                        rests.append(iter(forward[chosen[x]]))
                        break
                else:
                    state[path.pop()] = 2
                    rests.pop()
        return found

    def cut(self, cycles: list[list[int]]) -> None:
        """Forbids each cycle, whichever nodes make it: its edges number less than its selected classes, if there are any."""
        for cycle in cycles:
            row: dict[int, float] = {}
            upper = 0.0
            # Any one class may be left out of the sum of selected classes; a forced one counts as 1.
            left_out = next((c for c in cycle if self.class_column[c] < 0), cycle[0])
            for c, x in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
                for node in self.graph.nodes_of[c]:
                    if x in self.graph.forward[node]:
                        row[self.node_column[node]] = row.get(self.node_column[node], 0.0) + 1.0
                if c != left_out:
                    if self.class_column[c] >= 0:
                        row[self.class_column[c]] = row.get(self.class_column[c], 0.0) - 1.0
                    else:
                        upper += 1.0
            row = {column: value for column, value in row.items() if value}
            columns = np.array(list(row), dtype=np.int32)
            self.solver.addRow(-float("inf"), upper, len(row), columns, np.array(list(row.values())))
