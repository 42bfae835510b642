"""Extractors against brute force on small problems, the checker against broken selections, and the shapes that hurt."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from egraph_opt.extract import (
    EXTRACTORS,
    Infeasible,
    InvalidProblem,
    InvalidSelection,
    Limits,
    Problem,
    ProblemBuilder,
    check,
    closure,
    extract_dag,
    extract_exact,
)
from egraph_opt.extract.base.cost_sharing_bound import lower_bound
from egraph_opt.extract.base.work import Work
from egraph_opt.extract.integer.landmark import landmarks
from egraph_opt.extract.search.problem_reduction import reduce
from tests.support.extraction_problems import layouts, random_problem, valid_selections
from tests.support.work import calls


def chain(length: int) -> Problem:
    """Two nodes per class, dear ones on a detour: cost sets of a naive greedy grow with the square."""
    builder = ProblemBuilder()
    builder.add_node(builder.add_class(), 1.0)
    for i in range(1, length):
        cls = builder.add_class()
        builder.add_node(cls, 1.0, [i - 1])
        builder.add_node(cls, 1.5, [i - 1, max(0, i - 2)])
    builder.add_root(length - 1)
    return builder.build()


def grid(side: int) -> Problem:
    """Every class needs two neighbours, so tree costs are exponential."""
    builder = ProblemBuilder()
    for i in range(side * side):
        row, column = divmod(i, side)
        builder.add_node(builder.add_class(), 1.0 + i % 3, [i - side] * (row > 0) + [i - 1] * (column > 0))
    builder.add_root(side * side - 1)
    return builder.build()


@pytest.mark.parametrize("dag", [False, True])
@settings(derandomize=True, max_examples=700, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), classes=st.integers(1, 7), more=st.integers(0, 8))
def test_against_brute_force(dag: bool, seed: int, classes: int, more: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng, classes, classes + more, dag)
    selections = valid_selections(problem)
    if not selections:
        for extract in EXTRACTORS.values():
            with pytest.raises(Infeasible):
                extract(problem)
        return
    least = min(cost for cost, _ in selections)
    initial_cost, initial = rng.choice(selections)
    for name, extract in EXTRACTORS.items():
        for given_initial in (None, initial):
            result = extract(problem, initial=given_initial)
            assert check(problem, result.choice) == pytest.approx(result.cost)
            assert (result.choice >= 0).nonzero()[0].tolist() == closure(problem, result.choice).tolist()
            assert result.lower_bound <= least + 1e-9
            assert result.cost >= least - 1e-9
            if given_initial is not None:
                assert result.cost <= initial_cost + 1e-9
            if name == "exact" or result.optimal:
                assert result.optimal
                assert result.cost == pytest.approx(least, rel=2e-6)


@settings(derandomize=True, max_examples=300, deadline=None, database=None)
@given(seed=st.integers(0, 2**32), classes=st.integers(1, 6), more=st.integers(0, 8))
def test_without_some_nodes_the_best_of_the_others_is_found(seed: int, classes: int, more: int) -> None:
    rng = random.Random(seed)
    problem = random_problem(rng, classes, classes + more)
    selections = valid_selections(problem)
    if not selections:
        return
    out = {node for node in range(classes + more) if rng.random() < 0.25}
    left = [cost for cost, choice in selections if out.isdisjoint(choice[c] for c in closure(problem, choice).tolist())]
    if not left:
        with pytest.raises(Infeasible):
            problem.without(out)
        return
    for name, extract in EXTRACTORS.items():
        result = extract(problem.without(out))
        assert out.isdisjoint(result.choice.tolist()) and check(problem, result.choice) == pytest.approx(result.cost)
        assert result.lower_bound <= min(left) + 1e-9
        assert result.cost == pytest.approx(min(left), rel=2e-6) if name == "exact" else result.cost >= min(left) - 1e-9
    assert extract_exact(problem).cost == pytest.approx(min(cost for cost, _ in selections), rel=2e-6), (
        "that problem is as it was"
    )


@settings(derandomize=True, max_examples=200, deadline=None, database=None)
@given(st.integers(0, 2**32), st.integers(2, 6), st.integers(0, 7))
def test_reductions_keep_an_optimum(seed: int, classes: int, more: int) -> None:
    problem = random_problem(random.Random(seed), classes, classes + more)
    selections = valid_selections(problem)
    if not selections:
        return
    smaller, forced, instead = reduce(problem.graph, Work().part())
    kept = {node for nodes in smaller.nodes_of for node in nodes}
    rows, forced = landmarks(smaller, forced, Work().part())
    costs = []
    for cost, choice in selections:
        needed = closure(problem, choice).tolist()
        replaced, new_cost = smaller.prune_choice([instead.get(node, node) for node in choice])
        assert check(problem, replaced) == pytest.approx(new_cost)
        assert new_cost <= cost + 1e-9
        if all(choice[c] in kept for c in needed):
            costs.append(cost)
            assert set(forced) <= set(needed)
            assert all(not set(row).isdisjoint(needed) for row in rows)
    assert min(costs) == min(cost for cost, _ in selections)
    assert lower_bound(smaller, forced) <= min(costs) + 1e-9


@pytest.mark.parametrize("seed", range(4))
def test_layout_problems_are_proved(seed: int) -> None:
    problem = layouts(60, 4, seed)
    tree, dag, exact = (extract(problem) for extract in EXTRACTORS.values())
    assert exact.optimal and not exact.stopped_by
    assert max(r.lower_bound for r in (tree, dag, exact)) - 1e-6 <= exact.cost <= dag.cost <= tree.cost
    for result in (tree, dag, exact):
        assert check(problem, result.choice) == pytest.approx(result.cost)
    # Started from the optimum, no extractor leaves it.
    for extract in EXTRACTORS.values():
        assert extract(problem, initial=exact.choice).choice.tolist() == exact.choice.tolist()


def test_shared_work_is_paid_once() -> None:
    builder = ProblemBuilder()
    root, shared, left, right = (builder.add_class() for _ in range(4))
    builder.add_node(root, 8)
    builder.add_node(root, 0, [left, right])
    builder.add_node(left, 0, [shared])
    builder.add_node(right, 0, [shared])
    builder.add_node(shared, 5)
    builder.add_root(root)
    assert {name: extract(builder.build()).cost for name, extract in EXTRACTORS.items()} == {"tree": 8, "dag": 5, "exact": 5}


def test_back_edge_is_paid_and_may_close_a_cycle() -> None:
    """A carried value: the argument needs the yield, which is computed from the argument."""
    builder = ProblemBuilder()
    argument, step, init = (builder.add_class() for _ in range(3))
    builder.add_node(init, 1)
    builder.add_node(argument, 0, [init], back=[step])
    builder.add_node(step, 7, [argument])
    builder.add_root(argument)
    problem = builder.build()
    for extract in EXTRACTORS.values():
        assert extract(problem).cost == 8
    with pytest.raises(InvalidSelection, match=f"class {step} is needed"):
        check(problem, [1, -1, 0])


def test_back_child_without_derivation_is_infeasible() -> None:
    builder = ProblemBuilder()
    root, lost = builder.add_class(), builder.add_class()
    builder.add_node(root, 1, back=[lost])
    builder.add_node(lost, 1, [lost])
    builder.add_root(root)
    for extract in EXTRACTORS.values():
        with pytest.raises(Infeasible, match=f"root class {root} has no acyclic derivation"):
            extract(builder.build())


def test_fixing_by_reduced_costs_spares_forced_columns() -> None:
    """A cycle cut makes this relaxation fractional while a forced column has a large reduced cost (was: infeasible)."""
    rng = random.Random(1000152)
    classes = rng.randint(3, 8)
    result = extract_exact(random_problem(rng, classes, classes + rng.randint(3, 9), rng.random() < 0.3))
    assert (result.cost, result.optimal, result.stopped_by) == (42.25, True, "")


def test_cycles_are_cut() -> None:
    """Each class of a ring is free from its neighbour; someone must pay."""
    builder = ProblemBuilder()
    ring = [builder.add_class() for _ in range(9)]
    for i, cls in enumerate(ring):
        builder.add_node(cls, 0, [ring[i - 1]])
        builder.add_node(cls, 0, [ring[(i + 1) % 9]])
        builder.add_node(cls, 5 + i % 4)
    builder.add_root(ring[7])
    builder.add_root(ring[3])
    result = extract_exact(builder.build())
    assert (result.cost, result.optimal) == (5, True)


def test_check_refuses_mutants() -> None:
    rng = random.Random(1)
    refused = 0
    for seed in range(20):
        problem = layouts(20, 3, seed)
        result = extract_exact(problem)
        for cls in closure(problem, result.choice).tolist():
            dropped = result.choice.copy()
            dropped[cls] = -1
            foreign = result.choice.copy()
            foreign[cls] = rng.choice(np.flatnonzero(problem.node_class != cls).tolist())
            outside = result.choice.copy()
            outside[cls] = len(problem.cost)
            for mutant in (dropped, foreign, outside):
                with pytest.raises(InvalidSelection, match=f"class {cls} "):
                    check(problem, mutant)
                refused += 1
    assert refused > 500
    with pytest.raises(InvalidSelection, match="has 1 entries, but there are 120 classes"):
        check(problem, [0])
    with pytest.raises(InvalidSelection):
        extract_dag(problem, initial=dropped)


def test_check_refuses_a_cycle() -> None:
    builder = ProblemBuilder()
    first, second = builder.add_class(), builder.add_class()
    builder.add_node(first, 1, [second])
    builder.add_node(second, 1, [first])
    builder.add_node(second, 9)
    builder.add_root(first)
    problem = builder.build()
    assert check(problem, [0, 2]) == 10
    with pytest.raises(InvalidSelection, match="cycle"):
        check(problem, [0, 1])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cost": [float("-inf"), 0.0]}, r"cost\[0\] is -inf"),
        ({"resources": [[1.0, float("nan")]]}, r"resources\[0\]\[1\] is nan"),
        ({"resources": [[1.0]]}, "resources has shape"),
        ({"cost": [0.0, float("nan")]}, r"cost\[1\] is nan"),
        ({"cost": [0.0, float("inf")]}, "leave out forbidden nodes"),
        ({"cost": [0.0]}, "cost has shape"),
        ({"child_class": [2]}, r"child_class\[0\] is class 2, but there are 2 classes"),
        ({"node_class": [0, -1]}, r"node_class\[1\] is class -1"),
        ({"node_class": [0.5, 1.0]}, "array of integers"),
        ({"child_start": [0, 2, 1]}, "child_start must rise"),
        ({"back": []}, "back has shape"),
        ({"roots": []}, "no roots"),
        ({"roots": [5]}, r"roots\[0\] is class 5"),
        ({"node_class": [0, 0], "roots": [1]}, "root class 1 has no nodes"),
    ],
)
def test_invalid_problems_say_why(change: dict[str, list[float]], message: str) -> None:
    fields = {"node_class": [0, 1], "cost": [1.0, 2.0], "child_start": [0, 1, 1], "child_class": [1], "back": [False]}
    fields["roots"] = [0]
    arrays = {name: np.array(values) for name, values in (fields | change).items()}
    with pytest.raises(InvalidProblem, match=message):
        Problem(**arrays, class_count=2)


@pytest.mark.parametrize(("limit", "stopped_by"), [("work", "work"), ("seconds", "seconds")])
def test_a_limit_gives_a_valid_selection_and_bound(limit: str, stopped_by: str) -> None:
    problem = layouts(150, 4, 0)
    best = extract_exact(problem)
    for extract in (extract_dag, extract_exact):
        result = extract(problem, limits=Limits(**{limit: 0.0}))
        assert result.stopped_by == stopped_by and not result.optimal
        assert check(problem, result.choice) == pytest.approx(result.cost)
        assert result.lower_bound <= best.cost <= result.cost


@pytest.mark.long
@pytest.mark.parametrize("problem", [chain(20_000), grid(140)], ids=["chain", "grid"])
def test_large_problems_stay_linear(problem: Problem) -> None:
    found = []
    assert calls(lambda: found.append(extract_dag(problem, limits=Limits(500_000)))) < 80 * len(problem.cost)
    (result,) = found
    assert check(problem, result.choice) == pytest.approx(result.cost)
    assert result.optimal
