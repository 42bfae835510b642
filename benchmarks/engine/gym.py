"""The extractors of extraction-gym, as their sources describe them, to compare ours with (egraphs-good/extraction-gym, commit 903ba0f).

They visit nodes in the order of the text and break ties as the gym does, so they find the costs that the gym publishes. `greedy-dag` and
`global-greedy-dag` are in its sources, but not registered: they are slow, and the second is wrong on some e-graphs. A tie in `prio-queue`
goes to the node that was priced first; in the gym, to the one that its heap happens to hold higher.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush
from math import inf
from time import thread_time

from egraph_opt.extract.read.serialize import NamedProblem


class TooLong(Exception):
    """An extractor that was given up."""


class Gym:
    """An e-graph as the gym holds it: classes by their first node; children with repetition; users of a class once for each use."""

    def __init__(self, named: NamedProblem, seconds: float) -> None:
        problem = named.problem
        self.class_of: list[int] = problem.node_class.tolist()
        self.cost: list[float] = problem.cost.tolist()
        self.ops = named.ops
        self.children = [[c for c, _ in problem.children(node)] for node in range(len(self.cost))]
        self.nodes_of: list[list[int]] = [[] for _ in range(problem.class_count)]
        self.users: list[list[int]] = [[] for _ in range(problem.class_count)]
        for node, c in enumerate(self.class_of):
            self.nodes_of[c].append(node)
        for nodes in self.nodes_of:
            for node in nodes:
                for child in self.children[node]:
                    self.users[child].append(node)
        by_name = sorted(range(len(named.classes)), key=lambda c: named.classes[c])
        self.rank = {c: i for i, c in enumerate(by_name)}
        self.deadline = thread_time() + seconds

    def look(self) -> None:
        """Raises TooLong."""
        if thread_time() > self.deadline:
            raise TooLong

    def leaves(self) -> list[int]:
        """Nodes without children, class by class."""
        return [node for nodes in self.nodes_of for node in nodes if not self.children[node]]

    def tree_cost(self, node: int, costs: list[float]) -> float:
        """Return what a node costs with each of its uses."""
        total = self.cost[node]
        for c in self.children[node]:
            total += costs[c]
        return total


class UniqueQueue:
    """First in, first out; what waits already is not added again."""

    def __init__(self, nodes: Iterable[int]) -> None:
        self.queue = deque(nodes)
        self.waiting = set(self.queue)

    def add(self, nodes: Iterable[int]) -> None:
        for node in nodes:
            if node not in self.waiting:
                self.waiting.add(node)
                self.queue.append(node)

    def pop(self) -> int:
        node = self.queue.popleft()
        self.waiting.discard(node)
        return node


def bottom_up(gym: Gym) -> list[int]:
    """Tree costs, all nodes again until nothing changes."""
    costs, choice = [inf] * len(gym.nodes_of), [-1] * len(gym.nodes_of)
    changed = True
    while changed:
        gym.look()
        changed = False
        for c, nodes in enumerate(gym.nodes_of):
            for node in nodes:
                cost = gym.tree_cost(node, costs)
                if cost < costs[c]:
                    costs[c], choice[c], changed = cost, node, True
    return choice


def faster_bottom_up(gym: Gym) -> list[int]:
    """Tree costs, the users of what changed again."""
    costs, choice = [inf] * len(gym.nodes_of), [-1] * len(gym.nodes_of)
    pending = UniqueQueue(gym.leaves())
    while pending.queue:
        node = pending.pop()
        c = gym.class_of[node]
        cost = gym.tree_cost(node, costs)
        if cost < costs[c]:
            costs[c], choice[c] = cost, node
            pending.add(gym.users[c])
    return choice


def prio_queue(gym: Gym) -> list[int]:
    """Tree costs in Dijkstra's order."""
    costs, choice = [inf] * len(gym.nodes_of), [-1] * len(gym.nodes_of)
    missing = [len(set(children)) for children in gym.children]
    heap: list[tuple[float, int, int]] = []
    for node in gym.leaves():
        heappush(heap, (gym.cost[node], len(heap), node))
    pushed = len(heap)
    while heap:
        _, _, node = heappop(heap)
        c = gym.class_of[node]
        if choice[c] >= 0:
            continue
        costs[c], choice[c] = gym.tree_cost(node, costs), node
        for user in dict.fromkeys(gym.users[c]):
            missing[user] -= 1
            if not missing[user] and choice[gym.class_of[user]] < 0:
                heappush(heap, (gym.tree_cost(user, costs), pushed, user))
                pushed += 1
    return choice


CostSet = dict[int, float]
"""Per class what it costs within a selection: as that selection had it, which may be out of date."""


