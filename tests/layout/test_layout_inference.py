"""Layouts through transpositions, reshapes, joins and splits: against what Triton itself infers in the shipped kernels."""

import pytest

from egraph_opt.families.layout.encode.layout_inference import (
    BitMap,
    encoding_of,
    index_map,
    moved_encoding,
    transposed_blocked,
)
from egraph_opt.ir.types import tensor_type
from egraph_opt.linear_layout import is_surjective, linear_layout
from egraph_opt.text import read
from tests.support.kernels import STAGES, kernels

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"


@pytest.mark.parametrize("stage", STAGES)
def test_triton_agrees_on_every_operation_that_moves_indices(stage: str) -> None:
    seen = 0
    for path in kernels(stage):
        for op in read(path.read_text()).op.walk():
            moves = index_map(op) if op.name in ("tt.trans", "tt.reshape", "tt.join", "tt.split") else None
            if moves is None:
                continue
            operand, result = tensor_type(op.operands[0].type), tensor_type(op.results[0].type)
            assert operand and result and operand.encoding and result.encoding
            if op.name == "tt.split":
                operand, result = result, operand
            assert moves.backward(linear_layout(str(result.encoding), result.shape)) == linear_layout(
                str(operand.encoding), operand.shape
            )
            seen += 1
    assert seen > 20


def test_forward_and_backward_are_inverse() -> None:
    moves = BitMap((3, 4, 5, 0, 1, 2), (8, 8), (8, 8), (1, 0))
    layout = linear_layout(BLOCKED, (8, 8))
    assert moves.backward(moves.forward(layout)) == layout
    joins = BitMap((), (8, 8, 2), (8, 8), pair=0)
    assert joins.backward(joins.forward(layout)) == layout
    for unpacked, pair in (((8, 16), 0), ((16, 8), 3)):
        halves = BitMap((), unpacked, (8, 8), pair=pair)
        assert halves.backward(halves.forward(layout)) == layout and is_surjective(halves.forward(layout))
    with pytest.raises(ValueError, match="side by side"):
        BitMap((), (16, 8), (8, 8), pair=3).backward(linear_layout(BLOCKED.replace("[1, 4]", "[2, 4]"), (16, 8)))


def test_a_pair_spread_over_threads_has_no_half() -> None:
    spread = "#ttg.blocked<{sizePerThread = [1, 1, 1], threadsPerWarp = [4, 4, 2], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>"
    with pytest.raises(ValueError, match="spread over threads"):
        BitMap((), (8, 8, 2), (8, 8), pair=0).backward(linear_layout(spread, (8, 8, 2)))


def test_blocked_stays_blocked_through_a_transposition() -> None:
    moves = BitMap((4, 5, 6, 7, 0, 1, 2, 3), (16, 16), (16, 16), (1, 0))
    assert moved_encoding(moves, BLOCKED, forward=True) == transposed_blocked(BLOCKED, [1, 0])


@pytest.mark.parametrize("shape", [(16, 16), (64, 32), (8, 4)])
def test_a_map_written_down_is_the_map(shape: tuple[int, ...]) -> None:
    layout = linear_layout(BLOCKED, shape)
    assert linear_layout(encoding_of(layout), shape) == layout


def test_sympy_agrees_that_every_shipped_layout_holds_every_element() -> None:
    """The rank over GF(2), by an independent hand: the bases of a layout must span all index bits."""
    from sympy import GF
    from sympy.polys.matrices import DomainMatrix

    held = set()
    for path in kernels("rlc2.before"):
        for op in read(path.read_text()).op.walk():
            held |= {t for v in op.results if (t := tensor_type(v.type)) and t.encoding}
    distinct = {(t.encoding, t.shape) for t in held}
    assert len(distinct) > 200
    for encoding, shape in distinct:
        layout = linear_layout(str(encoding), shape)
        width = sum(extent.bit_length() - 1 for extent in shape)
        rows = [[GF(2)(basis >> bit & 1) for bit in range(width)] for basis in layout.bases]
        rank = DomainMatrix(rows, (len(rows), width), GF(2)).rank() if width else 0
        assert rank == width, encoding
        assert is_surjective(layout)
