"""Kernels of projects that were not used for development: all are raised and proved, or left with a reason, never refused."""

import re

import numpy as np
import pytest

from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.kernels import program_text
from tests.support.pointer_oracle import outcome

REST_OF_64_BITS = program_text("pointer/general.rest_of_64_bits")
"""A slot of a ring buffer by 64 bits: what is subtracted may wrap around, and the remainder is below 16 all the same."""

PRODUCT_OF_TRUTHS = program_text("pointer/general.product_of_truths")
"""A mask that is a product of truths, as `(a < n) * (b < m)` gives."""

STEPS_OF_RUN_TIME = program_text("pointer/general.steps_of_run_time")
"""A loop over every n-th row, as many as there are programs: how often it has gone round is a quotient by a number of run time."""

RESHAPED_LIST = program_text("pointer/general.reshaped_list")
"""A list of indices that comes out of two dimensions."""

BRANCHES = program_text("pointer/general.branches")
"""One number that two blocks compute, of which neither dominates the other."""

WHILE = program_text("pointer/general.while")
"""A store in a loop of another kind, whose values are handed from block to block."""

LONG_PRODUCT = program_text("pointer/general.long_product")
"""A product of 64 bits by run time, whose alignment a guard would have to check: the check itself might overflow."""


HANDED_AGAIN = program_text("pointer/general.handed_again")
"""Indices that a loop carries and hands on as they were at its start, as in the gated delta rule of flash-linear-attention."""


def raised(text: str, target: str, version: str = "") -> Result:
    result = raise_text(text, "kernel", target, version, any_cost=True)  # type: ignore[arg-type]
    assert not result.rejected
    return result


@pytest.mark.parametrize("target", ["tts", "block-pointer"])
@pytest.mark.parametrize(
    "text",
    [REST_OF_64_BITS, PRODUCT_OF_TRUTHS, STEPS_OF_RUN_TIME, BRANCHES, WHILE, HANDED_AGAIN],
    ids=["rest", "truths", "steps", "branches", "while", "again"],
)
def test_all_is_raised(text: str, target: str) -> None:
    result = raised(text, target)
    assert all(r.raised for r in result.reports), [str(r) for r in result.reports]


def test_a_product_of_truths_is_both_of_them() -> None:
    """The raised program does the same, and one without either of the two bounds is refused."""
    new = raised(PRODUCT_OF_TRUTHS, "tts").ir
    x = np.arange(256, dtype=np.float16)
    for rows in (-1, 0, 5, 16, 99):
        given = [x, np.zeros_like(x), rows]
        results = [outcome(read(text).functions()[0], given, (0, 0, 0)) for text in (PRODUCT_OF_TRUTHS, new)]
        assert results[0] is not None and results[0] == results[1]
    wrong = new.replace("%c6_i64 = arith.constant 6 : i64", "%c6_i64 = arith.constant 7 : i64")
    wrong = wrong if wrong != new else re.sub(r"(static_mask_dims = array<i64: -\d+, )6", r"\g<1>7", new)
    assert wrong != new
    with pytest.raises(RaiseRefused):
        validate(read(PRODUCT_OF_TRUTHS), read(wrong))


def test_a_list_out_of_two_dimensions() -> None:
    result = raised(RESHAPED_LIST, "tts")
    assert [(r.raised, r.how) for r in result.reports] == [(True, ""), (True, "gathered")]


def test_what_a_check_cannot_hold_is_left() -> None:
    load, store = raised(LONG_PRODUCT, "descriptor", "loop").reports
    assert store.raised and not load.raised and load.reason.endswith("and the check itself might overflow")


BLOCK = """
  ^{name}:
    scf.for %i = %zero to %n step %many : i32 {{
      %starts = tt.splat %i : i32 -> tensor<64xi32>
      %indices = arith.addi %starts, %range : tensor<64xi32>
      %few = arith.cmpi slt, %indices, %limit : tensor<64xi32>
      %source = tt.splat %{given} : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %from = tt.addptr %source, %indices : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %x = tt.load %from, %few : tensor<64x!tt.ptr<f32>>
      %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %to = tt.addptr %target, %indices : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %to, %x, %few : tensor<64x!tt.ptr<f32>>
    }}
    tt.return"""
ONE_OR_THE_OTHER = f"""
module {{
  tt.func public @one_or_the_other(%in: !tt.ptr<f32>, %other: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %which: i32) {{
    %zero = arith.constant 0 : i32
    %many = arith.constant 48 : i32
    %range = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32>
    %limit = tt.splat %n : i32 -> tensor<64xi32>
    %first = arith.cmpi sgt, %which, %zero : i32
    cf.cond_br %first, ^bb1, ^bb2{BLOCK.format(name="bb1", given="in")}{BLOCK.format(name="bb2", given="other")}
  }}
}}
"""
"""Two blocks of which one runs, as in Liger's cross entropy: what may overflow in each is checked there."""


@pytest.mark.parametrize("target", ["tts", "block-pointer"])
def test_each_block_has_its_guard(target: str) -> None:
    text = raised(ONE_OR_THE_OTHER, target, "loop")
    assert all(r.raised for r in text.reports), [str(r) for r in text.reports]
    assert text.ir.count("egraph_opt.guard") == 2
    (old,), (new,) = read(ONE_OR_THE_OTHER).functions(), read(text.ir).functions()
    for n in (0, 1, 63, 64, 200):
        for which in (0, 1):
            given = [*(np.arange(1024, dtype=np.float32) + i for i in range(3)), n, which]
            assert outcome(new, given, (0, 0, 0)) == outcome(old, given, (0, 0, 0)) is not None


@pytest.mark.parametrize("number", [0, 1])
def test_no_guard_serves_for_another_block(number: int) -> None:
    """A part that is raised under a guard that always holds is refused, though the other block checks the same."""
    text = raised(ONE_OR_THE_OTHER, "block-pointer", "loop").ir
    place = [found.start() for found in re.finditer(r"scf\.if %\w+", text)][number]
    wrong = text[:place] + re.sub(r"scf\.if %\w+", "scf.if %yes", text[place:], count=1)
    wrong = wrong.replace(") {\n", ") {\n    %yes = arith.constant true\n", 1)
    with pytest.raises(RaiseRefused):
        validate(read(ONE_OR_THE_OTHER), read(wrong))
