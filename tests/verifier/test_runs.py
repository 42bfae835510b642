"""Runs of two sides: each way in which they can differ is found and told, and nothing is said of sides that are equal."""

from __future__ import annotations

import json

import numpy as np
import pytest

from egraph_opt.verifier import Call, Outcome, assert_equal, verify
from egraph_opt.verifier.question import QuestionBuilder
from tests.verifier.questions import answer, double

SUM = ("arith.mulf %v, %two", "arith.addf %v, %v")


@pytest.mark.parametrize("block", [4, 8, 32])
def test_equal_sides_are_not_called_different(block: int) -> None:
    verdict = answer(double(block, SUM), block)
    assert verdict.outcome is Outcome.UNDECIDED and verdict.runs > 5 and verdict.equal_bits
    assert "proves nothing" in str(verdict)


WHOLE = (
    ("%y: !tt.ptr<f32>", "%y: !tt.ptr<i32>"),
    (
        "%w = arith.mulf %v, %two : tensor<8xf32>",
        "%f = math.floor %v : tensor<8xf32>\n%w = arith.fptosi %f : tensor<8xf32> to tensor<8xi32>",
    ),
    ("%ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>", "%ys = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>"),
    ("%py = tt.addptr %ys, %i : tensor<8x!tt.ptr<f32>>", "%py = tt.addptr %ys, %i : tensor<8x!tt.ptr<i32>>"),
    ("%w, %mask : tensor<8x!tt.ptr<f32>>", "%w, %mask : tensor<8x!tt.ptr<i32>>"),
)
"""Changes that make the kernel round down to integers."""


@pytest.mark.parametrize("number", [25, 103])
def test_an_integer_that_only_rounding_changes_is_no_difference(number: int) -> None:
    """In float64, 1 / 103 * 103 and -7 / 25 * 25 are less than 1 and -7, so that other integers come out; in float32 they are not."""
    quotient = f"%c = arith.constant dense<{number}.0> : tensor<8xf32>\n%q = arith.divf %v, %c : tensor<8xf32>"
    product = f"{quotient}\n%r = arith.mulf %q, %c : tensor<8xf32>\n%f = math.floor %r"
    verdict = answer(
        double(8, *WHOLE, ("%f = math.floor %v", product)), old=double(8, *WHOLE), arrays={"y": "i32[N]"}, fast=False
    )
    assert verdict.outcome is not Outcome.DIFFERENT, str(verdict)
    toward_zero = double(8, *WHOLE, ("%f = math.floor %v : tensor<8xf32>\n", ""), ("fptosi %f", "fptosi %v"))
    assert answer(toward_zero, old=double(8, *WHOLE), arrays={"y": "i32[N]"}).outcome is Outcome.DIFFERENT


BORDERS = {
    "a clamp": ("%c = arith.constant dense<127.0> : tensor<8xf32>\n%w = arith.minnumf %v, %c", "127.0", "128.0"),
    "a condition": (
        "%c = arith.constant dense<3.5> : tensor<8xf32>\n%m = arith.cmpf olt, %v, %c : tensor<8xf32>\n"
        "%w = arith.select %m, %zero, %v : tensor<8xi1>, tensor<8xf32>\n%unused = arith.addf %v, %v",
        "cmpf olt",
        "cmpf ole",
    ),
    "a tie": (
        "%c = arith.constant dense<0.5> : tensor<8xf32>\n%h = arith.addf %v, %c : tensor<8xf32>\n%w = math.floor %h",
        "addf %v, %c : tensor<8xf32>\n%w = math.floor",
        "subf %v, %c : tensor<8xf32>\n%w = math.ceil",
    ),
}


@pytest.mark.parametrize("name", BORDERS)
def test_borders_of_clamps_conditions_and_roundings_are_tried(name: str) -> None:
    text, before, after = BORDERS[name]
    old = double(8, ("%w = arith.mulf %v, %two", text))
    assert before in old and answer(old, old=old).outcome is not Outcome.DIFFERENT
    assert answer(old.replace(before, after), old=old).outcome is Outcome.DIFFERENT


