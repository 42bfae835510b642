"""The trade-off between two costs: every corner of the convex front, each by one extraction under a weighted sum.

Aneja and Nair 1979, "Bicriteria transportation problem": minimise the weighted sum for which two neighbouring points are equal; a
better point lies between them. Points that no weighted sum prefers (inside the hull) are not found.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from egraph_opt.extract.exact import extract_exact
from egraph_opt.extract.problem import FloatArray, Problem, Result

T = TypeVar("T")

NEARER = 1e-6
"""The least relative gain in the weighted sum that makes a new corner: what extraction proves optimal to."""


@dataclass(frozen=True)
class Corner(Generic[T]):
    """Two costs, and what has them."""

    first: float
    second: float
    found: T


def corners(solve: Callable[[float, float], Corner[T]]) -> list[Corner[T]]:
    """The corners of the front by rising first cost; `solve(u, v)` minimises u * first + v * second, u + v > 0."""
    ends = solve(1.0, 0.0), solve(0.0, 1.0)
    found = list(ends)
    pending = [ends]
    while pending:
        left, right = pending.pop()
        u, v = left.second - right.second, right.first - left.first
        if u <= 0.0 or v <= 0.0:
            continue
        middle = solve(u, v)
        line = u * left.first + v * left.second
        if u * middle.first + v * middle.second < line * (1 - NEARER):
            found.append(middle)
            pending += [(middle, right), (left, middle)]
    found.sort(key=lambda corner: (corner.first, corner.second))
    return [c for i, c in enumerate(found) if all(c.second < other.second for other in found[:i])]


def pareto(problem: Problem, second: FloatArray, *, time_limit: float = 10.0) -> list[Corner[Result]]:
    """Trade `problem.cost` against another cost per node (finite, >= 0). `time_limit` is in seconds for each corner.

    A corner is proved one where its `found.optimal` says so. Raises `InvalidProblem`, `Infeasible`.
    """

    def solve(u: float, v: float) -> Corner[Result]:
        mixed = Problem(
            problem.node_class, u * problem.cost + v * second, problem.child_start, problem.child_class,
            problem.back, problem.roots, problem.class_count,
        )  # fmt: skip
        result = extract_exact(mixed, time_limit=time_limit)
        chosen = result.choice[result.choice >= 0]
        return Corner(float(problem.cost[chosen].sum()), float(second[chosen].sum()), result)

    return corners(solve)
