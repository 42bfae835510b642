"""Kernels of projects that were not used for development: all are raised and proved, or left with a reason, never refused."""

import re

import numpy as np
import pytest

from egraph_opt.core.result import Result
from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read
from tests.support.pointer_oracle import outcome

REST_OF_64_BITS = """
module {
  tt.func @ring(%in: !tt.ptr<bf16>, %out: !tt.ptr<bf16>, %at: i64, %back: i32) {
    %sixteen = arith.constant 16 : i64
    %row = arith.constant 32 : i64
    %far = arith.extsi %back : i32 to i64
    %place = arith.subi %at, %far : i64
    %slot = arith.remsi %place, %sixteen : i64
    %start = arith.muli %slot, %row : i64
    %base = tt.addptr %in, %start : !tt.ptr<bf16>, i64
    %range = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
    %source = tt.splat %base : !tt.ptr<bf16> -> tensor<32x!tt.ptr<bf16>>
    %from = tt.addptr %source, %range : tensor<32x!tt.ptr<bf16>>, tensor<32xi32>
    %x = tt.load %from : tensor<32x!tt.ptr<bf16>>
    %target = tt.splat %out : !tt.ptr<bf16> -> tensor<32x!tt.ptr<bf16>>
    %to = tt.addptr %target, %range : tensor<32x!tt.ptr<bf16>>, tensor<32xi32>
    tt.store %to, %x : tensor<32x!tt.ptr<bf16>>
    tt.return
  }
}
"""
"""A slot of a ring buffer by 64 bits: what is subtracted may wrap around, and the remainder is below 16 all the same."""

PRODUCT_OF_TRUTHS = """
module {
  tt.func @rows(%in: !tt.ptr<f16>, %out: !tt.ptr<f16>, %rows: i32) {
    %eight = arith.constant dense<8> : tensor<16x1xi32>
    %six = arith.constant dense<6> : tensor<1x8xi32>
    %r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %c = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
    %down = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>
    %across = tt.expand_dims %c {axis = 0 : i32} : tensor<8xi32> -> tensor<1x8xi32>
    %limit = tt.splat %rows : i32 -> tensor<16x1xi32>
    %below = arith.cmpi slt, %down, %limit : tensor<16x1xi32>
    %inside = arith.cmpi slt, %across, %six : tensor<1x8xi32>
    %a = tt.broadcast %below : tensor<16x1xi1> -> tensor<16x8xi1>
    %b = tt.broadcast %inside : tensor<1x8xi1> -> tensor<16x8xi1>
    %mask = arith.muli %a, %b : tensor<16x8xi1>
    %rows_at = arith.muli %down, %eight : tensor<16x1xi32>
    %p = tt.broadcast %rows_at : tensor<16x1xi32> -> tensor<16x8xi32>
    %q = tt.broadcast %across : tensor<1x8xi32> -> tensor<16x8xi32>
    %place = arith.addi %p, %q : tensor<16x8xi32>
    %source = tt.splat %in : !tt.ptr<f16> -> tensor<16x8x!tt.ptr<f16>>
    %from = tt.addptr %source, %place : tensor<16x8x!tt.ptr<f16>>, tensor<16x8xi32>
    %x = tt.load %from, %mask : tensor<16x8x!tt.ptr<f16>>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<16x8x!tt.ptr<f16>>
    %to = tt.addptr %target, %place : tensor<16x8x!tt.ptr<f16>>, tensor<16x8xi32>
    tt.store %to, %x, %mask : tensor<16x8x!tt.ptr<f16>>
    tt.return
  }
}
"""
"""A mask that is a product of truths, as `(a < n) * (b < m)` gives."""

STEPS_OF_RUN_TIME = """
module {
  tt.func @strided(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %row: i32) {
    %id = tt.get_program_id y : i32
    %ids = tt.get_num_programs y : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %ends:2 = scf.for %i = %id to %n step %ids iter_args(%p = %from, %q = %to)
        -> (tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>)  : i32 {
      %x = tt.load %p : tensor<64x!tt.ptr<f32>>
      tt.store %q, %x : tensor<64x!tt.ptr<f32>>
      %step = arith.muli %ids, %row : i32
      %steps = tt.splat %step : i32 -> tensor<64xi32>
      %next = tt.addptr %p, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %following = tt.addptr %q, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      scf.yield %next, %following : tensor<64x!tt.ptr<f32>>, tensor<64x!tt.ptr<f32>>
    }
    tt.return
  }
}
"""
"""A loop over every n-th row, as many as there are programs: how often it has gone round is a quotient by a number of run time."""

