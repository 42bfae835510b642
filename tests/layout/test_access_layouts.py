"""Loads and stores take other layouts by default only where they ask global memory for no more."""

from __future__ import annotations

import re

import pytest

from egraph_opt import optimize
from egraph_opt.baseline.libtriton import ask, available
from egraph_opt.families.layout.encode.access_layouts import coalesced_neighbour, is_coalesced
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.encode.function_terms import encode
from egraph_opt.families.layout.encode.value_numbering import Moves
from egraph_opt.text import read

ROWS = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>"
BLOCKS = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>"
COLUMNS = "#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 4], order = [0, 1]}>"
NARROW = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>"
PRODUCT = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"


def addresses(layout: str, start: str) -> str:
    """Return operations that compute the addresses of a matrix of 64 rows and columns from the pointer `start`, in a layout."""
    name = f"%{start[1:]}"
    rows, columns = (f"tensor<64xi32, #ttg.slice<{{dim = {axis}, parent = {layout}}}>>" for axis in (1, 0))
    return f"""
    {name}r = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {rows}
    {name}c = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {columns}
    {name}e = tt.expand_dims {name}r {{axis = 1 : i32}} : {rows} -> tensor<64x1xi32, {layout}>
    {name}f = tt.expand_dims {name}c {{axis = 0 : i32}} : {columns} -> tensor<1x64xi32, {layout}>
    {name}s = arith.constant dense<64> : tensor<64x1xi32, {layout}>
    {name}m = arith.muli {name}e, {name}s : tensor<64x1xi32, {layout}>
    {name}g = tt.broadcast {name}m : tensor<64x1xi32, {layout}> -> tensor<64x64xi32, {layout}>
    {name}h = tt.broadcast {name}f : tensor<1x64xi32, {layout}> -> tensor<64x64xi32, {layout}>
    {name}i = arith.addi {name}g, {name}h : tensor<64x64xi32, {layout}>
    {name}p = tt.splat {start} : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, {layout}>
    {name}a = tt.addptr {name}p, {name}i : tensor<64x64x!tt.ptr<f32>, {layout}>, tensor<64x64xi32, {layout}>"""


def program(loaded: str, stored: str, between: str = "") -> str:
    """Return a program that copies a matrix, which it loads in one layout and stores in another."""
    return f"""
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @f(%x: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %y: !tt.ptr<f32> {{tt.divisibility = 16 : i32}},
                    %sums: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}) {{
{addresses(loaded, "%x")}
{addresses(stored, "%y")}
    %v = tt.load %xa : tensor<64x64x!tt.ptr<f32>, {loaded}>{between}
    %w = ttg.convert_layout %v : tensor<64x64xf32, {loaded}> -> tensor<64x64xf32, {stored}>
    tt.store %ya, %w : tensor<64x64x!tt.ptr<f32>, {stored}>
    tt.return
  }}
}}
"""


def global_instructions(text: str) -> list[str]:
    (answer,) = ask("ptx", [text])
    return sorted(re.findall(r"(?:ld|st)\.global[.\w]*", answer.text or answer.error))


@pytest.mark.parametrize(("loaded", "stored"), [(ROWS, BLOCKS), (BLOCKS, ROWS)])
def test_accesses_that_are_as_wide_need_no_conversion(loaded: str, stored: str) -> None:
    result = optimize(program(loaded, stored))
    (found,) = result.functions
    assert (found.converts_before, found.converts_after, found.optimal) == (1, 0, True)
    if available():
        assert global_instructions(result.ir) == global_instructions(program(loaded, stored)) != []


@pytest.mark.parametrize("stored", [COLUMNS])
def test_accesses_that_ask_for_more_keep_their_layouts(stored: str) -> None:
    """Neither access may be strided, though a strided one costs less than a conversion to the model with `move_loads` and `move_stores`."""
    text = program(ROWS, stored)
    result = optimize(text)
    (found,) = result.functions
    assert found.optimal
    if available():
        assert len(global_instructions(result.ir)) <= len(global_instructions(text))


def encode_accesses(text: str) -> Encoding:
    (function,) = read(text).functions()
    accesses = frozenset(op for op in function.walk() if op.name in ("tt.load", "tt.store"))
    return encode(function, moves=Moves(coalesced=True, accesses=accesses))


def ask_no_more(encoding: Encoding, layout: str) -> list[bool]:
    """Return whether the load and the store ask memory for no more in a layout than in their own."""
    return [is_coalesced(encoding.function, encoding.functions[f].op, layout) for f in sorted(encoding.coalesced)]


def test_only_layouts_that_ask_for_no_more_are_coalesced() -> None:
    encoding = encode_accesses(program(ROWS, ROWS))
    assert [ask_no_more(encoding, layout) for layout in (ROWS, BLOCKS)] == [[True, True]] * 2
    assert [ask_no_more(encoding, layout) for layout in (COLUMNS, NARROW, PRODUCT)] == [[False, False]] * 3


