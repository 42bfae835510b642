"""Pareto fronts of two costs: corners of the convex hull, from extractions under weighted sums, or all points.

For corners (Aneja, Nair 1979, "Bicriteria transportation problem"): minimise the weighted sum in which two adjacent corners tie; a point
with a smaller sum is a new corner. Points inside the convex hull minimise no weighted sum. The list of corners is complete if every minimum
is proved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import fsum, inf
from typing import Generic, Protocol, TypeVar

from egraph_opt.extract.base.arguments import check_problem, format_value, work_of
from egraph_opt.extract.base.cost_gcd import grain
from egraph_opt.extract.base.extractor_result import SOLVER, TIE_TOLERANCE
from egraph_opt.extract.base.problem import FloatArray, InvalidProblem, Problem, Result
from egraph_opt.extract.base.work import LIMITS, Limits
from egraph_opt.extract.search.cost_limits import OverLimit, extract_limited
from egraph_opt.extract.search.exact import extract_exact, spend_share

T = TypeVar("T")


class ProvedResult(Protocol):
    """Protocol of a result that states whether it is a proved minimum."""

    @property
    def optimal(self) -> bool: ...


P = TypeVar("P", bound=ProvedResult)

STEP = 0.3
"""Fraction of the remaining work that each extraction may use."""

NEARER = 1e-6
"""Minimum relative gain in the weighted sum for a new corner."""


@dataclass(frozen=True)
class Corner(Generic[T]):
    """Point of a Pareto front: two costs, and the result that has these costs."""

    first: float
    second: float
    found: T


class Front(list[Corner[P]]):
    """Points of a Pareto front by ascending first cost. `complete` is true if the front is proved to have no other points.

    `bounds` are lower bounds on each single cost, or -inf. `stopped_by` is the limit that ended the search, as in `Result`.
    """

    def __init__(
        self, found: Iterable[Corner[P]], complete: bool, bounds: tuple[float, float] = (-inf, -inf), stopped_by: str = ""
    ) -> None:
        super().__init__(found)
        self.complete = complete
        self.bounds = bounds
        self.stopped_by = "" if complete else stopped_by


def corners(solve: Callable[[float, float], Corner[P]], over: Callable[[], bool] = lambda: False) -> Front[P]:
    """Return the corners of the front by ascending first cost; `solve(u, v)` minimises u * first + v * second, u + v > 0.

    The search ends when `over()` returns True; the front is then incomplete.
    """
    ends = solve(1.0, 0.0), solve(0.0, 1.0)
    found = list(ends)
    complete = all(end.found.optimal for end in ends)
    pending = [ends]
    while pending and not over():
        left, right = pending.pop()
        u, v = left.second - right.second, right.first - left.first
        if u <= 0.0 or v <= 0.0:
            continue
        middle = solve(u, v)
        complete = complete and middle.found.optimal
        line = u * left.first + v * left.second
        if u * middle.first + v * middle.second < line * (1 - NEARER):
            found.append(middle)
            pending += [(middle, right), (left, middle)]
    found.sort(key=lambda corner: (corner.first, corner.second))
    return Front(
        (c for i, c in enumerate(found) if all(c.second < other.second for other in found[:i])), complete and not pending
    )


def pareto(problem: Problem, second: FloatArray, *, limits: Limits = LIMITS) -> Front[Result]:
    """Return the corners of the Pareto front of `problem.cost` and a second cost per node (finite, >= 0).

    `limits` apply to all extractions together. A corner is proved if its `found.optimal` is true. Raises `InvalidProblem`, `Infeasible`.
    """
    second = replace(check_problem(problem, "pareto"), cost=second).cost
    work = work_of(limits)

    def solve(u: float, v: float) -> Corner[Result]:
        mixed = Problem(
            problem.node_class, u * problem.cost + v * second, problem.child_start, problem.child_class,
            problem.back, problem.roots, problem.class_count,
        )  # fmt: skip
        result = spend_share(work, STEP, partial(extract_exact, mixed))
        chosen = result.choice[result.choice >= 0]
        return Corner(float(problem.cost[chosen].sum()), float(second[chosen].sum()), result)

    front = corners(solve, work.over)
    front.stopped_by = "" if front.complete else work.stopped_by or SOLVER
    return front


def pareto_front(problem: Problem, resource: int = 0, *, limits: Limits = LIMITS, constraints: bool = False) -> Front[Result]:
    """Return the Pareto front of `problem.cost` and one row of `problem.resources`, including points inside the convex hull.

    Epsilon-constraint method (Haimes, Lasdon, Wismer, 1971): find the least cost, the least resource at the least cost, the least cost with
    less of the resource, and so on. The front is complete if each minimum is proved. Costs without a common divisor tie if they differ
    relatively by at most 1e-6. `limits` apply to the whole front. At a limit, the front contains the points found so far.

    Raises:
        InvalidProblem: the row `resource` does not exist. Infeasible: no selection exists.
    """
    check_problem(problem, "pareto_front")
    if not isinstance(resource, int) or isinstance(resource, bool) or not 0 <= resource < len(problem.resources):
        raise InvalidProblem(f"there is no resource {format_value(resource)}, but {len(problem.resources)} of them, from 0 on")
    work = work_of(limits)
    second = problem.resources[resource]
    # The limit lies just below the next possible value, which leaves room for the solver's rounding.
    gap, gap2 = grain(problem.cost.tolist()) / 2, grain(second.tolist()) / 2
    forth = replace(problem, resources=second[None])
    back = replace(problem, cost=second, resources=problem.cost[None])
    found: list[Corner[Result]] = []
    complete, most, bound = True, inf, -inf
    # No selection has less of the resource than an extraction by it alone proves: a corner that has no more is the last one.
    floor = spend_share(work, STEP, partial(extract_exact, replace(problem, cost=second), constraints=constraints))

    runs = [floor]

    def end_front(complete: bool) -> Front[Result]:
        stopped_by = work.stopped_by or next((run.stopped_by for run in runs if run.stopped_by), SOLVER)
        return Front(found, complete, (bound, floor.lower_bound), stopped_by)

    while not (work.over() and found):
        try:
            cheapest = spend_share(work, STEP, partial(extract_limited, forth, [most], constraints=constraints))
        except OverLimit as over:
            return end_front(complete and over.proved)
        bound = bound if found else cheapest.lower_bound
        least = replace(cheapest, cost=fsum(second[cheapest.choice[cheapest.choice >= 0]]), optimal=True)
        if not _is_least(least.cost, floor.lower_bound):
            limit = cheapest.cost + (gap or NEARER * abs(cheapest.cost))
            start = cheapest.choice
            least = spend_share(work, STEP, partial(extract_limited, back, [limit], initial=start, constraints=constraints))
        runs += [cheapest, least]
        last = _is_least(least.cost, floor.lower_bound)
        complete = complete and cheapest.optimal and (least.optimal or last)
        cost = fsum(problem.cost[least.choice[least.choice >= 0]])
        kept = replace(cheapest, choice=least.choice, cost=cost, lower_bound=min(cheapest.lower_bound, cost))
        found.append(Corner(cost, least.cost, kept))
        if last:
            return end_front(complete)
        most = least.cost - (gap2 or NEARER * abs(least.cost) or NEARER)
    return end_front(False)


def _is_least(cost: float, bound: float) -> bool:
    """Return whether `bound` proves that `cost` is minimal, up to rounding."""
    return cost - bound <= TIE_TOLERANCE * abs(cost)