WRONG = {
    "value": (("2.000000e+00", "2.000001e+00"),),
    "unwritten": (("tt.store %py, %w, %mask", "tt.store %py, %w, %narrow"),),
    "race": (("%py = tt.addptr %ys, %i", "%py = tt.addptr %ys, %range"),),
    "address": (("%px, %mask, %zero", "%px"),),
    "undefined": (("%px, %mask, %zero", "%px, %narrow"),),
}
ONE_LESS = """    %one = arith.constant 1 : i32
    %n1 = arith.subi %n, %one : i32
    %less = tt.splat %n1 : i32 -> tensor<8xi32>
    %narrow = arith.cmpi slt, %i, %less : tensor<8xi32>
    %xs ="""


@pytest.mark.parametrize("kind", WRONG)
def test_each_kind_of_difference_is_found(kind: str) -> None:
    verdict = answer(double(8, *WRONG[kind], ("    %xs =", ONE_LESS)))
    assert verdict.outcome is Outcome.DIFFERENT and verdict.witness is not None
    assert verdict.witness.kind == kind, str(verdict)


def test_a_difference_is_told_with_the_smallest_input() -> None:
    verdict = answer(double(8, ("%w = arith.mulf %v, %two", "%w = arith.mulf %v, %v")))
    assert verdict.witness is not None and verdict.witness.difference is not None
    assert verdict.witness.difference.array == "y"
    assert str(verdict).startswith("different: with N = 21; x = f32[21] of 1: y[0] is 2 in old and 1 in new")
    found = json.loads(json.dumps(verdict.to_json()))
    assert found["verdict"] == "different" and found["proved"] is False
    assert found["witness"]["difference"] == {"array": "y", "index": [0], "old": 2.0, "new": 1.0}
    assert found["witness"]["arrays"]["x"] == {"dtype": "f32", "shape": [21], "strides": [1], "fill": 1.0, "elements": []}


def test_open_sizes_are_tried_at_the_borders_of_blocks() -> None:
    masked = double(8, ("%px, %mask, %zero", "%px"), ("tt.store %py, %w, %mask", "tt.store %py, %w"))
    assert answer(masked, n=16).outcome is Outcome.UNDECIDED
    verdict = answer(masked, n=None, assume=["N > 0"])
    assert verdict.outcome is Outcome.DIFFERENT and verdict.witness is not None and verdict.witness.sizes == {"N": 1}
    assert answer(masked, n=None, assume=["N > 0", "N % 8 == 0"]).outcome is Outcome.UNDECIDED


def test_a_sum_in_another_order_is_one_of_rounding() -> None:
    swapped = double(8, ("arith.mulf %v, %two : tensor<8xf32>", "arith.addf %a, %third : tensor<8xf32>"))
    thirds = """    %third = arith.mulf %v, %c : tensor<8xf32>
    %a = arith.subf %w2, %third : tensor<8xf32>
"""
    setup = "    %c = arith.constant dense<0.333333343> : tensor<8xf32>\n    %w2 = arith.mulf %v, %two : tensor<8xf32>\n"
    verdict = answer(swapped.replace("    %w =", f"{setup}{thirds}    %w ="))
    assert verdict.outcome is Outcome.UNDECIDED and not verdict.equal_bits
    assert "no difference beyond rounding" in str(verdict)


def test_lower_precision_is_a_difference_unless_rounding_is_allowed() -> None:
    lower = double(8, ("%w = arith.mulf %v, %two : tensor<8xf32>", "%w = arith.extf %h2 : tensor<8xf16> to tensor<8xf32>"))
    halves = "    %h = arith.mulf %v, %two : tensor<8xf32>\n    %h2 = arith.truncf %h : tensor<8xf32> to tensor<8xf16>\n"
    lower = lower.replace("    %w =", f"{halves}    %w =")
    verdict = answer(lower)
    assert verdict.witness is not None and verdict.witness.kind == "precision"
    assert answer(lower, allow_rounding=True).outcome is Outcome.UNDECIDED


