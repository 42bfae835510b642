"""Exact search: reduce, split into independent parts, relax, cut, exclude, and repeat; the rest is an integer program."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import fsum, inf
from typing import NamedTuple

from egraph_opt.extract.base.bound import lower_bound
from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.result import Candidate, better, cheaper, is_optimal
from egraph_opt.extract.base.work import WorkOver, WorkPart
from egraph_opt.extract.greedy.dag import improve_greedily, restart
from egraph_opt.extract.greedy.local import SETTLING, improve
from egraph_opt.extract.greedy.perturb import perturb
from egraph_opt.extract.integer.constraints import START, decide
from egraph_opt.extract.integer.cuts import Cut, separate
from egraph_opt.extract.integer.integer_program import BRANCHING, INTEGRAL, LOADING, IntegerProgram
from egraph_opt.extract.integer.memory_estimate import program_bytes
from egraph_opt.extract.search.ascent import ascend
from egraph_opt.extract.search.branch import Row, branch, cheapest
from egraph_opt.extract.search.components import ComponentSelection
from egraph_opt.extract.search.fixing import excluded_nodes
from egraph_opt.extract.search.goal import goal_below, guesses
from egraph_opt.extract.search.neighbourhood import search_around
from egraph_opt.extract.search.packing import VISITED_FRACTION, pack

PERIOD = 3
"""Rounds of cuts after which selections are improved and nodes excluded."""

STALL, STALLED = 2, 0.1
"""Rounds of cuts, and the part of the gap that they must close to go on."""

LEAST_EXCLUDED = 0.3
"""Part of the nodes that must be excluded for another search without them."""

ROUNDING = 75_000
"""Steps that the local improvement of a rounded relaxation may take."""

EXCLUDING = 2
"""Steps a node that finding what to exclude takes."""

GUESSES = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Parts of the gap, from the bound on, in which the best selection is searched first, one after the other."""

ROUNDS = 1000
"""Rounds of perturbation of a part that is too large for more."""

STEPS_PER_NODE = 100
"""Steps per node of the search among what the relaxation selects."""

PERTURBATIONS, PERTURBING = 40, 400
"""Rounds of perturbation before branching on integers, and the steps per node that they may take."""

ASCENT, WIDE = 100, 0.1
"""Nodes beyond which other starts and a dual ascent are worth their time, if the relaxation leaves such a part of the cost open."""

RELAXATION_DELAY_STEPS = 3e6
"""The steps after which a first relaxation waits until all this was done."""

RESTARTING, ASCENDING, PACKING = 100, 300, 1500
"""Steps per node of the other starts, of the dual ascent, and of the packing of cuts."""

HUGE = 200_000
"""Nodes beyond which the relaxation of a part takes minutes."""

SMALL, DECIDING = 20_000, 5e6
"""Nodes up to which the constraint solver is asked, once cuts took as long as it takes to start; and the steps that it may take."""

MAX_CP_NODES = 1000
"""Nodes up to which integers are tried first, for as long as the constraint solver takes to start: they decide most such parts sooner."""

MAX_PROGRAM_NODES = 8000
"""Nodes beyond which an integer program takes longer than a search that may be in vain."""


class Means(NamedTuple):
    """Hold what a search may use beside cuts and integers: the constraint solver once, and searches within neighbourhoods; and the
    lower bound that is enough to end it.
    """

    constraints: bool = False
    neighbourhoods: bool = True
    enough: float = inf
    ascent: int = 0
    """Nodes beyond which a dual ascent is made; 0 for `ASCENT`."""


PLAIN, WITHIN = Means(neighbourhoods=False), Means(neighbourhoods=False, ascent=1000)
"""Means of a short search, and of one within a neighbourhood, where integers are as fast."""


