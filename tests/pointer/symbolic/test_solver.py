"""A function costs no more work than it may; what follows from ranges is asked of no solver."""

from __future__ import annotations

import gc
from contextlib import suppress

import pytest
import z3
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.optimize import PointerTask
from egraph_opt.families.pointer.options import WORK
from egraph_opt.families.pointer.raising_attempt import Attempt
from egraph_opt.families.pointer.symbolic.entailment import multiplies, refute
from egraph_opt.families.pointer.symbolic.solver import Solver, SolverExhausted, limit_work, solver_session
from egraph_opt.families.pointer.symbolic.symbols import Ranges
from egraph_opt.ir.module import Op, symbol_name
from tests.support.kernels import ROOT

COPY = ROOT / "tests/cases/pointer/copy.mlir"


@pytest.mark.parametrize("steps", [0, 3_000])
def test_beyond_the_limit_the_input_comes_back(steps: int) -> None:
    text = COPY.read_text()
    result = raise_text(text, "copy", "buffer", "loop", work_limit=steps)
    assert result.ir == text and result.stopped_by == "work"
    assert result.remarks == ("@copy_ptr: left unchanged: stopped by the limit of work",)


def test_the_limit_is_no_limit_where_less_is_done() -> None:
    result = raise_text(COPY.read_text(), "copy", "buffer", "loop")
    assert not result.stopped_by and all(report.raised for report in result.reports)


def test_the_command_line_takes_limits() -> None:
    arguments = [
        "opt",
        str(COPY),
        "--rules",
        "pointer",
        "--target",
        "buffer",
        "--version",
        "loop",
        "--work-limit",
        "0",
        "--strict",
    ]
    found = CliRunner().invoke(main, [*arguments, "--no-isolate"])
    assert found.exit_code == 4 and "limit of work" in found.output


def test_a_solver_stops_where_no_work_is_left() -> None:
    with solver_session():
        x, y = z3.Ints("x y")
        with limit_work(Work(100_000).part(10)), pytest.raises(SolverExhausted):
            Solver([x > 1, y > 1, x * y == 1_000_003]).check(100_000)


def test_what_was_asked_before_makes_no_difference() -> None:
    def used() -> tuple[int, list[int]]:
        with solver_session():
            x, y, z = z3.Ints("x y z")
            facts = [x * y * z == 1001 * y + 7, x > 3, y > 5]
            solver = Solver(facts)
            solver.check(2_000)
            return solver.asked.told, [fact.get_id() for fact in facts]

    first, x, y = used(), *z3.Ints("x y")
    _ = [z3.Int(f"unrelated{n}") * x + y for n in range(100)]
    assert used() == first


def test_terms_outside_keep_their_context() -> None:
    x = z3.Int("x")
    with suppress(ZeroDivisionError), solver_session():
        inner = z3.Int("x")
        with solver_session():
            assert z3.Int("x").ctx is inner.ctx is not x.ctx
        raise ZeroDivisionError
    assert z3.Int("x").ctx is x.ctx and gc.isenabled()


def test_a_claim_that_one_kind_of_solver_finds_hard_is_left_to_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = {}
    found = PointerTask.find_best

    def counted(task: PointerTask, function: Op) -> Attempt:
        attempt = found(task, function)
        spent[symbol_name(function)] = task.work.spent
        return attempt

    monkeypatch.setattr(PointerTask, "find_best", counted)
    text = (COPY.parent / "masks.mlir").read_text()
    assert all(report.raised for report in raise_text(text, "masks", "tts", "loop").reports if report.function == "wrapped_tile")
    assert spent["wrapped_tile"] < WORK / 3  # preprocessing alone took 2.2 million steps of the 3 that there are


def test_a_question_without_products_is_decided_beside_facts_with_them() -> None:
    with solver_session():
        a, b, c, x, y, z = z3.Ints("a b c x y z")
        facts = [a <= b, b <= c, x * y * z == 1001 * y + 7, x * x * y > 3 * z + y * z, y * z * z < x * y]
        assert refute(facts, a <= c, 200)[0] == z3.unsat
        assert refute(facts[:2], c <= a, 200)[0] == z3.sat
        assert refute([a * b == c, a == 2, b == 3], c == 6, 10_000)[0] == z3.unsat
        assert refute([a * b == c, a == 2, b == 3], c == 6, 10_000, whole=True)[0] == z3.unsat
        assert [multiplies(term) for term in (3 * x + y, x * 0 + y * z == 1, z3.Or(x > 1, x * x > 1))] == [False, True, True]


def test_an_answer_costs_the_same_for_each_function() -> None:
    spent = []
    for _ in range(2):
        work = Work(1_000_000)
        with solver_session(), limit_work(work.part()):
            x, y = z3.Ints("known_x known_y")
            assert refute([x > 3, y > x], y > 4, 10_000)[0] == z3.unsat
        spent.append(work.spent)
    assert spent[0] == spent[1] > 0


def test_an_answer_that_was_cut_short_is_asked_again() -> None:
    with solver_session():
        x, y, z = z3.Ints("cut_x cut_y cut_z")
        question = [x * y * z == 1001 * y + 7, x > 3, y > 5], x * y > 20, 100_000
        with limit_work(Work(100_000).part(10)), pytest.raises(SolverExhausted):
            refute(*question)
        assert refute(*question)[0] == z3.unsat


def test_ranges_follow_from_parts() -> None:
    x, y, unknown = z3.Ints("x y unknown")
    ranges = Ranges()
    ranges.note(x, 0, 9)
    ranges.note(y, -2, 3)
    assert ranges.of(x + 2 * y - 1) == (-5, 14)
    assert ranges.of(x * y) == (-18, 27)
    assert ranges.of(z3.If(x > 1, x, y)) == (-2, 9)
    assert ranges.of(x + unknown) is None


def test_a_comparison_narrows_ranges_and_leaves_those_beneath() -> None:
    x, y = z3.Ints("x y")
    ranges = Ranges()
    ranges.note(x, -100, 100)
    narrowed = ranges.under(8 * x <= 31).under(z3.IntVal(-3) <= x)
    assert narrowed.of(x) == (-3, 3) and ranges.of(x) == (-100, 100)
    ranges.note(y, 0, 5)  # what becomes known later
    assert narrowed.of(x * y) == (-15, 15)
    assert narrowed.under(x == 1).of(x) == (-3, 3)  # no comparison that it knows
