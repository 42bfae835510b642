"""One independent part as an integer program: a variable per node and per class with a choice, cycles cut off when met."""

from __future__ import annotations

from math import fsum, isfinite
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from egraph_opt.extract.graph import Graph
from egraph_opt.extract.result import PROVED, proved

if TYPE_CHECKING:
    import highspy


def solve_part(
    graph: Graph, part: list[int], forced: list[int], warm: list[int], bound: float, deadline: float
) -> tuple[dict[int, int], float, bool]:
    """The chosen node per selected class of `part`, a lower bound of their cost, and whether the solver ended by itself.

    `part` comes from `reduce.components`, `forced` are its classes in every selection, `warm` is a valid choice and
    `bound` a valid lower bound. On time-out the best acyclic choice met is returned, at worst `warm`.
    """
    choice = {c: warm[c] for c in part if warm[c] >= 0}
    cost = fsum(graph.cost[node] for node in choice.values())
    if proved(cost, bound):
        return choice, bound, True
    if perf_counter() >= deadline:
        return choice, bound, False
    program = _Program(graph, part, forced, choice, cost)
    while True:
        solver_bound, values, ended = program.run(deadline)
        bound = max(bound, solver_bound)
        if values is None:
            return choice, bound, False
        found = program.selection(values)
        cycles = program.cycles(found)
        if not cycles:
            found_cost = fsum(graph.cost[node] for node in found.values())
            return (found if found_cost < cost else choice), bound, ended
        if not ended or perf_counter() >= deadline:
            return choice, bound, False
        program.cut(cycles)


