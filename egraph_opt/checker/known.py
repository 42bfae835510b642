"""Conditions that are known within regions of conditionals, and values under them."""

from __future__ import annotations

from egraph_opt.checker.values.graph import Graph, Kind
from egraph_opt.ir.module import Op


class Known:
    """The known conditions at the current place of a function."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.holds: dict[int, int] = {}
        """Condition -> the region of a conditional that runs, 0 if the condition holds."""
        self.pure: set[int] = set()
        """Nodes whose values follow from their operands alone."""
        self.used: set[int] = set()
        """Operands of these nodes, and conditions of choices: no other condition changes what a node is."""
        self.found: dict[int, int] = {}
        """Node -> the node under the conditions that hold."""
        self.made: dict[tuple[int, ...], int] = {}
        """Node by kind, label and operands, of those made here."""

    def enter(self, condition: int, way: int) -> None:
        """Enter a region of a conditional."""
        self.holds[condition] = way
        self.found = {}

    def leave(self, condition: int) -> None:
        """Leave a conditional."""
        self.holds.pop(condition, None)
        self.found = {}

    def note(self, node: int) -> None:
        """Note a node whose value follows from its operands alone."""
        self.pure.add(node)
        self.used.update(self.graph.args[node])

    def __call__(self, node: int, op: Op) -> int:
        """Return a node under the known conditions, for an operation that uses it: the conditions are constants, and choices by them are
        resolved, also in what was computed from them before.

        So an operation equals itself in the region where alone its result is used.
        """
        if node not in self.holds and self.used.isdisjoint(self.holds):
            return node
        args, found, todo = self.graph.args, self.found, [node]
        while todo:
            n = todo[-1]
            if n in found:
                todo.pop()
                continue
            choice = self.graph.kinds[n] is Kind.CHOICE
            way = self.holds.get(args[n][0]) if choice else None
            needed = (args[n][1 + way],) if way is not None else args[n] if n in self.pure else ()
            if missing := [a for a in needed if a not in found]:
                self.graph.budget.spend(len(missing), op)
                todo += missing
            elif n in self.holds:
                found[n] = self.graph.constant(op, "i1", 1 - self.holds[n])
            elif way is not None:
                found[n] = found[needed[0]]
            else:
                found[n] = self.with_operands(n, tuple(found[a] for a in needed)) if needed else n
        return found[node]

    def with_operands(self, node: int, args: tuple[int, ...]) -> int:
        """Return a node like another one, with these operands."""
        graph = self.graph
        if args == graph.args[node]:
            return node
        key = graph.kinds[node], graph.labels[node], *args
        if key not in self.made:
            self.made[key] = graph.add(graph.kinds[node], graph.labels[node], args, graph.ops[node])
            self.note(self.made[key])
        return self.made[key]