def greedy_dag(gym: Gym) -> list[int]:
    """Cost sets, all nodes again until nothing changes."""
    sets: list[CostSet] = [{} for _ in gym.nodes_of]
    totals, choice = [inf] * len(gym.nodes_of), [-1] * len(gym.nodes_of)
    changed = True
    while changed:
        changed = False
        for node, c in enumerate(gym.class_of):
            gym.look()
            if any(choice[child] < 0 or c in sets[child] for child in gym.children[node]):
                continue
            union: CostSet = {}
            for child in gym.children[node]:
                union |= sets[child]
            union[c] = gym.cost[node]
            total = sum(union.values())
            if total < totals[c]:
                sets[c], totals[c], choice[c], changed = union, total, node, True
    return choice


def faster_greedy_dag(gym: Gym) -> list[int]:
    """Cost sets, the users of what changed again."""
    sets: list[CostSet] = [{} for _ in gym.nodes_of]
    totals, choice = [inf] * len(gym.nodes_of), [-1] * len(gym.nodes_of)
    pending = UniqueQueue(gym.leaves())
    while pending.queue:
        gym.look()
        node = pending.pop()
        c = gym.class_of[node]
        if any(choice[child] < 0 for child in gym.children[node]):
            continue
        union, total = _united(gym, node, sets, totals)
        if total < totals[c]:
            sets[c], totals[c], choice[c] = union, total, node
            pending.add(gym.users[c])
    return choice


def _united(gym: Gym, node: int, sets: list[CostSet], totals: list[float]) -> tuple[CostSet, float]:
    """The cost set of a node, and its sum: infinite where it has a cycle, or can't be cheaper."""
    c, cost = gym.class_of[node], gym.cost[node]
    children = sorted(set(gym.children[node]), key=gym.rank.__getitem__)
    if not children:
        return {c: cost}, cost
    if c in children or (len(children) == 1 and cost + totals[children[0]] > totals[c]):
        return {}, inf
    sizes = [len(sets[child]) for child in children]
    biggest = children[max(range(len(children)), key=lambda i: (sizes[i], i))]
    if c in sets[biggest]:
        return {}, inf
    union = dict(sets[biggest])
    for child in children:
        if child != biggest:
            union |= sets[child]
    if c in union:
        return {}, inf
    union[c] = cost
    return union, sum(union.values())


def global_greedy_dag(gym: Gym) -> list[int]:
    """Terms with sharing, one for each operation and its argument terms; a term found again keeps the class that it was first made for."""
    terms: list[tuple[int, float, tuple[int, ...], frozenset[int], int]] = []  # node, cost in all, arguments, classes below, size
    known: dict[tuple[str, tuple[int, ...]], int] = {}
    best = [-1] * len(gym.nodes_of)
    changed = True
    while changed:
        changed = False
        for node, c in enumerate(gym.class_of):
            gym.look()
            arguments = tuple(best[child] for child in gym.children[node])
            if -1 in arguments:
                continue
            old = terms[best[c]][1] if best[c] >= 0 else inf
            key = gym.ops[node], arguments
            if key not in known:
                made = _term(gym, terms, node, arguments, old)
                if made is None:
                    continue
                known[key] = len(terms)
                terms.append(made)
            if terms[known[key]][1] < old:
                best[c], changed = known[key], True
    return [terms[term][0] if term >= 0 else -1 for term in best]


def _term(
    gym: Gym,
    terms: list[tuple[int, float, tuple[int, ...], frozenset[int], int]],
    node: int,
    arguments: tuple[int, ...],
    old: float,
) -> tuple[int, float, tuple[int, ...], frozenset[int], int] | None:
    c, cost = gym.class_of[node], gym.cost[node]
    if not arguments:
        return node, cost, (), frozenset([c]), 1
    if any(c in terms[term][3] for term in arguments):
        return None
    biggest = max(range(len(arguments)), key=lambda i: (terms[arguments[i]][4], i))
    cost += terms[arguments[biggest]][1]
    below = set(terms[arguments[biggest]][3])
    for argument in arguments:
        if cost > old:
            return None
        pending = [argument]
        while pending:
            term = pending.pop()
            inner = terms[term][0]
            if gym.class_of[inner] not in below:
                below.add(gym.class_of[inner])
                cost += gym.cost[inner]
                pending += reversed(terms[term][2])
    if cost > old:
        return None
    return node, cost, arguments, frozenset(below | {c}), 1 + sum(terms[term][4] for term in arguments)


GYM: Mapping[str, Callable[[Gym], list[int]]] = {
    "bottom-up": bottom_up,
    "faster-bottom-up": faster_bottom_up,
    "prio-queue": prio_queue,
    "greedy-dag": greedy_dag,
    "faster-greedy-dag": faster_greedy_dag,
    "global-greedy-dag": global_greedy_dag,
}
"""The gym's extractors that need no solver, by the gym's names."""
