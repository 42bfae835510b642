"""Exact DAG extraction: an integer program per independent component, solved by HiGHS, with a proved lower bound."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import thread_time

from egraph_opt.extract.base.arguments import check_problem, work_of
from egraph_opt.extract.base.extractor_result import SOLVER, Candidate, better, finish, is_optimal, start
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import IntArray, Problem, Result
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import LIMITS, Limits, Work
from egraph_opt.extract.greedy.greedy_dag import MAX_COST_SET_NODES, greedy, improve_greedily, restart
from egraph_opt.extract.greedy.iterated_local_search import perturb
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.search.component_progress import Progress
from egraph_opt.extract.search.search import Means, search, search_around

SOON, QUICK = 2e6, 30
"""Step limits of the short exact searches before a full one: in total, and per node."""

STRAIGHT = 250
"""Steps per node of an exact search before any restart of local search. They suffice for 372 of 390 e-graphs of IREE dispatch regions."""

STARTING = 500
"""Steps per node that are kept back for restarts of local search."""

FEW, FIRST, ROUNDS, AROUND = 1000, 400, 60, 300
"""Maximum number of nodes of a small graph: steps per node of an exact search before all others; rounds of perturbation and steps per node
of a search of neighbourhoods before the integer program."""


def extract_exact(
    problem: Problem,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
    constraints: bool = False,
    straight: bool = False,
) -> Result:
    """Find a cheapest selection, proved to a relative 1e-6. At a limit, return the best selection found with a proved lower bound.

    The result costs at most as much as `initial` and the result of `extract_dag` (up to the tolerance of the proof). The result is
    deterministic if no limit other than `work` ends the search. A larger work limit never gives a more expensive result. `constraints` also
    tries CP-SAT of OR-tools where cuts do not close the gap. `straight` attempts a proof before the restarts, even if the attempt uses up
    the work limit.

    Raises `Infeasible`, `InvalidSelection`, and ImportError without highspy, or without ortools if it is used.
    """
    began, work = thread_time(), work_of(limits)
    check_problem(problem, "extract_exact")
    given = start(problem, initial)
    with pause_collection():
        graph = problem.graph
        best, bound = greedy(graph, given, work)
        ended = is_optimal(best[1], bound)
        if not ended:
            best = improve_greedily(graph, best, work.part())
            ended = is_optimal(best[1], bound)
        if not ended:
            with own_scheduler():
                best, bound, ended = _prove_seed(graph, best, bound, work, constraints, straight)
        stopped_by = "" if ended else work.stopped_by or SOLVER
        return finish(problem, best, bound, began - work.elsewhere, stopped_by, work.spent)


def _prove_seed(
    graph: Graph, seed: Candidate, bound: float, work: Work, constraints: bool, straight: bool
) -> tuple[Candidate, float, bool]:
    """Prove that the selection `seed` is optimal or find better ones; return selection, lower bound, and whether the search is complete.

    Short exact searches and restarts of local search precede a full exact search. One short search, the longest that leaves enough work
    for the restarts, comes before these; the others come after them. With `straight`, a search of `STRAIGHT` steps per node
    runs first in any case.
    """
    size = len(graph.cost)
    tries, starting = {min(SOON, QUICK * size), SOON}, STARTING * size
    if size <= FEW:
        tries, starting = tries | {FIRST * size}, 2 * AROUND * size
    steps_of_tries = sorted(tries) if size <= MAX_COST_SET_NODES else []
    before = [STRAIGHT * size] if straight else [steps for steps in steps_of_tries if work.left >= steps + starting][-1:]
    after = [steps for steps in steps_of_tries if steps > max(before, default=0.0)]
    best, progress = seed, Progress()
    for steps in [*before, 0.0, *after]:
        if steps:
            found, least, ended = search(graph, seed, bound, work.part(steps), progress=progress)
            best, bound = better(best, found), max(bound, least)
        else:
            found, ended = restart(graph, seed, work.part()), False
            if size <= FEW and not is_optimal(min(found[1], best[1]), bound):
                found = perturb(graph, found, ROUNDS, work.part())
                found = search_around(graph, found, work.part(AROUND * size))
            best = better(best, found)
        if ended or is_optimal(best[1], bound):
            return best, bound, True
    return search(graph, best, bound, work.part(), means=Means(constraints), progress=progress)


def spend_share(work: Work, share: float, extract: Callable[..., Result]) -> Result:
    """Run `extract` with the fraction `share` of the remaining work, and charge the work used."""
    began = thread_time()
    found = extract(limits=work.rest(share))
    work.spend(found.steps)
    work.charge(max(0.0, found.seconds - (thread_time() - began)))
    return found
