"""A problem of extraction in which only moves that are made together help."""

from __future__ import annotations

import random

from egraph_opt.extract import Problem, ProblemBuilder


def swaps(count: int, seed: int) -> Problem:
    """Strongly cyclic: any two of `count` classes are the operands of some node of another; few are derived without others."""
    rng, builder = random.Random(seed), ProblemBuilder()
    classes = [builder.add_class() for _ in range(count)]
    for c in classes:
        if c < 4:
            builder.add_node(c, rng.randint(5, 9))
        for _ in range(6):
            builder.add_node(c, rng.randint(1, 9), rng.sample(classes, 2))
    builder.add_root(classes[-1])
    builder.add_root(classes[-2])
    return builder.build()
