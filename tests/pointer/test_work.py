"""A function costs no more work than it may; what follows from ranges is asked of no solver."""

from __future__ import annotations

import pytest
import z3
from click.testing import CliRunner

from egraph_opt.command.cli import main
from egraph_opt.extract.base.work import Work
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.symbolic.ask import Exhausted, Solver, allowing
from egraph_opt.families.pointer.symbolic.ranges import Ranges
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
    x, y = z3.Ints("x y")
    with allowing(Work(100_000).part(10)), pytest.raises(Exhausted):
        Solver([x > 1, y > 1, x * y == 1_000_003]).check(100_000)


def test_what_was_asked_before_makes_no_difference() -> None:
    x, y, z = z3.Ints("x y z")
    facts = [x * y * z == 1001 * y + 7, x > 3, y > 5]

    def used() -> int:
        solver = Solver(facts)
        solver.check(2_000)
        return solver.told

    first = used()
    _ = [z3.Int(f"unrelated{n}") * x + y for n in range(100)]
    assert used() == first


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
