"""Conversions that stay beside operations that are opaque to layouts: a remark says that these were not searched."""

from __future__ import annotations

import pytest

from egraph_opt import optimize

HEAD = """#a = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [16, 2], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
"""
LOADED = "%x = tt.load %p : tensor<64x64x!tt.ptr<f32>, #a>"
MAPPED = """%w = "tt.map_elementwise"(%c) <{pack = 2 : i32}> ({
    ^bb0(%i: f32, %j: f32):
      tt.map_elementwise.return %j, %i : f32, f32
    }) : (tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b>"""
CASES = {
    "tt.atomic_rmw": "%w = tt.atomic_rmw fadd, relaxed, gpu, %q, %c : (tensor<64x64x!tt.ptr<f32>, #b>, tensor<64x64xf32, #b>) -> "
    "tensor<64x64xf32, #b>",
    "tt.map_elementwise": MAPPED,
    "some.unknown": '%w = "some.unknown"(%c) : (tensor<64x64xf32, #b>) -> tensor<64x64xf32, #b>',
}


def program(between: str) -> str:
    return f"""{HEAD}  tt.func public @f(%p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x64x!tt.ptr<f32>, #b>,
                    %o: tensor<64x64x!tt.ptr<f32>, #a>) {{
    {LOADED}
    %c = ttg.convert_layout %x : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>
    {between}
    %d = ttg.convert_layout %w : tensor<64x64xf32, #b> -> tensor<64x64xf32, #a>
    tt.store %o, %d : tensor<64x64x!tt.ptr<f32>, #a>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize("name", CASES)
def test_an_opaque_operation_is_named_with_the_moves_that_were_not_allowed(name: str) -> None:
    (found,) = optimize(program(CASES[name])).functions
    said = " ".join(found.remarks)
    assert found.converts_after == 2 and name in said and "--move-loads" in said and "--move-stores" in said
    (found,) = optimize(program(CASES[name]), move_loads=True, move_stores=True).functions
    assert "--move-" not in " ".join(found.remarks)


def test_moves_that_were_not_allowed_are_named_without_opaque_operations() -> None:
    """A conversion stays between a load and a store; an elementwise operation stands between it and the store."""
    text = program("%w = arith.negf %c : tensor<64x64xf32, #b>")
    text = text.replace("    %d = ttg.convert_layout %w : tensor<64x64xf32, #b> -> tensor<64x64xf32, #a>\n", "")
    text = text.replace("tt.store %o, %d : tensor<64x64x!tt.ptr<f32>, #a>", "tt.store %q, %w : tensor<64x64x!tt.ptr<f32>, #b>")
    (found,) = optimize(text).functions
    said = " ".join(found.remarks)
    assert found.optimal and found.converts_after == 1 and "--move-loads" in said and "--move-stores" in said
    (found,) = optimize(text, move_loads=True, move_stores=True).functions
    assert found.optimal and not found.remarks


def test_what_was_searched_is_not_named() -> None:
    (found,) = optimize(program("%w = arith.negf %c : tensor<64x64xf32, #b>")).functions
    assert found.optimal and found.converts_after == 0 and not found.remarks
