"""Branch and bound: the last phase of an exact search, when cuts no longer raise the bound."""

from __future__ import annotations

from collections.abc import Sequence

from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.extractor_result import Candidate, better, is_optimal
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer.cuts import separate
from egraph_opt.extract.integer.integer_program import IntegerProgram

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
