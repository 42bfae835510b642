"""Several costs, and costs below 0, against brute force: limits, the dearest cost, and full fronts."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from math import fsum, inf, nan, sqrt

import numpy as np
import pytest

from egraph_opt.extract import (
    EXTRACTORS,
    InvalidProblem,
    InvalidSelection,
    Limits,
    OverLimit,
    Problem,
    ProblemBuilder,
    check,
    closure,
    extract,
    extract_balanced,
    extract_exact,
    extract_limited,
    extract_submodular,
    pareto_front,
    schedule,
)
from tests.support.extraction_problems import layouts, random_problem, valid_selections
from tests.support.extraction_swaps import swaps

Point = tuple[float, ...]
"""A cost and what is taken of each resource."""


def total(problem: Problem, row: np.ndarray, choice: object) -> float:
    return fsum(float(row[choice[c]]) for c in closure(problem, choice))  # type: ignore[arg-type, index]


def posed(seed: int) -> tuple[random.Random, Problem, list[Point]]:
    """A random problem with two resources, some with negative amounts, and the points of all its selections."""
    rng = random.Random(seed)
    classes = rng.randint(1, 6)
    problem = random_problem(rng, classes, classes + rng.randint(0, 7), rng.random() < 0.5)
    amounts = [0.0, 1.0, 2.0, 3.0, 7.0] + [-1.0, -4.0] * (rng.random() < 0.3)
    cost = problem.cost * [rng.choice([1, 1, -1]) if rng.random() < 0.3 else 1 for _ in problem.cost]
    resources = np.array([[rng.choice(amounts) for _ in problem.cost] for _ in range(2)])
    problem = replace(problem, cost=cost, resources=resources)
    points = [(cost, *(total(problem, row, choice) for row in resources)) for cost, choice in valid_selections(problem)]
    return rng, problem, points


def near(found: float, wanted: float) -> bool:
    return abs(found - wanted) <= 1e-6 * max(1.0, abs(wanted))


def test_costs_below_zero_against_brute_force() -> None:
    for seed in range(250):
        _, problem, points = posed(seed)
        for name, extractor in EXTRACTORS.items() if points else ():
            result = extractor(problem)
            assert near(check(problem, result.choice), result.cost)
            assert result.lower_bound <= min(points)[0] + 1e-6, (seed, name)
            assert name != "exact" or (result.optimal and near(result.cost, min(points)[0])), seed


def test_limits_against_brute_force() -> None:
    refused = 0
    for seed in range(120):
        rng, problem, points = posed(seed)
        limits = [rng.choice([inf, float(rng.randint(-2, 10))]), float(rng.randint(0, 10))]
        allowed = [cost for cost, *amounts in points if all(amount <= most for amount, most in zip(amounts, limits, strict=True))]
        if not points:
            continue
        if not allowed:
            with pytest.raises(OverLimit, match="no selection keeps") as refusal:
                extract_limited(problem, limits)
            assert refusal.value.proved
            refused += 1
            continue
        result = extract_limited(problem, limits)
        assert result.optimal and near(result.cost, min(allowed)) and near(check(problem, result.choice), result.cost), seed
        assert all(total(problem, row, result.choice) <= most for row, most in zip(problem.resources, limits, strict=True))
    assert refused


def test_the_dearest_cost_against_brute_force() -> None:
    for seed in range(120):
        rng, problem, points = posed(seed)
        weights = [rng.choice([0.0, 0.5, 1.0]), 1.0, rng.choice([0.0, 2.5])]
        if points:
            wanted = min(
                max(weight * amount for weight, amount in zip(weights, point, strict=True) if weight) for point in points
            )
            result = extract_balanced(problem, weights)
            assert result.optimal and near(result.cost, wanted), seed


def test_full_fronts_against_brute_force() -> None:
    inside = 0
    for seed in range(60):
        _, problem, points = posed(seed)
        pairs = {point[:2] for point in points}
        wanted = sorted(p for p in pairs if not any(o != p and o[0] <= p[0] and o[1] <= p[1] for o in pairs))
        if points:
            front = pareto_front(problem)
            assert front.complete and len(front) == len(wanted), seed
            assert all(
                near(c.first, first) and near(c.second, second) for c, (first, second) in zip(front, wanted, strict=True)
            ), seed
            inside += len(wanted) > 2
    assert inside


def three_ways() -> Problem:
    builder = ProblemBuilder()
    root = builder.add_class()
    for cost in (1.0, 2.5, 3.0):
        builder.add_node(root, cost)
    builder.add_root(root)
    return replace(builder.build(), resources=np.array([[3.0, 2.0, 1.0]]))


def test_a_point_inside_the_hull_is_on_the_full_front() -> None:
    front = pareto_front(three_ways())
    assert [(corner.first, corner.second) for corner in front] == [(1.0, 3.0), (2.5, 2.0), (3.0, 1.0)]
    assert front.complete


def test_refusals() -> None:
    problem = three_ways()
    with pytest.raises(InvalidProblem, match="there are 1 resources"):
        extract_limited(problem, [])
    with pytest.raises(InvalidProblem, match="inf for no limit"):
        extract_limited(problem, [nan])
    with pytest.raises(InvalidProblem, match="not all 0"):
        extract_balanced(problem, [0.0, 0.0])
    with pytest.raises(InvalidProblem, match="there is no resource 1"):
        pareto_front(problem, 1)


def built() -> Problem:
    """Two classes, the second with two nodes."""
    builder = ProblemBuilder()
    root, part = builder.add_class(), builder.add_class()
    builder.add_node(root, 1.0, [part])
    for cost in (2.0, 3.0):
        builder.add_node(part, cost)
    builder.add_root(root)
    return builder.build()


WRONG: dict[str, Callable[[Problem], object]] = {
    "at_most is 5, but must be a list of pairs": lambda p: extract(p, at_most=5),  # type: ignore[arg-type]
    "a limit of at_most is 5, but must be a pair of a cost": lambda p: extract(p, at_most=[5]),  # type: ignore[list-item]
    "registers is 3, but must be a pair of sizes": lambda p: extract(p, registers=3),  # type: ignore[arg-type]
    "cost is .cost., but must be numbers": lambda p: extract(p, cost="cost"),
    r"a further cost has shape \(2,\), but 3 nodes": lambda p: extract(p, at_most=[([1, 2], 1)]),
    "limits is 60, but must be Limits of numbers": lambda p: extract(p, limits=60),  # type: ignore[arg-type]
    "at_most is 3, but must be a list of numbers": lambda p: extract_limited(p, 3),  # type: ignore[arg-type]
    "a weight is .a., but must be a number": lambda p: extract_balanced(p, ["a"]),  # type: ignore[list-item]
    "extract_balanced takes a Problem, not a str": lambda _: extract_balanced("p", [1]),  # type: ignore[arg-type]
    "schedule takes a Problem, not a list": lambda _: schedule([], [], []),  # type: ignore[arg-type]
    "the extra cost is 3, but must be a function": lambda p: extract_submodular(p, 3),  # type: ignore[arg-type]
    "the extra cost of no nodes is None": lambda p: extract_submodular(p, lambda _: None),  # type: ignore[arg-type, return-value]
    "a choice must be a flat list of integers": lambda p: extract_exact(p, initial="ab"),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("message", WRONG)
def test_arguments_of_another_shape(message: str) -> None:
    with pytest.raises((InvalidProblem, InvalidSelection), match=message):
        WRONG[message](built())


def test_a_limit_that_limits_nothing_keeps_the_proof() -> None:
    for problem in (layouts(100, 4, 0), swaps(40, 1)):
        free = replace(problem, resources=problem.cost[None])
        found, plain = extract_limited(free, [1e6]), extract_exact(problem)
        assert plain.optimal and found.optimal and found.cost == plain.cost
        for limits in (Limits(20_000), Limits(200_000)):
            same, plain = extract_limited(free, [inf], limits=limits), extract_exact(problem, limits=limits)
            assert same.choice.tolist() == plain.choice.tolist() and same.lower_bound == plain.lower_bound


def test_a_front_of_one_point_is_complete() -> None:
    problem = swaps(40, 1)
    front = pareto_front(replace(problem, resources=2 * problem.cost[None]))
    assert front.complete and not front.stopped_by and len(front) == 1
    assert front.bounds == pytest.approx((front[0].first, front[0].second)) and front[0].second == 2 * front[0].first
    ended = pareto_front(replace(problem, resources=2 * problem.cost[None]), limits=Limits(10_000))
    assert not ended.complete and ended.stopped_by == "work" and ended.bounds[0] < ended[0].first


def test_a_loop_that_needs_only_itself_earns_nothing() -> None:
    """Two classes that need each other, one by a back edge, and pay less than nothing: no selection has them."""
    builder = ProblemBuilder()
    root, first, second = builder.add_class(), builder.add_class(), builder.add_class()
    builder.add_node(root, 1.0)
    builder.add_node(root, 9.0, [first])
    builder.add_node(first, -2.0, back=[second])
    builder.add_node(second, -3.0, [first])
    builder.add_root(root)
    result = extract_exact(builder.build())
    assert (result.cost, result.optimal) == (1.0, True)


def test_submodular_costs_against_brute_force() -> None:
    """A root of a sum and a number of kinds: both are submodular."""
    for seed in range(60):
        rng, problem, points = posed(seed)
        if not points or (problem.cost < 0).any():
            continue
        weight, kind = [rng.randint(0, 5) for _ in problem.cost], [rng.randrange(3) for _ in problem.cost]

        def extra(nodes: frozenset[int], weight: list[int] = weight, kind: list[int] = kind) -> float:
            return 2 * sqrt(sum(weight[node] for node in nodes)) + 1.5 * len({kind[node] for node in nodes})

        sums = [
            cost + extra(frozenset(choice[c] for c in closure(problem, choice))) for cost, choice in valid_selections(problem)
        ]
        result = extract_submodular(problem, extra)
        chosen = frozenset(result.choice[result.choice >= 0].tolist())
        assert near(fsum(problem.cost[list(chosen)]) + extra(chosen), result.cost)
        assert result.optimal and near(result.cost, min(sums)), seed


def test_extra_costs_that_are_not_submodular_are_refused() -> None:
    problem = three_ways()
    with pytest.raises(InvalidProblem, match="no nodes cost 1"):
        extract_submodular(problem, lambda nodes: 1.0)
    with pytest.raises(InvalidProblem, match="not submodular: nodes"):
        extract_submodular(
            problem, lambda nodes: len(nodes) + 9.0 * (0 in nodes) + (0 in nodes and len(nodes) > 1) + 2.0 * (len(nodes) == 3)
        )