def search(
    graph: Graph, warm: Candidate, bound: float, work: WorkPart, cuts: Iterable[Cut] = (), means: Means = PLAIN
) -> tuple[Candidate, float, bool]:
    """Return the best selection found, a lower bound, and whether the search ended by itself.

    `cuts` are of this graph's classes.
    """
    try:
        parts = ComponentSelection(graph, warm, cuts, work)
    except WorkOver:
        return warm, bound, False
    bounds: list[float] = []
    finished = True
    for i in range(len(parts.members)):
        forced = parts.cost_without_choice(i)
        if forced is not None:
            bounds.append(forced)
            continue
        try:
            own = parts.subproblem(i, work)
        except WorkOver:
            return parts.combined_selection(), bound, False
        # The last part is the largest: what is enough for it is known.
        enough = means.enough - fsum(bounds) if i == len(parts.members) - 1 else inf
        solved, part_bound, ended = _solve(own.graph, own.rows, own.cuts, own.warm, work, means._replace(enough=enough))
        bounds.append(part_bound)
        finished = finished and ended
        parts.choose(i, own, solved[0])
    return parts.combined_selection(), max(bound, fsum(bounds)), finished


def _solve(
    graph: Graph, rows: list[Row], cuts: list[Cut], warm: Candidate, work: WorkPart, means: Means
) -> tuple[Candidate, float, bool]:
    """Return what `search` does, for one part, all of whose needed classes are its roots."""
    best = warm
    size = grain(graph.cost)
    bound = raise_bound(lower_bound(graph, graph.roots), size)
    if is_optimal(best[1], bound) or bound >= means.enough:
        return best, bound, True
    if work.over():
        return best, bound, False
    if len(graph.cost) > HUGE or not work.has_memory(partial(program_bytes, graph, rows)):
        return _climb(graph, best, bound, work, means)
    if not work.allows(LOADING * len(graph.cost)):
        return best, bound, False
    try:
        program = IntegerProgram(graph, rows, best[0], work)
    except WorkOver:
        return best, bound, False
    program.cut(cuts)
    if len(graph.cost) > (means.ascent or ASCENT) and not graph.signed:
        program.watch.work = work.part(RELAXATION_DELAY_STEPS)
        relaxed, _, ended = program.run([])
        program.watch.work = work
        if not ended or best[1] - relaxed > WIDE * best[1]:
            best = restart(graph, best, work.part(RESTARTING * len(graph.cost)))
            climbed = ascend(graph, work.part(ASCENDING * len(graph.cost)), VISITED_FRACTION)
            bound = max(bound, raise_bound(climbed.bound, size))
            if bound >= means.enough:
                return best, bound, True
            if not is_optimal(best[1], bound):
                best = _search_around(graph, best, work, means)
            if is_optimal(best[1], bound) or work.over():
                return best, bound, is_optimal(best[1], bound)
            goal = goal_below(best[1], size)
            packed = pack(graph, [*cuts, *climbed.cuts], min(goal, means.enough), work.part(PACKING * len(graph.cost)))
            bound = max(bound, raise_bound(packed.bound, size))
            if is_optimal(best[1], bound) or work.over() or bound >= means.enough:
                return best, bound, is_optimal(best[1], bound) or bound >= means.enough
            best = _search_support(
                graph, packed.selected, _round_relaxation(graph, packed.selected, packed.left, best, work), work, means
            )
            goal = goal_below(best[1], size)
            out = excluded_nodes(graph, packed.left, goal - packed.bound)
            if len(out) > LEAST_EXCLUDED * len(graph.cost):
                best, rest, ended = _search_restricted(graph, out, graph.cost, best, goal, work, packed.cuts, means)
                return best, max(bound, raise_bound(rest, size)), ended
            program.cut(packed.cuts)
    return _relax(graph, program, rows, best, bound, work, means)


