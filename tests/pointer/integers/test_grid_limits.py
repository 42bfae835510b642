"""How many programs a grid may have: CUDA's limits are taken for granted for descriptors only."""

from __future__ import annotations

import pytest

from egraph_opt.families.pointer import raise_text
from egraph_opt.families.pointer.validation.errors import RaiseRefused
from egraph_opt.families.pointer.validation.validate import validate
from egraph_opt.text import read

KERNEL = """module {
  tt.func public @rows(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %block = arith.constant 16384 : i32
    %far = arith.constant dense<1073741824> : tensor<64xi32>
    %y = tt.get_program_id AXIS : i32
    %start = arith.muli %y, %block : i32
    %lanes = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %first = tt.splat %start : i32 -> tensor<64xi32>
    %near = arith.addi %first, %lanes : tensor<64xi32>
    %place = arith.addi %near, %far : tensor<64xi32>
    %base = tt.splat %in : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %at = tt.addptr %base, %place : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    %x = tt.load %at : tensor<64x!tt.ptr<f16>>
    %target = tt.splat %out : !tt.ptr<f16> -> tensor<64x!tt.ptr<f16>>
    %to = tt.addptr %target, %place : tensor<64x!tt.ptr<f16>>, tensor<64xi32>
    tt.store %to, %x : tensor<64x!tt.ptr<f16>>
    tt.return
  }
}
"""
"""2^14 * y + 2^30 fits in 32 bits for the 65535 programs that CUDA allows along y, and not for all that 31 bits can number."""


WRONG = """module {
  tt.func public @rows(%in: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %c16384_index = arith.constant 16384 : index
    %c1073741824_index = arith.constant 1073741824 : index
    %y = tt.get_program_id y : i32
    %index_cast = arith.index_cast %y : i32 to index
    %muli = arith.muli %index_cast, %c16384_index : index
    %addi = arith.addi %muli, %c1073741824_index : index
    %a = tts.make_tptr %in to sizes: [64], strides: [1], offsets: [%addi], shape: [0], order: [] : <f16> to TILE
    %x = "tts.load"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> : (TILE) -> tensor<64xf16>
    %b = tts.make_tptr %out to sizes: [64], strides: [1], offsets: [%addi], shape: [0], order: [] : <f16> to TILE
    "tts.store"(%b, %x) <{static_mask_dims = array<i64>}> : (TILE, tensor<64xf16>) -> ()
    tt.return
  }
}
""".replace("TILE", "tensor<64x!tt.ptr<f16>>")
"""Raised kernel that is right on CUDA's grids along y. The program 65536 of the original wraps around."""


@pytest.mark.parametrize("target", ["tts", "block-pointer", "buffer"])
def test_any_number_of_programs(target: str) -> None:
    """Such an address is derived for no axis, and a guard checks it."""
    for axis in "xyz":
        text = KERNEL.replace("AXIS", axis)
        derived = raise_text(text, "rows", target)
        assert all(report.how == "gathered" or not report.raised for report in derived.reports), axis
        guarded = raise_text(text, "rows", target, "loop")
        assert all(report.raised and not report.how for report in guarded.reports) and "egraph_opt.guard" in guarded.ir


def test_the_checker_assumes_no_grid() -> None:
    with pytest.raises(RaiseRefused, match="differs for some values"):
        validate(read(KERNEL.replace("AXIS", "y")), read(WRONG))


def test_descriptors_are_of_cudas_grids() -> None:
    result = raise_text(KERNEL.replace("AXIS", "y"), "rows", "descriptor", any_cost=True, add_shape_params=True)
    assert all(report.raised for report in result.reports) and not result.rejected
