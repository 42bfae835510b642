"""Progress of several searches of one graph: what does not depend on the selection known, so that no search computes it again.

Neighbourhoods and dual ascent take turns, so that a better selection does not wait for a better bound. Turns are counted in steps, so that
the result is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.extractor_result import Candidate, is_optimal
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.greedy_dag import restart
from egraph_opt.extract.search.components import ComponentSelection
from egraph_opt.extract.search.cut_packing import VISITED_FRACTION
from egraph_opt.extract.search.dual_ascent import Ascent
from egraph_opt.extract.search.large_neighbourhood import NeighbourhoodSearch, Solve

if TYPE_CHECKING:
    from highspy import HighsBasis


TURN = 25
"""Work, in steps per node, of a turn of the dual ascent, and of neighbourhoods without a gain before the ascent has its turn."""

ASCENDING = 300
"""Maximum work of the dual ascent, in steps per node."""


@dataclass
class ComponentProgress:
    """Progress of one component: optimal basis of its relaxation, dual ascent, and a restart of local search with its start."""

    basis: HighsBasis | None = None
    ascent: Ascent | None = None
    restarted: tuple[Candidate, Candidate] | None = None

    def restart(self, graph: Graph, best: Candidate, work: WorkPart, most: float) -> Candidate:
        """Return the result of restarts from `best`, in at most `most` steps."""
        if self.restarted is None or self.restarted[0] != best:
            found = restart(graph, best, work.part(most))
            if work.over():
                return found
            self.restarted = best, found
        return self.restarted[1]

    def search_and_climb(
        self, graph: Graph, best: Candidate, enough: float, solve: Solve | None, work: WorkPart
    ) -> tuple[Candidate, Ascent, float]:
        """Improve `best` by neighbourhoods that `solve` solves, if given, and continue the ascent; return both, and the lower bound.

        The neighbourhoods keep their turn as long as they gain. The search ends early if the bound reaches `enough` or proves `best`.
        """
        climbed = self.ascent = self.ascent or Ascent(graph, False)
        size, turn = grain(graph.cost), TURN * len(graph.cost)
        around = NeighbourhoodSearch(graph, solve) if solve else None
        bound = raise_bound(climbed.bound, size)
        while not work.over():
            if around:
                best = around.improve(best, work, turn)
            left = ASCENDING * len(graph.cost) - climbed.spent
            if climbed.ended or left <= 0:
                break
            climbed.climb(work.part(min(turn, left)), VISITED_FRACTION)
            bound = raise_bound(climbed.bound, size)
            if is_optimal(best[1], bound) or bound >= enough:
                return best, climbed, bound
        return around.improve(best, work) if around else best, climbed, bound


@dataclass
class Progress:
    """Progress of a graph: its reduction into components, and their progress by number."""

    parts: ComponentSelection | None = None
    components: dict[int, ComponentProgress] = field(default_factory=dict)

    def component(self, i: int) -> ComponentProgress:
        return self.components.setdefault(i, ComponentProgress())
