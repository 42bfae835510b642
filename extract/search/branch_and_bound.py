"""Branch and bound: the last phase of an exact search, when cuts no longer raise the bound."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.extractor_result import Candidate, better, is_optimal
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.local_search import SETTLING, improve
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer.cuts import separate
from egraph_opt.extract.integer.integer_program import IntegerProgram

ROUNDING = 75_000
"""Maximum work, in steps, of local search from a rounded relaxation."""

EXCLUDING = 2
"""Work, in steps per node, of finding nodes to exclude."""

Row = tuple[int, ...]
"""Landmark: e-classes of which every selection needs at least one."""


def branch(
    graph: Graph,
    program: IntegerProgram,
    best: Candidate,
    bound: float,
    most: float,
    starts: list[Row],
    enough: float,
    work: WorkPart,
) -> tuple[Candidate, float, bool]:
    """Return the best selection found, a lower bound, and whether the search is complete (or the bound at least `enough`).

    Cuts exclude cyclic selections that the solver returns. Selections with a node that was excluded from the program cost at least `most`.
    """
    size = grain(graph.cost)
    program.watch.enough = enough * program.scale
    while not work.over():
        solver_bound, values, ended = program.run(best[0])
        bound = max(bound, min(raise_bound(solver_bound, size), most))
        if values is None or is_optimal(best[1], bound) or bound >= enough:
            return best, bound, ended or bound >= enough
        x, y = program.split(values)
        found = program.selection(x)
        chosen = {node for node in found if node >= 0}
        new = separate(
            graph, [float(node in chosen) for node in range(len(graph.cost))], [float(n >= 0) for n in found], starts, work
        )
        if not new and not program.forbid_detached(x, y):
            return better(best, graph.prune_choice(found)), bound, ended
        best = better(best, cheapest(graph, [0.0 if node in chosen else cost for node, cost in enumerate(graph.cost)]))
        program.cut(new)
    return best, bound, False


def cheapest(graph: Graph, price: Sequence[float]) -> Candidate:
    """Return the selection of least tree cost at the node costs `price`."""
    settled, _ = settle(graph, price)
    return graph.prune_choice(settled)


def unselected_costs(graph: Graph, x: list[float]) -> list[float]:
    """Return each node's cost times the fraction of the node that the relaxation does not select."""
    return [cost * max(0.0, 1.0 - value) for cost, value in zip(graph.cost, x, strict=True)]


def round_relaxation(graph: Graph, x: list[float], reduced: list[float], best: Candidate, work: WorkPart) -> Candidate:
    """Return the cheaper of `best` and selections that tree extraction finds at costs taken from the linear relaxation."""
    missing = unselected_costs(graph, x)
    best = better(best, cheapest(graph, missing))
    guided = cheapest(graph, [price + 1e-3 * rest for price, rest in zip(reduced, missing, strict=True)])
    work.spend((2 * SETTLING + EXCLUDING) * len(graph.cost))
    return better(best, improve(graph, guided, work.part(ROUNDING))[0])
