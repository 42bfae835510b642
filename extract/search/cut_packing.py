"""Packing of cuts: a lower bound from many sets of nodes of which every selection contains one.

Each such cut takes a share of its nodes' costs, and the bound is the sum of the shares. A linear program finds the best shares of the known
cuts. New cuts come from a dual ascent on the remaining costs plus a fraction of the shares. The method is column generation with duals
smoothed towards zero (Wentges 1997, "Weighted Dantzig-Wolfe decomposition for linear mixed-integer programming"). Cuts with a negligible
share are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.integer.cost_shares import Shares, share_out
from egraph_opt.extract.integer.cuts import Cut, entering
from egraph_opt.extract.search.dual_ascent import ascend

CUT_RELEASE_FRACTION = 0.1
"""Fraction of the node costs assigned to a cut that the cut returns before the next dual ascent."""

VISITED_FRACTION = 1.0
"""Fraction of the nodes that a dual ascent visits before it recomputes the most expensive children (`ascend`)."""

STALL, STALLED = 4, 0.1
"""Number of rounds, and the fraction of the gap that so many rounds must close to continue."""

SLACK, SPARE = 1e-3, 1e-4
"""A cut is dropped if the selected fractions of its nodes sum to more than 1 + `SLACK`, and its share of cost is negligible (`SPARE`)."""


class Packing(NamedTuple):
    """Lower bound from cuts that share the node costs, with the cuts, the unused costs, and a fractional selection."""

    bound: float
    left: list[float]
    """Remaining cost per node, by which the lower bound rises if the node is selected."""
    cuts: list[Cut]
    selected: list[float]
    """Fraction of each node that the last linear program selects."""


def pack(graph: Graph, cuts: Iterable[Cut], enough: float, work: WorkPart) -> Packing:
    """Alternate linear program and dual ascent until the lower bound reaches `enough` or stalls; return the best packing of cuts.

    Each of `cuts` is for a root or a landmark. Costs must be >= 0.
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
    return best if bound <= best.bound else Packing(bound, left, [*known.values()], shares.selected)
