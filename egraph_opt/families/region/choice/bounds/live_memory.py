"""Lower bound on the transient memory of every selection.

A command's operands and results are live while the command runs. The largest such command bounds the memory of a schedule from below.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf

from egraph_opt.families.region.choice.bounds.relaxed_problem import RelaxedProblem
from egraph_opt.families.region.choice.bounds.requirements import Alternative, Requirement
from egraph_opt.families.region.choice.scheduling.buffer_packing import align_size

IN_DISPATCH = ("joined", "doing", "made", "into")
"""Kinds of requirements that are satisfied inside the dispatch of another e-class."""
READS = ("read", "source", "shaped", "narrow")
INSERTIONS = ("insert", "fused_insert")
"""Symbols of insertions, which overwrite part of their target."""
FRESH = {"empty", "splat"}
"""Symbols of tensors that are never read from memory: `empty` tensors, and fills (`splat`), which each use computes again."""


def least_live_bytes(problem: RelaxedProblem) -> int:
    """Return a lower bound on the bytes that are live at once in every selection."""
    return _LiveMemory(problem).least()


class _LiveMemory:
    def __init__(self, problem: RelaxedProblem) -> None:
        self.problem, self.nodes = problem, problem.nodes
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
        """E-classes that may need no transient buffer: they may share the buffer of an argument or result, or are empty or fills."""
        self.taken = self._find_taken()
        """E-classes that may be slices or reshapes of e-classes in `kept`, including these."""
        self.may_read = self.nodes.may_read(lambda x: self.buffer[x])
        """For each e-class, the buffers that the dispatch which computes it may read."""
        self.read = dict.fromkeys(problem.of, 0.0)
        """For each requirement inside a dispatch, a lower bound on the bytes that the dispatch reads for it."""

    def least(self) -> int:
        self.read = self._least_per_requirement(
            {requirement: alternatives for requirement, alternatives in self.problem.of.items() if requirement[0] in IN_DISPATCH},
            self._read_bytes,
        )
        found = self._least_per_requirement(self.problem.of, self._peak_bytes)
        return int(max(found[root] for root in self.problem.roots))

    def _find_kept(self) -> set[int]:
        """Return the e-classes that may need no transient buffer: arguments, results, empty tensors and fills."""
        targets = [(c, n.children[1]) for c in self.nodes.tensors for n in self.nodes.of[c] if n.symbol in INSERTIONS]
        made = self.nodes.in_one([(c, d) for c, d in targets if not self.nodes.symbols(d) <= FRESH], self.nodes.views())
        given = [c for c in self.nodes.tensors if "tensor" in self.nodes.symbols(c)]
        kept = {made[c] for c in (*given, *self.problem.graph.roots)}
        return {c for c in self.nodes.tensors if made[c] in kept or not self.nodes.symbols(c).isdisjoint(FRESH)}

    def _find_taken(self) -> set[int]:
        """Return the e-classes that may share the buffer of an argument, result, empty tensor or fill, as slices or reshapes of it."""
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
        """Return the bytes of an e-class, or 0 if it is in `shared`, the e-classes that may use a buffer of others."""
        return 0 if c in shared else align_size(self.nodes.bytes[c])

    def _read_bytes(self, requirement: Requirement, alternative: Alternative, found: Mapping[Requirement, float]) -> float:
        """Return a lower bound on the bytes that a dispatch reads to compute the e-class of `requirement` by `alternative`."""
        inside = [x for x, _ in alternative.prerequisites if x[0] in IN_DISPATCH]
        seen = {b for x in inside for b in self.may_read.get(x[1], ())}
        return self._of({x[1] for x, _ in alternative.prerequisites if x[0] in READS}, seen) + sum(found[x] for x in inside)

    def _of(self, tensors: set[int], without: set[int]) -> int:
        """Return the total bytes of tensors; each buffer counts once, buffers in `without` do not count."""
        largest: dict[int, int] = {}
        for x in sorted(tensors):
            largest[self.buffer[x]] = max(largest.get(self.buffer[x], 0), self.size(x, self.taken))
        return sum(size for b, size in largest.items() if b not in without)

    def _peak_bytes(self, requirement: Requirement, alternative: Alternative, found: Mapping[Requirement, float]) -> float:
        """Return a lower bound on the peak of live bytes if `requirement` is satisfied by `alternative`."""
        own, c = 0.0, requirement[1]
        if requirement[0] in ("buffer", "placed") and alternative.waves:
            inside = [x for x, _ in alternative.prerequisites if x[0] in IN_DISPATCH]
            seen = {b for x in inside for b in self.may_read.get(x[1], ())}
            reads = self._of({x[1] for x, _ in alternative.prerequisites if x[0] in READS}, {self.buffer[c], *seen}) + sum(
                self.read[x] for x in inside
            )
            size = self.size(c, self.kept)
            own = max(size, reads) if self.buffer[c] in seen else size + reads
        return max([own, *(found[x] for x, _ in alternative.prerequisites)])

    def _least_per_requirement(
        self,
        alternatives: Mapping[Requirement, Sequence[Alternative]],
        of: Callable[[Requirement, Alternative, Mapping[Requirement, float]], float],
    ) -> dict[Requirement, float]:
        """Return for each requirement the minimum of `of` over its alternatives, given the minima of prerequisites (a fixpoint)."""
        found: dict[Requirement, float] = dict.fromkeys(self.problem.of, inf)
        users: dict[Requirement, list[Requirement]] = {}
        for requirement, each in alternatives.items():
            for x in dict.fromkeys(x for alternative in each for x, _ in alternative.prerequisites):
                users.setdefault(x, []).append(requirement)
        todo, waiting = list(alternatives), set(alternatives)
        while todo:
            requirement = todo.pop(0)
            waiting.discard(requirement)
            least = min((of(requirement, alternative, found) for alternative in alternatives[requirement]), default=inf)
            if least < found[requirement]:
                found[requirement] = least
                new = [user for user in users.get(requirement, ()) if user not in waiting]
                todo += new
                waiting.update(new)
        return found
