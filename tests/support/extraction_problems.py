"""Problems of extraction: of layouts, and at random, with all their selections."""

from __future__ import annotations

import itertools
import random

import numpy as np

from egraph_opt.extract import (
    InvalidSelection,
    Problem,
    ProblemBuilder,
    check,
)


def random_problem(rng: random.Random, classes: int, nodes: int, dag: bool = False) -> Problem:
    """Any cost, cycles, back edges, repeated children and several roots; nodes may be underivable."""
    builder = ProblemBuilder()
    for _ in range(classes):
        builder.add_class()
    costs = rng.choice([[0, 1, 2, 5], [0, 0, 0, 3], [0.25, 1, 1e-3, 40]])
    for i in range(nodes):
        cls = i if i < classes else rng.randrange(classes)
        children = [rng.randrange(cls if dag and cls else classes) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
        if dag and not cls:
            children = []
        back = [rng.randrange(classes) for _ in range(rng.choice([0, 0, 0, 1, 2]))]
        builder.add_node(cls, rng.choice(costs), children, back)
    for _ in range(rng.choice([1, 1, 2, 3])):
        builder.add_root(rng.randrange(classes))
    return builder.build()


def valid_selections(problem: Problem) -> list[tuple[float, tuple[int, ...]]]:
    """Every valid selection with its cost, by trying all choices."""
    options = [np.flatnonzero(problem.node_class == c).tolist() or [-1] for c in range(problem.class_count)]
    found = []
    for choice in itertools.product(*options):
        try:
            found.append((check(problem, choice), choice))
        except InvalidSelection:
            continue
    return found


def layouts(values: int, count: int, seed: int) -> Problem:
    """A layout problem: produced(value, layout), available(value, layout), dear conversions, anchors, one loop."""
    rng = random.Random(seed)
    builder = ProblemBuilder()
    produced = [[builder.add_class() for _ in range(count)] for _ in range(values)]
    available = [[builder.add_class() for _ in range(count)] for _ in range(values)]
    for v in range(values):
        weight = 10 if values // 3 <= v < 2 * values // 3 else 1
        for to in range(count):
            builder.add_node(available[v][to], 0, [produced[v][to]])
            for source in range(count):
                if source != to:
                    builder.add_node(available[v][to], weight * rng.choice([1, 2, 8]), [produced[v][source]])
        if v == values // 3:
            for at in range(count):
                builder.add_node(produced[v][at], 0, [available[v - 1][at]], back=[available[2 * values // 3 - 1][at]])
        elif v < 2 or rng.random() < 0.15:
            builder.add_node(produced[v][rng.randrange(count)], 1)
        else:
            operands = [rng.randrange(max(0, v - 20), v) for _ in range(2)]
            for at in range(count):
                builder.add_node(produced[v][at], rng.choice([0, 0, 1]), [available[o][at] for o in operands])
    for v in {values - 1, *(rng.randrange(values) for _ in range(values // 12))}:
        builder.add_root(available[v][rng.randrange(count)])
    return builder.build()
