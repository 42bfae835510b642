"""Extraction with several costs: minimise one cost under limits on the others, or minimise the largest cost.

The limits couple all components, so there is one integer program. Only reductions that hold for every cost apply: nodes that are always on
a cycle are removed, and mandatory e-classes are known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import fsum, inf
from time import thread_time

import numpy as np

from egraph_opt.extract.base.arguments import check_problem, list_items, number, work_of
from egraph_opt.extract.base.extractor_result import PROVED_GAP, SOLVER, Candidate, better, start
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.extract.base.problem import FloatArray, IntArray, InvalidProblem, Problem, Result
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.base.work import CLOSING, LIMITS, Limits, Work, WorkOver, WorkPart
from egraph_opt.extract.greedy.local_search import SETTLING, improve
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer.cuts import separate
from egraph_opt.extract.integer.integer_program import BRANCHING, LOADING
from egraph_opt.extract.integer.landmark import landmarks
from egraph_opt.extract.integer.memory_estimate import program_bytes
from egraph_opt.extract.integer.multi_cost import SeveralCosts
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.registers.pressure import Pressure, RegisterBound
from egraph_opt.extract.search.components import MARKING, REDUCING
from egraph_opt.extract.search.exact import extract_exact, spend_share
from egraph_opt.extract.search.problem_reduction import reduce

FREE_SHARE, KEPT_SHARE = 0.3, 0.7
"""Fraction of the work for an extraction without limits. If its result keeps the limits, fraction of the rest for a second extraction."""

MIXTURES = [0.1, 0.3, 1.0, 3.0, 10.0, 100.0, 1e4]
"""Weights of the limited costs in the objective of the first candidate selections."""

ROUNDS, STALLED = 30, 0.002
"""Maximum number of rounds of cuts before branching, and the minimum relative rise of the bound per round."""

LIMIT_TOLERANCE = 1e-9
"""Relative tolerance of a limit, for rounding errors."""

Value = Callable[[list[int]], float]
"""Objective of a pruned choice, infinite if it exceeds a limit."""


class OverLimit(InvalidProblem):
    """Error if no selection within the limits is known. If `proved` is true, no selection is within the limits; else the work limit ended
    the search.
    """

    def __init__(self, proved: bool) -> None:
        super().__init__(
            "no selection keeps within the limits" if proved else "no selection within the limits was found; allow more work"
        )
        self.proved = proved


def extract_limited(
    problem: Problem,
    at_most: Sequence[float],
    *,
    pressure: Pressure | None = None,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
    constraints: bool = False,
) -> Result:
    """Find a cheapest selection within resource limits, proved to a relative 1e-6, or the best selection found with a lower bound.

    Args:
        problem: problem with a row of `resources` for each limit.
        at_most: upper limit of each resource, summed over the needed e-classes; infinite for no limit.
        pressure: register limit (see `schedule`). `Result.order` is an evaluation order within the register limit.
        initial: start selection, ignored if it exceeds a limit.
        limits: limits of the search. Only the limit on `work` ends the search at the same point on every machine.
        constraints: argument of `extract_exact`, which first searches without `at_most` and `pressure`.

    Raises:
        OverLimit: no selection within the limits exists or was found. InvalidProblem: registers are no integers >= 0.
        Infeasible: no selection exists. InvalidProblem: `at_most` and resources do not match. InvalidSelection: `initial` is invalid.
    """
    check_problem(problem, "extract_limited")
    most = [number(limit, "a limit of at_most") for limit in list_items(at_most, "at_most", "numbers")]
    if len(most) != len(problem.resources) or np.isnan(most).any():
        raise InvalidProblem(
            f"at_most is {most}, but there are {len(problem.resources)} resources; give each a number, inf for no limit"
        )
    began, work = thread_time(), work_of(limits)
    work.reserve(CLOSING * len(problem.cost))
    rows = [(row, limit) for row, limit in zip(problem.resources, most, strict=True) if limit < inf]
    bound = RegisterBound(problem, pressure, work.part()) if pressure is not None else None

    def value(choice: list[int]) -> float:
        nodes = [node for node in choice if node >= 0]
        kept = all(fsum(row[nodes]) <= limit + LIMIT_TOLERANCE * abs(limit) for row, limit in rows)
        fits = kept and (bound is None or bound.order(choice)[0] is not None)
        return fsum(problem.cost[nodes]) if fits else inf

    def order_result(found: Result) -> Result:
        order = None if bound is None else bound.order(found.choice.tolist())[0]
        return found if order is None else replace(found, order=np.array(order, dtype=np.int64))

    def free(first: IntArray | Sequence[int] | None, share: float) -> Result:
        return spend_share(work, share, partial(extract_exact, problem, initial=first, constraints=constraints))

    found = free(initial, FREE_SHARE if rows or bound is not None else 1.0)
    graph, best = problem.graph, start(problem, initial)
    best = None if best is None or value(best[0]) == inf else best
    least = found.lower_bound
    if not found.optimal and not work.over() and value(found.choice.tolist()) < inf:
        best = _better(value, best, found.choice.tolist())
        found = free(found.choice, KEPT_SHARE)
        least = max(least, found.lower_bound)
    if value(found.choice.tolist()) < inf:
        if found.optimal or work.over():
            return order_result(found)
        best = _better(value, best, found.choice.tolist())
    further = [*(row for row, _ in rows), *([] if pressure is None else [np.asarray(pressure.registers, dtype=np.float64)])]
    scale = [float(np.abs(problem.cost).mean()) / (float(np.abs(row).mean()) or 1.0) for row in further]
    for weight in MIXTURES:
        if work.over():
            break
        mixed = problem.cost + weight * sum(factor * row for factor, row in zip(scale, further, strict=True))
        best = _try_price(graph, mixed, value, best, work)
    negative = bool((problem.cost < 0).any() or any((row < 0).any() for row, _ in rows))

    def prepare(program: SeveralCosts) -> None:
        for row, limit in rows:
            program.limit(row, limit)
        if bound is not None:
            program.why_not = bound.why_not

    best, least, ended = solve(problem, negative, prepare, value, best, least, work.part())
    if bound is not None:
        least, ended = min(least, bound.undecided), ended and bound.undecided == inf
    return order_result(result_of_bound(best, least, ended, [problem.cost], began - work.elsewhere, work))


def extract_balanced(
    problem: Problem,
    weights: Sequence[float],
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
) -> Result:
    """Find a selection whose largest cost is minimal, such as the busy time of a bottleneck unit in a roofline model.

    `weights` are factors of `problem.cost` and of each row of `problem.resources`, in this order. `Result.cost` is the largest weighted
    sum. Raises `InvalidProblem`, `Infeasible`, `InvalidSelection`.
    """
    check_problem(problem, "extract_balanced")
    weights = [number(weight, "a weight") for weight in list_items(weights, "weights", "numbers")]
    if len(weights) != 1 + len(problem.resources) or not all(0 <= weight < inf for weight in weights) or not any(weights):
        found = f"weights are {weights}, but one for cost and one for each of {len(problem.resources)} resources are needed"
        raise InvalidProblem(f"{found}, finite, >= 0 and not all 0")
    began, work = thread_time(), work_of(limits)
    work.reserve(CLOSING * len(problem.cost))
    costs = [weight * row for weight, row in zip(weights, [problem.cost, *problem.resources], strict=True) if weight]

    def value(choice: list[int]) -> float:
        nodes = [node for node in choice if node >= 0]
        return max(fsum(cost[nodes]) for cost in costs)

    graph, best = problem.graph, start(problem, initial)
    best = None if best is None else (best[0], value(best[0]))
    for mixed in [*costs, sum(costs, np.zeros(len(graph.cost)))]:
        if best is not None and work.over():
            break
        best = _try_price(graph, mixed, value, best, work)
    negative = any(bool((cost < 0).any()) for cost in costs)
    # The mean of the costs is at most the largest, so a bound of the mean is a bound of the maximum.
    averaged = replace(problem, cost=sum(costs) / len(costs))
    mean = spend_share(work, FREE_SHARE, partial(extract_exact, averaged))
    best = _better(value, best, mean.choice.tolist())
    outcome = solve(problem, negative, lambda program: program.balance(costs), value, best, mean.lower_bound, work.part())
    return result_of_bound(*outcome, costs, began, work)


def _try_price(graph: Graph, price: FloatArray, value: Value, best: Candidate | None, work: Work) -> Candidate | None:
    """Return the better of `best` and greedy selections at the node costs `price`."""
    work.spend(SETTLING * len(graph.cost))
    priced = replace(graph, cost=price.tolist(), signed=bool((price < 0).any()))
    choice, _ = settle(priced, priced.cost)
    improved, _ = improve(priced, priced.prune_choice(choice), work.part())
    return _better(value, best, improved[0])


def _better(value: Value, best: Candidate | None, choice: list[int]) -> Candidate | None:
    cost = value(choice)
    return best if cost == inf else better(best, (choice, cost))


def solve(
    problem: Problem,
    negative: bool,
    prepare: Callable[[SeveralCosts], None],
    value: Value,
    best: Candidate | None,
    bound: float,
    work: WorkPart,
) -> tuple[Candidate | None, float, bool]:
    """Solve the integer program of a problem with several costs.

    Return the best selection or None, a lower bound, and whether the search is complete.

    `prepare` adds to the program the limits, or an objective that replaces the sum of costs. `value` is the objective of a selection.
    """
    if not work.allows((REDUCING + MARKING + LOADING) * len(problem.cost)):
        return best, bound, False
    with suppress(WorkOver), pause_collection(), own_scheduler():
        work.spend((REDUCING + MARKING) * len(problem.cost))
        # `signed` disables dropping of nodes dominated by cost.
        smaller, forced, _ = reduce(replace(problem.graph, signed=True), work)
        found, forced = landmarks(smaller, forced, work)
        graph = replace(smaller, roots=forced, signed=negative)
        known = best[0] if best is not None else graph.prune_choice(settle(graph, graph.cost)[0])[0]
        behind = {x for nodes in graph.nodes_of for node in nodes for x in graph.back[node]}
        starts = [row for row in found if behind.issuperset(row)]
        if not work.allows(0, memory=program_bytes(graph, found)):
            return best, bound, False
        program = SeveralCosts(graph, found, known, work)
        prepare(program)
        last = -inf
        for _ in range(ROUNDS):
            relaxed, values, ended = program.run([])
            if relaxed == inf:
                return best, inf, True
            bound = max(bound, relaxed if ended else bound)
            if values is None or (best is not None and best[1] - bound <= PROVED_GAP * abs(best[1])):
                return best, bound, ended
            x, y = program.split(values)
            new = separate(graph, x, y, starts, work)
            more = program.tighten(x, values)
            if not (new or more) or relaxed - last <= STALLED * abs(relaxed):
                break
            last = relaxed
            program.cut(new)
        if not work.allows(0, program.beginning, BRANCHING * graph.size):
            return best, bound, False
        program.make_integer([])
        while not work.over():
            relaxed, values, ended = program.run(best[0] if best is not None else [])
            bound = max(bound, relaxed)
            if values is None or (best is not None and best[1] - bound <= PROVED_GAP * abs(best[1])):
                return best, bound, ended
            x, y = program.split(values)
            chosen = program.selection(x)
            taken = {node for node in chosen if node >= 0}
            new = separate(
                graph, [float(n in taken) for n in range(len(graph.cost))], [float(n >= 0) for n in chosen], starts, work
            )
            if not new:
                best = _better(value, best, graph.prune_choice(chosen)[0])
                if not program.forbid_detached(x, y) and not program.tighten(x, values) and not program.refuse_choice(chosen):
                    return best, bound, ended
            program.cut(new)
    return best, bound, False


def result_of_bound(
    best: Candidate | None, bound: float, ended: bool, costs: list[FloatArray], began: float, work: Work
) -> Result:
    """Build the `Result` of a search whose objective is the largest sum over `costs`."""
    if best is None:
        raise OverLimit(ended and bound == inf)
    choice, cost = best
    nodes = [node for node in choice if node >= 0]
    slack = PROVED_GAP * max(abs(cost), *(fsum(np.abs(paid[nodes])) for paid in costs))
    stopped_by = "" if ended else work.stopped_by or SOLVER
    if bound > cost + slack:
        bound, stopped_by = -inf, stopped_by or SOLVER
    bound = min(bound, cost)
    return Result(
        np.array(choice, dtype=np.int64), cost, bound, cost - bound <= slack, stopped_by, thread_time() - began, work.spent
    )
