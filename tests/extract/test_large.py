"""Strategies for large e-graphs and stalled cuts: combined moves, a first try, the constraint solver, parts without a linear program."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from itertools import combinations
from math import inf

import numpy as np
import pytest

from egraph_opt.extract import Infeasible, Limits, Problem, ProblemBuilder, Work, check, extract_dag, extract_exact, extract_tree
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.greedy import greedy_dag, joint_moves
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer import cp_sat
from egraph_opt.extract.read.serialize import read_file
from egraph_opt.extract.search import exact, search
from tests.support.brute import PRICES, random_egraph
from tests.support.extraction_problems import layouts
from tests.support.extraction_shapes import SHAPES, written
from tests.support.extraction_swaps import swaps
from tests.support.kernels import ROOT

pytestmark = pytest.mark.long


@pytest.mark.parametrize("shape", SHAPES)
def test_moves_made_together_help_and_are_valid(shape: str) -> None:
    problem = SHAPES[shape](3000)
    graph = problem.graph
    start = graph.prune_choice(settle(graph, graph.cost)[0])
    choice, cost = joint_moves.improve_together(graph, start, Work().part())
    assert check(problem, np.array(choice)) == cost <= start[1]
    assert shape != "circuit" or cost < 0.9 * start[1]
    assert joint_moves.improve_together(graph, start, Work().part()) == (choice, cost)
    assert joint_moves.improve_together(graph, start, Work(1000).part()) == start  # not even the arrays can be made


def test_moves_made_together_on_every_shape_of_small_egraphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint_moves, "MAX_WAVE_FRACTION", inf)
    better = 0
    for seed in range(150):
        rng = random.Random(seed)
        problem = random_egraph(rng, PRICES[rng.choice(list(PRICES))], most=12)
        try:
            graph = problem.graph
        except Infeasible:
            continue
        start = graph.prune_choice(settle(graph, graph.cost)[0])
        choice, cost = joint_moves.improve_together(graph, start, Work().part())
        assert check(problem, np.array(choice)) == pytest.approx(cost)
        assert cost <= start[1]
        better += cost < start[1]
    assert better > 5


def test_more_than_a_linear_program_can_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of very large e-graphs, on small ones: another bound than the cheap one, never a selection dearer than the tree's."""
    monkeypatch.setattr(search, "HUGE", 500)
    monkeypatch.setattr(greedy_dag, "MAX_COST_SET_NODES", 500)
    for make in SHAPES.values():
        problem = make(1500)
        tree, found = extract_tree(problem), extract_exact(problem, limits=Limits(100_000))
        assert tree.lower_bound < found.lower_bound <= found.cost <= tree.cost
        assert check(problem, found.choice) == found.cost
        again = extract_exact(problem, limits=Limits(100_000))
        assert again.choice.tolist() == found.choice.tolist() and again.lower_bound == found.lower_bound
        assert extract_dag(problem, limits=Limits(100_000)).cost <= tree.cost


def test_text_of_a_shape_is_the_shape(tmp_path: object) -> None:
    problem = SHAPES["sums"](2000)
    written(problem, tmp_path / "egraph.json")  # type: ignore[operator]
    again = read_file(tmp_path / "egraph.json").problem  # type: ignore[operator]
    assert extract_tree(again).cost == extract_tree(problem).cost and len(again.cost) == len(problem.cost)


def test_what_nothing_interrupts_begins_only_where_there_is_room() -> None:
    assert Work(1000).allows(1000) and not Work(1000).allows(1001)
    late = Work(1e9, seconds=0.5)
    assert late.allows(1000) and late.stopped_by == ""
    assert not late.allows(1e6) and late.stopped_by == "seconds"
    assert not Work(1e9, wall=0.5).allows(1e6)
    timed = Work(inf, seconds=0.0)  # no limit of steps
    assert timed.over() and timed.stopped_by == "seconds"
    full = Work(100)
    assert not full.allows(101) and full.over() and full.stopped_by == "work"
    part = Work(1000).part(100)
    assert part.left == 100 and part.allows(100) and not part.allows(101)
    assert Limits(100, 10, 1, 7).share(0.5) == Limits(50, 5, 0.5, 7)


def test_what_is_proved_at_once_needs_no_other_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = layouts(60, 4, 0)
    limits = Limits(2 * exact.STARTING * len(problem.cost))
    assert limits.work < exact.SOON
    with monkeypatch.context() as patches:
        patches.setattr(exact, "restart", None)
        found = extract_exact(problem, limits=limits)
    monkeypatch.setattr(exact, "QUICK", inf)
    other = extract_exact(problem, limits=limits)
    assert found.optimal and other.optimal and found.choice.tolist() == other.choice.tolist()
    assert found.steps < other.steps