RESHAPED_LIST = """
module {
  tt.func @scattered(%in: !tt.ptr<i32>, %out: !tt.ptr<i32>, %many: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %square = tt.reshape %range : tensor<16xi32> -> tensor<4x4xi32>
    %turned = tt.trans %square {order = array<i32: 1, 0>} : tensor<4x4xi32> -> tensor<4x4xi32>
    %list = tt.reshape %turned : tensor<4x4xi32> -> tensor<16xi32>
    %limit = tt.splat %many : i32 -> tensor<16xi32>
    %inside = arith.cmpi slt, %list, %limit : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<i32>>
    %target = tt.splat %out : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %to = tt.addptr %target, %list : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    tt.store %to, %x, %inside : tensor<16x!tt.ptr<i32>>
    tt.return
  }
}
"""
"""A list of indices that comes out of two dimensions."""

BRANCHES = """
module {
  tt.func @branches(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32, %which: i1) {
    %sixteen = arith.constant 16 : i32
    %many = arith.constant 128 : i64
    cf.cond_br %which, ^bb1, ^bb2
  ^bb1:
    %start = arith.muli %n, %sixteen : i32
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %base = tt.addptr %in, %start : !tt.ptr<f32>, i32
    %source = tt.splat %base : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    tt.store %from, %x : tensor<16x!tt.ptr<f32>>
    cf.br ^bb2
  ^bb2:
    %start_2 = arith.muli %n, %sixteen : i32
    %range_2 = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %wide = arith.extsi %start_2 : i32 to i64
    %far = arith.muli %wide, %many : i64
    %base_2 = tt.addptr %out, %far : !tt.ptr<f32>, i64
    %source_2 = tt.splat %base_2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from_2 = tt.addptr %source_2, %range_2 : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %y = tt.load %from_2 : tensor<16x!tt.ptr<f32>>
    tt.store %from_2, %y : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""
"""One number that two blocks compute, of which neither dominates the other."""

WHILE = """
module {
  tt.func @fill(%out: !tt.ptr<f32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %many = arith.constant 64 : i32
    %x = arith.constant dense<1.000000e+00> : tensor<64xf32>
    %last = scf.while (%i = %zero) : (i32) -> i32 {
      %more = arith.cmpi slt, %i, %n : i32
      scf.condition(%more) %i : i32
    } do {
    ^bb0(%at: i32):
      %start = arith.muli %at, %many : i32
      %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
      %base = tt.addptr %out, %start : !tt.ptr<f32>, i32
      %target = tt.splat %base : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %to, %x : tensor<64x!tt.ptr<f32>>
      %next = arith.addi %at, %one : i32
      scf.yield %next : i32
    }
    tt.return
  }
}
"""
"""A store in a loop of another kind, whose values are handed from block to block."""

LONG_PRODUCT = """
module {
  tt.func @select(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %slot: i64, %row: i32) {
    %rows = arith.extsi %row : i32 to i64
    %start = arith.muli %slot, %rows : i64
    %base = tt.addptr %in, %start : !tt.ptr<f32>, i64
    %range = tt.make_range {end = 128 : i32, start = 0 : i32} : tensor<128xi32>
    %source = tt.splat %base : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    %x = tt.load %from : tensor<128x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<128x!tt.ptr<f32>>, tensor<128xi32>
    tt.store %to, %x : tensor<128x!tt.ptr<f32>>
    tt.return
  }
}
"""
"""A product of 64 bits by run time, whose alignment a guard would have to check: the check itself might overflow."""


HANDED_AGAIN = """
module {
  tt.func public @handed_again(%in: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %last = scf.for %i = %zero to %n step %one iter_args(%index = %range) -> (tensor<64xi32>)  : i32 {
      %source = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %from = tt.addptr %source, %index : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      %x = tt.load %from : tensor<64x!tt.ptr<f32>>
      %target = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
      %to = tt.addptr %target, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
      tt.store %to, %x : tensor<64x!tt.ptr<f32>>
      scf.yield %range : tensor<64xi32>
    }
    %source_after = tt.splat %in : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %from_after = tt.addptr %source_after, %last : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %y = tt.load %from_after : tensor<64x!tt.ptr<f32>>
    %target_after = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %to_after = tt.addptr %target_after, %range : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %to_after, %y : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""
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
