"""The least memory that every choice holds at once, for what does not leave the program.

What a command reads and writes is held while it runs. So a schedule takes no less memory than any of its commands does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.buffer_packing import align_size
from egraph_opt.families.region.choice.demand_states import DemandStep, Need
from egraph_opt.families.region.choice.relaxed_transitions import Steps

IN_DISPATCH = ("joined", "doing", "made", "into")
"""Needs that are met in the dispatch of another class, which reads what they read."""
READS = ("read", "source", "shaped", "narrow")
INSERTIONS = ("insert", "fused_insert")
"""Symbols of insertions, which write into their target."""
FRESH = {"empty", "splat"}
"""Symbols of tensors that are not read in memory, or made anew for each use."""


def least_live_bytes(steps: Steps) -> int:
    """Return the bytes that every choice holds at once, at least."""
    return _Held(steps).least()


class _Held:
    def __init__(self, steps: Steps) -> None:
        self.steps, self.nodes = steps, steps.nodes
        inserts = [
            (c, x)
            for c in self.nodes.tensors
            for n in self.nodes.of[c]
            if n.symbol in INSERTIONS
            for x in n.children
            if not self.nodes.symbols(x) <= FRESH
        ]
        self.buffer = self.nodes.in_one(self.nodes.same_bytes(), inserts)
        """For each class one that stands for all that may lie in the same buffer."""
        self.kept = self._find_kept()
        """Classes that may be made in a buffer that is from outside, or that leaves the program; or made anew for each use."""
        self.taken = self._find_taken()
        """Classes that may be read in such a buffer: as a part of what is there, or in another shape."""
        self.may_read = self.nodes.may_read(lambda x: self.buffer[x])
        """The buffers that a dispatch may read that computes a class."""
        self.read = dict.fromkeys(steps.of, 0.0)
        """The bytes that needs in a dispatch make it read at least."""

    def least(self) -> int:
        self.read = self._least_of_needs(
            {need: ways for need, ways in self.steps.of.items() if need[0] in IN_DISPATCH}, self._reads
        )
        found = self._least_of_needs(self.steps.of, self._holds)
        return int(max(found[root] for root in self.steps.roots))

    def _find_kept(self) -> set[int]:
        """Return the classes whose buffer may be a result's or a given one.

        What is made is in a new buffer, unless it is written into a target, or is another shape of what is there. So a class shares its
        buffer only with what it is connected to by targets of insertions and by shapes, however these are chosen.
        """
        targets = [(c, n.children[1]) for c in self.nodes.tensors for n in self.nodes.of[c] if n.symbol in INSERTIONS]
        made = self.nodes.in_one([(c, d) for c, d in targets if not self.nodes.symbols(d) <= FRESH], self.nodes.views())
        given = [c for c in self.nodes.tensors if "tensor" in self.nodes.symbols(c)]
        kept = {made[c] for c in (*given, *self.steps.graph.roots)}
        return {c for c in self.nodes.tensors if made[c] in kept or not self.nodes.symbols(c).isdisjoint(FRESH)}

    def _find_taken(self) -> set[int]:
        """Return the classes that are read where one of `kept` is, or that lie in another class that may be."""
        users: dict[int, list[int]] = {}
        for c, x in self.nodes.same_bytes():
            users.setdefault(x, []).append(c)
        found, todo = set(self.kept), list(self.kept)
        while todo:
            fresh = [c for c in users.get(todo.pop(), ()) if c not in found]
            found.update(fresh)
            todo += fresh
        return found

    def size(self, c: int, shared: set[int]) -> int:
        """Return the bytes that are held for a class that is in memory, at least: none if it is one of those that may share a buffer."""
        return 0 if c in shared else align_size(self.nodes.bytes[c])

    def _reads(self, need: Need, step: DemandStep, found: Mapping[Need, float]) -> float:
        """Return the bytes that a dispatch reads for a step that it does."""
        inside = [x for x, _ in step.needs if x[0] in IN_DISPATCH]
        seen = {b for x in inside for b in self.may_read.get(x[1], ())}
        return self._of({x[1] for x, _ in step.needs if x[0] in READS}, seen) + sum(found[x] for x in inside)

    def _of(self, tensors: set[int], without: set[int]) -> int:
        """Return the bytes of tensors in memory, each buffer once."""
        largest: dict[int, int] = {}
        for x in sorted(tensors):
            largest[self.buffer[x]] = max(largest.get(self.buffer[x], 0), self.size(x, self.taken))
        return sum(size for b, size in largest.items() if b not in without)

    def _holds(self, need: Need, step: DemandStep, found: Mapping[Need, float]) -> float:
        """Return the bytes that are held at some time until a step is done."""
        own, c = 0.0, need[1]
        if need[0] in ("buffer", "placed") and step.waves:
            inside = [x for x, _ in step.needs if x[0] in IN_DISPATCH]
            seen = {b for x in inside for b in self.may_read.get(x[1], ())}
            reads = self._of({x[1] for x, _ in step.needs if x[0] in READS}, {self.buffer[c], *seen}) + sum(
                self.read[x] for x in inside
            )
            size = self.size(c, self.kept)
            own = max(size, reads) if self.buffer[c] in seen else size + reads
        return max([own, *(found[x] for x, _ in step.needs)])

    def _least_of_needs(
        self, ways: Mapping[Need, Sequence[DemandStep]], of: Callable[[Need, DemandStep, Mapping[Need, float]], float]
    ) -> dict[Need, float]:
        """Return for each need the least that a function gives for one of its steps, given the least for what the step needs."""
        found: dict[Need, float] = dict.fromkeys(self.steps.of, inf)
        users: dict[Need, list[Need]] = {}
        for need, each in ways.items():
            for x in dict.fromkeys(x for step in each for x, _ in step.needs):
                users.setdefault(x, []).append(need)
        todo, waiting = list(ways), set(ways)
        while todo:
            need = todo.pop(0)
            waiting.discard(need)
            least = min((of(need, step, found) for step in ways[need]), default=inf)
            if least < found[need]:
                found[need] = least
                new = [user for user in users.get(need, ()) if user not in waiting]
                todo += new
                waiting.update(new)
        return found