def test_special_values_count_where_that_is_asked() -> None:
    kept = double(8, ("%w = arith.mulf %v, %two", "%w = arith.maxnumf %u, %low"))
    low = "    %low = arith.constant dense<0xFF800000> : tensor<8xf32>\n"
    kept = kept.replace("    %w =", f"{low}    %u = arith.mulf %v, %two : tensor<8xf32>\n    %w =")
    verdict = answer(kept)
    assert verdict.outcome is Outcome.UNDECIDED and verdict.special is not None
    assert "nan" in str(verdict)
    assert answer(kept, special_values=True).outcome is Outcome.DIFFERENT


def test_a_side_may_be_several_launches() -> None:
    four = double(8, ("2.000000e+00", "4.000000e+00"))
    call = Call(double(8), "cdiv(N, 8)", {"x": "x", "y": "half", "n": "N"})
    then = Call(double(8), "cdiv(N, 8)", {"x": "half", "y": "y", "n": "N"})
    arrays = {name: "f32[N]" for name in ("x", "y", "half")}
    whole = Call(four, "cdiv(N, 8)", {"x": "x", "y": "y", "n": "N"})
    verdict = verify(whole, [call, then], arrays=arrays, sizes={"N": 20}, fast=True)
    assert verdict.outcome is Outcome.UNDECIDED and verdict.results == ("y",) and verdict.equal_bits
    assert verify(whole, call, arrays=arrays, sizes={"N": 20}, fast=True).different  # `y` stays unwritten


def test_a_function_of_numpy_is_a_reference() -> None:
    arguments = {"grid": "cdiv(N, 8)", "args": {"x": "f32[N]", "y": "f32[N]", "n": "N"}, "sizes": {"N": 21}, "fast": True}
    assert not verify(double(8), reference=lambda x: x + x, **arguments).different
    verdict = verify(double(8), reference=lambda x: np.where(np.arange(len(x)) == 20, 0, 2 * x), **arguments)
    assert verdict.witness is not None and verdict.witness.difference is not None
    assert verdict.witness.difference.place == (20,)


def test_an_assertion_fails_with_the_witness() -> None:
    arguments = {"grid": "cdiv(N, 8)", "args": {"x": "f32[N]", "y": "f32[N]", "n": "N"}, "sizes": {"N": 21}, "fast": True}
    assert_equal(double(8), double(8, SUM), **arguments)
    with pytest.raises(AssertionError, match=r"y\[0\] is 2 in old and 3 in new"):
        assert_equal(double(8), double(8, ("2.000000e+00", "3.000000e+00")), **arguments)
    with pytest.raises(AssertionError, match="not decided"):
        assert_equal(double(8), double(8, SUM), proved=True, **arguments)


def test_where_old_is_not_defined_nothing_is_said() -> None:
    outside = double(8, ("%px, %mask, %zero", "%px"))
    verdict = answer(double(8), old=outside)
    assert verdict.outcome is Outcome.UNDECIDED and "on which old is defined" in verdict.reason


def test_answers_are_the_same_each_time() -> None:
    wrong = double(8, ("2.000000e+00", "2.000001e+00"))
    assert answer(wrong).to_json() == answer(wrong).to_json()


def test_roles_and_results_are_found() -> None:
    from egraph_opt.verifier.decision.verification import make_problem

    problem = make_problem(
        double(8), double(8), grid=3, args={"x": "f32[N]", "y": "f32[N]", "n": "N"}, constexprs={}, arrays={}, sizes={"N": 20}
    )
    question = QuestionBuilder(problem).question()
    assert question.results == ("y",)
    assert [argument.role for argument in question.old.launches[0].arguments] == ["input", "output", "scalar"]
    assert question.arrays["y"].start == "undefined" and question.arrays["x"].start == "given"
