"""Problems of extraction of any size: circuits, covers, sums."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from egraph_opt.extract import Problem


def circuit(nodes: int) -> Problem:
    """Return a circuit of gates, as in Boole's sets: 2.6 nodes a class on average, each of 1 to 3 classes that stand shortly before."""
    random = np.random.default_rng(0)
    classes = int(nodes / 2.6)
    node_class = np.sort(np.concatenate([np.arange(classes), random.integers(0, classes, nodes - classes)]))
    count = np.where(node_class < classes // 50, 0, random.integers(1, 4, nodes))
    owner = np.repeat(node_class, count)
    child = np.maximum(0, owner - random.geometric(1 / 300, len(owner)))
    roots = np.unique(random.integers(classes - classes // 20, classes, 64))
    return _problem(node_class, random.integers(1, 8, nodes), count, child, roots, classes)


def cover(nodes: int) -> Problem:
    """Return a weighted set cover, as in SmoothE's: a root needs all elements, an element one of the 9 sets that have it."""
    random = np.random.default_rng(0)
    elements = nodes // 10
    sets = elements // 20
    element = np.repeat(np.arange(1, elements + 1), 9)
    node_class = np.concatenate([[0], element, elements + 1 + np.arange(sets)])
    child = np.concatenate([np.arange(1, elements + 1), elements + 1 + random.integers(0, sets, len(element))])
    count = np.concatenate([[elements], np.ones(len(element), dtype=np.int64), np.zeros(sets, dtype=np.int64)])
    cost = np.concatenate([np.zeros(1 + len(element)), random.integers(1, 100, sets)])
    return _problem(node_class, cost, count, child, np.array([0]), elements + 1 + sets)


def sums(nodes: int) -> Problem:
    """Return rewritten sums, as in egg's: blocks of 64 classes, in which a node needs any two, or one of an earlier block."""
    random = np.random.default_rng(0)
    classes = nodes // 4 // 64 * 64
    node_class = np.sort(np.concatenate([np.arange(classes), random.integers(0, classes, nodes - classes)]))
    first = np.diff(node_class, prepend=-1) > 0
    count = np.where(first & (node_class % 64 < 4), 0, 2)
    owner, is_first = np.repeat(node_class, count), np.repeat(first, count)
    block = owner // 64 * 64
    before = block + (random.random(len(owner)) * (owner - block)).astype(np.int64)
    far = np.maximum(0, block - 64 * random.geometric(1 / 20, len(owner))) + random.integers(0, 64, len(owner))
    near = block + random.integers(0, 64, len(owner))
    child = np.where(is_first, before, np.where(random.random(len(owner)) < 0.15, far, near))
    return _problem(
        node_class, random.integers(1, 10, nodes), count, child, np.arange(classes - 1, classes - 2561, -64) % classes, classes
    )


def _problem(
    node_class: NDArray[np.int64], cost: NDArray[np.generic], count: NDArray[np.int64], child: NDArray[np.int64],
    roots: NDArray[np.int64], classes: int,
) -> Problem:  # fmt: skip
    starts = np.concatenate([[0], np.cumsum(count)])
    return Problem(node_class, cost.astype(np.float64), starts, child, np.zeros(len(child), dtype=np.bool_), roots, classes)


SHAPES: dict[str, Callable[[int], Problem]] = {"circuit": circuit, "cover": cover, "sums": sums}


def written(problem: Problem, path: Path) -> None:
    """Write an e-graph as text, a node after the other."""
    owners = problem.node_class.tolist()
    first = dict(zip(reversed(owners), reversed(range(len(owners))), strict=True))
    with path.open("w") as file:
        file.write('{"root_eclasses": ' + json.dumps([str(c) for c in problem.roots.tolist()]) + ', "nodes": {')
        for node, c in enumerate(owners):
            below = [f"n{first[x]}" for x, _ in problem.children(node)]
            entry = {"op": "f", "children": below, "eclass": str(c), "cost": float(problem.cost[node])}
            file.write(f'{"," if node else ""}\n"n{node}": {json.dumps(entry)}')
        file.write("}}\n")
