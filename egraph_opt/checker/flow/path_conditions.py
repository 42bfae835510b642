"""Path conditions: known branch conditions inside the regions of conditionals, and values simplified under them."""

from __future__ import annotations

from egraph_opt.checker.values.value_graph import Graph, NodeKind
from egraph_opt.ir.module import Op

MAX_CONDITIONS = 12
"""Maximum number of conditions on which a value may depend if it is to be simplified by one of them.

Each condition may double the number of nodes of a value. An example is a sum whose addends are selects that depend on all selects of an
earlier sum.
"""


class PathConditions:
    """Branch conditions known to be true or false at the current position in a function."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.holds: dict[int, int] = {}
        """Condition node -> index of the region that runs; 0 if the condition is true."""
        self.held = 0
        """Bit mask of the known conditions."""
        self.bits: dict[int, int] = {}
        """Condition node -> its bit; one bit per condition seen so far."""
        self.pure: set[int] = set()
        """Nodes whose values depend on their operands only."""
        self.below: dict[int, int] = {}
        """Node -> bit mask of the conditions on which its operands depend."""
        self.users: dict[int, list[int]] = {}
        """Node -> nodes that use it and may simplify with it."""
        self.found: dict[int, int] = {}
        """Node -> the node under the known conditions (memo)."""
        self.made: dict[tuple[int, ...], int] = {}
        """Kind, label and operands -> the node created here."""

    def enter(self, condition: int, way: int) -> None:
        self.holds[condition] = way
        self.held |= self._bit(condition)
        self.found = {}

    def leave(self, condition: int) -> None:
        if self.holds.pop(condition, None) is not None:
            self.held &= ~self.bits[condition]
        self.found = {}

    def note(self, node: int) -> None:
        """Register a node whose value depends on its operands only, so that it may be copied with simplified operands."""
        self.pure.add(node)
        self.note_choice(node)

    def note_choice(self, node: int) -> None:
        """Register a node that becomes simpler if a branch condition among its operands is known."""
        below = 0
        for operand in self.graph.args[node]:
            below |= self.below.get(operand, 0) | self.bits.get(operand, 0)
            self.users.setdefault(operand, []).append(node)
        self.below[node] = below

    def _bit(self, condition: int) -> int:
        """Return the bit that stands for a branch condition. A new bit is also set in all nodes that depend on the condition."""
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
        """Return whether a node becomes simpler by the branch conditions known here."""
        return bool((self.below.get(node, 0) | self.bits.get(node, 0)) & self.held)

    def __call__(self, node: int, op: Op) -> int:
        """Return the node that `op` uses instead of `node`, simplified by the branch conditions known here.

        Conditions become constants and choices on them are resolved, also in earlier nodes that depend on at most
        `MAX_CONDITIONS` conditions. As a result, an operation equals a copy of it that was sunk into the only region with uses.
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
