"""Conditions that are known within regions of conditionals, and values under them."""

from __future__ import annotations

from egraph_opt.checker.values.graph import Graph, NodeKind
from egraph_opt.ir.module import Op

MAX_CONDITIONS = 12
"""Most conditions that a value may depend on to be computed again under one of them. Each such condition may double what a value is
made of, as in a sum whose addends are chosen one by one and depend on all choices of an earlier sum.
"""


class PathConditions:
    """The known conditions at the current place of a function."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.holds: dict[int, int] = {}
        """Condition -> the region of a conditional that runs, 0 if the condition holds."""
        self.held = 0
        """Bits of the conditions that hold or do not."""
        self.bits: dict[int, int] = {}
        """Condition -> its bit, one for each that a conditional had so far."""
        self.pure: set[int] = set()
        """Nodes whose values follow from their operands alone."""
        self.below: dict[int, int] = {}
        """Node -> bits of the conditions that may change what it is, itself not included."""
        self.users: dict[int, list[int]] = {}
        """Node -> nodes that it may change."""
        self.found: dict[int, int] = {}
        """Node -> the node under the conditions that hold."""
        self.made: dict[tuple[int, ...], int] = {}
        """Node by kind, label and operands, of those made here."""

    def enter(self, condition: int, way: int) -> None:
        """Enter a region of a conditional."""
        self.holds[condition] = way
        self.held |= self._bit(condition)
        self.found = {}

    def leave(self, condition: int) -> None:
        """Leave a conditional."""
        if self.holds.pop(condition, None) is not None:
            self.held &= ~self.bits[condition]
        self.found = {}

    def note(self, node: int) -> None:
        """Note a node whose value follows from its operands alone."""
        self.pure.add(node)
        self.note_choice(node)

    def note_choice(self, node: int) -> None:
        """Note a node that its operands may change, as a choice."""
        below = 0
        for operand in self.graph.args[node]:
            below |= self.below.get(operand, 0) | self.bits.get(operand, 0)
            self.users.setdefault(operand, []).append(node)
        self.below[node] = below

    def _bit(self, condition: int) -> int:
        """Return the bit of a condition; that of a new one is noted in all nodes made of it."""
        if condition not in self.bits:
            bit = self.bits[condition] = 1 << len(self.bits)
            todo = [condition]
            while todo:
                for user in self.users.get(todo.pop(), ()):
                    if not self.below[user] & bit:
                        self.below[user] |= bit
                        todo.append(user)
        return self.bits[condition]

    def _may_change(self, node: int) -> bool:
        """Return whether a node may be another one under the conditions that hold."""
        return bool((self.below.get(node, 0) | self.bits.get(node, 0)) & self.held)

    def __call__(self, node: int, op: Op) -> int:
        """Return a node under the known conditions, for an operation that uses it: the conditions are constants, and choices by them are
        resolved, also in what was computed from them before, unless that depends on more than `MAX_CONDITIONS` conditions.

        So an operation equals itself in the region where alone its result is used.
        """
        if not self._may_change(node):
            return node
        args, found, todo = self.graph.args, self.found, [node]
        while todo:
            n = todo[-1]
            if n in found:
                todo.pop()
                continue
            choice = self.graph.kinds[n] is NodeKind.CHOICE
            way = self.holds.get(args[n][0]) if choice else None
            again = n in self.pure and self.below[n].bit_count() <= MAX_CONDITIONS
            needed = (args[n][1 + way],) if way is not None else args[n] if again and self._may_change(n) else ()
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
            if node in graph.types:
                graph.types[self.made[key]] = graph.types[node]
            self.note(self.made[key])
        return self.made[key]
