"""Progress of several searches of one graph: what does not depend on the selection known, so that no search computes it again.

Neighbourhoods, perturbations and dual ascent take turns, so that no e-graph waits for one of them. Turns are counted in steps, so that the
result is the same on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.extractor_result import Candidate, cheaper, is_optimal
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.greedy_dag import PERTURBATIONS, improve_work_list
from egraph_opt.extract.greedy.iterated_local_search import IteratedLocalSearch
from egraph_opt.extract.search.components import ComponentSelection
from egraph_opt.extract.search.cut_packing import VISITED_FRACTION
from egraph_opt.extract.search.dual_ascent import Ascent
from egraph_opt.extract.search.large_neighbourhood import NeighbourhoodSearch, Solve

if TYPE_CHECKING:
    from highspy import HighsBasis


TURN, PATIENCE = 25, 10
"""Work, in steps per node, of a turn of the dual ascent, and after which a turn of another part without a gain ends; its first turn,
and all its turns in a search for a proof."""

ASCENDING = 300
"""Maximum work of the dual ascent, in steps per node."""


@dataclass
class ComponentProgress:
    """Progress of one component: optimal basis of its relaxation, dual ascent, and searches for better selections."""

    basis: HighsBasis | None = None
    ascent: Ascent | None = None
    restarted: Candidate | None = None
    perturbing: IteratedLocalSearch | None = None
    around: NeighbourhoodSearch | None = None

    def restart(self, graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
        """Return the cheaper of `best` and the result of local search from faster-greedy-dag's selection."""
        if self.restarted is None:
            found = improve_work_list(graph, best, work)
            if work.over():
                return found
            self.restarted = found
        return self.restarted if cheaper(self.restarted, best) else best

    def search_and_climb(
        self, graph: Graph, best: Candidate, enough: float, solve: Solve | None, repeated: bool, work: WorkPart
    ) -> tuple[Candidate, Ascent, float]:
        """Continue the ascent, and improve `best` by neighbourhoods, perturbations and a restart, in turns; return both and the bound.

        A part keeps its turn as long as it gains. `solve` solves neighbourhoods; None means none. If `repeated` is true, they go on when
        the other parts have ended. The search ends early if the bound reaches `enough` or proves `best`.
        """
        size, patience = len(graph.cost), PATIENCE * len(graph.cost)
        climbed = self.ascent = self.ascent or Ascent(graph, False)
        around = self.around = self.around or (NeighbourhoodSearch(graph, solve) if solve else None)
        if self.perturbing is None or self.perturbing.best != best:
            self.perturbing = IteratedLocalSearch(graph)
        bound, left = _climb(graph, climbed, work), True
        while left and not (is_optimal(best[1], bound) or bound >= enough or work.over()):
            if around:
                best = around.improve(best, work, patience)
            if not is_optimal(best[1], bound):
                best = self.perturbing.improve(best, PERTURBATIONS, work, patience)
                best = self.restart(graph, best, work)
            bound, patience = _climb(graph, climbed, work), (TURN if repeated else PATIENCE) * size
            left = self.perturbing.rounds < PERTURBATIONS or not (climbed.ended or climbed.spent >= ASCENDING * size)
        if around and repeated and not (is_optimal(best[1], bound) or bound >= enough):
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
