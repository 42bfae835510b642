"""Lower bound on the transient memory of every selection.

A command's operands and results are live while the command runs. The largest such command bounds the memory of a schedule from below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.buffer_packing import align_size
from egraph_opt.families.region.choice.demand_states import DemandStep, Need
from egraph_opt.families.region.choice.relaxed_transitions import Steps

IN_DISPATCH = ("joined", "doing", "made", "into")
"""Kinds of requirements that are satisfied inside the dispatch of another e-class."""
READS = ("read", "source", "shaped", "narrow")
INSERTIONS = ("insert", "fused_insert")
"""Symbols of insertions, which overwrite part of their target."""
FRESH = {"empty", "splat"}
"""Symbols of tensors that are not read from memory (`empty`) or made anew for each use (`splat`)."""


def least_live_bytes(steps: Steps) -> int:
    """Return a lower bound on the bytes that are live at once in every selection."""
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
        """For each e-class, the representative of all e-classes that may share its buffer."""
        self.kept = self._find_kept()
        """E-classes whose buffer may be that of an argument or a result, or that are made anew for each use."""
        self.taken = self._find_taken()
        """E-classes that may be slices or reshapes of e-classes in `kept`, including these."""
        self.may_read = self.nodes.may_read(lambda x: self.buffer[x])
        """For each e-class, the buffers that the dispatch which computes it may read."""
        self.read = dict.fromkeys(steps.of, 0.0)
        """For each requirement inside a dispatch, a lower bound on the bytes that the dispatch reads for it."""

    def least(self) -> int:
        self.read = self._least_of_needs(
            {need: ways for need, ways in self.steps.of.items() if need[0] in IN_DISPATCH}, self._reads
        )
        found = self._least_of_needs(self.steps.of, self._holds)
        return int(max(found[root] for root in self.steps.roots))

    def _find_kept(self) -> set[int]:
        """Return the e-classes that may need no transient buffer: arguments, results, and tensors made anew for each use."""
        targets = [(c, n.children[1]) for c in self.nodes.tensors for n in self.nodes.of[c] if n.symbol in INSERTIONS]
        made = self.nodes.in_one([(c, d) for c, d in targets if not self.nodes.symbols(d) <= FRESH], self.nodes.views())
        given = [c for c in self.nodes.tensors if "tensor" in self.nodes.symbols(c)]
        kept = {made[c] for c in (*given, *self.steps.graph.roots)}
        return {c for c in self.nodes.tensors if made[c] in kept or not self.nodes.symbols(c).isdisjoint(FRESH)}

    def _find_taken(self) -> set[int]:
        """Return the e-classes that may share the buffer of an e-class in `kept`, so that reading them may need no transient memory."""
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
        """Return the bytes of an e-class, or 0 if it is in `shared` and so may need no buffer of its own."""
        return 0 if c in shared else align_size(self.nodes.bytes[c])

    def _reads(self, need: Need, step: DemandStep, found: Mapping[Need, float]) -> float:
        """Return a lower bound on the bytes that a dispatch reads to compute one e-class as `step` does."""
        inside = [x for x, _ in step.needs if x[0] in IN_DISPATCH]
        seen = {b for x in inside for b in self.may_read.get(x[1], ())}
        return self._of({x[1] for x, _ in step.needs if x[0] in READS}, seen) + sum(found[x] for x in inside)

    def _of(self, tensors: set[int], without: set[int]) -> int:
        """Return the bytes of tensors, counting each buffer once and buffers of `without` not at all."""
        largest: dict[int, int] = {}
        for x in sorted(tensors):
            largest[self.buffer[x]] = max(largest.get(self.buffer[x], 0), self.size(x, self.taken))
        return sum(size for b, size in largest.items() if b not in without)

    def _holds(self, need: Need, step: DemandStep, found: Mapping[Need, float]) -> float:
        """Return a lower bound on the peak of live bytes if requirement `need` is satisfied by `step`."""
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
        """Return for each requirement the minimum of `of` over its alternatives, given the minima of their prerequisites (a fixpoint)."""
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
