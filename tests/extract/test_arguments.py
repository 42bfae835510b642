"""Wrong arguments of every public function: one clear message, of the classes that the functions say they raise."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from egraph_opt.extract import (
    InvalidProblem,
    InvalidSelection,
    Limits,
    Pressure,
    Problem,
    ProblemBuilder,
    check,
    closure,
    extract,
    extract_balanced,
    extract_dag,
    extract_exact,
    extract_limited,
    extract_pareto,
    extract_submodular,
    extract_tree,
    pareto,
    pareto_front,
    pose,
    schedule,
)
from egraph_opt.extract.read.serialize import read


def small() -> Problem:
    builder = ProblemBuilder()
    root, part = builder.add_class(), builder.add_class()
    builder.add_node(root, 5.0)
    builder.add_node(part, 2.0)
    builder.add_node(root, 1.0, [part, part])
    builder.add_root(root)
    return builder.build()


PROBLEM = small()
NAMED = read(
    '{"nodes": {"a": {"op": "a", "children": ["b"], "eclass": "A"}, "b": {"op": "b", "eclass": "B"}}, "root_eclasses": ["A"]}'
)

WRONG: list[Any] = [
    "x", b"x", 1.5, float("nan"), object(), {"x": "y"}, {1}, ["x"], [None], [[1, 2], [3]], [1j], [10**400], 10**400, -(10**30),
    np.array(["a"]), np.zeros((2, 2, 2)), iter([1]), range(9), type,
]  # fmt: skip


def built(**wrong: Any) -> object:
    """A problem of one node, with one argument replaced."""
    builder = ProblemBuilder()
    builder.add_root(builder.add_class())
    builder.add_node(**({"cls": 0, "cost": 1.0} | wrong))
    return extract(builder.build())


def problem(**wrong: Any) -> object:
    """The same from arrays."""
    right = {
        "node_class": [0],
        "cost": [1.0],
        "child_start": [0, 0],
        "child_class": [],
        "back": [],
        "roots": [0],
        "class_count": 1,
    }
    return extract(Problem(**(right | wrong)))


ARRAYS = ("node_class", "child_start", "child_class", "roots")
EXTRACTORS = (extract_tree, extract_dag, extract_exact)
CALLS: dict[str, Callable[[Any], object]] = {
    "source": lambda wrong: extract(wrong),
    "source of a front": lambda wrong: extract_pareto(wrong, second=[1]),
    "source posed": lambda wrong: pose(wrong),
    "roots": lambda wrong: extract(PROBLEM, wrong),
    "roots by name": lambda wrong: extract(NAMED, wrong),
    "cost": lambda wrong: extract(PROBLEM, cost=wrong),
    "at_most": lambda wrong: extract(NAMED, at_most=wrong),
    "at_most, a limit": lambda wrong: extract(PROBLEM, at_most=[([1, 1, 1], wrong)]),
    "registers": lambda wrong: extract(PROBLEM, registers=wrong),
    "registers, a bound": lambda wrong: extract(PROBLEM, registers=([1, 1, 1], wrong)),
    "second": lambda wrong: extract_pareto(PROBLEM, second=wrong),
    "further": lambda wrong: pose(NAMED, further=wrong),
    "limits": lambda wrong: extract(PROBLEM, limits=wrong),
    "seconds": lambda wrong: extract(PROBLEM, seconds=wrong),
    "limited": lambda wrong: extract_limited(wrong, []),
    "limited, at_most": lambda wrong: extract_limited(PROBLEM, wrong),
    "limited, pressure": lambda wrong: extract_limited(PROBLEM, [], pressure=wrong),
    "limited, a bound": lambda wrong: extract_limited(PROBLEM, [], pressure=Pressure(np.ones(3), wrong)),
    "balanced": lambda wrong: extract_balanced(wrong, [1]),
    "balanced, weights": lambda wrong: extract_balanced(PROBLEM, wrong),
    "submodular": lambda wrong: extract_submodular(wrong, lambda nodes: 0.0),
    "corners": lambda wrong: pareto(wrong, np.ones(3)),
    "corners, second": lambda wrong: pareto(PROBLEM, wrong),
    "front": lambda wrong: pareto_front(wrong),
    "front, resource": lambda wrong: pareto_front(PROBLEM, wrong),
    "schedule": lambda wrong: schedule(wrong, [2, 1], [1, 1, 1]),
    "schedule, choice": lambda wrong: schedule(PROBLEM, wrong, [1, 1, 1]),
    "schedule, registers": lambda wrong: schedule(PROBLEM, [2, 1], wrong),
    "check": lambda wrong: check(wrong, [2, 1]),
    "check, choice": lambda wrong: check(PROBLEM, wrong),
    "closure, choice": lambda wrong: closure(PROBLEM, wrong),
    **{f"{each.__name__}": lambda wrong, each=each: each(wrong) for each in EXTRACTORS},  # type: ignore[misc]
    **{f"{each.__name__}, initial": lambda wrong, each=each: each(PROBLEM, initial=wrong) for each in EXTRACTORS},  # type: ignore[misc]
    **{f"{each.__name__}, limits": lambda wrong, each=each: each(PROBLEM, limits=wrong) for each in EXTRACTORS},  # type: ignore[misc]
    **{f"node, {name}": lambda wrong, name=name: built(**{name: wrong}) for name in ("cls", "children", "back")},  # type: ignore[misc]
    **{f"Problem, {name}": lambda wrong, name=name: problem(**{name: wrong}) for name in ARRAYS},  # type: ignore[misc]
}  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_a_wrong_argument_gives_one_message(call: str) -> None:
    refused = 0
    for wrong in WRONG:
        try:
            CALLS[call](wrong)
        except (InvalidProblem, InvalidSelection) as error:
            assert str(error) and "\n" not in str(error) and len(str(error)) < 300
            refused += 1
    assert refused > len(WRONG) / 2


@pytest.mark.parametrize("name", ["cost", "resources"])
def test_numbers_of_a_node(name: str) -> None:
    for wrong in ["x", None, [1, 2], float("nan"), 10**400, 1j]:
        with pytest.raises(InvalidProblem):
            built(**{name: [wrong] if name == "resources" else wrong})
    with pytest.raises(InvalidProblem, match="class_count"):
        problem(class_count="x")


def test_limits_of_other_things_than_numbers() -> None:
    for wrong in ("x", None, [1], 10**400, -1, float("nan")):
        with pytest.raises(InvalidProblem, match="limit"):
            extract(PROBLEM, limits=Limits(work=wrong))  # type: ignore[arg-type]
    with pytest.raises(InvalidProblem, match="str or bytes"):
        read(None)  # type: ignore[arg-type]


def test_a_small_egraph_takes_little_work_by_default() -> None:
    """A set cover of pairs, whose proof takes seconds."""
    rng, builder = random.Random(0), ProblemBuilder()
    root, *parts = (builder.add_class() for _ in range(25))
    for part in parts:
        builder.add_node(part, rng.randint(5, 60))
    items = [builder.add_class() for _ in range(48)]
    for item in items:
        for _ in range(4):
            builder.add_node(item, 1, rng.sample(parts, 2))
    builder.add_node(root, 1, items)
    builder.add_root(root)
    problem = builder.build()
    best = extract(problem)
    assert best.selection.stopped_by == "work" and best.selection.steps < 500_000
    assert best.bound < best.cost <= extract(problem, limits=Limits(100_000)).cost
    with pytest.raises(InvalidProblem, match="not both"):
        extract(problem, seconds=1, limits=Limits())
    assert extract(problem, seconds=0.05).selection.stopped_by == "wall"
