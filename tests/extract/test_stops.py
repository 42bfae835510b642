"""Limits of time and memory: a search looks at them often, and ends with a valid result wherever it is when one is met."""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import count
from math import inf
from types import FrameType
from typing import Any

import pytest

from egraph_opt.extract import Limits, Problem, ProblemBuilder, check, extract_exact, extract_limited, extract_tree
from egraph_opt.extract.base import work as work_module
from egraph_opt.extract.base.work import Work
from egraph_opt.extract.greedy import greedy_dag
from egraph_opt.extract.greedy.tree_extraction import settle
from egraph_opt.extract.integer import integer_program, landmark, memory_estimate
from egraph_opt.extract.search import class_merging, problem_reduction
from egraph_opt.extract.search import search as search_module
from tests.support.extraction_problems import layouts
from tests.support.extraction_shapes import SHAPES

FOREVER = Limits(work=inf, seconds=1e9)
LINES = 60
"""Lines of Python per node between two looks: a few passes over the e-graph."""


def shared(size: int) -> Problem:
    """A chain of classes without a choice, each of which needs the one below and a leaf that all of them share."""
    builder = ProblemBuilder()
    leaf, below = builder.add_class(), builder.add_class()
    builder.add_node(leaf, 1.0)
    builder.add_node(below, 1.0)
    for _ in range(size):
        cls, part = builder.add_class(), builder.add_class()
        builder.add_node(part, 1.0, [leaf, below])
        builder.add_node(cls, 1.0, [part])
        builder.add_node(cls, 2.0, [leaf, part])
        below = cls
    builder.add_root(below)
    return builder.build()


MADE = {"layouts": lambda: layouts(60, 4, 0), "shared": lambda: shared(150), **{n: lambda m=m: m(500) for n, m in SHAPES.items()}}


class Lines:
    """Count the lines of this package that run between two looks at the limits."""

    def __init__(self) -> None:
        self.since = self.most = 0

    def look(self) -> str:
        self.most, self.since = max(self.most, self.since), 0
        return ""

    def trace(self, frame: FrameType, event: str, _: Any) -> Any:
        if "/extract/" not in frame.f_code.co_filename or "/tests/" in frame.f_code.co_filename:
            return None
        self.since += event == "line"
        return self.trace


def frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let small e-graphs be looked at as often, for their size, as large ones."""
    monkeypatch.setattr(work_module, "TICK", 100)
    for module in (problem_reduction, class_merging, landmark, integer_program, greedy_dag):
        monkeypatch.setattr(module, "LOOK", 8)


@pytest.mark.parametrize("made", MADE)
def test_no_pass_takes_long_between_two_looks(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem, lines = MADE[made](), Lines()
    _ = problem.graph
    frequent(monkeypatch)
    monkeypatch.setattr(Work, "_look", lambda *_: lines.look())
    before = sys.gettrace()
    sys.settrace(lines.trace)
    try:
        extract_exact(problem, limits=FOREVER._replace(work=100 * len(problem.cost)))
    finally:
        sys.settrace(before)
    assert 0 < lines.most < LINES * len(problem.cost)


@pytest.mark.parametrize("made", MADE)
def test_a_search_that_is_ended_anywhere_has_a_valid_result(made: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = MADE[made]()
    problem = replace(problem, resources=problem.cost[None])
    frequent(monkeypatch)
    tree, best = extract_tree(problem), extract_exact(problem)
    left = 0

    def look(*_: Any) -> str:
        nonlocal left
        left -= 1
        return "seconds" if left < 0 else ""

    monkeypatch.setattr(Work, "_look", look)
    for most in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377):
        for search in (extract_exact, lambda p, limits: extract_limited(p, [1e9], limits=limits)):
            left = most
            found = search(problem, limits=FOREVER)
            assert check(problem, found.choice) == pytest.approx(found.cost) and found.cost <= tree.cost
            assert found.lower_bound <= best.cost * (1 + 1e-6)
            assert found.stopped_by == "seconds" or (not found.stopped_by and found.optimal)


def test_what_takes_long_takes_longer_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where 1 of 4 seconds on the clock is ours, what takes 1 s of the processor's time needs 4 s."""
    now = {"thread_time": 0.0, "monotonic": 0.0}
    for name in now:
        monkeypatch.setattr(work_module, name, lambda name=name: now[name])
    work = Work(inf, inf, wall=10.0)
    now.update(thread_time=1.5, monotonic=6.0)
    assert work.allows(0, 0.9) and not work.allows(0, 1.1) and work.stopped_by == "wall"
    assert Work(inf, seconds=2.0, wall=10.0).allows(0, 1.1)
    work = Work(inf, seconds=1.0)
    work.passing = 1e-3
    assert not work.has_time(2000) and work.has_time(500) and not work.over()  # what is shorter may take its place
    assert not work.allows(0, 2.0) and work.stopped_by == "seconds" and work.over()


def test_time_for_the_checker_is_kept_by_what_is_selected_and_by_the_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine takes longer for the first pass, and so for the checker."""
    graph, kept = layouts(60, 4, 0).graph, []
    for seconds in (1.0, 3.0):
        clock = count()
        monkeypatch.setattr(greedy_dag, "thread_time", lambda clock=clock, seconds=seconds: seconds * next(clock))
        work = Work()
        best, bound = greedy_dag.greedy(graph, None, work)
        assert bound > 0
        kept.append(work.closing)
        selected = sum(1 + len(graph.forward[node]) + len(graph.back[node]) for node in best[0] if node >= 0)
        assert (
            greedy_dag.STATING * seconds < work.closing < (greedy_dag.STATING + greedy_dag.CHECKING) * seconds
            and selected < graph.size
        )
    assert kept[1] == pytest.approx(3 * kept[0])
    late = Work(inf, seconds=2.0)
    _, bound = greedy_dag.greedy(graph, None, late)  # the first pass took 3 s, so the bound and the checker have no time
    assert bound == 0 and late.stopped_by == "seconds"


@pytest.mark.parametrize("made", MADE)
def test_the_size_of_a_program_is_foreseen(made: str) -> None:
    graph = MADE[made]().graph
    rows, _ = landmark.landmarks(graph, graph.roots, Work().part())
    built = integer_program.IntegerProgram(graph, rows, graph.prune_choice(settle(graph, graph.cost)[0])[0], Work().part())
    lines, entries = built.columns + built.solver.getNumRow(), built.solver.getNumNz()
    foreseen = memory_estimate.SOLVER + memory_estimate.LINE * lines + memory_estimate.ENTRY * entries
    assert foreseen == memory_estimate.program_bytes(graph, rows)


@pytest.mark.long
@pytest.mark.parametrize("made", MADE)
def test_where_a_program_does_not_fit_into_memory_the_search_goes_on_without_it(
    made: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = MADE[made]()
    best, tree = extract_exact(problem), extract_tree(problem)
    monkeypatch.setattr(Work, "has_memory", lambda _, need: need() < 0)
    monkeypatch.setattr(search_module, "IntegerProgram", None)
    found = extract_exact(problem, limits=Limits(work=2_000_000))
    assert best.cost * (1 - 1e-6) <= found.cost <= tree.cost and tree.lower_bound <= found.lower_bound <= best.cost * (1 + 1e-6)
    assert found.optimal or found.stopped_by in ("work", "solver")
