"""Large-neighbourhood search: valid, never dearer, the same each time, and worth it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from egraph_opt.extract import Infeasible, Problem, Work, check, extract_exact
from egraph_opt.extract.base.extractor_result import Candidate
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.search.large_neighbourhood import search_around
from egraph_opt.extract.search.search import search
from tests.support.brute import PRICES, random_egraph
from tests.support.extraction_problems import layouts
from tests.support.extraction_shapes import SHAPES
from tests.support.extraction_swaps import swaps


def solve(graph: object, known: Candidate, part: WorkPart) -> tuple[Candidate, float, bool]:
    return search(graph, known, 0.0, part)  # type: ignore[arg-type]


def searched(problem: Problem, work: float = 3e6) -> tuple[Candidate, Candidate]:
    """The tree's selection, and what is found around it."""
    graph = problem.graph
    tree = graph.prune_choice(settle(graph, graph.cost)[0])
    with own_scheduler():
        return tree, search_around(graph, tree, solve, Work(work).part())


@pytest.mark.long
@pytest.mark.parametrize("shape", [*SHAPES, "layouts", "cyclic"])
def test_what_is_found_is_valid_and_cheaper(shape: str) -> None:
    problem = {"layouts": lambda: layouts(60, 4, 0), "cyclic": lambda: swaps(40, 1)}.get(shape, lambda: SHAPES[shape](700))()
    tree, found = searched(problem)
    assert check(problem, np.array(found[0])) == pytest.approx(found[1])
    assert found[1] < tree[1] or shape == "cover"  # where the tree is optimal already
    assert searched(problem)[1] == found
    assert searched(problem, 0)[1] == tree


def test_small_egraphs_are_solved_as_one_neighbourhood() -> None:
    """A neighbourhood may hold more nodes than these have, so it is the whole of it."""
    dear = 0
    for seed in range(150):
        rng = random.Random(seed)
        problem = random_egraph(rng, PRICES[rng.choice(list(PRICES))], most=12)
        try:
            wanted = extract_exact(problem).cost
        except Infeasible:
            continue
        tree, found = searched(problem, 1e5)
        assert check(problem, np.array(found[0])) == pytest.approx(found[1], rel=1e-9, abs=1e-9)
        assert found[1] == pytest.approx(wanted, rel=2e-6, abs=1e-9)
        dear += tree[1] > wanted + 2e-6 * abs(wanted)
    assert dear > 10
