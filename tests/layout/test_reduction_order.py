"""Reductions of floats in other layouts: those that combine the same terms in the same order, and that Triton lowers."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

import egraph_opt
from egraph_opt.checker import check
from egraph_opt.families.layout.encode.reduction_layouts import combination_order
from egraph_opt.families.layout.recheck.element_owner import coordinates, element_table
from egraph_opt.families.layout.recheck.reduction_order import combination_places, lowering_error
from egraph_opt.interpret import interpret
from egraph_opt.text import read, write

HEAD = 'module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}'
ROWS = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
OTHER_ROWS = "#ttg.blocked<{sizePerThread = [4, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
OTHER_COLUMNS = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
COLUMNS_IN_WARPS = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>"
APART = (
    "#ttg.linear<{register = [[0, 1], [0, 2], [0, 32], [16, 0]], lane = [[0, 4], [1, 0], [0, 8], [2, 0], [0, 16]],"
    " warp = [[4, 0], [8, 0]], block = []}>"
)


def program(combine: str, before: str, after: str) -> str:
    """A function that loads in `after`, reduces rows in `before`, and stores in `after`."""
    return f"""#A = {before}
#B = {after}
#SA = #ttg.slice<{{dim = 1, parent = #A}}>
#SB = #ttg.slice<{{dim = 1, parent = #B}}>
{HEAD} {{
  tt.func public @k(%q: tensor<32x64x!tt.ptr<f32>, #B>, %r: tensor<32x!tt.ptr<f32>, #SB>) {{
    %l = tt.load %q : tensor<32x64x!tt.ptr<f32>, #B>
    %x = ttg.convert_layout %l : tensor<32x64xf32, #B> -> tensor<32x64xf32, #A>
    %t = "tt.reduce"(%x) <{{axis = 1 : i32}}> ({{
    ^bb0(%a: f32, %b: f32):
      %m = {combine} %a, %b : f32
      tt.reduce.return %m : f32
    }}) : (tensor<32x64xf32, #A>) -> tensor<32xf32, #SA>
    %y = ttg.convert_layout %t : tensor<32xf32, #SA> -> tensor<32xf32, #SB>
    tt.store %r, %y : tensor<32x!tt.ptr<f32>, #SB>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize("other", [OTHER_COLUMNS, COLUMNS_IN_WARPS])
def test_a_sum_moves_to_a_layout_that_differs_across_the_axis_alone(other: str) -> None:
    """The output is proved equal by the checker, which has its own order of terms."""
    moved = egraph_opt.optimize(program("arith.addf", ROWS, OTHER_ROWS), cost="converts")
    assert "convert_layout" not in moved.ir and not moved.remarks
    kept = egraph_opt.optimize(program("arith.addf", ROWS, other), cost="converts")
    assert kept.ir.count("convert_layout") == 2


def test_the_checker_refuses_a_sum_in_another_order() -> None:
    """Rows may be spread otherwise over threads; columns may not."""
    text, others = program("arith.addf", ROWS, ROWS), (OTHER_ROWS, OTHER_COLUMNS, COLUMNS_IN_WARPS)
    outcomes = [check(read(text), read(program("arith.addf", other, ROWS))) for other in others]
    assert [outcome.equal for outcome in outcomes] == [True, False, False]


@pytest.mark.parametrize("combine", ["arith.addf", "arith.maxnumf"])
def test_no_reduction_moves_to_lanes_that_shuffles_miss(combine: str) -> None:
    """Triton exchanges adjacent lane bits only, so it would combine other rows in such a layout."""
    assert lowering_error(APART, (32, 64), 1) and not lowering_error(ROWS, (32, 64), 1)
    text = program(combine, ROWS, APART)
    assert egraph_opt.optimize(text, cost="converts").ir == write(read(text))


@pytest.mark.parametrize("shape", [(32, 64), (1, 512), (128, 2)])
@pytest.mark.parametrize("order", [[1, 0], [0, 1]])
def test_lanes_along_an_axis_are_those_that_enumeration_finds(shape: tuple[int, int], order: list[int]) -> None:
    for lanes, parent in product([[32, 1], [4, 8], [1, 32]], [None, 0, 1]):
        layout = f"#ttg.blocked<{{sizePerThread = [2, 2], threadsPerWarp = {lanes}, warpsPerCTA = [2, 2], order = {order}}}>"
        layout = layout if parent is None else f"#ttg.slice<{{dim = {parent}, parent = {layout}}}>"
        extents = shape if parent is None else (shape[parent],)
        for axis, along in enumerate(coordinates(element_table(layout, extents), extents)):
            moving = [b for b in range(5) if (along != np.take(along, np.arange(32) ^ 1 << b, axis=2)).any()]
            assert bool(lowering_error(layout, extents, axis)) == (
                moving != [*range(moving[0], moving[-1] + 1)] if moving else False
            )


def row_sums(layout: str, elements: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> bytes:
    """Return the sums of the rows of a matrix that is loaded in a layout, as registers, lanes and warps compute them."""
    text = f"""#A = {layout}
#R = #ttg.slice<{{dim = 1, parent = #A}}>
#C = #ttg.slice<{{dim = 0, parent = #A}}>
{HEAD} {{
  tt.func public @k(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>) {{
    %w = arith.constant dense<64> : tensor<32x1xi32, #A>
    %i = tt.make_range {{start = 0 : i32, end = 32 : i32}} : tensor<32xi32, #R>
    %j = tt.make_range {{start = 0 : i32, end = 64 : i32}} : tensor<64xi32, #C>
    %ii = tt.expand_dims %i {{axis = 1 : i32}} : tensor<32xi32, #R> -> tensor<32x1xi32, #A>
    %jj = tt.expand_dims %j {{axis = 0 : i32}} : tensor<64xi32, #C> -> tensor<1x64xi32, #A>
    %m = arith.muli %ii, %w : tensor<32x1xi32, #A>
    %mm = tt.broadcast %m : tensor<32x1xi32, #A> -> tensor<32x64xi32, #A>
    %nn = tt.broadcast %jj : tensor<1x64xi32, #A> -> tensor<32x64xi32, #A>
    %o = arith.addi %mm, %nn : tensor<32x64xi32, #A>
    %s = tt.splat %p : !tt.ptr<f32> -> tensor<32x64x!tt.ptr<f32>, #A>
    %a = tt.addptr %s, %o : tensor<32x64x!tt.ptr<f32>, #A>, tensor<32x64xi32, #A>
    %x = tt.load %a : tensor<32x64x!tt.ptr<f32>, #A>
    %t = "tt.reduce"(%x) <{{axis = 1 : i32}}> ({{
    ^bb0(%u: f32, %v: f32):
      %z = arith.addf %u, %v : f32
      tt.reduce.return %z : f32
    }}) : (tensor<32x64xf32, #A>) -> tensor<32xf32, #R>
    %d = tt.splat %q : !tt.ptr<f32> -> tensor<32x!tt.ptr<f32>, #R>
    %e = tt.addptr %d, %i : tensor<32x!tt.ptr<f32>, #R>, tensor<32xi32, #R>
    tt.store %e, %t : tensor<32x!tt.ptr<f32>, #R>
    tt.return
  }}
}}
"""
    sums = np.zeros(32, np.float32)
    interpret(read(text).functions()[0], [elements.reshape(-1), sums], by_register=True)
    return sums.tobytes()


def test_layouts_of_one_order_give_the_same_bits() -> None:
    """Of 30 layouts, those of one order by bases are those of one order by enumeration, and give bits that all others differ from."""
    layouts = [
        f"#ttg.blocked<{{sizePerThread = [{a}, {b}], threadsPerWarp = [{32 // c}, {c}], warpsPerCTA = [{4 // w}, {w}], order = [1, 0]}}>"
        for a, b, c, w in product((1, 2), (1, 4), (1, 8, 32), (1, 2, 4))
        if (a, w) != (2, 2)
    ]
    elements = np.random.default_rng(0).standard_normal((32, 64)).astype(np.float32) * np.float32(1e3)
    orders, places, bits = [], [], []
    for layout in layouts:
        orders.append(combination_order(layout, (32, 64), 1))
        places.append(combination_places(layout, (32, 64), 1).tobytes())
        bits.append(row_sums(layout, elements))
    assert len(set(orders)) == len(set(places)) == len(set(zip(orders, places, strict=True))) < len(layouts)
    assert len(set(bits)) == len(set(zip(bits, orders, strict=True))) == len(set(orders))
