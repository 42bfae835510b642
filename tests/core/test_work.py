"""Limits count work: the clock has no part in a result unless its limit, a stop for safety, is met, and then the result says so."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner

from egraph_opt import optimize
from egraph_opt.command.cli import main
from egraph_opt.core import engine
from egraph_opt.core.result import MACHINE
from egraph_opt.extract import SECONDS, STEPS, Limits, Problem, Work, check, extract_dag, extract_exact
from egraph_opt.extract.base import arguments, work
from egraph_opt.extract.base import extractor_result as extract_result
from egraph_opt.extract.greedy import greedy_dag, tree_extraction
from egraph_opt.extract.search import exact
from egraph_opt.families.layout.options import Options
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.analysis import saturate as analysis
from tests.support.extraction_problems import layouts
from tests.support.kernels import ROOT

KERNEL = ROOT / "benchmarks/corpus/kernels/fla.chunk_gla_bwd_kernel_inter/rlc3.before.ttgir"

READERS = {
    "core/engine.py": "the stop for safety of saturation",
    "core/saturation.py": "the time from which that counts",
    "families/layout/choice/saturate.py": "the time from which that counts",
    "extract/base/work.py": "the stop for safety of extraction",
    "extract/search/exact.py": "the seconds that are reported",
    "extract/search/submodular_cost.py": "the seconds that are reported",
    "extract/greedy/greedy_dag.py": "the seconds that are reported",
    "extract/search/cost_limits.py": "the seconds that are reported",
    "extract/greedy/tree_extraction.py": "the seconds that are reported",
    "extract/integer/cp_sat.py": "the stop for safety of a solver's process",
    "extract/integer/integer_program.py": "whether time is left for integers, which nothing interrupts: part of the stop for safety",
    "extract/integer/solver_limits.py": "the time between two checks of the limits: part of the stop for safety",
    "extract/base/extractor_result.py": "the seconds that are reported",
    "core/task.py": "the seconds of each stage that are reported",
    "families/layout/report/code_counts.py": "the stop for safety of the compilers that a report asks",
    "families/layout/vocabulary/world.py": "the milliseconds of a proof that are reported",
}
"""Modules that may read a clock on the way from a program to its result."""
PATH = (
    "*.py", "checker/**/*.py", "core/**/*.py", "cost/**/*.py", "extract/**/*.py", "families/layout/**/*.py", "families/vector/*.py",
    "ir/*.py", "linear_layout/**/*.py", "rules/**/*.py", "text/**/*.py", "families/region/choice/*.py", "families/region/emit/*.py",
    "families/region/encode/*.py", "families/region/optimize.py", "families/region/two_phase_search.py",
    "families/region/compiler_check.py",
    "families/pointer/analysis/*.py", "families/pointer/emit/*.py", "families/pointer/forms/*.py", "families/pointer/integers/*.py",
    "families/pointer/prepare/*.py", "families/pointer/symbolic/*.py", "families/pointer/validation/*.py",
)  # fmt: skip
CLOCK = re.compile(
    r"^\s*(?:import|from) (?:time|datetime)\b|\b(?:perf_counter|thread_time|process_time|monotonic)\b", re.MULTILINE
)


def ticking(step: float) -> Callable[[], float]:
    """A clock on which so many seconds pass from one look to the next."""
    now = [0.0]

    def tell() -> float:
        now[0] += step
        return now[0]

    return tell


def with_clock(monkeypatch: pytest.MonkeyPatch, clock: Callable[[], float]) -> None:
    """Have everything on the way to a result read another clock."""
    for module in (work, exact, greedy_dag, tree_extraction, extract_result):
        monkeypatch.setattr(module, "thread_time", clock)
    monkeypatch.setattr(engine.time, "thread_time", clock)


@pytest.mark.parametrize("limit", [pytest.param(STEPS, marks=pytest.mark.slow), 100_000])
def test_the_clock_has_no_part_in_a_result(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    """With a clock that stands, and with one on which a look takes ten times as long as a kernel on a busy machine.

    With a limit that is not reached it is slow.
    """
    found = []
    for step in (0.0, 1e-4, 2e-3):
        with monkeypatch.context() as patch:
            with_clock(patch, ticking(step))
            result = optimize(KERNEL, work_limit=limit, min_gain=0.0)
            assert result.stopped_by == ("" if limit == STEPS else "work")
            found.append((result.ir, result.functions))
    assert found[0] == found[1] == found[2]


def test_the_stop_for_safety_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        with_clock(patch, ticking(200.0))
        result = optimize(KERNEL, extract="dag")
    assert result.stopped_by == "seconds" and not result.optimal
    assert any(MACHINE in remark for remark in result.remarks)
    assert result.cost_after <= result.cost_before


def test_only_these_read_a_clock() -> None:
    source = Path(engine.__file__).parent.parent
    files = sorted({file for pattern in PATH for file in source.glob(pattern)})
    assert len(files) > 100
    readers = {str(file.relative_to(source)) for file in files if CLOCK.search(file.read_text())}
    assert readers <= set(READERS), readers - set(READERS)
    assert {"core/engine.py", "extract/base/work.py", "core/task.py"} <= readers


def test_small_limits_end_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uninterruptible parts (greedy passes, reductions, one start of the simplex method) take some steps per node."""
    made: list[Work] = []

    class Noted(Work):
        def __init__(self, *limits: float) -> None:
            super().__init__(*limits)
            made.append(self)

    monkeypatch.setattr(arguments, "Work", Noted)
    problem: Problem = layouts(120, 4, 0)
    whole = extract_exact(problem)
    used = STEPS - made[-1].left
    assert whole.optimal and used > 20 * len(problem.cost)
    last = float("inf")
    for limit in (0, used // 8, used // 2):
        for extract in (extract_dag, extract_exact):
            result = extract(problem, limits=Limits(limit))
            assert -made[-1].left <= 24 * len(problem.cost), limit
            assert check(problem, result.choice) == pytest.approx(result.cost)
            assert result.stopped_by in ("work", "") and result.lower_bound <= whole.cost * (1 + 1e-6) <= result.cost * (1 + 2e-6)
            again = extract(problem, limits=Limits(limit))
            assert again.choice.tolist() == result.choice.tolist() and again.lower_bound == result.lower_bound
        assert result.stopped_by == "work" and result.cost <= last * (1 + 1e-9)
        last = result.cost


def test_a_part_of_the_work_ends_before_the_whole() -> None:
    whole = Work(1_000)
    part = whole.part(100)
    part.spend(99)
    assert not part.over()
    part.spend(1)
    assert part.over() and not whole.over() and whole.stopped_by == ""
    whole.spend(900)
    assert whole.over() and whole.stopped_by == "work"
    assert Work(seconds=0.0).over()


def test_one_default_everywhere() -> None:
    shown = " ".join(CliRunner().invoke(main, ["opt", "--help-all"]).stdout.split())
    assert (Options().work_limit, Options().time_limit) == (STEPS, SECONDS)
    assert all(f"[default: {number}" in shown for number in (STEPS, SECONDS, engine.Limits().nodes))


def test_an_analysis_that_a_limit_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (ROOT / "benchmarks/corpus/kernels/gems.softmax_kernel_inner/input.ttir").read_text()
    assert not [r for r in raise_text(text, "k", "descriptor", any_cost=True).reports if "stopped by" in r.reason]
    monkeypatch.setattr(analysis, "LIMITS", engine.Limits(iterations=1))
    reports = raise_text(text, "k", "tts").reports
    unstructured = [report for report in reports if report.how == "unstructured"]
    assert unstructured and all("stopped by iterations" in report.reason for report in unstructured)


AGAIN = """
(relation tick (i64))
(relation row (i64))
(relation seen (i64))
(ruleset rules)
(rule ((tick n)) ((tick (+ n 1))) :ruleset rules)
(rule ((tick n) (row x) (row y)) ((seen (max x y))) :ruleset rules)
(tick 0)
"""
"""A rule with 1,600 matches an iteration, all but the first of which find what is there."""


@pytest.mark.parametrize(("matches", "found"), [(20_000, (13, "matches")), (10**9, (40, "iterations"))])
def test_rules_that_find_the_same_again_come_to_an_end(matches: int, found: tuple[int, str]) -> None:
    with engine.open_engine(AGAIN + "".join(f"(row {n})" for n in range(40))) as opened:
        iterations, stopped_by, _ = opened.run(
            engine.Limits(iterations=40, matches=matches), ["rules"], inf
        )  # seconds never end it
    assert (iterations, stopped_by) == found