class _Program:
    """x = 1: the node, or the class, is selected. A selected class selects a node, a node its children."""

    def __init__(self, graph: Graph, part: list[int], forced: list[int], warm: dict[int, int], warm_cost: float) -> None:
        self.graph, self.part, self.forced, self.warm = graph, set(part), forced, warm
        # HiGHS has absolute tolerances: they suit costs that add up to thousands.
        self.scale = 1e3 / warm_cost
        self.node_column: dict[int, int] = {}
        self.class_column: dict[int, int] = {}
        is_forced = set(forced)
        cost: list[float] = []
        lower: list[float] = []
        for c in part:
            nodes = graph.nodes_of[c]
            if len(nodes) > 1 and c not in is_forced:
                self.class_column[c] = len(cost)
                cost.append(0.0)
                lower.append(0.0)
            for node in nodes:
                self.node_column[node] = len(cost)
                cost.append(graph.cost[node] * self.scale)
                lower.append(1.0 if len(nodes) == 1 and c in is_forced else 0.0)
            if len(nodes) == 1:
                self.class_column[c] = self.node_column[nodes[0]]
        self.columns = len(cost)
        rows = self._rows(part, is_forced)
        start = np.cumsum([0, *(len(columns) for columns, _, _, _ in rows)])
        self.solver = _solver()
        import highspy

        self.solver.passModel(
            self.columns,
            len(rows),
            int(start[-1]),
            int(highspy.MatrixFormat.kRowwise),
            int(highspy.ObjSense.kMinimize),
            0.0,
            np.array(cost),
            np.array(lower),
            np.ones(self.columns),
            np.array([low for _, _, low, _ in rows]),
            np.array([high for _, _, _, high in rows]),
            start[:-1].astype(np.int32),
            np.array([column for columns, _, _, _ in rows for column in columns], dtype=np.int32),
            np.array([value for _, values, _, _ in rows for value in values]),
            np.ones(self.columns, dtype=np.int32),
        )

    def _rows(self, part: list[int], is_forced: set[int]) -> list[tuple[list[int], list[float], float, float]]:
        """Rows (columns, values, lower, upper). Nodes of one class that need the same child share a row: it is tighter."""
        graph, infinity = self.graph, float("inf")
        rows: list[tuple[list[int], list[float], float, float]] = []
        for c in part:
            nodes = graph.nodes_of[c]
            if len(nodes) > 1:
                columns = [self.node_column[node] for node in nodes]
                if c in is_forced:
                    rows.append((columns, [1.0] * len(nodes), 1.0, 1.0))
                else:
                    rows.append(([*columns, self.class_column[c]], [*[1.0] * len(nodes), -1.0], 0.0, 0.0))
            needing: dict[int, list[int]] = {}
            for node in nodes:
                for x in graph.forward[node] + graph.back[node]:
                    if x in self.part and x not in is_forced and x != c:
                        needing.setdefault(x, []).append(self.node_column[node])
            for x, columns in needing.items():
                if len(columns) == len(nodes) > 1 and c in self.class_column:
                    columns = [self.class_column[c]]
                rows.append(([*columns, self.class_column[x]], [*[1.0] * len(columns), -1.0], -infinity, 0.0))
        return rows

    def run(self, deadline: float) -> tuple[float, list[float] | None, bool]:
        """(A lower bound in the problem's unit, the best values found, were they proved best within the tolerance)."""
        import highspy

        values = np.zeros(self.columns)
        for c, node in self.warm.items():
            values[self.node_column[node]] = 1.0
            if c in self.class_column:
                values[self.class_column[c]] = 1.0
        solution = highspy.HighsSolution()
        solution.col_value = values.tolist()
        self.solver.setSolution(solution)
        self.solver.setOptionValue("time_limit", max(0.0, deadline - perf_counter()) + self.solver.getRunTime())
        self.solver.run()
        info = self.solver.getInfo()
        ended = self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        bound = info.mip_dual_bound / self.scale
        has_values = info.primal_solution_status == highspy.SolutionStatus.kSolutionStatusFeasible
        return bound if isfinite(bound) else 0.0, list(self.solver.getSolution().col_value) if has_values else None, ended

    def selection(self, values: list[float]) -> dict[int, int]:
        """The chosen node of each class that the forced ones need."""
        chosen: dict[int, int] = {}
        pending = list(self.forced)
        while pending:
            c = pending.pop()
            if c in chosen:
                continue
            node = max(self.graph.nodes_of[c], key=lambda node: values[self.node_column[node]])
            chosen[c] = node
            pending += [x for x in self.graph.forward[node] + self.graph.back[node] if x in self.part]
        return chosen

    def cycles(self, chosen: dict[int, int]) -> list[list[int]]:
        """Cycles of forward edges, as classes in order; at least one from every knot of the selection."""
        state = dict.fromkeys(chosen, 0)
        found: list[list[int]] = []
        for start in sorted(chosen):
            if state[start]:
                continue
            state[start] = 1
            path, rests = [start], [iter(self.graph.forward[chosen[start]])]
            while path:
                for x in rests[-1]:
                    if state.get(x) == 1:
                        found.append(path[path.index(x) :])
                    elif state.get(x) == 0:
                        state[x] = 1
                        path.append(x)
                        rests.append(iter(self.graph.forward[chosen[x]]))
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
            left_out = next((c for c in cycle if c not in self.class_column), cycle[0])
            for c, x in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
                for node in self.graph.nodes_of[c]:
                    if x in self.graph.forward[node]:
                        row[self.node_column[node]] = row.get(self.node_column[node], 0.0) + 1.0
                if c != left_out:
                    if c in self.class_column:
                        row[self.class_column[c]] = row.get(self.class_column[c], 0.0) - 1.0
                    else:
                        upper += 1.0
            row = {column: value for column, value in row.items() if value}
            columns = np.array(list(row), dtype=np.int32)
            self.solver.addRow(-float("inf"), upper, len(row), columns, np.array(list(row.values())))


def _solver() -> highspy.Highs:
    import highspy

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("random_seed", 0)
    solver.setOptionValue("mip_rel_gap", PROVED / 2)
    solver.setOptionValue("mip_abs_gap", 0.0)
    return solver
