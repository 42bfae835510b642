"""Local search on arrays for large e-graphs: many e-classes change their nodes in one move.

Each round computes how much cost each e-class would add if selected, or would save if no longer selected. The gains of simultaneous moves
do not add up, so only a random fraction of the e-classes with a gain moves. If the total cost rises, the fraction falls.
"""

from __future__ import annotations

import numpy as np

from egraph_opt.extract.base.extractor_result import TIE_TOLERANCE, Candidate
from egraph_opt.extract.base.problem import BoolArray, FloatArray, IntArray
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.topological_waves import SETUP, WaveGraph
from egraph_opt.extract.greedy.tree_extraction import settle

MAX_WAVE_FRACTION = 1 / 20
"""Maximum number of topological levels, as a fraction of the nodes, for which array operations are faster than loops."""

MOST, LEAST, RISE = 0.7, 1e-4, 1.5
"""Largest and smallest fraction of the e-classes that may change their node in a round, and its growth factor after a gain."""

SWEEPS = 3
"""Number of passes over the graph that each computation of costs takes."""


def improve_together(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Improve the selection `best` by changing the nodes of many e-classes at once.

    The selection stays as it is if the graph has back edges or great depth, or if time is short.
    """
    setup = SETUP * len(graph.cost)
    if not work.has_time(setup) or not work.allows(setup) or any(graph.back[node] for nodes in graph.nodes_of for node in nodes):
        return best
    work.spend(setup)
    choice, _ = settle(graph, graph.cost, best[0])
    waves = WaveGraph(graph, choice)
    if len(waves.waves) > MAX_WAVE_FRACTION * len(waves.nodes):
        return best
    chosen, cost = _apply_moves(waves, np.array([waves.at[choice[c]] for c in waves.classes]), work)
    if cost >= best[1]:
        return best
    found = [-1] * len(graph.nodes_of)
    for c, node in zip(waves.classes, chosen.tolist(), strict=True):
        found[c] = waves.nodes[node]
    return graph.prune_choice(found)


def _apply_moves(waves: WaveGraph, chosen: IntArray, work: WorkPart) -> tuple[IntArray, float]:
    """Change the nodes of many e-classes at once while this lowers the cost and work is left; return choice and cost."""
    need = waves.needed_classes(chosen)
    cost = float(waves.cost[chosen[need]].sum())
    part, draw = MOST, 0
    while work.allows((1 + SWEEPS) * waves.steps):
        work.spend(SWEEPS * waves.steps)
        best, gain = _price_moves(waves, chosen, need)
        may = need & (gain < -TIE_TOLERANCE * abs(cost))
        before = cost
        while may.any() and cost == before and part > LEAST and not work.over():
            work.spend(waves.steps)
            draw += 1
            moved = np.where(need & ~(may & _draw_classes(waves.count, draw, part)), chosen, best)
            needed = waves.needed_classes(moved)
            paid = float(waves.cost[moved[needed]].sum())
            if paid < cost - TIE_TOLERANCE * abs(cost):
                chosen, need, cost = moved, needed, paid
            else:
                part /= 2
        if cost == before:
            break
        part = min(MOST, RISE * part)
    return chosen, cost


def _price_moves(waves: WaveGraph, chosen: IntArray, need: BoolArray) -> tuple[IntArray, FloatArray]:
    """Return the best node per e-class and, for each selected e-class, the change of cost if the e-class chooses this node."""
    child, count = waves.child, waves.count
    is_chosen = np.zeros(len(waves.nodes), dtype=np.bool_)
    is_chosen[chosen[need]] = True
    used = is_chosen[waves.node_of]
    uses = np.bincount(child[used], minlength=count + 1) + waves.roots
    alone = used & (uses[child] == 1)
    adds, keeps = np.zeros(count + 1), np.zeros(count + 1)
    price = np.where(waves.allowed, waves.cost, np.inf)
    for low, high in zip(waves.waves, waves.waves[1:], strict=False):
        first, last = waves.nodes_from[low], waves.nodes_from[high]
        begin, end = waves.children_from[first], waves.children_from[last]
        below, starts = child[begin:end], waves.children_from[first:last] - begin
        price[first:last] += np.add.reduceat(adds[below], starts)
        least = np.minimum.reduceat(price[first:last], waves.nodes_from[low:high] - first)
        adds[low:high] = np.where(need[low:high], 0.0, least)
        kept = np.add.reduceat(np.where(alone[begin:end], keeps[below], 0.0), starts)
        here = low + np.flatnonzero(need[low:high])
        keeps[here] = kept[chosen[here] - first] + waves.cost[chosen[here]]
    # Classes that the new node also needs are not released.
    pair = waves.class_of[waves.node_of] * (count + 1) + child
    both = np.isin(pair, pair[alone]) & ~used
    price += np.bincount(waves.node_of[both], keeps[child[both]], minlength=len(price))
    price[is_chosen] = keeps[waves.class_of[is_chosen]]
    best, value = waves.least_nodes(price)
    return best, value - keeps[:-1]


def _draw_classes(count: int, draw: int, part: float) -> BoolArray:
    """Select each e-class with probability `part`, by SplitMix64, which is identical on every machine."""
    mixed = np.arange(count, dtype=np.uint64) + np.uint64((draw * 0x9E3779B97F4A7C15) % 2**64)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    drawn: BoolArray = (mixed ^ (mixed >> np.uint64(31))) < np.uint64(int(part * 2**64))
    return drawn