def _climb(graph: Graph, best: Candidate, bound: float, work: WorkPart, means: Means) -> tuple[Candidate, float, bool]:
    """Return what `_solve` does, for a part too large for a linear program, or for the memory.

    It uses dual ascent, what that excludes, and local search.
    """
    if not graph.signed:
        climbed = ascend(graph, work.part(ASCENDING * len(graph.cost)))
        bound = max(bound, raise_bound(climbed.bound, grain(graph.cost)))
        if is_optimal(best[1], bound) or work.over():
            return best, bound, is_optimal(best[1], bound)
        goal = goal_below(best[1], grain(graph.cost))
        out = excluded_nodes(graph, climbed.cost, goal - climbed.bound)
        if len(out) > LEAST_EXCLUDED * len(graph.cost):
            best, rest, ended = _search_restricted(graph, out, graph.cost, best, goal, work, climbed.cuts, means)
            return best, max(bound, rest), ended
    best = perturb(graph, improve_greedily(graph, best, work.part()), ROUNDS, work.part())
    return best, bound, False


def _relax(
    graph: Graph, program: IntegerProgram, rows: list[Row], best: Candidate, bound: float, work: WorkPart, means: Means
) -> tuple[Candidate, float, bool]:
    """Return what `_solve` does, by a linear program that is cut until it stalls, and then by integers."""
    size = grain(graph.cost)
    behind = {x for nodes in graph.nodes_of for node in nodes for x in graph.back[node]}
    starts = [row for row in rows if behind.issuperset(row)]
    gaps: list[float] = []
    began = work.spent
    searched: Candidate | None = None
    while True:
        relaxed, values, ended = program.run([])
        bound = max(bound, raise_bound(relaxed, size))
        if values is None or is_optimal(best[1], bound) or bound >= means.enough:
            return best, bound, ended or bound >= means.enough
        x, y = program.split(values)
        new = separate(graph, x, y, starts, work)
        if not new and all(value < INTEGRAL or value > 1 - INTEGRAL for value in values) and not program.forbid_detached(x, y):
            return better(best, graph.prune_choice(program.selection(x))), bound, True
        gaps.append(min(best[1], means.enough) - relaxed)
        stalled = not new or (len(gaps) > STALL and gaps[-1] > (1 - STALLED) * gaps[-1 - STALL])
        ask = means.constraints and len(graph.cost) <= SMALL and not graph.signed
        ask = ask and (work.spent - began > START or (stalled and len(graph.cost) > MAX_CP_NODES))
        if (ask or stalled) and best is not searched:
            best, bound, ended = _search_without_program(graph, best, bound, work, ask, means)
            searched, means = best, means._replace(constraints=means.constraints and not ask)
            if ended:
                return best, bound, True
        if stalled or len(gaps) % PERIOD == 1:
            reduced = program.reduced_costs()
            best = _search_support(graph, x, _round_relaxation(graph, x, reduced, best, work), work, means)
            missing = _missing(graph, x)
            if is_optimal(best[1], bound):
                return best, bound, True
            # First guesses: without nodes that no selection close to the bound has. One that is too low is a bound.
            goal = goal_below(best[1], size)
            limits = guesses(relaxed, goal, bound, size, GUESSES if stalled and len(graph.cost) > MAX_PROGRAM_NODES else ())
            for limit in limits:
                out = excluded_nodes(graph, reduced, limit - relaxed)
                if len(out) > LEAST_EXCLUDED * len(graph.cost):
                    best, rest, ended = _search_restricted(graph, out, missing, best, limit, work, program.cuts, means)
                    bound = max(bound, raise_bound(rest, size))
                    if is_optimal(best[1], bound) or not ended or bound >= means.enough or limit == limits[-1]:
                        return best, bound, ended
            if stalled:
                break
            program.forget()
        program.cut(new)
    if not work.allows(0, program.beginning, BRANCHING * graph.size):
        return best, bound, False
    program.make_integer(out)
    return _branch_or_solve(graph, program, best, bound, raise_bound(goal, size), starts, work, means)


def _branch_or_solve(
    graph: Graph,
    program: IntegerProgram,
    best: Candidate,
    bound: float,
    most: float,
    starts: list[Row],
    work: WorkPart,
    means: Means,
) -> tuple[Candidate, float, bool]:
    """Return what `branch` does, with the constraint solver if a part has few nodes and takes as long as that takes to start."""
    if means.constraints and not graph.signed and len(graph.cost) <= MAX_CP_NODES:
        program.watch.work = work.part(START)
        best, bound, ended = branch(graph, program, best, bound, most, starts, means.enough, program.watch.work)
        program.watch.work = work
        if not ended:
            best, decided, ended = decide(graph, best, work.part(DECIDING))
            bound = max(bound, raise_bound(decided, grain(graph.cost)))
        if ended or is_optimal(best[1], bound):
            return best, bound, True
    return branch(graph, program, best, bound, most, starts, means.enough, work)


