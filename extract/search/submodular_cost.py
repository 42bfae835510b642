"""Extraction with a submodular cost of the whole selection, such as the time of a schedule.

The marginal cost of a node does not increase with the selection. Any order of the nodes gives a price per node, the marginal cost after its
predecessors. A set costs at least the sum of its nodes' prices; a prefix of the order costs exactly the sum (Edmonds, 1970, "Submodular
functions, matroids, and certain polyhedra"). Each selection found gives a valid row of the integer program, exact for the selection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import fsum
from time import thread_time

import numpy as np

from egraph_opt.extract.base.arguments import check_problem, format_value, number, work_of
from egraph_opt.extract.base.extractor_result import TIE_TOLERANCE, start
from egraph_opt.extract.base.problem import IntArray, InvalidProblem, Problem, Result
from egraph_opt.extract.base.work import CLOSING, LIMITS, Limits
from egraph_opt.extract.integer.multi_cost import SeveralCosts
from egraph_opt.extract.search.cost_limits import FREE_SHARE, result_of_bound, solve
from egraph_opt.extract.search.exact import extract_exact, spend_share

CALLING, COPYING = 20, 0.02
"""Work, in steps, per call of `extra`, and per node of its argument."""

SetCost = Callable[[frozenset[int]], float]
"""Cost of a set of nodes in addition to the sum of their costs."""


def extract_submodular(
    problem: Problem,
    extra: SetCost,
    *,
    initial: IntArray | Sequence[int] | None = None,
    limits: Limits = LIMITS,
) -> Result:
    """Find a selection that minimises the sum of costs plus `extra`, proved to a relative 1e-6, or the best selection found.

    Args:
        problem: the extraction problem, whose costs are added to `extra`.
        extra: submodular function of the selected nodes, 0 for the empty set.
        initial: start selection; the result never costs more.
        limits: limits of the search, without the work of `extra`.

    Raises:
        InvalidProblem: a selection shows that `extra` is not submodular. Infeasible: no selection exists.
    """
    began, work = thread_time(), work_of(limits)
    check_problem(problem, "extract_submodular")
    work.reserve(CLOSING * len(problem.cost))
    if not callable(extra):
        raise InvalidProblem(f"the extra cost is {format_value(extra)}, but must be a function of a set of nodes")
    if number(extra(frozenset()), "the extra cost of no nodes"):
        raise InvalidProblem(f"no nodes cost {extra(frozenset())}, but must cost 0")
    rows: list[dict[int, float]] = []

    def value(choice: list[int]) -> float:
        nodes = [node for node in choice if node >= 0]
        beside = extra(frozenset(nodes))
        for row in rows:
            if (least := fsum(row[node] for node in nodes)) > beside + TIE_TOLERANCE * max(1.0, abs(beside), abs(least)):
                raise InvalidProblem(
                    f"the extra cost is not submodular: nodes {sorted(nodes)} cost {beside:g}, not {least:g} or more"
                )
        return fsum(problem.cost[nodes]) + beside

    useful = [node for nodes in problem.graph.nodes_of for node in nodes]

    def row(first: Iterable[int]) -> dict[int, float] | None:
        """Return the marginal cost of each node in an order that begins with `first`, or None at a limit."""
        found: dict[int, float] = {}
        paid, so_far = 0.0, frozenset[int]()
        for node in [*dict.fromkeys(first), *useful]:
            if node not in found:
                work.spend(CALLING + COPYING * len(so_far))
                if work.over():
                    return None
                so_far |= {node}
                total = extra(so_far)
                found[node], paid = total - paid, total
        rows.append(found)
        return found

    given = start(problem, initial)
    free = spend_share(work, FREE_SHARE, partial(extract_exact, problem, initial=initial))
    known = [free.choice.tolist(), *([given[0]] if given else [])]
    best = min(((choice, value(choice)) for choice in known), key=lambda candidate: candidate[1])

    def prepare(program: SeveralCosts) -> None:
        program.add_submodular(extra, row)
        for choice in known:
            program.price(row([node for node in choice if node >= 0]))

    outcome = solve(problem, True, prepare, value, best, -np.inf, work.part())
    return result_of_bound(*outcome, [problem.cost], began, work)
