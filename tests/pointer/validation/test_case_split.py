"""Masks of nested conditionals: the proof takes the conditionals' cases, and does not double with each of them."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
import z3

from egraph_opt.core.engine import Limits
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.analysis.encode import encode
from egraph_opt.families.pointer.analysis.saturate import saturate
from egraph_opt.families.pointer.symbolic.entailment import multiplies
from egraph_opt.families.pointer.symbolic.evaluator import LaneEvaluator
from egraph_opt.families.pointer.symbolic.smt_arithmetic import LEAVES, RULES
from egraph_opt.families.pointer.symbolic.solver import solver_session
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.queries import CASES, cases
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.ir.create import binary
from egraph_opt.ir.module import Value
from egraph_opt.text import read
from tests.support.pointer_oracle import outcome

MASK = "tensor<16xi1>"


def tree(levels: int, first: int = 0) -> tuple[list[str], str]:
    """The operations of a mask that conditionals in both branches of conditionals select, and its name."""
    if not levels:
        ends = f"    %end{first} = tt.splat %n{first} : i32 -> tensor<16xi32>"
        return [ends, f"    %m{first} = arith.cmpi slt, %at, %end{first} : tensor<16xi32>"], f"%m{first}"
    half = 1 << levels - 1
    (yes, x), (no, y) = tree(levels - 1, first), tree(levels - 1, first + half)
    name = f"%c{levels}_{first}"
    ops = [f"    {name}m = scf.if {name} -> ({MASK}) {{", *yes, f"    scf.yield {x} : {MASK}", "    } else {"]
    return [*ops, *no, f"    scf.yield {y} : {MASK}", "    }"], f"{name}m"


def copy(levels: int) -> str:
    """A copy under such a mask, of places that may wrap around at 32 bits."""
    ops, mask = tree(levels)
    conditions = [f"%c{level}_{first}: i1" for level in range(1, levels + 1) for first in range(0, 1 << levels, 1 << level)]
    parameters = ", ".join([f"%n{n}: i32" for n in range(1 << levels)] + conditions)
    return "\n".join(
        [
            f"tt.func public @copy(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %start: i32, {parameters}) {{",
            "    %lane = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>",
            "    %first = tt.splat %start : i32 -> tensor<16xi32>",
            "    %at = arith.addi %first, %lane : tensor<16xi32>",
            *ops,
            "    %from = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>",
            "    %source = tt.addptr %from, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>",
            f"    %x = tt.load %source, {mask} : tensor<16x!tt.ptr<f32>>",
            "    %to = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>",
            "    %target = tt.addptr %to, %at : tensor<16x!tt.ptr<f32>>, tensor<16xi32>",
            f"    tt.store %target, %x, {mask} : tensor<16x!tt.ptr<f32>>",
            "    tt.return",
            "}",
        ]
    )


@pytest.mark.parametrize(("levels", "work"), [(2, 300_000), (3, 1_000_000)])
def test_a_mask_of_nested_conditionals_is_proved_in_little_work(levels: int, work: int) -> None:
    text = copy(levels)
    result = raise_text(text, "copy", "tts", "loop", work_limit=work)
    assert [(r.raised, r.how) for r in result.reports] == [(True, "")] * 2
    (old,), (new,) = read(text).functions(), read(result.ir).functions()
    random = np.random.default_rng(2026)
    for _ in range(20):
        given = [np.arange(64, dtype=np.float32), np.zeros(64, np.float32), int(random.choice((0, 3, 40, (1 << 31) - 8)))]
        given += [int(n) for n in random.integers(-2, 50, 1 << levels)]
        given += [bool(n) for n in random.integers(0, 2, (1 << levels) - 1)]
        assert outcome(new, given, (0, 0, 0)) == outcome(old, given, (0, 0, 0))


@pytest.mark.parametrize(
    ("right", "wrong"), [("%n3 ", "%n2 "), ("if %c1_0 ", "if %c1_2 "), ("slt, %at, %end1", "sle, %at, %end1")]
)
def test_another_mask_of_nested_conditionals_is_refused(right: str, wrong: str) -> None:
    text = copy(2)
    assert right in text
    result = raise_text(text.replace(right, wrong), "copy", "tts", "loop")
    with pytest.raises(RaiseRefused):
        validate(read(text), read(result.ir))


def test_masks_that_both_branches_give_have_no_ever_new_bounds() -> None:
    """A select between a number and itself is that number: else its bound is another one each time that it is selected."""
    text = copy(2).replace("%n3 ", "%n2 ")
    (function,) = read(text).functions()
    found = saturate(encode(function, True), Limits(nodes=4_000, iterations=60, seconds=60))
    assert not found.stopped_by
    assert [(r.raised, r.how) for r in raise_text(text, "copy", "tts", "loop").reports] == [(True, "")] * 2


@solver_session()
def test_a_claim_is_as_strong_as_its_cases() -> None:
    a, b, c = z3.Bools("a b c")
    x, y, n = z3.Ints("x y n")
    claim = z3.If(a, z3.If(b, x, y), n) <= z3.If(c, 3, n) + z3.If(a, x, 0)
    found = cases(claim)
    assert 1 < len(found) <= 8
    solver = z3.Solver()
    solver.add(z3.And(*found) != claim)
    assert solver.check() == z3.unsat
    assert cases(x <= y) == [x <= y]
    many = z3.Sum(*(z3.If(z3.Bool(f"t{k}"), z3.Int(f"x{k}"), 0) for k in range(CASES)))
    assert [claim.eq(many <= 3) for claim in cases(many <= 3)] == [True]


@solver_session()
def test_a_product_with_what_conditions_select_is_written_case_by_case() -> None:
    program = LaneEvaluator(read(copy(1)).functions()[0], SharedSymbols())
    op = binary("arith.muli", Value("i64", "%x"), Value("i64", "%y"))
    a, b = z3.Bools("a b")
    x = z3.Int("x")
    factor = z3.If(a, z3.If(b, z3.IntVal(3), z3.IntVal(-1)), z3.IntVal(0))
    for xs in ([x, factor], [factor, x]):
        found = RULES["arith.muli"](program, op, xs, 64)
        assert not multiplies(found)
        for p, q, number in itertools.product((True, False), (True, False), (-5, 0, 7)):
            put = [(a, z3.BoolVal(p)), (b, z3.BoolVal(q)), (x, z3.IntVal(number))]
            assert z3.simplify(z3.substitute(found, *put)).as_long() == number * ((3 if q else -1) if p else 0)
    for leaf in range(LEAVES):
        factor = z3.If(z3.Bool(f"t{leaf}"), factor, z3.IntVal(leaf))
    assert multiplies(RULES["arith.muli"](program, op, [x, factor], 64))
    assert multiplies(RULES["arith.muli"](program, op, [x, z3.If(a, x, z3.IntVal(0))], 64))