def test_the_constraint_solver_proves_what_is_strongly_cyclic(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    problem = swaps(24, 1)
    asked: list[tuple[float, float, bool]] = []

    def noted(graph: Graph, warm: object, work: object) -> object:
        best, bound, decided = cp_sat.decide(graph, warm, work)  # type: ignore[arg-type]
        asked.append((best[1], bound, decided))
        return best, bound, decided

    plain = extract_exact(problem)
    for steps in ("SOON", "QUICK", "FEW"):  # the short tries do not ask
        monkeypatch.setattr(exact, steps, 0)
    monkeypatch.setattr(search, "START", -inf)
    monkeypatch.setattr(search, "ASCENT", inf)  # cuts alone prove it
    monkeypatch.setattr(search, "decide", noted)
    found = extract_exact(problem, constraints=True)
    assert plain.optimal and found.optimal and found.cost == plain.cost
    assert asked and all(decided and bound == pytest.approx(cost) for cost, bound, decided in asked)


def covers(copies: int) -> Problem:
    """Independent parts: the edges of a complete graph of 5 each need one of their ends. A relaxation selects half of each, and no cut
    forbids that.
    """
    builder = ProblemBuilder()
    for _ in range(copies):
        ends = [builder.add_class() for _ in range(5)]
        for end in ends:
            builder.add_node(end, 1.0)
        for first, second in combinations(ends, 2):
            edge = builder.add_class()
            builder.add_node(edge, 0.0, [first])
            builder.add_node(edge, 0.0, [second])
            builder.add_root(edge)
    return builder.build()


def test_integers_decide_small_parts_before_the_constraint_solver_has_started(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    for steps in ("SOON", "QUICK", "FEW"):  # the short tries do not ask
        monkeypatch.setattr(exact, steps, 0)
    with monkeypatch.context() as patches:
        patches.setattr(search, "decide", None)
        found = extract_exact(covers(20), constraints=True)
    assert found.optimal and found.cost == 80 and found.steps < cp_sat.START
    asked: list[float] = []

    def in_vain(graph: Graph, program: object, best: object, bound: float, *rest: object) -> object:
        return best, bound, False

    def noted(graph: Graph, warm: object, work: object) -> object:
        best, bound, decided = cp_sat.decide(graph, warm, work)  # type: ignore[arg-type]
        asked.append(bound)
        return best, bound, decided

    monkeypatch.setattr(search, "branch", in_vain)
    monkeypatch.setattr(search, "decide", noted)
    found = extract_exact(covers(1), constraints=True)
    assert found.optimal and found.cost == 4 and asked == [pytest.approx(4)]


def test_a_solver_without_an_answer_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = swaps(12, 3)
    warm = problem.graph.prune_choice(settle(problem.graph, problem.graph.cost)[0])
    monkeypatch.setattr(cp_sat.sys, "executable", "/bin/false")  # type: ignore[attr-defined]
    assert cp_sat.decide(problem.graph, warm, Work().part()) == (warm, 0.0, False)


BATCH = """
import json, sys
from egraph_opt.extract.base.pruned_graph import Graph
from egraph_opt.extract.integer.cp_sat import solve
for graph, warm, prices in json.load(sys.stdin):
    for name in ("forward", "back"):
        graph[name] = [tuple(below) for below in graph[name]]
    print(json.dumps(solve(Graph(**graph), warm, prices, 1.0, 1e6, 1e9)))
"""


def test_the_constraint_solver_agrees_with_the_integer_program() -> None:
    """Cycles, back edges, ties and zero costs; one process for all."""
    pytest.importorskip("ortools")
    posed, problems = [], []
    for seed in range(150):
        rng = random.Random(seed)
        problem = random_egraph(rng, PRICES[rng.choice(["plain", "ties", "zero"])])
        try:
            graph = problem.graph
        except Infeasible:
            continue
        warm = graph.prune_choice(settle(graph, graph.cost)[0])[0]
        fields = {name: getattr(graph, name) for name in Graph.__slots__}
        posed.append((fields, warm, [int(cost) for cost in graph.cost]))
        problems.append(problem)
    done = subprocess.run(
        [sys.executable, "-c", BATCH], input=json.dumps(posed), capture_output=True, text=True, check=True, cwd=ROOT
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(problems) > 80
    for problem, answer in zip(problems, answers, strict=True):
        wanted = extract_exact(problem).cost
        choice, cost = problem.graph.prune_choice(answer["choice"])
        assert answer["decided"] and answer["bound"] == pytest.approx(wanted)
        assert check(problem, np.array(choice)) == cost == pytest.approx(wanted)
