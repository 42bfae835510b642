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

PATIENCE = 10
"""Work, in steps per node, of neighbourhoods without a gain before restarts, whose gains take longer."""

RESTARTING, ASCENDING = 100, 300
"""Maximum work of restarts and of the dual ascent, in steps per node."""


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
        self, graph: Graph, best: Candidate, enough: float, solve: Solve | None, repeated: bool, work: WorkPart
    ) -> tuple[Candidate, Ascent, float]:
        """Continue the ascent, and improve `best` by neighbourhoods and restarts; return both, and the lower bound.

        The first turns are the cheapest: of the ascent, which may prove `best`, and of neighbourhoods, which gain sooner than restarts.
        `solve` solves neighbourhoods; None means none. They keep their turn as long as they gain, and have more than one if `repeated` is
        true. The search ends early if the bound reaches `enough` or proves `best`.
        """
        climbed, size = self.ascent or Ascent(graph, False), len(graph.cost)
        self.ascent, around = climbed, NeighbourhoodSearch(graph, solve) if solve else None
        bound = _climb(graph, climbed, work)
        if around and not (is_optimal(best[1], bound) or bound >= enough):
            best = around.improve(best, work, PATIENCE * size)
        if not (is_optimal(best[1], bound) or bound >= enough):
            best = self.restart(graph, best, work, RESTARTING * size)
        around = around if repeated else None
        while not (work.over() or climbed.ended or climbed.spent >= ASCENDING * size):
            if is_optimal(best[1], bound) or bound >= enough:
                return best, climbed, bound
            if around:
                best = around.improve(best, work, TURN * size)
            bound = _climb(graph, climbed, work)
        if around and not (is_optimal(best[1], bound) or bound >= enough):
            best = around.improve(best, work)
        return best, climbed, bound


def _climb(graph: Graph, ascent: Ascent, work: WorkPart) -> float:
    """Continue the ascent for a turn; return the lower bound."""
    left = ASCENDING * len(graph.cost) - ascent.spent
    ascent.climb(work.part(min(TURN * len(graph.cost), left)), VISITED_FRACTION)
    return raise_bound(ascent.bound, grain(graph.cost))


@dataclass
class Progress:
    """Progress of a graph: its reduction into components, and their progress by number."""

    parts: ComponentSelection | None = None
    components: dict[int, ComponentProgress] = field(default_factory=dict)

    def component(self, i: int) -> ComponentProgress:
        return self.components.setdefault(i, ComponentProgress())
