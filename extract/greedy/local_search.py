"""Local search: one e-class at a time changes its node; e-classes are added and released as needed."""

from __future__ import annotations

from egraph_opt.extract.base.extractor_result import Candidate
from egraph_opt.extract.base.pruned_graph import Graph, topological
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.tree_extraction import settle

MOVE_SIZE = 2000
"""Maximum number of e-classes that a change of one e-class's node may add to the selection; larger changes are abandoned."""

SETTLING, MOVING = 3 / 4, 3 / 8
"""Work, in steps per node: of tree extraction of the whole graph, and of adding or releasing a node."""


def improve(graph: Graph, best: Candidate, work: WorkPart) -> tuple[Candidate, bool]:
    """Improve the selection `best`; also return whether the result is a local optimum (False: the work limit was reached)."""
    while not work.over(SETTLING * len(graph.cost)):
        work.spend(SETTLING * len(graph.cost))
        # Selected classes are free, so this prices every other class by the cost that it would add.
        completion, _ = settle(graph, graph.cost, best[0])
        if work.over():  # each pass takes long on a large graph
            return best, False
        moves = _Moves(graph, best[0], completion)
        changed, finished = moves.sweep(work, 1e-12 * best[1])
        if changed:
            candidate = graph.prune_choice(moves.choice)
            if candidate[1] < best[1]:
                best = candidate
            else:
                return best, finished
        if not finished:
            return best, False
        if not changed:
            return best, True
    return best, False


class _Moves:
    """Selection during local search, with the number of uses of each e-class and methods that change one e-class's node."""

    def __init__(self, graph: Graph, selected: list[int], completion: list[int]) -> None:
        self.graph = graph
        self.choice = completion  # of every useful class, selected or not
        self.needed = [c for c, node in enumerate(selected) if node >= 0]
        self.uses = [0] * len(selected)
        for root in graph.roots:
            self.uses[root] += 1
        for c in self.needed:
            for x in self.graph.forward[self.choice[c]] + self.graph.back[self.choice[c]]:
                self.uses[x] += 1
        # Position of each class in a derivation order, > 0: forward children come before their users. 0: not placed.
        self.place: list[float] = []
        self.order = self._reorder(self.needed)
        self.moved = 0
        """Nodes added or released since the last charge of steps."""

    def _reorder(self, needed: list[int]) -> list[int]:
        order = topological(self.graph, self.choice, needed)
        self.place = [0.0] * len(self.choice)
        for i, c in enumerate(order):
            self.place[c] = i + 1.0
        return order

    def _put(self, node: int, limit: float) -> None:
        """Assign positions in the topological order, below the position `limit`, to the e-classes that choosing `node` has added."""
        forward, choice, place = self.graph.forward, self.choice, self.place
        new = [x for x in forward[node] if not place[x]]
        seen = set(new)
        for x in new:
            for y in forward[choice[x]]:
                if not place[y] and y not in seen:
                    seen.add(y)
                    new.append(y)
        missing = {x: sum(y in seen for y in forward[choice[x]]) for x in new}
        users: dict[int, list[int]] = {x: [] for x in new}
        for x in new:
            for y in forward[choice[x]]:
                if y in seen:
                    users[y].append(x)
        ready = [x for x in new if not missing[x]]
        for x in ready:
            low = max([place[y] for y in forward[choice[x]]], default=0.0)
            place[x] = (low + limit) / 2
            if not low < place[x] < limit:
                self._reorder(self.graph.needed_classes(choice))
                return
            for user in users[x]:
                missing[user] -= 1
                if not missing[user]:
                    ready.append(user)
        if any(place[x] >= limit for x in forward[node]):
            self._reorder(self.graph.needed_classes(choice))

    def sweep(self, work: WorkPart, least_gain: float) -> tuple[bool, bool]:
        """Try every other node of every selected e-class, users before children.

        Return whether some change lowered the cost, and whether the work sufficed.
        """
        changed = False
        for step, c in enumerate(reversed(self.order)):
            if not step & 15:
                work.spend(MOVING * self.moved)
                self.moved = 0
                if work.over():
                    return changed, False
            if not self.uses[c]:
                continue
            for node in self.graph.nodes_of[c]:
                if node != self.choice[c] and self.uses[c] and self._try(c, node, least_gain):
                    changed = True
        work.spend(MOVING * self.moved)
        return changed, True

    def _try(self, c: int, node: int, least_gain: float) -> bool:
        """Let e-class `c` choose `node` if that lowers the cost; return whether the selection has changed."""
        old, cost = self.choice[c], self.graph.cost
        used, delta = self._use(node, cost[node] - cost[old])
        if not used:
            return False
        released, delta = self._release(old, delta)
        self.moved += len(used) + len(released)
        if delta < -least_gain and self.uses[c] > 0 and not self._reaches(node, c):
            self.choice[c] = node
            self._put(node, self.place[c])
            return True
        self._count(released, 1)
        self._count(used, -1)
        return False

    def _use(self, node: int, delta: float) -> tuple[list[int], float]:
        """Increment the use counts of a node's children and, recursively, of the children of added nodes. Return all added nodes (empty if
        too many), and `delta` plus the cost of the added nodes.
        """
        graph, choice, uses = self.graph, self.choice, self.uses
        forward, back, cost = graph.forward, graph.back, graph.cost
        pending = [node]
        for done, parent in enumerate(pending):
            for x in forward[parent] + back[parent]:
                uses[x] += 1
                if uses[x] == 1:
                    delta += cost[choice[x]]
                    pending.append(choice[x])
            if len(pending) > MOVE_SIZE + 1:
                self.moved += len(pending) + 1
                self._count(pending[: done + 1], -1)
                return [], delta
        return pending, delta

    def _release(self, node: int, delta: float) -> tuple[list[int], float]:
        """Decrement the use counts of a node's children and, recursively, of the children of released nodes. Return all released nodes, and
        `delta` minus the cost of the released nodes.
        """
        graph, choice, uses = self.graph, self.choice, self.uses
        forward, back, cost = graph.forward, graph.back, graph.cost
        released = [node]
        for parent in released:
            for x in forward[parent] + back[parent]:
                uses[x] -= 1
                if not uses[x]:
                    delta -= cost[choice[x]]
                    released.append(choice[x])
        return released, delta

    def _count(self, nodes: list[int], uses: int) -> None:
        forward, back = self.graph.forward, self.graph.back
        for node in nodes:
            for x in forward[node] + back[node]:
                self.uses[x] += uses

    def _reaches(self, node: int, goal: int) -> bool:
        """Return whether `node` depends on the e-class `goal` by forward edges."""
        forward, choice, place = self.graph.forward, self.choice, self.place
        limit = place[goal]
        pending = list(forward[node])
        seen = set(pending)
        while pending:
            c = pending.pop()
            if c == goal:
                return True
            if 0 < place[c] < limit:
                continue
            for x in forward[choice[c]]:
                if x not in seen:
                    seen.add(x)
                    pending.append(x)
        return False
