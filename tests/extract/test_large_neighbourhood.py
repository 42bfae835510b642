"""Large-neighbourhood search: valid, never dearer, the same each time, and worth it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from egraph_opt.extract import Infeasible, Problem, Work, check, extract_exact
from egraph_opt.extract.base.extractor_result import Candidate
from egraph_opt.extract.base.work import WorkPart
from egraph_opt.extract.greedy.iterated_local_search import IteratedLocalSearch, perturb
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.search.dual_ascent import Ascent, ascend
from egraph_opt.extract.search.large_neighbourhood import NeighbourhoodSearch
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
        return tree, NeighbourhoodSearch(graph, solve).improve(tree, Work(work).part())


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


@pytest.mark.parametrize("shape", ["sums", "layouts"])
def test_turns_do_not_change_what_is_found(shape: str) -> None:
    """Interrupted searches, perturbations and ascents end where those without interruption end."""
    problem = layouts(30, 3, 0) if shape == "layouts" else SHAPES[shape](400)
    graph = problem.graph
    tree = graph.prune_choice(settle(graph, graph.cost)[0])
    at_once = ascend(graph, Work(1e9).part())
    in_turns = Ascent(graph, False)
    turns = 0
    while not in_turns.ended:
        in_turns.climb(Work(20.0).part())
        turns += 1
    assert turns > 2 and (in_turns.bound, in_turns.cuts) == (at_once.bound, at_once.cuts)
    with own_scheduler():
        whole = NeighbourhoodSearch(graph, solve).improve(tree, Work(1e9).part())
        around, found = NeighbourhoodSearch(graph, solve), tree
        while not around.is_exhausted:
            found = around.improve(found, Work(1e9).part(), patience=1.0)
    assert found == whole and whole[1] < tree[1]
    whole = perturb(graph, tree, 12, Work(1e9).part())
    perturbing, found = IteratedLocalSearch(graph), tree
    while perturbing.rounds < 12:
        found = perturbing.improve(found, 12, Work(1e9).part(), patience=1.0)
    assert found == whole and whole[1] < tree[1]


def test_a_restriction_keeps_selections() -> None:
    problem = layouts(20, 3, 0)
    graph = problem.graph
    tree = graph.prune_choice(settle(graph, graph.cost)[0])
    small = graph.restrict([[node] if node >= 0 else [] for node in tree[0]])
    assert len(small.graph.cost) == sum(node >= 0 for node in tree[0]) < len(graph.cost)
    assert small.expand_choice(small.reduce_choice(tree)) == tree
    assert small.graph.prune_choice(small.reduce_choice(tree)[0])[1] == pytest.approx(tree[1])
