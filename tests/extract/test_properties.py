"""Invariants of extraction for any e-graph: more nodes, more classes and more work never make a result worse."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.extract import EXTRACTORS, Infeasible, Limits, Problem, extract, extract_dag, extract_exact
from egraph_opt.extract.greedy import greedy_dag
from egraph_opt.extract.search import exact, search
from tests.support.brute import PRICES, random_egraph
from tests.support.extraction_problems import layouts
from tests.support.extraction_shapes import SHAPES
from tests.support.extraction_swaps import swaps

pytestmark = pytest.mark.long

KINDS = list(PRICES)


def grown(problem: Problem, rng: random.Random, prices: list[float]) -> Problem:
    """The same with a few more nodes, in old classes and in new ones."""
    more, classes = rng.randint(1, 4), problem.class_count + rng.randint(0, 2)
    below = [[rng.randrange(classes) for _ in range(rng.choice([0, 1, 2]))] for _ in range(more)]
    return Problem(
        node_class=np.append(problem.node_class, [rng.randrange(classes) for _ in range(more)]),
        cost=np.append(problem.cost, [rng.choice(prices) for _ in range(more)]),
        child_start=np.append(problem.child_start, problem.child_start[-1] + np.cumsum([len(each) for each in below])),
        child_class=np.append(problem.child_class, np.array([x for each in below for x in each], dtype=np.int64)),
        back=np.append(problem.back, np.zeros(sum(map(len, below)), dtype=np.bool_)),
        roots=problem.roots,
        class_count=classes,
    )


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), kind=st.sampled_from(KINDS))
def test_more_nodes_never_make_a_proved_result_worse(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    problem = random_egraph(rng, PRICES[kind])
    try:
        before = extract_exact(problem)
    except Infeasible:
        return
    after = extract_exact(grown(problem, rng, PRICES[kind]))
    assert before.optimal and after.optimal
    assert after.cost <= before.cost + 2e-6 * abs(before.cost)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), kind=st.sampled_from(KINDS))
def test_names_of_nodes_do_not_matter(seed: int, kind: str) -> None:
    """Numbers in another order: the same proved cost."""
    rng = random.Random(seed)
    problem = random_egraph(rng, PRICES[kind])
    try:
        before = extract_exact(problem)
    except Infeasible:
        return
    classes = rng.sample(range(problem.class_count), problem.class_count)
    renamed = Problem(
        node_class=np.array([classes[c] for c in problem.node_class]),
        cost=problem.cost,
        child_start=problem.child_start,
        child_class=np.array([classes[c] for c in problem.child_class], dtype=np.int64),
        back=problem.back,
        roots=np.array([classes[c] for c in problem.roots]),
        class_count=problem.class_count,
    )
    assert extract_exact(renamed).cost == pytest.approx(before.cost, rel=2e-6)


MADE = {
    "layouts": lambda: layouts(60, 4, 0),
    "cyclic": lambda: swaps(40, 1),
    **{name: lambda make=make: make(700) for name, make in SHAPES.items()},
}
"""E-graphs on which a search takes different ways: with back edges, with many cycles, deep, flat."""

WORKS = (0, 1_000, 10_000, 30_000, 100_000, 300_000, 1_000_000)


@pytest.mark.parametrize("made", MADE)
@pytest.mark.parametrize("name", EXTRACTORS)
def test_more_work_never_makes_a_result_worse(name: str, made: str) -> None:
    problem = MADE[made]()
    least, known = float("inf"), float("-inf")
    for work in WORKS:
        found = EXTRACTORS[name](problem, limits=Limits(work))
        assert found.cost <= least and found.lower_bound >= known - 1e-9
        least, known = found.cost, max(known, found.lower_bound)
        if found.optimal:
            assert found.cost == pytest.approx(known, rel=2e-6)
            break


@pytest.mark.parametrize("made", MADE)
def test_straight_to_a_bound(made: str) -> None:
    """A try before the other starts gives a true bound with any limit, and more work gives no dearer result."""
    problem = MADE[made]()
    whole = extract_exact(problem)
    least = float("inf")
    for work in WORKS:
        found = extract_exact(problem, limits=Limits(work), straight=True)
        assert found.cost <= least and found.lower_bound <= whole.cost * (1 + 2e-6)
        least = found.cost
    straight = extract_exact(problem, straight=True)
    if whole.optimal:
        assert straight.optimal and straight.cost == pytest.approx(whole.cost, rel=2e-6)


@pytest.mark.parametrize("made", MADE)
def test_more_work_on_the_way_of_large_egraphs(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a linear program, and with moves that are made together."""
    monkeypatch.setattr(greedy_dag, "MAX_COST_SET_NODES", 300)
    monkeypatch.setattr(search, "HUGE", 300)
    problem = MADE[made]()
    least, known = float("inf"), float("-inf")
    for work in WORKS:
        found = extract_exact(problem, limits=Limits(work))
        assert found.cost <= least and found.lower_bound >= known - 1e-9
        assert found.cost <= extract_dag(problem, limits=Limits(work)).cost
        least, known = found.cost, found.lower_bound