def _missing(graph: Graph, x: list[float]) -> list[float]:
    """Return the part of each node's cost that a relaxation does not pay."""
    return [cost * max(0.0, 1.0 - value) for cost, value in zip(graph.cost, x, strict=True)]


def _round_relaxation(graph: Graph, x: list[float], reduced: list[float], best: Candidate, work: WorkPart) -> Candidate:
    """Return the best selection at the prices that a relaxation suggests: what it does not pay, and the increases of its bound."""
    missing = _missing(graph, x)
    best = better(best, cheapest(graph, missing))
    guided = cheapest(graph, [price + 1e-3 * rest for price, rest in zip(reduced, missing, strict=True)])
    work.spend((2 * SETTLING + EXCLUDING) * len(graph.cost))
    return better(best, improve(graph, guided, work.part(ROUNDING))[0])


def _search_support(graph: Graph, x: list[float], best: Candidate, work: WorkPart, means: Means) -> Candidate:
    """Return the best selection found of nodes that the relaxation or the best selection has, and around it.

    Danna, Rothberg, Le Pape 2005, "Exploring relaxation induced neighborhoods to improve MIP solutions".
    """
    if not means.neighbourhoods:
        return best
    chosen = set(best[0])
    out = {node for nodes in graph.nodes_of for node in nodes if x[node] < INTEGRAL and node not in chosen}
    found, _, _ = search(graph.drop_nodes(out), best, 0.0, work.part(STEPS_PER_NODE * len(graph.cost)), means=WITHIN)
    return _search_around(graph, found, work, means) if cheaper(found, best) else best


def _search_without_program(
    graph: Graph, best: Candidate, bound: float, work: WorkPart, ask: bool, means: Means
) -> tuple[Candidate, float, bool]:
    """Return what `_solve` does, without a linear program: locally, and then by the constraint solver if `ask`.

    The solver comes last: with less work it is the solver that stops early, and no search goes without what it had with less.
    """
    best = _search_around(graph, perturb(graph, best, PERTURBATIONS, work.part(PERTURBING * len(graph.cost))), work, means)
    ended = is_optimal(best[1], bound)
    if ask and not ended:
        best, decided, ended = decide(graph, best, work.part(DECIDING))
        bound = max(bound, raise_bound(decided, grain(graph.cost)))
    return best, bound, ended or is_optimal(best[1], bound)


def _search_around(graph: Graph, best: Candidate, work: WorkPart, means: Means) -> Candidate:
    """Return what `search_around` does, without the constraint solver."""
    if not means.neighbourhoods:
        return best

    def solve(freed: Graph, known: Candidate, part: WorkPart) -> tuple[Candidate, float, bool]:
        return search(freed, known, 0.0, part, means=WITHIN)

    return search_around(graph, best, solve, work)


def _search_restricted(
    graph: Graph,
    out: set[int],
    price: list[float],
    best: Candidate,
    limit: float,
    work: WorkPart,
    cuts: list[Cut],
    means: Means,
) -> tuple[Candidate, float, bool]:
    """Return what `search` does, if selections with a node in `out` cost more than `limit`."""
    smaller = graph.drop_nodes(out)
    if not all(smaller.nodes_of[c] for c in smaller.roots):
        return best, limit, True
    warm = best
    if not out.isdisjoint(best[0]):
        warm, _ = improve(smaller, cheapest(smaller, price), work.part(ROUNDING))
    found, bound, ended = search(smaller, warm, 0.0, work, cuts, means._replace(enough=min(limit, means.enough)))
    best = better(best, found)
    return best, min(bound, limit, best[1]), ended
