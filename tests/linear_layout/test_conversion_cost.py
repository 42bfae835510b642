"""Predicted instructions of conversions through shared memory and by shuffles, against the machine code that Triton makes of
them."""

from itertools import permutations

import pytest

from benchmarks.calibrate.layouts import encoding
from benchmarks.calibrate.program import made, numbers, tensor
from egraph_opt.baseline import libtriton
from egraph_opt.baseline.ptxas_counts import counts
from egraph_opt.linear_layout import ConversionClass, conversion_class, linear_layout
from egraph_opt.linear_layout.conversion_cost import exchange
from egraph_opt.linear_layout.scratch_buffer import ROW_BITS
from egraph_opt.linear_layout.shuffles import warp_shuffles

NAMES = "row4 row1 column4 square thread mma2 swap1 swap2 lanes wide".split()
SHAPE, WARPS = (64, 64), 4


def program(a: str, b: str) -> str:
    there, back = (tensor(SHAPE, "f32", layout) for layout in (a, b))
    cells, index = tensor(SHAPE, "!tt.ptr<f32>", b), tensor(SHAPE, "i32", b)
    return f"""module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {WARPS} : i32, ttg.target = "cuda:90", \
"ttg.threads-per-warp" = 32 : i32}} {{
tt.func public @kernel(%data: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}) attributes {{noinline = false}} {{
%address = tt.ptr_to_int %data : !tt.ptr<f32> -> i64
{numbers("i", SHAPE, a)}
{made("x", "i", SHAPE, "f32", a)}
%y = ttg.convert_layout %x : {there} -> {back}
{numbers("j", SHAPE, b)}
%s = tt.splat %data : !tt.ptr<f32> -> {cells}
%p = tt.addptr %s, %j : {cells}, {index}
tt.store %p, %y : {cells}
tt.return
}}
}}
"""


@pytest.mark.skipif(not libtriton.available(), reason="needs Triton")
def test_instructions_are_those_of_the_machine_code() -> None:
    """Every warp runs the same code, so each instruction of a program counts once per warp."""
    pairs = []
    for names in permutations(NAMES, 2):
        a, b = (str(encoding(name, SHAPE, WARPS, 32)) for name in names)
        kind = conversion_class(linear_layout(a, SHAPE), linear_layout(b, SHAPE))
        if kind in (ConversionClass.LANE_SHUFFLE, ConversionClass.LANE_SHARED, ConversionClass.SHARED):
            pairs.append((names, kind, a, b))
    chosen = pairs[::5]
    assert len({kind for _, kind, _, _ in chosen}) == 3
    found = counts([program(a, b) for _, _, a, b in chosen], timeout=300.0, jobs=2)
    right = 0
    for (_, kind, a, b), code in zip(chosen, found, strict=True):
        assert code is not None
        there, back = linear_layout(a, SHAPE), linear_layout(b, SHAPE)
        if kind is ConversionClass.LANE_SHUFFLE:
            right += code.shuffles == warp_shuffles(there, back, 32).shuffles / WARPS
        else:
            moved = exchange(there, back, 32)
            right += (code.shared_stores, code.shared_loads) == (
                moved.store.instructions / WARPS,
                moved.load.instructions / WARPS,
            )
    assert right == len(chosen)


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_no_conversion_moves_less_than_its_bytes(bits: int) -> None:
    for names in permutations(NAMES, 2):
        texts = [encoding(name, SHAPE, WARPS, bits) for name in names]
        if None in texts:
            continue
        a, b = (linear_layout(str(text), SHAPE) for text in texts)
        if conversion_class(a, b) is ConversionClass.SHARED:
            moved = exchange(a, b, bits)
            assert min(side.wavefronts for side in (moved.store, moved.load)) * ROW_BITS >= 64 * 64 * bits
            assert moved.scratch_bits * moved.repetitions >= 64 * 64 * bits
