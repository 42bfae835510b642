"""Second search, with the rules that are for a second try.

These rules make e-graphs larger. A search that a limit ends may find less in a larger e-graph, so the first search runs as if
there were no such rules, and what the second one finds is taken only if it costs less. A bound is one for all rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from egraph_opt.core.engine import SaturationFailed
from egraph_opt.core.task import Clock
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bound import APART, ROUNDING, SHARE
from egraph_opt.families.region.choice.extract import Chosen, NoChoice, extract
from egraph_opt.families.region.choice.saturate import Graph, saturate
from egraph_opt.families.region.encode.function import Program
from egraph_opt.families.region.options import RegionOptions

LEAST = 2 * SHARE + APART
"""Part of the work limit that the second search may take where the first has left less: all but a `SHARE` of it may be for its bounds."""


@dataclass(frozen=True, slots=True)
class Searched:
    """Results of the searches of a function: the e-graph and the choice of the first, and of the second if that is cheaper."""

    graph: Graph
    first: Chosen
    second: tuple[Graph, Chosen] | None = None

    def of(self, program: Program) -> Searched:
        """Return the same for a function that differs in names only."""
        program.names.number_as(self.first.selected.program.names)
        second = self.second and (self.second[0], renamed(self.second[1], program))
        return Searched(self.graph, renamed(self.first, program), second)


def renamed(chosen: Chosen, program: Program) -> Chosen:
    """Return a choice for a function that differs in names only."""
    return replace(chosen, selected=chosen.selected.of(program))


def searched_again(
    program: Program, graph: Graph, first: Chosen, options: RegionOptions, clock: Clock
) -> tuple[Chosen, tuple[Graph, Chosen] | None]:
    """Return the first choice with a bound that holds for the rules of the second search, too; and the second e-graph and choice, if
    that is cheaper.

    Args:
        program: a function.
        graph: its e-graph without the rules for a second try.
        first: the choice from that.
        options: the limits, the cost model, and a user's rules.
        clock: what takes the time of the stages.
    """
    if graph.stopped_by:
        return first, None  # more rules meet the same limit, and there is no bound
    try:
        larger = clock("saturate", saturate, program, options.limits, options.own, second=True)
        if larger.nodes == graph.nodes:
            return first, None
        left = max(options.work_limit - first.spent, LEAST * options.work_limit)
        share = SHARE * options.work_limit / left if left else 0.0  # as many steps for the bound as in the first search
        second = clock("extract", extract, program, larger, options.model, Work(left, options.time_limit), share, first.cost)
    except (SaturationFailed, NoChoice):
        return replace(first, lower_bound=0.0, optimal=False), None
    bound, stopped_by = min(first.lower_bound, second.lower_bound), first.stopped_by or second.stopped_by
    cheaper = second.cost < first.cost * (1.0 - ROUNDING)
    return bounded(first, bound, stopped_by), (larger, bounded(second, bound, stopped_by)) if cheaper else None


def bounded(chosen: Chosen, bound: float, stopped_by: str) -> Chosen:
    """Return a choice with a bound, and with the limit that kept the bound below its cost."""
    optimal = chosen.cost <= bound * (1.0 + ROUNDING)
    return replace(chosen, lower_bound=bound, optimal=optimal, stopped_by="" if optimal else stopped_by)