@pytest.mark.parametrize("made", MADE)
def test_exact_is_never_dearer_than_dag(made: str) -> None:
    """With the same work."""
    problem, least = MADE[made](), float("inf")
    for work in WORKS:
        found, greedy = extract_exact(problem, limits=Limits(work)), extract_dag(problem, limits=Limits(work))
        assert found.cost <= min(least, greedy.cost * (1 + 1e-6))
        least = found.cost
        if found.optimal:
            break


def never_worse(problem: Problem, works: list[int], constraints: bool) -> None:
    """Assert that no larger limit of work gives a dearer term, or a term dearer than `extract_dag` finds."""
    least = float("inf")
    try:
        _ = problem.graph
    except Infeasible:
        return
    for work in sorted(works):
        found = extract_exact(problem, limits=Limits(work), constraints=constraints)
        assert found.cost <= least and found.cost <= extract_dag(problem, limits=Limits(work)).cost * (1 + 1e-6)
        least = found.cost


@pytest.mark.slow
@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), more=st.lists(st.integers(0, 2_000_000), min_size=4, max_size=6))
def test_more_work_on_many(seed: int, more: list[int]) -> None:
    never_worse(layouts(80, 5, seed) if seed % 2 else swaps(30 + seed % 30, seed), more, constraints=False)


def test_more_work_with_the_constraint_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits before it is asked, while it runs, and after it."""
    pytest.importorskip("ortools")
    for steps in ("SOON", "QUICK"):
        monkeypatch.setattr(exact, steps, 0)
    monkeypatch.setattr(search, "START", 0)
    monkeypatch.setattr(search, "DECIDING", 1.6e6)
    never_worse(swaps(40, 1), [300_000, 1_200_000, 1_800_000, 3_000_000], constraints=True)


@pytest.mark.slow
@settings(max_examples=40, deadline=None, derandomize=True, database=None)
@given(seed=st.integers(0, 2**32), more=st.lists(st.integers(0, 9_000_000), min_size=6, max_size=8))
def test_more_work_with_the_constraint_solver_on_many(seed: int, more: list[int]) -> None:
    pytest.importorskip("ortools")
    rng = random.Random(seed)
    make = rng.choice([*SHAPES.values(), lambda size: swaps(size // 30, seed), lambda size: layouts(size // 20, 5, seed)])
    never_worse(make(rng.randint(500, 1500)), more, constraints=True)


def test_a_start_is_never_made_worse() -> None:
    problem = layouts(60, 4, 3)
    best = extract_exact(problem)
    for work in (0, 10_000):
        for extractor in (extract_dag, extract_exact):
            assert extractor(problem, initial=best.choice, limits=Limits(work)).cost <= best.cost


def test_the_same_call_gives_the_same_selection() -> None:
    problem = layouts(60, 4, 1)
    first, second = (extract(problem, limits=Limits(50_000)) for _ in range(2))
    assert first.selection.choice.tolist() == second.selection.choice.tolist() and first.bound == second.bound
