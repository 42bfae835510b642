"""Register pressure against brute force: every order of every selection of small e-graphs."""

from __future__ import annotations

import random
from itertools import permutations
from math import nan

import numpy as np
import pytest

from egraph_opt.extract import (
    InvalidProblem,
    Limits,
    OverLimit,
    Pressure,
    Problem,
    ProblemBuilder,
    extract,
    extract_limited,
    schedule,
)
from egraph_opt.extract.verify import Wrong, alive
from tests.support.brute import PRICES, pick, random_egraph, valid


def least(problem: Problem, picked: dict[int, int], sizes: list[int]) -> int:
    """The fewest registers, by trying all orders."""
    nodes, size = pick(problem, picked), {c: sizes[node] for c, node in picked.items()}
    found = []
    for order in permutations(picked):
        try:
            found.append(alive(order, problem.roots.tolist(), nodes, size))
        except Wrong:
            continue
    return min(found)


def choice_of(problem: Problem, picked: dict[int, int]) -> list[int]:
    return [picked.get(c, -1) for c in range(problem.class_count)]


def compare(rng: random.Random) -> str:
    """One random e-graph with a random bound: the cheapest selection that keeps it, by trying all."""
    problem = random_egraph(rng, PRICES["plain"], rng.choice([4, 6]))
    sizes = [rng.choice([0, 1, 1, 2]) for _ in problem.cost]
    found = [(float(cost), picked) for cost, picked in valid(problem)]
    if not found or max(len(picked) for _, picked in found) > 6:
        return "skipped"
    peaks = [(least(problem, picked, sizes), cost) for cost, picked in found]
    planned = schedule(problem, choice_of(problem, found[0][1]), sizes)
    assert planned.optimal and planned.registers == planned.least == peaks[0][0]
    most = rng.choice([1, 2, 3])
    kept = [cost for peak, cost in peaks if peak <= most]
    if not kept:
        with pytest.raises(OverLimit) as refusal:
            extract(problem, registers=(sizes, most))
        assert refusal.value.proved
        return "refused"
    best = extract(problem, registers=(sizes, most))  # which checks the order anew
    assert best.proved and best.cost == pytest.approx(min(kept))
    return "dearer" if min(kept) > min(cost for _, cost in peaks) else "free"


@pytest.mark.parametrize(("seed", "count"), [(0, 300), pytest.param(1, 10_000, marks=pytest.mark.slow)])
def test_bounds_on_registers_against_every_order(seed: int, count: int) -> None:
    rng = random.Random(seed)
    found = [compare(rng) for _ in range(count)]
    assert found.count("dearer") > count / 60 and found.count("refused") > count / 30 and found.count("free") > count / 4


def sums(leaves: int) -> tuple[Problem, list[int]]:
    """A sum in two shapes, with the registers of each node: a chain costs more than a balanced tree, and needs two registers only."""
    builder = ProblemBuilder()
    sizes: list[int] = []

    def add(cls: int, cost: float, children: list[int]) -> None:
        builder.add_node(cls, cost, children)
        sizes.append(1)

    def balanced(low: int, high: int) -> int:
        if high - low == 1:
            return low
        below = [balanced(low, (low + high) // 2), balanced((low + high) // 2, high)]
        cls = builder.add_class()
        add(cls, 1.0, below)
        return cls

    for _ in range(leaves):
        add(builder.add_class(), 1.0, [])
    middle = leaves // 2
    root = builder.add_class()
    add(root, 1.0, [balanced(0, middle), balanced(middle, leaves)])
    so_far = 0
    for leaf in range(1, leaves - 1):
        cls = builder.add_class()
        add(cls, 1.25, [so_far, leaf])
        so_far = cls
    add(root, 1.25, [so_far, leaves - 1])
    builder.add_root(root)
    return builder.build(), sizes


def test_a_chain_takes_fewer_registers_than_a_tree() -> None:
    problem, sizes = sums(16)
    tree = extract(problem)
    assert tree.proved and schedule(problem, tree.selection.choice, sizes)[1:] == (5, 5, True)
    chain = extract(problem, registers=(sizes, 2))
    assert chain.proved and (tree.cost, chain.cost) == (31.0, 16 + 15 * 1.25)
    again = schedule(problem, chain.selection.choice, sizes)
    assert again.registers == 2 and extract(problem, registers=(sizes, 4)).cost == chain.cost
    with pytest.raises(OverLimit) as refusal:
        extract(problem, registers=(sizes, 1))
    assert refusal.value.proved


def test_a_bound_on_registers_holds_beside_other_limits() -> None:
    problem, sizes = sums(8)
    cost = problem.cost.tolist()
    assert extract(problem, registers=(sizes, 2), at_most=[(cost, 16.75)]).resources == (16.75,)
    with pytest.raises(OverLimit):
        extract(problem, registers=(sizes, 2), at_most=[(cost, 16.0)])


def test_what_is_not_decided_is_not_said_to_be_proved() -> None:
    problem, sizes = sums(16)
    with pytest.raises(OverLimit) as refusal:
        extract_limited(problem, [], pressure=Pressure(np.array(sizes), 1), limits=Limits(work=10.0))
    assert not refusal.value.proved


def test_refusals() -> None:
    problem, sizes = sums(4)
    with pytest.raises(InvalidProblem, match=r"registers\[0\] is 0.5, but a value takes a whole number"):
        extract(problem, registers=([0.5, *sizes[1:]], 3))
    with pytest.raises(InvalidProblem, match="a bound is a number, 0 or more"):
        extract(problem, registers=(sizes, nan))
    choice = extract(problem).selection.choice
    with pytest.raises(InvalidProblem, match="registers has shape"):
        schedule(problem, choice, sizes[1:])


def test_the_checker_refuses_wrong_orders() -> None:
    problem, sizes = sums(4)
    best = extract(problem, registers=(sizes, 3)).selection
    picked = {int(problem.node_class[node]): int(node) for node in best.choice if node >= 0}
    nodes, size = pick(problem, picked), {c: sizes[node] for c, node in picked.items()}
    assert best.order is not None
    order = [int(problem.node_class[node]) for node in best.order]
    assert alive(order, problem.roots.tolist(), nodes, size) <= 3
    with pytest.raises(Wrong, match="comes before what it needs"):
        alive(order[::-1], problem.roots.tolist(), nodes, size)
    with pytest.raises(Wrong, match="each needed class once"):
        alive(order[1:], problem.roots.tolist(), nodes, size)
