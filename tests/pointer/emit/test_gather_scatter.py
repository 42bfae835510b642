"""Accesses with an offset for each lane, and pointers that start at one of two bases."""

from __future__ import annotations

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.forms.candidate import Target
from egraph_opt.families.pointer.prepare.descriptor_lowering import is_block_pointer_access
from egraph_opt.ir.module import Op
from egraph_opt.text import read
from tests.pointer.cases import raised, same_when_run

UNEVEN = """module {
  tt.func public @uneven(%in: !tt.ptr<f32>, %list: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %source = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %places = tt.splat %list : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>>
    %place = tt.addptr %places, %range : tensor<16x!tt.ptr<i32>>, tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %most = arith.constant 9 : i32
    %end = arith.minsi %n, %most : i32
    %last, %scalar = scf.for %i = %zero to %end step %one iter_args(%p = %from, %s = %in) -> (tensor<16x!tt.ptr<f32>>, !tt.ptr<f32>) : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      %by = tt.load %place : tensor<16x!tt.ptr<i32>>
      %next = tt.addptr %p, %by : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      %y = tt.load %s : !tt.ptr<f32>
      tt.store %out, %y : !tt.ptr<f32>
      %following = tt.addptr %s, %i : !tt.ptr<f32>, i32
      scf.yield %next, %following : tensor<16x!tt.ptr<f32>>, !tt.ptr<f32>
    }
    tt.return
  }
}
"""
"""Each lane of one load is advanced by another number, which the checker does not follow."""
SUMMED = """module {
  tt.func public @summed(%in: !tt.ptr<f32>, %in2: !tt.ptr<f32>, %list: !tt.ptr<i32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %most = arith.constant 9 : i32
    %end = arith.minsi %n, %most : i32
    %which = arith.cmpi slt, %n, %one : i32
    %first = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %second = tt.splat %in2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %source = arith.select %which, %first, %second : tensor<16x!tt.ptr<f32>>
    %from = tt.addptr %source, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %last = scf.for %i = %zero to %end step %one iter_args(%p = %from) -> (tensor<16x!tt.ptr<f32>>) : i32 {
      %x = tt.load %p : tensor<16x!tt.ptr<f32>>
      tt.store %to, %x : tensor<16x!tt.ptr<f32>>
      %place = tt.addptr %list, %i : !tt.ptr<i32>, i32
      %by = tt.load %place : !tt.ptr<i32>
      %step = tt.splat %by : i32 -> tensor<16xi32>
      %next = tt.addptr %p, %step : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
      scf.yield %next : tensor<16x!tt.ptr<f32>>
    }
    tt.return
  }
}
"""
"""One of two bases, and a varying step: each alone makes twins of an access."""
LANES = """module {
  tt.func public @lanes(%in: !tt.ptr<f32>, %in2: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %range = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %which = arith.cmpi slt, %range, %ns : tensor<16xi32>
    %first = tt.splat %in : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %second = tt.splat %in2 : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %from = arith.select %which, %first, %second : tensor<16xi1>, tensor<16x!tt.ptr<f32>>
    %x = tt.load %from : tensor<16x!tt.ptr<f32>>
    %target = tt.splat %out : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %to = tt.addptr %target, %range : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %to, %x : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""


def loads(text: str) -> list[Op]:
    return [op for op in read(text).op.walk() if op.name in ("tt.load", "tts.gather")]


def test_only_what_is_not_proved_is_given_up() -> None:
    result = raise_text(UNEVEN, "uneven", "tts")
    assert not result.rejected
    assert [report.raised for report in result.reports] == [False, True, True, True]
    assert same_when_run(read(UNEVEN), [read(result.ir)], 20, (0, 1, 7, 16)) >= 10


@pytest.mark.parametrize("target", ["tts", "block-pointer", "descriptor", "buffer"])
def test_two_bases_and_a_varying_step(target: Target) -> None:
    result = raise_text(SUMMED, "summed", target, any_cost=True)
    assert not result.rejected
    assert "Error" not in "".join(report.reason for report in result.reports)
    assert same_when_run(read(SUMMED), [read(result.ir)], 20, (0, 1, 7, 16)) >= 10


def test_lanes_of_two_bases_stay() -> None:
    result = raise_text(LANES, "lanes", "tts")
    assert [report.raised for report in result.reports] == [False, True]


def test_a_scalar_under_a_mask_is_a_list() -> None:
    """triton-shared lowers the mask of a scalar to nothing."""
    found = [op for op in loads(raised("unstructured", "tts", "").ir) if op.results[0].type in ("f32", "tensor<1xf32>")]
    masked = [op for op in found if "1, 1, 1" in op.attributes["operandSegmentSizes"]]
    assert len(masked) == 2 and all(op.results[0].type == "tensor<1xf32>" for op in masked)


def test_the_report_says_why_there_is_no_better_form() -> None:
    (report,) = (r for r in raised("gathers", "tts", "").reports if r.how == "unstructured" and r.function == "summed_in_32_bits")
    assert report.summary.startswith("line ") and ": raised, unstructured: its address may overflow" in report.summary


def test_what_is_said_to_be_raised_is() -> None:
    """Twins of accesses that were raised do not come back."""
    result = raised("sums", "block-pointer", "")
    assert (
        sum(is_block_pointer_access(op) for op in read(result.ir).op.walk())
        == sum(report.raised for report in result.reports)
        > 9
    )
