"""Search statistics of one function: the nodes that compute or convert each value, selected nodes, and costs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from egraph_opt.core.rule import Rule
from egraph_opt.extract import closure
from egraph_opt.families.layout.choice.extraction_node import Class
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction
from egraph_opt.families.layout.optimize import Searched, trace
from egraph_opt.families.layout.provenance.explanations import Explainer
from egraph_opt.families.layout.report.layout_drawings import ReportLayouts
from egraph_opt.reports import report_data

INNER = ("held", "run", "read", "convert_layout")
"""Symbols of nodes that do not compute a value."""


@dataclass(eq=False)
class SearchStats:
    """Finished search of one function, indexed for the report."""

    found: Searched

    @property
    def extraction_problem(self) -> PosedFunction:
        return self.found.choice.posed

    @cached_property
    def selected_nodes(self) -> frozenset[int]:
        choice = self.found.choice.best.choice
        return frozenset(int(choice[c]) for c in closure(self.extraction_problem.problem, choice))

    @cached_property
    def input_nodes(self) -> frozenset[int]:
        return frozenset(node for node in self.extraction_problem.initial if node >= 0)

    @cached_property
    def used_input_nodes(self) -> frozenset[int]:
        """Return the nodes of the input program, without those of values that nothing uses."""
        initial = np.asarray(self.extraction_problem.initial)
        return frozenset(int(initial[c]) for c in closure(self.extraction_problem.problem, initial))

    @cached_property
    def runs(self) -> dict[int, list[int]]:
        """Return the nodes `run` (an operation with several results), by class of the extraction problem."""
        found: dict[int, list[int]] = {}
        for number, node in enumerate(self.extraction_problem.nodes):
            if node.symbol == "run":
                found.setdefault(int(self.extraction_problem.problem.node_class[number]), []).append(number)
        return found

    @cached_property
    def producers(self) -> dict[int, dict[Class, list[int]]]:
        """Return the nodes that compute a value, by value number and e-class."""
        found: dict[int, dict[Class, list[int]]] = {}
        for number, node in enumerate(self.extraction_problem.nodes):
            if node.symbol not in INNER and node.of in self.extraction_problem.group:
                found.setdefault(self.extraction_problem.group[node.of], {}).setdefault(node.of, []).append(number)
        return found

    @cached_property
    def conversions(self) -> dict[Class, list[int]]:
        """Return the conversions, and reads of shared-memory copies, by e-class, cheapest first."""
        found: dict[Class, list[int]] = {}
        for number, node in enumerate(self.extraction_problem.nodes):
            if node.symbol in ("convert_layout", "read"):
                found.setdefault(node.of, []).append(number)
        costs = self.extraction_problem.problem.cost
        return {c: sorted(nodes, key=lambda n: (float(costs[n]), n)) for c, nodes in found.items()}

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the name of each value number's first value."""
        found: dict[int, str] = {}
        for value, group in self.found.program.encoding.group.items():
            found.setdefault(group, value.name)
        return found

    def chains(self, rules: Sequence[Rule], layouts: ReportLayouts) -> dict[int, list[report_data.Chain]]:
        """Return the non-empty chains of rules from the input to the selected nodes, by value number."""
        explainer, found = Explainer(*trace(self.found)[:4], rules), dict[int, list[report_data.Chain]]()
        for number in sorted(self.selected_nodes):
            node = self.extraction_problem.nodes[number]
            if node.symbol in ("held", "leaf", "run") or node.of not in self.extraction_problem.group:
                continue
            for each in explainer.node(node):
                if each.steps:
                    steps = [
                        report_data.RuleStep(s.rule, layouts.text(s.before), layouts.text(s.after), s.forward) for s in each.steps
                    ]
                    value, given, chosen = map(layouts.text, (each.value, each.given, each.chosen))
                    chain = report_data.Chain(value, given, chosen, steps)
                    found.setdefault(self.extraction_problem.group[node.of], []).append(chain)
        return found

    def first(self, nodes: Sequence[int], chosen: Collection[int]) -> int | None:
        """Return the selected node among `nodes`, or else the first, which is cheapest; None without nodes."""
        return min(nodes, key=lambda n: (n not in chosen, float(self.extraction_problem.problem.cost[n]), n), default=None)

    def price(self, node: int) -> float:
        """Return the cost of a node, without penalties for operations that the input lacks.

        Each result of an operation with several results costs as much as the operation.
        """
        posed = self.extraction_problem
        shared = (run for c, _ in posed.problem.children(node) for run in self.runs.get(c, ()))
        return sum(
            (float(posed.problem.cost[n]) - posed.changes[n] for n in shared),
            float(posed.problem.cost[node]) - posed.changes[node],
        )

    def operation(self, node: int | None) -> str:
        return "" if node is None else self.found.program.encoding.functions[self.extraction_problem.nodes[node].f].op.name

    def operands(self, node: int | None, layouts: ReportLayouts) -> list[tuple[str, int]]:
        """Return the names of a node's operands, each with the number of the required layout."""
        posed, found = self.extraction_problem, list[tuple[str, int]]()
        for child in dict.fromkeys(posed.nodes[node].children if node is not None else ()):
            if child in posed.group:
                found.append((self.names.get(posed.group[child], "?"), layouts.of(posed.types.get(child, ""))))
        return found

    def source(self, node: int, layouts: ReportLayouts) -> int:
        """Return the number of the layout from which a node converts; -1 for a read of a shared-memory copy."""
        found = self.extraction_problem.nodes[node]
        return layouts.of(self.extraction_problem.types.get(found.children[0], "")) if found.symbol == "convert_layout" else -1
