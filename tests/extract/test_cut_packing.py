"""Packing of cuts: bounds that hold exactly, whatever the solver says, and more than an ascent alone finds."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest

from egraph_opt.extract import Problem, Work, extract_dag, extract_exact
from egraph_opt.extract.integer import cost_shares
from egraph_opt.extract.integer.cuts import entering
from egraph_opt.extract.integer.silent_highs import own_scheduler
from egraph_opt.extract.search import dual_ascent, search
from egraph_opt.extract.search.cut_packing import Packing, pack
from egraph_opt.extract.search.dual_ascent import ascend
from egraph_opt.extract.search.reduced_cost_fixing import derivations, excluded_nodes
from tests.support.brute import PRICES, random_egraph, valid
from tests.support.extraction_shapes import SHAPES

KINDS = [kind for kind, prices in PRICES.items() if min(prices) >= 0]


def packed(problem: Problem, enough: float, work: float = 3e6) -> tuple[float, Packing]:
    """The bound of an ascent, and what packing makes of its cuts."""
    climbed = ascend(problem.graph, Work().part())
    with own_scheduler():
        return climbed.bound, pack(problem.graph, climbed.cuts, enough, Work(work).part())


def random_problems(kind: str, count: int) -> Iterator[tuple[Problem, list[tuple[Fraction, list[int]]]]]:
    """Random e-graphs with all their selections."""
    rng = random.Random(f"packing {kind}")
    while count:
        problem = random_egraph(rng, PRICES[kind])
        found = [(cost, sorted(picked.values())) for cost, picked in valid(problem)]
        if found:
            count -= 1
            yield problem, found


def holds(problem: Problem, found: list[tuple[Fraction, list[int]]], packing: Packing) -> None:
    """Assert, in exact arithmetic, that no selection costs less, that each has a node of each cut, and that no node it has is excluded."""
    graph, bound = problem.graph, Fraction(packing.bound)
    assert min(packing.left) >= 0
    rows = [set(entering(graph, members)) for _, members in packing.cuts]
    for cost, nodes in found:
        assert bound <= cost
        assert all(not row.isdisjoint(nodes) for row in rows)
        assert excluded_nodes(graph, packing.left, float(cost - bound) + 1e-9 * float(cost)).isdisjoint(nodes)


@pytest.mark.parametrize("kind", KINDS)
def test_no_selection_costs_less(kind: str) -> None:
    proved = 0
    for problem, found in random_problems(kind, 40):
        least = min(cost for cost, _ in found)
        climbed, packing = packed(problem, float(least))
        assert Fraction(climbed) <= least * (1 + Fraction(1e-9))
        holds(problem, found, packing)
        proved += least - Fraction(packing.bound) <= least * Fraction(1e-6)
    assert proved > 25


@pytest.mark.parametrize("kind", KINDS)
def test_the_solver_need_not_be_right(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares that are far too large, too small, or below 0: the bound is worse, and holds."""
    rng = np.random.default_rng(0)

    def wrong(capacity: np.ndarray, nodes: np.ndarray, cut: np.ndarray, work: object) -> tuple[np.ndarray, np.ndarray]:
        return rng.choice([-1.0, 0.0, 0.3, 1.0, 7.0], int(cut[-1]) + 1) * capacity.max(), rng.random(len(capacity))

    monkeypatch.setattr(cost_shares, "_solve_shares", wrong)
    bounds = 0
    for problem, found in random_problems(kind, 30):
        packing = packed(problem, float(min(found)[0]))[1]
        holds(problem, found, packing)
        bounds += packing.bound > 0
    assert bounds > 5


def test_packing_finds_more_than_an_ascent() -> None:
    problem = SHAPES["sums"](600)
    least = extract_dag(problem).cost
    climbed, packing = packed(problem, least)
    assert 1.1 * climbed < packing.bound <= least
    assert packed(problem, least)[1] == packing
    assert packed(problem, climbed)[1].bound < packing.bound  # that much was enough
    assert packed(problem, least, 0.0)[1].bound == 0.0


def test_a_search_with_packing_proves_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of large e-graphs, on small ones: it proves what a search without packing proves."""
    asked = []

    def noted(*given: Any) -> Packing:
        asked.append(given)
        return pack(*given)

    monkeypatch.setattr(search, "pack", noted)
    monkeypatch.setattr(search, "WIDE", 0.0)
    few = SHAPES["sums"](300)
    found = extract_exact(few)
    assert asked and found.optimal
    asked.clear()
    monkeypatch.setattr(search, "ASCENT", inf)
    monkeypatch.setattr(search, "WITHIN", search.WITHIN._replace(ascent=few.node_class.size))
    without = extract_exact(few)
    assert not asked and without.optimal and without.cost == found.cost


def test_no_cuts_prove_nothing() -> None:
    problem = SHAPES["sums"](300)
    assert pack(problem.graph, [], inf, Work().part()).bound == 0.0


def test_an_ascent_prices_classes_rarely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pricing takes as long as visiting all nodes, so it waits until a part of them was visited since the last time."""
    problem = SHAPES["sums"](1000)
    visits: list[int] = []
    cut = dual_ascent.Ascent.cut

    def counted(self: dual_ascent.Ascent, root: int) -> int:
        visits.append(cut(self, root))
        return visits[-1]

    priced: list[int] = []
    monkeypatch.setattr(dual_ascent.Ascent, "cut", counted)
    monkeypatch.setattr(dual_ascent, "derivations", lambda *given: priced.append(1) or derivations(*given))
    for part in (1 / 4, 1.0):
        visits.clear()
        priced.clear()
        dual_ascent.ascend(problem.graph, Work().part(), part)
        assert visits and len(priced) <= 1 + sum(visits) / (part * len(problem.cost))
