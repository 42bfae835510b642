"""The trade-off between two costs: every corner of the convex front, each by one extraction under a weighted sum.

Aneja and Nair 1979, "Bicriteria transportation problem": minimise the weighted sum for which two neighbouring points are equal; a
better point lies between them. Points that no weighted sum prefers (inside the hull) are not found. That all corners are found is known
where every minimum that was asked for is proved one, those between two corners that gave no other among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from egraph_opt.extract.exact import extract_exact
from egraph_opt.extract.problem import FloatArray, Problem, Result
from egraph_opt.extract.work import SECONDS, STEPS

T = TypeVar("T")


class Proved(Protocol):
    """What says of itself whether it is proved to be a minimum."""

    @property
    def optimal(self) -> bool: ...


P = TypeVar("P", bound=Proved)

NEARER = 1e-6
"""The least relative gain in the weighted sum that makes a new corner: what extraction proves optimal to."""


@dataclass(frozen=True)
class Corner(Generic[T]):
    """Hold two costs, and the result that has them."""

    first: float
    second: float
    found: T


class Front(list[Corner[P]]):
    """List corners by rising first cost. `complete` is true if it is proved that there are no others."""

    def __init__(self, found: Iterable[Corner[P]], complete: bool) -> None:
        super().__init__(found)
        self.complete = complete


def corners(solve: Callable[[float, float], Corner[P]]) -> Front[P]:
    """Return the corners of the front by rising first cost; `solve(u, v)` minimises u * first + v * second, u + v > 0."""
    ends = solve(1.0, 0.0), solve(0.0, 1.0)
    found = list(ends)
    complete = all(end.found.optimal for end in ends)
    pending = [ends]
    while pending:
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
    return Front((c for i, c in enumerate(found) if all(c.second < other.second for other in found[:i])), complete)


def pareto(problem: Problem, second: FloatArray, *, work_limit: float = STEPS, time_limit: float = SECONDS) -> Front[Result]:
    """Trade `problem.cost` against another cost per node (finite, >= 0). Limits, in steps and in seconds, are those of each extraction.

    A corner is proved one where its `found.optimal` says so. Raises `InvalidProblem`, `Infeasible`.
    """

    def solve(u: float, v: float) -> Corner[Result]:
        mixed = Problem(
            problem.node_class, u * problem.cost + v * second, problem.child_start, problem.child_class,
            problem.back, problem.roots, problem.class_count,
        )  # fmt: skip
        result = extract_exact(mixed, work_limit=work_limit, time_limit=time_limit)
        chosen = result.choice[result.choice >= 0]
        return Corner(float(problem.cost[chosen].sum()), float(second[chosen].sum()), result)

    return corners(solve)
