"""A raised access is proved only if its extents lie within its tile and its attributes fit it; everything else has a reason in words."""

from __future__ import annotations

import pytest

from egraph_opt import InputError, check
from tests.support.kernels import program_text

BEFORE = program_text("pointer/forms/legality.before")
AFTER = program_text("pointer/forms/legality.after")
CLAMP = "%both = arith.minsi %low, %c16 : i32"


def test_clamped_extents_are_proved() -> None:
    assert check(BEFORE, AFTER, rules="pointer").equal


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (CLAMP, "%both = arith.minsi %low, %low : i32"),  # beyond the tile
        (CLAMP, "%both = arith.minsi %n, %c16 : i32"),  # below zero
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
    with pytest.raises(InputError, match=f"gather_scatter_dim {dimension} of a tile of rank 1"):
        check(BEFORE, after, rules="pointer")


GATHERED = """module {
  tt.func public @f(%src: !tt.ptr<f32>, %l: tensor<16xi32>, %m: tensor<16xi1>, %n: index) -> tensor<16xf32> {
    %s = tts.make_gather_scatter_tptr %src to sizes: [16] gather_scatter_dim: 0 gather_scatter_offset: %l gather_scatter_mask: %m, strides: [1], offsets: [0] : tensor<16xi32> tensor<16xi1> <f32> to !tt.ptr<tensor<16xf32>>
    %v = "tts.load"(%s) <{operandSegmentSizes = array<i32: 1, 0, 0>, static_mask_dims = array<i64: 0>}> : (!tt.ptr<tensor<16xf32>>) -> tensor<16xf32>
    tt.return %v : tensor<16xf32>
  }
}
"""  # noqa: E501
MISFITS = [
    (AFTER, "offsets: [0], shape: [0], order: []", "offsets: [0, 0], shape: [0], order: []", "it has 2 offsets, and its tile is of rank 1"),
    (AFTER, "strides: [1]", "strides: []", "it has 0 strides"),
    (AFTER, "array<i64: -9223372036854775808>", "array<i64: 16, 16>", "it has 2 extents, and its tile is of rank 1"),
    (AFTER, "array<i64: -9223372036854775808>", "array<i64>", "what it has besides is index, f32"),
    (AFTER, "shape: [0], order: []", "shape: [0], order: [1]", "its order names each axis of 1 once, here 1"),
    (AFTER, "sizes: [16]", "sizes: [32]", "its sizes are 32, and its tile has 16"),
    (AFTER, "to tensor<16x!tt.ptr<f32>>\n    %v", "to tensor<16x!tt.ptr<f16>>\n    %v", "its types are <f32> to"),
    (AFTER, "<{static_mask_dims = array<i64>}>", "<{static_mask_dims = array<i64: 17>}>", "its extents are 17, and its tile has 16"),
    (AFTER, "<{static_mask_dims = array<i64>}>", "<{static_mask_dims = array<i64: -1>}>", "its extents are -1, and its tile has 16"),
    (AFTER, "<{static_mask_dims = array<i64>}>", "<{static_mask_dims = array<i32>}>", "its static_mask_dims is a list of i64"),
    (AFTER, "%e = arith.index_cast %both : i32 to index", "%e = arith.extsi %both : i32 to i64", "defined with type i64"),
    (AFTER, "array<i32: 1, 1, 1>", "array<i32: 1, 1>", "operandSegmentSizes name 2 operands, here are 3"),
    (GATHERED, "gather_scatter_dim: 0", "gather_scatter_dim: 1", "gather_scatter_dim 1 of a tile of rank 1"),
    (GATHERED, "%l: tensor<16xi32>", "%l: tensor<16xi8>", "its types are"),
    (GATHERED, "tensor<16xi32>", "tensor<16xi8>", "its indices are a list of 16 i64, here tensor<16xi8>"),
    (GATHERED, "tensor<16xi32>", "tensor<8xi32>", "its indices are a list of 16 i64, here tensor<8xi32>"),
    (GATHERED, "tensor<16xi1>", "tensor<16xf32>", "its mask is a list of 16 i1, here tensor<16xf32>"),
    (BEFORE, "end = 16 : i32", "end = 16 : i64", "its start and end are of type i32, here 16 : i64"),
    (BEFORE, "%sp = tt.splat %src : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>>", "%sp = arith.constant dense<0> : tensor<16xi32>", "type"),
]  # fmt: skip


@pytest.mark.parametrize(("program", "old", "new", "said"), MISFITS, ids=[case[3] for case in MISFITS])
def test_a_structured_access_that_does_not_fit_is_refused_at_its_place(program: str, old: str, new: str, said: str) -> None:
    assert check(program, program).equal
    with pytest.raises(InputError) as refused:
        check(program.replace(old, new), program.replace(old, new))
    assert said in refused.value.message and refused.value.line and refused.value.column


BLOCK = program_text("pointer/forms/legality.block")


@pytest.mark.parametrize("order", ["array<i32>", "array<i32: 1>", "array<i32: 0, 0>", "array<i32: -1>"])
def test_an_order_of_other_axes_is_not_proved(order: str) -> None:
    """Triton reads them."""
    assert check(BEFORE, BLOCK, rules="pointer").equal
    verdict = check(BEFORE, BLOCK.replace("order = array<i32: 0>", f"order = {order}"), rules="pointer")
    assert verdict.outcome.value == "not proved" and "order" in str(verdict)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("%long = arith.extsi %n : i32 to i64", "%long = arith.constant dense<16> : tensor<16xi64>"),
        ("%c1 = arith.constant 1 : i64", "%c1 = arith.constant 1 : i32"),
        ("%c0 = arith.constant 0 : i32", "%c0 = arith.constant 0 : i64"),
        ("order = array<i32: 0>", "order = array<i64: 0>"),
        ("boundaryCheck = array<i32: 0>", "boundaryCheck = array<i64: 0>"),
        ("boundaryCheck = array<i32: 0>", "boundaryCheck = array<!tt.ptr<f32>: 0>"),
    ],
)
def test_ill_typed_block_pointers_are_refused(old: str, new: str) -> None:
    with pytest.raises(InputError):
        check(BEFORE, BLOCK.replace(old, new), rules="pointer")