def with_unknown_load(layout: str) -> Encoding:
    """Return a program that loads through pointers of which nothing is known, in a layout, and stores in ROWS."""
    text = program(layout, ROWS).replace("tt.load %xa", "tt.load %z")
    return encode_accesses(text.replace("(%x:", f"(%z: tensor<64x64x!tt.ptr<f32>, {layout}>, %x:"))


def test_unknown_addresses_ask_for_no_more_whichever_dimension_is_contiguous() -> None:
    """Four rows in a warp ask for no more than two; not so the reverse, nor one element instead of four, which may be aligned."""
    layouts = (ROWS, BLOCKS, COLUMNS, NARROW)
    assert [ask_no_more(with_unknown_load(ROWS), layout)[0] for layout in layouts] == [True, True, False, False]
    assert [ask_no_more(with_unknown_load(BLOCKS), layout)[0] for layout in layouts] == [False, True, False, False]


def test_stores_of_unknown_strides_stay_near_products() -> None:
    """A product's layout will do for 8 rows of a sector; for 16 of them, one more bit of rows comes to lanes."""
    tall = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [2, 2], order = [0, 1]}>"
    text = program(PRODUCT, tall).replace("dense<64> : tensor<64x1xi32", "dense<63> : tensor<64x1xi32")
    unknown = text.replace("(%x:", "(%stride: i32, %x:").replace(
        f"%yh = tt.broadcast %yf : tensor<1x64xi32, {tall}>",
        f"%yt = tt.splat %stride : i32 -> tensor<1x64xi32, {tall}>\n"
        f"    %yu = arith.muli %yf, %yt : tensor<1x64xi32, {tall}>\n    %yh = tt.broadcast %yu : tensor<1x64xi32, {tall}>",
    )
    encoding = encode_accesses(unknown)
    (store,) = (op for op in encoding.order if op.name == "tt.store")
    assert is_coalesced(encoding.function, store, PRODUCT) and not is_coalesced(encoding.function, store, ROWS)
    narrow = encode_accesses(unknown.replace("f32", "f16"))
    (store,) = (op for op in narrow.order if op.name == "tt.store")
    near = coalesced_neighbour(narrow.function, store, PRODUCT)
    assert near is not None and not is_coalesced(narrow.function, store, PRODUCT)
    assert "lane = [[0, 2], [8, 0], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]]" in near


def test_a_store_near_a_product_exchanges_within_warps() -> None:
    """The neighbour of a product's layout is as wide as the input's store, and moves no element to another warp. It touches a line of
    the cache for each of 8 rows, so that it is no neighbour of stores that touch two rows at once.
    """
    eight = ROWS.replace("threadsPerWarp = [2, 16]", "threadsPerWarp = [8, 4]")
    encoding = encode_accesses(program(eight, eight))
    (store,) = (op for op in encoding.order if op.name == "tt.store")
    near = coalesced_neighbour(encoding.function, store, PRODUCT)
    assert near is not None and is_coalesced(encoding.function, store, near)
    assert near.startswith("#ttg.linear<{register = [[0, 1], [0, 2], ") and "warp = [[16, 0], [32, 0]]" in near
    assert coalesced_neighbour(encoding.function, store, COLUMNS) is None
    encoding = encode_accesses(program(ROWS, ROWS))
    (store,) = (op for op in encoding.order if op.name == "tt.store")
    assert coalesced_neighbour(encoding.function, store, PRODUCT) is None


def test_small_stores_follow_their_values() -> None:
    """A store of fewer elements than threads may take any layout, as a load may, and as in Triton's own pass."""
    slice_of = f"#ttg.slice<{{dim = 1, parent = {ROWS}}}>"
    line = "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"
    text = program(ROWS, ROWS).replace(
        "    tt.return",
        f"""    %r = "tt.reduce"(%v) <{{axis = 1 : i32}}> ({{
    ^bb0(%i: f32, %j: f32):
      %o = arith.addf %i, %j : f32
      tt.reduce.return %o : f32
    }}) : (tensor<64x64xf32, {ROWS}>) -> tensor<64xf32, {slice_of}>
    %t = ttg.convert_layout %r : tensor<64xf32, {slice_of}> -> tensor<64xf32, {line}>
    %k = tt.make_range {{end = 64 : i32, start = 0 : i32}} : tensor<64xi32, {line}>
    %q = tt.splat %sums : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>, {line}>
    %l = tt.addptr %q, %k : tensor<64x!tt.ptr<f32>, {line}>, tensor<64xi32, {line}>
    tt.store %l, %t : tensor<64x!tt.ptr<f32>, {line}>
    tt.return""",
    )
    result = optimize(text)
    (found,) = result.functions
    assert found.converts_before == 2 and found.converts_after == 0
    assert not available() or ask("accept", [result.ir])[0].error == ""
