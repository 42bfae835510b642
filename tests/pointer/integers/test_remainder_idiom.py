"""Tiles whose column is a difference, `t - t / across * across`: it is the remainder, for the analysis, the guard and the checker."""

import operator
from collections.abc import Callable

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.pointer.cases import same_when_run
from tests.pointer.kernels import ROWS

BODY = """      %row = arith.divsi %t, %across : i32
      %before = arith.muli %row, %across : i32
      %column = arith.subi %t, %before : i32
      %down = arith.muli %row, %c8 : i32
      %right = arith.muli %column, %c16 : i32
      %y = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
      %x = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
      %ds = tt.splat %down : i32 -> tensor<8xi32>
      %rs = tt.splat %right : i32 -> tensor<16xi32>
      %yy = arith.addi %ds, %y : tensor<8xi32>
      %xx = arith.addi %rs, %x : tensor<16xi32>
      %y2 = tt.expand_dims %yy {axis = 1 : i32} : tensor<8xi32> -> tensor<8x1xi32>
      %x2 = tt.expand_dims %xx {axis = 0 : i32} : tensor<16xi32> -> tensor<1x16xi32>
      %ld = tt.splat %n : i32 -> tensor<8x1xi32>
      %o = arith.muli %y2, %ld : tensor<8x1xi32>
      %pp = tt.splat %p : !tt.ptr<f32> -> tensor<8x1x!tt.ptr<f32>>
      %a = tt.addptr %pp, %o : tensor<8x1x!tt.ptr<f32>>, tensor<8x1xi32>
      %ab = tt.broadcast %a : tensor<8x1x!tt.ptr<f32>> -> tensor<8x16x!tt.ptr<f32>>
      %xb = tt.broadcast %x2 : tensor<1x16xi32> -> tensor<8x16xi32>
      %b = tt.addptr %ab, %xb : tensor<8x16x!tt.ptr<f32>>, tensor<8x16xi32>
      %ns = tt.splat %n : i32 -> tensor<1x16xi32>
      %ms = tt.splat %m : i32 -> tensor<8x1xi32>
      %m0 = arith.cmpi slt, %y2, %ms : tensor<8x1xi32>
      %m1 = arith.cmpi slt, %x2, %ns : tensor<1x16xi32>
      %m2 = tt.broadcast %m0 : tensor<8x1xi1> -> tensor<8x16xi1>
      %m3 = tt.broadcast %m1 : tensor<1x16xi1> -> tensor<8x16xi1>
      %mask = arith.andi %m2, %m3 : tensor<8x16xi1>
      tt.store %b, %v, %mask : tensor<8x16x!tt.ptr<f32>>
"""
KERNEL = f"""module {{
  tt.func public @k(%p: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %m: i32, %n: i32 {{tt.divisibility = 16 : i32}}, %tiles: i32, %across: i32) {{
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %v = arith.constant dense<1.0> : tensor<8x16xf32>
    %pid = tt.get_program_id x : i32
    %programs = tt.get_num_programs x : i32
    scf.for %t = %pid to %tiles step %programs : i32 {{
{BODY}    }}
    tt.return
  }}
}}
"""  # noqa: E501 - a signature is one line
REMAINDER = KERNEL.replace("%column = arith.subi %t, %before : i32", "%column = arith.remsi %t, %across : i32")
SIZES = (0, 1, 2, 3, 5, 16, 32, 48)


@pytest.mark.parametrize("target", ["tts", "block-pointer", "descriptor", "buffer"])
def test_a_difference_is_raised_like_the_remainder(target: str) -> None:
    results = [raise_text(text, "k.ttir", target, "loop", any_cost=True) for text in (KERNEL, REMAINDER)]  # type: ignore[arg-type]
    assert [[(r.structured, r.how, r.reason) for r in result.reports] for result in results] == [[(True, "", "")]] * 2
    raised = read(results[0].ir)
    validate(read(KERNEL), raised)
    if target == "tts":
        assert same_when_run(read(KERNEL), [raised], 40, SIZES) >= 15


def test_a_difference_of_lanes_is_that_of_the_block() -> None:
    """Within one row the column counts up: a guard checks that blocks lie within rows."""
    product = "%before = arith.muli %row, %w : tensor<16xi32>\n    %column = arith.subi %t, %before : tensor<16xi32>"
    text = ROWS.replace("%column = arith.remsi %t, %w : tensor<16xi32>", product)
    assert text != ROWS
    result = raise_text(text, "k.ttir", "tts", "loop")
    assert [(report.structured, report.how) for report in result.reports] == [(True, "")]
    raised = read(result.ir)
    validate(read(text), raised)
    assert same_when_run(read(text), [raised], 60, SIZES) >= 20
    with pytest.raises(RaiseRefused):
        validate(read(text.replace("%before = arith.muli %row, %w", "%before = arith.muli %row, %nc")), raised)


@pytest.mark.parametrize(
    "wrong",
    [
        KERNEL.replace("%before = arith.muli %row, %across", "%before = arith.muli %row, %n"),
        KERNEL.replace("%column = arith.subi %t, %before", "%column = arith.subi %tiles, %before"),
        KERNEL.replace("%column = arith.subi %t, %before", "%column = arith.addi %t, %before"),
        KERNEL.replace("%row = arith.divsi %t, %across", "%row = arith.divui %t, %across"),
    ],
    ids=["another divisor", "of another number", "a sum", "without sign"],
)
def test_what_is_no_remainder_is_told_from_one(wrong: str) -> None:
    assert wrong != KERNEL
    raised = raise_text(KERNEL, "k.ttir", "tts", "loop").ir
    with pytest.raises(RaiseRefused):
        validate(read(wrong), read(raised))


def test_the_product_lies_between_zero_and_the_dividend() -> None:
    """For all numbers of 8 bits; not for quotients that are rounded down, as a shift or a division without sign may give."""

    def outside(rounded: Callable[[int, int], int]) -> list[tuple[int, int]]:
        numbers = range(-128, 128)
        pairs = ((x, d) for x in numbers for d in numbers if d and (x, d) != (-128, -1))
        return [(x, d) for x, d in pairs if not min(0, x) <= rounded(x, d) * d <= max(0, x)]

    def to_zero(x: int, d: int) -> int:
        return abs(x) // abs(d) * (1 if (x < 0) == (d < 0) else -1)

    assert not outside(to_zero)
    assert outside(operator.floordiv)
