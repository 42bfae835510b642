"""A raised access is proved only if its extents lie within its tile and its attributes fit it; everything else has a reason in words."""

from __future__ import annotations

import pytest

from egraph_opt import check

BEFORE = """module {
  tt.func public @f(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>, %n: i32) {
    %l = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>
    %ns = tt.splat %n : i32 -> tensor<16xi32>
    %m = arith.cmpi slt, %l, %ns : tensor<16xi32>
    %z = arith.constant dense<0.0> : tensor<16xf32>
    %sp = tt.splat %src : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %s = tt.addptr %sp, %l : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    %v = tt.load %s, %m, %z : tensor<16x!tt.ptr<f32>>
    %dp = tt.splat %dst : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>
    %d = tt.addptr %dp, %l : tensor<16x!tt.ptr<f32>>, tensor<16xi32>
    tt.store %d, %v : tensor<16x!tt.ptr<f32>>
    tt.return
  }
}
"""
AFTER = """module {
  tt.func public @f(%src: !tt.ptr<f32>, %dst: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c16 = arith.constant 16 : i32
    %zero = arith.constant 0.000000e+00 : f32
    %low = arith.maxsi %n, %c0 : i32
    %both = arith.minsi %low, %c16 : i32
    %e = arith.index_cast %both : i32 to index
    %s = tts.make_tptr %src to sizes: [16], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>
    %v = "tts.load"(%s, %e, %zero) <{operandSegmentSizes = array<i32: 1, 1, 1>, static_mask_dims = array<i64: -9223372036854775808>}> : (tensor<16x!tt.ptr<f32>>, index, f32) -> tensor<16xf32>
    %d = tts.make_tptr %dst to sizes: [16], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>
    "tts.store"(%d, %v) <{static_mask_dims = array<i64>}> : (tensor<16x!tt.ptr<f32>>, tensor<16xf32>) -> ()
    tt.return
  }
}
"""  # noqa: E501
CLAMP = "%both = arith.minsi %low, %c16 : i32"


def test_clamped_extents_are_proved() -> None:
    assert check(BEFORE, AFTER, rules="pointer").equal


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CLAMP, "%both = arith.minsi %low, %low : i32"),  # beyond the tile
        (CLAMP, "%both = arith.minsi %n, %c16 : i32"),  # below zero
        ("array<i64: -9223372036854775808>", "array<i64: 16, 16>"),
        ("sizes: [16], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>\n    %v",
         "sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : <f32> to tensor<16x!tt.ptr<f32>>\n    %v"),
    ],
)  # fmt: skip
def test_what_is_not_legal_is_not_proved(old: str, new: str) -> None:
    assert old in AFTER
    verdict = check(BEFORE, AFTER.replace(old, new), rules="pointer")
    assert verdict.outcome.value == "not proved"
    assert "Error" not in str(verdict) and "internal" not in str(verdict)


@pytest.mark.parametrize("dimension", [1, 7])
def test_a_list_along_no_dimension_of_the_tile_is_named(dimension: int) -> None:
    load = AFTER.partition("    %s = ")[2].partition("    %d = ")[0]
    gather = (
        f"tts.make_gather_scatter_tptr %src to sizes: [16] gather_scatter_dim: {dimension} gather_scatter_offset: %l, strides: [1],"
        " offsets: [0] : tensor<16xi32> <f32> to !tt.ptr<tensor<16xf32>>\n"
        '    %v = "tts.load"(%s) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64>}> :'
        " (!tt.ptr<tensor<16xf32>>) -> tensor<16xf32>\n"
    )
    after = AFTER.replace(load, gather).replace(
        "    %s = ", "    %l = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>\n    %s = "
    )
    verdict = check(BEFORE, after, rules="pointer")
    assert f"gather_scatter_dim {dimension} of a tile of rank 1" in str(verdict)
