"""Two-phase search: the second phase adds rules that enlarge the e-graph.

The first phase is a quick search without these rules. If the second phase does not prove its result optimal, the first phase is repeated
in full. The second result is used only if it is cheaper than the first. Lower bounds always hold for the larger e-graph.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from egraph_opt.core.engine import SaturationFailed
from egraph_opt.core.observers import tell
from egraph_opt.core.task import Clock
from egraph_opt.extract import Work
from egraph_opt.families.region.choice.bounds.lower_bound import BOUND_WORK_FRACTION, ROUNDING
from egraph_opt.families.region.choice.classes.saturate import Known, Node, SaturatedGraph, saturate
from egraph_opt.families.region.choice.extract import NO_CHOICE, NoChoice, ScheduleChoice, extract
from egraph_opt.families.region.encode.tensor_program import EncodedFunction
from egraph_opt.families.region.options import RegionOptions

SECOND_PHASE_WORK_FRACTION = 0.5
"""Fraction of the work limit that the second search may use."""


@dataclass(frozen=True, slots=True)
class SearchPhases:
    """Search results of a function: e-graph and selected nodes of the first search, and those of the second if it is cheaper."""

    graph: SaturatedGraph
    first: ScheduleChoice
    second: tuple[SaturatedGraph, ScheduleChoice] | None = None

    def of(self, program: EncodedFunction) -> SearchPhases:
        """Return the same results for `program`, which differs only in the names of values."""
        program.names.number_as(self.first.selected.program.names)
        second = self.second and (self.second[0], rename_choice(self.second[1], program))
        return SearchPhases(self.graph, rename_choice(self.first, program), second)


def rename_choice(chosen: ScheduleChoice, program: EncodedFunction) -> ScheduleChoice:
    return replace(chosen, selected=chosen.selected.of(program))


class Hints:
    """Cache of e-graphs, and of selections with which searches of equal e-graphs start, such as those of layers of one network."""

    def __init__(self) -> None:
        self.graphs: Known = {}
        self._of: dict[Hashable, Mapping[int, Node]] = {}

    def of(self, graph: SaturatedGraph) -> Mapping[int, Node]:
        """Return the selected nodes of an earlier function with an equal e-graph, or an empty mapping."""
        return self._of.get(_form(graph), NO_CHOICE)

    def note(self, graph: SaturatedGraph, chosen: ScheduleChoice) -> None:
        self._of[_form(graph)] = chosen.selected.choice


def _form(graph: SaturatedGraph) -> Hashable:
    return tuple(graph.roots), tuple(sorted((c, tuple(nodes)) for c, nodes in graph.nodes.items()))


def search_function(
    program: EncodedFunction, graph: SaturatedGraph, options: RegionOptions, clock: Clock, hints: Hints
) -> SearchPhases:
    """Search for a function's cheapest selection in two phases (see the module), with lower bounds that hold for both.

    Args:
        program: the function.
        graph: the function's e-graph, without the rules of the second search.
        options: the limits, the cost model, and the user's rules.
        clock: measures the time of the stages.
        hints: cache of selected nodes, to which the nodes of this function are added.

    Raises:
        NoChoice: the e-graph cannot express a result of the function.
    """

    def search_graph(graph: SaturatedGraph, part: float = 1.0, **more: Any) -> ScheduleChoice:
        work = Work(part * options.work_limit, options.time_limit)
        with clock.stage("extract"):
            chosen = extract(program, graph, options.model, work, share=BOUND_WORK_FRACTION / part, **more)
        tell("extract", chosen)
        return chosen

    def search_with_hint(graph: SaturatedGraph, **more: Any) -> ScheduleChoice:
        chosen = search_graph(graph, hint=hints.of(graph), **more)
        hints.note(graph, chosen)
        return chosen

    if graph.stopped_by:
        return SearchPhases(graph, search_graph(graph))  # more rules meet the same limit, and there is no bound
    try:
        with clock.stage("saturate"):
            larger = saturate(program, options.limits, options.own, second=True, known=hints.graphs)
        tell("saturate", larger)
        if larger.nodes == graph.nodes:
            return SearchPhases(graph, search_with_hint(graph))
        first = search_with_hint(graph, quick=True)
        second = search_with_hint(larger, part=SECOND_PHASE_WORK_FRACTION, known=first.cost)
    except (SaturationFailed, NoChoice):
        return SearchPhases(graph, replace(search_graph(graph), lower_bound=0.0, optimal=False))
    if min(first.cost, second.cost) > second.lower_bound * (1.0 + ROUNDING):
        first = search_graph(graph)
    bound, stopped_by = second.lower_bound, second.stopped_by
    cheaper = second.cost < first.cost * (1.0 - ROUNDING)
    return SearchPhases(
        graph, attach_bound(first, bound, stopped_by), (larger, attach_bound(second, bound, stopped_by)) if cheaper else None
    )


def attach_bound(chosen: ScheduleChoice, bound: float, stopped_by: str) -> ScheduleChoice:
    """Return `chosen` with lower bound `bound`, and with the limit `stopped_by` unless the bound proves optimality."""
    optimal = chosen.cost <= bound * (1.0 + ROUNDING)
    return replace(chosen, lower_bound=bound, optimal=optimal, stopped_by="" if optimal else stopped_by)
