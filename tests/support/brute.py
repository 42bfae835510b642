"""E-graphs small enough to try every selection: random ones of all shapes, and what is the least cost by the definition."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from egraph_opt.extract import Problem, ProblemBuilder
from egraph_opt.extract.verify import PickedNode, Wrong, verify

PRICES: dict[str, list[float]] = {
    "plain": [0, 1, 2, 5],
    "ties": [1, 1, 1, 2],
    "zero": [0, 0, 0, 3],
    "fractions": [0.25, 1, 1e-3, 40],
    "huge": [1e12, 3e12, 1e13, 1e9],
    "mixed": [1e9, 1, 0.5, 3e9],
    "negative": [-3, -1, 0, 2, 5],
    "all negative": [-1, -2, -7],
    "negative ties": [-1, 1, -1, 1],
}
"""Kinds of costs by name."""


def random_egraph(rng: random.Random, prices: list[float], most: int = 7) -> Problem:
    """Any shape: cycles, back edges, repeated children, several roots, classes without nodes, what cannot be derived."""
    classes = rng.randint(1, most)
    builder = ProblemBuilder()
    for _ in range(classes):
        builder.add_class()
    layered, looping = rng.random() < 0.3, rng.random() < 0.3
    for i in range(classes + rng.randint(0, most + 1)):
        c = i if i < classes else rng.randrange(classes)
        count = rng.choice([0, 1, 1, 2, 3]) if c or not layered else 0
        below = [rng.randrange(c if layered else classes) for _ in range(count)]
        back = [rng.randrange(classes)] if looping and rng.random() < 0.3 else []
        builder.add_node(c, rng.choice(prices), below, back)
    for _ in range(rng.choice([1, 1, 2, 3])):
        builder.add_root(rng.randrange(classes))
    return builder.build()


def selections(problem: Problem) -> Iterator[dict[int, int]]:
    """Every way to pick a node for each class that is needed, cycles included."""
    nodes = [(int(c), [x for x, _ in problem.children(i)]) for i, c in enumerate(problem.node_class.tolist())]
    of: dict[int, list[int]] = {}
    for i, (c, _) in enumerate(nodes):
        of.setdefault(c, []).append(i)

    def extend(picked: dict[int, int], pending: tuple[int, ...]) -> Iterator[dict[int, int]]:
        if not pending:
            yield picked
            return
        c, rest = pending[0], pending[1:]
        if c in picked:
            yield from extend(picked, rest)
            return
        for i in of.get(c, ()):
            yield from extend(picked | {c: i}, rest + tuple(nodes[i][1]))

    return extend({}, tuple(problem.roots.tolist()))


def pick(problem: Problem, picked: dict[int, int]) -> dict[int, PickedNode]:
    """A selection in the words of the checker."""
    found = {}
    for c, node in picked.items():
        below = problem.children(node)
        ahead, back = [x for x, is_back in below if not is_back], [x for x, is_back in below if is_back]
        found[c] = PickedNode(int(problem.node_class[node]), float(problem.cost[node]), ahead, back)
    return found


def least(problem: Problem) -> Fraction | None:
    """The least exact cost of a valid selection, by trying all; None if there is none."""
    return min((cost for cost, _ in valid(problem)), default=None)


def valid(problem: Problem) -> Iterator[tuple[Fraction, dict[int, int]]]:
    """Every valid selection, with its exact cost."""
    for picked in selections(problem):
        with suppress(Wrong):
            yield verify(problem.roots.tolist(), pick(problem, picked)), picked
