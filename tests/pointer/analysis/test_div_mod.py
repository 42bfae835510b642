"""Quotients and remainders of a block's lanes by one number that only a launch knows."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import numpy as np
import pytest
import z3

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.analysis.div_mod import hoist_div_mod
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import CASES, accepted, arguments, raised
from tests.support.pointer_oracle import outcome


def text_of() -> str:
    return (CASES / "flattened.mlir").read_text()


@pytest.mark.parametrize("target", ["tts", "buffer", "block-pointer"])
def test_a_guard_checks_that_a_block_has_one_row(target: str) -> None:
    result = raise_text(text_of(), "flattened", target, "loop")
    assert [(r.raised, r.how) for r in result.reports] == [(True, "")] * 2
    assert "arith.remsi %extsi" in result.ir and result.ir.count("egraph_opt.guard}") == 1
    again = raise_text(text_of(), "flattened", target)
    assert not again.reports[0].structured or again.reports[0].how == "gathered"
    assert "arith.maxsi %width" not in again.ir  # what the first lane has is not used


def test_a_remainder_alone_is_its_dividend_or_wraps_around() -> None:
    text = re.sub(r".*arith\.divsi.*\n", "", text_of()).replace("arith.muli %row,", "arith.muli %column,")
    (alone,), (beside,) = read(text).functions(), read(text_of()).functions()
    assert hoist_div_mod(alone) is alone
    new = hoist_div_mod(beside)
    assert new is not beside and hoist_div_mod(new) is new


@pytest.mark.parametrize("target", ["tts", "buffer"])
def test_raised_programs_do_the_same(target: str) -> None:
    (old,), (new,) = read(text_of()).functions(), read(raise_text(text_of(), "flattened", target, "loop").ir).functions()
    random = np.random.default_rng(2026)
    runs = 0
    for _ in range(120):
        given = arguments(old, random, (0, 1, 20, -3, 1 << 27))
        given[2:4] = int(random.choice((0, 5, 40, 200))), int(random.choice((-16, -1, 0, 1, 8, 16, 24, 32, 48, 64)))
        program = int(random.integers(12)), 0, 0
        if (expected := outcome(old, given, program)) is not None:
            runs += 1
            assert outcome(new, given, program) == expected, given[2:]
    assert runs >= 60


WRONG: dict[str, Callable[[str], str]] = {
    "a guard that is dropped": lambda t: re.sub(r"scf\.if %\w+", "scf.if %cmpi", t),
    "a block in two rows": lambda t: t.replace("arith.remsi %extsi_3, %c16_i64_1", "arith.remsi %c16_i64_1, %c16_i64_1", 1),
    "a row of half a block": lambda t: re.sub(
        r"( *)(%remsi_0 = arith.remsi %extsi_3), %c16_i64_1", r"\1%half = arith.constant 8 : i64\n\1\2, %half", t, count=1),
    "a divisor of zero or less": lambda t: t.replace("cmpi sge, %extsi_3, %c1_i64", "cmpi sge, %extsi_3, %cm2147483648_i64", 1),
    "a division by zero": lambda t: t.replace("arith.divsi %start, %maxsi ", "arith.divsi %start, %width ", 1),
    "another row": lambda t: re.sub(r"(arith\.divsi) %start, %maxsi ", r"\1 %program, %maxsi ", t, count=1),
    "another column": lambda t: re.sub(r"(arith\.remsi) %start, %maxsi_0", r"\1 %program, %maxsi_0", t, count=1),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_checker_refuses(name: str) -> None:
    old, text = accepted("flattened", "tts", "loop")
    assert text == raised("flattened", "tts", "loop").ir
    wrong = WRONG[name](text)
    assert wrong != text
    with pytest.raises(RaiseRefused):
        validate(old, read(wrong))


@solver_session()
@pytest.mark.parametrize("size", [1, 2, 4, 8])
def test_what_the_checker_says_of_a_blocks_lanes_holds_for_all_integers(size: int) -> None:
    """It is true of any size: start = size * m and by = size * k, so (start + lane) / by is m / k, rounded down."""
    shared = SharedSymbols()
    lane, start, by = z3.Ints("lane start by")
    shared.lanes.append((lane, size))
    program = LaneEvaluator(read(text_of()).functions()[0], shared)
    for name in ("arith.divsi", "arith.remsi"):
        x, first = z3.Ints(f"of_lane_{name} of_start_{name}")
        before = len(shared.found.known)
        program.of_block(name, start, by, first)
        program.of_block(name, start + lane, by, x)
        (fact,) = [*shared.found.known][before:]
        said = 0
        for i, s, d in itertools.product(range(size), range(-9, 20), (-8, -4, -1, 1, 2, 3, 4, 5, 8, 16)):
            values = [_result(name, n, d) for n in (s + i, s)]
            put = [*zip((lane, start, by, x, first), (i, s, d, *values), strict=True)]
            assert z3.is_true(z3.simplify(z3.substitute(fact, *((term, z3.IntVal(n)) for term, n in put)))), put
            wrong = [(term, z3.IntVal(n + (term is x))) for term, n in put]
            said += z3.is_false(z3.simplify(z3.substitute(fact, *wrong)))
        assert said


def _result(name: str, x: int, by: int) -> int:
    quotient = abs(x) // abs(by) * (1 if (x < 0) == (by < 0) else -1)
    return quotient if name == "arith.divsi" else x - quotient * by
