"""Packing: a lower bound by many cuts together, each with a share of the costs of its nodes.

A linear program finds the best shares of all cuts that are known. New cuts come from a dual ascent on what these shares leave of the costs,
and on a part of what they took: this is column generation with duals that are moved towards zero (Wentges 1997, "Weighted
Dantzig-Wolfe decomposition for linear mixed-integer programming"). Cuts that take next to nothing are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.integer.cuts import Cut, entering
from egraph_opt.extract.integer.shares import Shares, share_out
from egraph_opt.extract.search.ascent import ascend

CUT_RELEASE_FRACTION = 0.1
"""Part of its share that each cut gives back before the next ascent."""

VISITED_FRACTION = 1.0
"""Part of the nodes that are visited before an ascent computes again which child is most expensive to derive."""

STALL, STALLED = 4, 0.1
"""Rounds, and the part of the gap that they must close to go on."""

SLACK, SPARE = 1e-3, 1e-4
"""A cut is dropped whose value is above 1 by so much, and whose share is such a part of the largest possible one."""


class Packing(NamedTuple):
    """Hold a lower bound, and what proves it."""

    bound: float
    left: list[float]
    """Per node the increase of the bound if the node is selected."""
    cuts: list[Cut]
    selected: list[float]
    """Per node what the last linear program selects of it."""


def pack(graph: Graph, cuts: Iterable[Cut], enough: float, work: WorkPart) -> Packing:
    """Return the best bound found by rounds of a linear program and an ascent, until it is `enough` or the last rounds closed little
    of what is missing. Every cut begins at a root or a landmark, and no cost is negative.
    """
    known = {tuple(sorted(entering(graph, cut[1]))): cut for cut in cuts}
    best = Packing(0.0, graph.cost, [*known.values()], [0.0] * len(graph.cost))
    gaps: list[float] = []
    while known and not work.over():
        shares = share_out(graph.cost, [*known], work)
        if shares is None:
            break
        best = _better(best, *shares.bound_after_return(0.0), known, shares)
        gaps.append(enough - best.bound)
        if gaps[-1] <= 0.0 or (len(gaps) > STALL and gaps[-1] > (1 - STALLED) * gaps[-1 - STALL]):
            break
        known = {row: known[row] for row, idle in zip([*known], shares.idle(SLACK, SPARE), strict=True) if not idle}
        bound, left = shares.bound_after_return(CUT_RELEASE_FRACTION)
        climbed = ascend(replace(graph, cost=left), work, VISITED_FRACTION, noting=True)
        best = _better(best, bound + climbed.bound, climbed.cost, known, shares)
        before = len(known)
        known.update(zip(climbed.entering, climbed.cuts, strict=True))
        if len(known) == before:
            break
    return best


def _better(best: Packing, bound: float, left: list[float], known: dict[tuple[int, ...], Cut], shares: Shares) -> Packing:
    """Return the packing with the better bound, the first if they are equal."""
    return best if bound <= best.bound else Packing(bound, left, [*known.values()], shares.selected)
