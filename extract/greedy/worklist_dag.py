"""Reimplementation of extraction-gym's faster-greedy-dag: greedy DAG extraction in worklist order.

The cost set of an e-class is the set of all choices on which its chosen node depends, with their costs. When an e-class finds a cheaper
node, the sets of e-classes above keep the old choice until they are visited again. So the result depends on the order of visits, which is
the same as in extraction-gym. A set is a bit mask over all choices ever made; each choice keeps the cost at the time of the choice.
"""

from __future__ import annotations

from collections import deque
from math import inf

import numpy as np

from egraph_opt.extract.base.pruned_graph import Graph, topological
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.greedy.weighted_bits import weigh

MEMORY_BITS = 1 << 31
"""Maximum memory, in bits, of the sets of choices of all e-classes (256 MiB); beyond it, `work_list` gives up."""

VISIT, WORD = 2.0, 1 / 256
"""Work, in steps, per visit of a node and per bit of its set of choices."""


def work_list(graph: Graph, work: WorkPart) -> list[int] | None:
    """Return a node for every e-class by faster-greedy-dag, or None if memory or work runs out.

    If the choice has a cycle, the result is a tree extraction in which the chosen nodes cost 0.
    """
    choice = _Sets(graph).run(work)
    if choice is None:
        return None
    needed = graph.needed_classes(choice)
    if len(topological(graph, choice, needed)) == len(needed):
        return choice
    chosen = set(choice)
    return settle(graph, [0.0 if node in chosen else cost for node, cost in enumerate(graph.cost)])[0]


class _Sets:
    """Current node of each e-class, with the bit mask and cost of all choices on which it depends."""

    def __init__(self, graph: Graph) -> None:
        count = len(graph.nodes_of)
        self.graph = graph
        self.choice = [-1] * count
        self.total = [inf] * count
        self.members = [0] * count
        self.size = [0] * count
        self.own = [0] * count
        """Per e-class, a bit mask of all choices of the e-class so far."""
        self.again = 0
        """Bit mask of all choices of e-classes that have made more than one choice."""
        self.class_of_bit: list[int] = []
        self.weight = np.zeros(64)
        self.used = 0

    def run(self, work: WorkPart) -> list[int] | None:
        graph, choice = self.graph, self.choice
        queue = deque(node for nodes in graph.nodes_of for node in nodes if not graph.forward[node] and not graph.back[node])
        queue.extend(node for nodes in graph.nodes_of for node in nodes if not graph.forward[node] and graph.back[node])
        waiting = set(queue)
        users = _in_order(graph)
        while queue:
            node = queue.popleft()
            waiting.discard(node)
            c = graph.class_of[node]
            work.spend(VISIT + self.size[c] * WORD)
            if work.over() or self.used > MEMORY_BITS:
                return None
            if any(choice[x] < 0 for x in graph.forward[node]) or not self._try(c, node):
                continue
            for user in users[c]:
                if user not in waiting:
                    waiting.add(user)
                    queue.append(user)
        return choice

    def _try(self, c: int, node: int) -> bool:
        """Let e-class `c` choose `node` if cheaper; return whether the choice has changed."""
        price, children = self.graph.cost[node], sorted(self.graph.forward[node])
        members, total, size = 0, 0.0, 0
        if len(children) == 1 and price + self.total[children[0]] >= self.total[c]:
            return False
        if children:
            biggest = max(children, key=lambda x: (self.size[x], x))
            members, total, size = self.members[biggest], self.total[biggest], self.size[biggest]
            if members & self.own[c]:
                return False
            for x in children:
                if x == biggest:
                    continue
                new = self.members[x] & ~members
                if new & self.own[c]:
                    return False
                if new & self.again:
                    members, total, size = self._overridden(members, new, total, size)
                members |= new
                total += weigh(new, self.weight)
                size += new.bit_count()
        total += price
        if not total < self.total[c]:
            return False
        bit = self._bit(c, price)
        self.choice[c], self.total[c], self.members[c], self.size[c] = node, total, members | 1 << bit, size + 1
        self.used += self.members[c].bit_length()
        return True

    def _overridden(self, members: int, new: int, total: float, size: int) -> tuple[int, float, int]:
        """Remove from the set of choices `members` those that a newer choice in the mask `new` replaces; return set, cost and size."""
        meeting = new & self.again
        while meeting:
            low = meeting & -meeting
            meeting ^= low
            old = members & self.own[self.class_of_bit[low.bit_length() - 1]]
            if old:
                members ^= old
                total -= weigh(old, self.weight)
                size -= old.bit_count()
        return members, total, size

    def _bit(self, c: int, price: float) -> int:
        bit = len(self.class_of_bit)
        self.class_of_bit.append(c)
        if bit == len(self.weight):
            self.weight = np.concatenate([self.weight, np.zeros(bit)])
        self.weight[bit] = price
        if self.own[c]:
            self.again |= self.own[c] | 1 << bit
        self.own[c] |= 1 << bit
        return bit


def _in_order(graph: Graph) -> list[list[int]]:
    """Return, per e-class, the nodes that have the e-class as a child, sorted by their own e-class."""
    users: list[list[int]] = [[] for _ in graph.nodes_of]
    for nodes in graph.nodes_of:
        for node in nodes:
            for x in graph.forward[node]:
                users[x].append(node)
    return users
