"""Exact search: reduction, components, relaxation with cuts, exclusion of nodes, and finally the integer program."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import fsum, inf
from typing import NamedTuple

from egraph_opt.extract.base.cost_gcd import grain, raise_bound
from egraph_opt.extract.base.cost_sharing_bound import lower_bound
from egraph_opt.extract.base.extractor_result import Candidate, better, cheaper, is_optimal
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import WorkOver, WorkPart
from egraph_opt.extract.greedy.greedy_dag import improve_greedily
from egraph_opt.extract.greedy.iterated_local_search import perturb
from egraph_opt.extract.greedy.local_search import improve
from egraph_opt.extract.integer.cp_sat import START, decide
from egraph_opt.extract.integer.cuts import Cut, separate
from egraph_opt.extract.integer.integer_program import BRANCHING, INTEGRAL, LOADING, IntegerProgram
from egraph_opt.extract.integer.memory_estimate import program_bytes
from egraph_opt.extract.search.branch_and_bound import (
    EXCLUDING,
    ROUNDING,
    Row,
    branch,
    cheapest,
    round_relaxation,
    unselected_costs,
)
from egraph_opt.extract.search.component_progress import ASCENDING, ComponentProgress, Progress
from egraph_opt.extract.search.components import Component, ComponentSelection
from egraph_opt.extract.search.cost_goal import goal_below, guesses
from egraph_opt.extract.search.cut_packing import pack
from egraph_opt.extract.search.dual_ascent import ascend
from egraph_opt.extract.search.large_neighbourhood import NeighbourhoodSearch
from egraph_opt.extract.search.reduced_cost_fixing import excluded_nodes

PERIOD = 3
"""Number of rounds of cuts between two attempts to improve the selection and exclude nodes."""

STALL, STALLED = 2, 0.1
"""Number of rounds of cuts, and the fraction of the gap that so many rounds must close to continue."""

LEAST_EXCLUDED = 0.3
"""Minimum fraction of excluded nodes for a new search without these nodes."""

GUESSES = (0.15, 0.3, 0.5, 0.7, 0.85)
"""Cost limits that searches try in turn, as fractions of the gap above the lower bound."""

ROUNDS = 1000
"""Number of perturbations of a component too large for a linear program."""

STEPS_PER_NODE = 100
"""Maximum work, in steps per node, of a search among nodes that the relaxation selects."""

NEAR, STEPS_NEAR = 0.1, 25
"""Part of the gap that paths of the nodes near the relaxation may cost; maximum work, in steps per node, of a search among these."""

PERTURBATIONS, PERTURBING = 40, 400
"""Number of perturbations before branching, and their maximum work in steps per node."""

ASCENT, WIDE = 100, 0.1
"""Minimum number of nodes, and minimum relative gap after the relaxation, for restarts and a dual ascent."""

RELAXATION_DELAY_STEPS = 3e6
"""Maximum work, in steps, of a first attempt at the relaxation; restarts, dual ascent and packing of cuts come after it."""

PACKING = 1500
"""Maximum work, in steps per node, of the packing of cuts."""

HUGE = 200_000
"""Maximum number of nodes of a component that a linear program solves; with more nodes it takes minutes."""

SMALL, DECIDING = 20_000, 5e6
"""Maximum number of nodes for the constraint solver, and its maximum work in steps."""

MAX_CP_NODES = 1000
"""Maximum number of nodes for which branch and bound runs before the constraint solver."""

MAX_PROGRAM_NODES = 8000
"""Number of nodes above which searches under lower cost limits precede the integer program."""


class Means(NamedTuple):
    """Settings of a search: optional methods (constraint solver, neighbourhood search), and the lower bound at which it may stop."""

    constraints: bool = False
    neighbourhoods: bool = True
    enough: float = inf
    ascent: int = 0
    """Minimum number of nodes for a dual ascent; 0 means `ASCENT`."""


PLAIN, WITHIN = Means(neighbourhoods=False), Means(neighbourhoods=False, ascent=1000)
"""Settings of a short search, and of a search in the neighbourhood of a selection."""


def search(
    graph: Graph,
    warm: Candidate,
    bound: float,
    work: WorkPart,
    cuts: Iterable[Cut] = (),
    means: Means = PLAIN,
    progress: Progress | None = None,
) -> tuple[Candidate, float, bool]:
    """Return the best selection found, a lower bound, and whether the search completed.

    `cuts` use the e-class numbers of `graph`. `progress` is that of earlier searches of `graph` without cuts.
    """
    progress = progress or Progress()
    try:
        parts = progress.parts = progress.parts or ComponentSelection(graph, warm, cuts, work)
    except WorkOver:
        return warm, bound, False
    parts.restart(warm)
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
        # The last component is the largest; its sufficient bound is known.
        enough = means.enough - fsum(bounds) if i == len(parts.members) - 1 else inf
        solved, part_bound, ended = _solve(own, work, means._replace(enough=enough), progress.component(i))
        bounds.append(part_bound)
        finished = finished and ended
        parts.choose(i, own, solved[0])
    return parts.combined_selection(), max(bound, fsum(bounds)), finished


def _solve(own: Component, work: WorkPart, means: Means, progress: ComponentProgress) -> tuple[Candidate, float, bool]:
    """Solve one component, whose roots are its mandatory e-classes; the result is as in `search`."""
    graph, rows, best = own.graph, own.rows, own.warm
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
    program.cut(own.cuts)
    if len(graph.cost) > (means.ascent or ASCENT) and not graph.signed:
        program.watch.work = work.part(RELAXATION_DELAY_STEPS)
        if (known := progress.basis) is not None:
            program.solver.setBasis(known)
        relaxed, values, ended = program.run([])
        progress.basis, program.watch.work = program.solver.getBasis() if ended else None, work
        if not ended or best[1] - relaxed > WIDE * best[1]:
            if values is not None and known is None and not means.ascent:
                best = _search_near_relaxation(graph, program, values, best, best[1] - relaxed, work)
            solve = None if means.ascent else _solve_within
            best, climbed, raised = progress.search_and_climb(graph, best, means.enough, solve, means.neighbourhoods, work)
            bound = max(bound, raised)
            if is_optimal(best[1], bound) or work.over() or bound >= means.enough:
                return best, bound, is_optimal(best[1], bound) or bound >= means.enough
            goal = goal_below(best[1], size)
            packed = pack(graph, [*own.cuts, *climbed.cuts], min(goal, means.enough), work.part(PACKING * len(graph.cost)))
            bound = max(bound, raise_bound(packed.bound, size))
            if is_optimal(best[1], bound) or work.over() or bound >= means.enough:
                return best, bound, is_optimal(best[1], bound) or bound >= means.enough
            best = _search_support(
                graph, packed.selected, round_relaxation(graph, packed.selected, packed.left, best, work), work, means
            )
            goal = goal_below(best[1], size)
            out = excluded_nodes(graph, packed.left, goal - packed.bound)
            if len(out) > LEAST_EXCLUDED * len(graph.cost):
                best, rest, ended = _search_restricted(graph, out, graph.cost, best, goal, work, packed.cuts, means)
                return best, max(bound, raise_bound(rest, size)), ended
            program.cut(packed.cuts)
    return _relax(graph, program, rows, best, bound, work, means)


def _climb(graph: Graph, best: Candidate, bound: float, work: WorkPart, means: Means) -> tuple[Candidate, float, bool]:
    """Solve a component too large for a linear program, by dual ascent, exclusion of nodes and local search."""
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
    """Solve a component by a linear program with cuts until the bound stalls, then by branch and bound."""
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
            best = _search_support(graph, x, round_relaxation(graph, x, reduced, best, work), work, means)
            missing = unselected_costs(graph, x)
            if is_optimal(best[1], bound):
                return best, bound, True
            # Trial limits first: exclude nodes of selections far above the bound. A limit that is too low is a valid bound.
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
    """Solve a component by branch and bound. A small component that takes long also goes to the constraint solver."""
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


def _search_support(graph: Graph, x: list[float], best: Candidate, work: WorkPart, means: Means) -> Candidate:
    """Search among nodes of the relaxation and of `best`, then in neighbourhoods of the best selection.

    Danna, Rothberg, Le Pape 2005, "Exploring relaxation induced neighborhoods to improve MIP solutions".
    """
    if not means.neighbourhoods:
        return best
    chosen = set(best[0])
    out = {node for nodes in graph.nodes_of for node in nodes if x[node] < INTEGRAL and node not in chosen}
    found, _, _ = search(graph.drop_nodes(out), best, 0.0, work.part(STEPS_PER_NODE * len(graph.cost)), means=WITHIN)
    return search_around(graph, found, work) if cheaper(found, best) else best


def _search_near_relaxation(
    graph: Graph, program: IntegerProgram, values: list[float], best: Candidate, gap: float, work: WorkPart
) -> Candidate:
    """Round the relaxation; search among its nodes, those of `best` and of the rounding, and of paths that add a small part of the gap."""
    if not work.allows(2 * EXCLUDING * len(graph.cost)):
        return best
    work.spend(2 * EXCLUDING * len(graph.cost))
    (x, _), reduced, chosen = program.split(values), program.reduced_costs(), set(best[0])
    best = round_relaxation(graph, x, reduced, best, work)
    out = excluded_nodes(graph, reduced, NEAR * gap) - chosen.union(best[0])
    kept = [[node for node in nodes if node not in out or x[node] >= INTEGRAL] for nodes in graph.nodes_of]
    near = graph.restrict(kept)
    found, _, _ = _solve_within(near.graph, near.reduce_choice(best), work.part(STEPS_NEAR * len(graph.cost)))
    return near.expand_choice(found) if cheaper(found, best) else best


def _search_without_program(
    graph: Graph, best: Candidate, bound: float, work: WorkPart, ask: bool, means: Means
) -> tuple[Candidate, float, bool]:
    """Solve a component by local search, and then by the constraint solver if `ask` is true."""
    best = perturb(graph, best, PERTURBATIONS, work.part(PERTURBING * len(graph.cost)))
    best = search_around(graph, best, work) if means.neighbourhoods else best
    ended = is_optimal(best[1], bound)
    if ask and not ended:
        best, decided, ended = decide(graph, best, work.part(DECIDING))
        bound = max(bound, raise_bound(decided, grain(graph.cost)))
    return best, bound, ended or is_optimal(best[1], bound)


def search_around(graph: Graph, best: Candidate, work: WorkPart) -> Candidate:
    """Search large neighbourhoods of `best`, each by an exact search."""
    return NeighbourhoodSearch(graph, _solve_within).improve(best, work)


def _solve_within(freed: Graph, known: Candidate, work: WorkPart) -> tuple[Candidate, float, bool]:
    return search(freed, known, 0.0, work, means=WITHIN)


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
    """Search without the nodes `out`. Every selection with a node of `out` costs more than `limit`."""
    smaller = graph.drop_nodes(out)
    if not all(smaller.nodes_of[c] for c in smaller.roots):
        return best, limit, True
    warm = best
    if not out.isdisjoint(best[0]):
        warm, _ = improve(smaller, cheapest(smaller, price), work.part(ROUNDING))
    found, bound, ended = search(smaller, warm, 0.0, work, cuts, means._replace(enough=min(limit, means.enough)))
    best = better(best, found)
    return best, min(bound, limit, best[1]), ended
