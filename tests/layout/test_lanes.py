"""Warps of any number of lanes: conversions through shared memory have a price, and no command fails on them."""

from __future__ import annotations

from pathlib import Path

import pytest

from egraph_opt import InputError, check, compare, explain, optimize, report
from egraph_opt.baseline.libtriton import ask, available
from egraph_opt.linear_layout.conversion_cost import plain_side

SHAPES = {4: "[2, 2]", 8: "[2, 4]", 16: "[4, 4]", 32: "[4, 8]", 64: "[8, 8]"}
"""How a warp lies in the square layout."""


def program(lanes: int, element: str) -> str:
    """Conversions, copies to shared memory and reductions, in warps of some lanes."""
    operation = ("addi", "maxsi") if element.startswith("i") else ("addf", "maxnumf")
    row = "#ttg.slice<{dim = 1, parent = #y}>"
    return f"""#x = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [1, {lanes}], warpsPerCTA = [4, 1], order = [1, 0]}}>
#y = #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [{lanes}, 1], warpsPerCTA = [1, 4], order = [0, 1]}}>
#z = #ttg.blocked<{{sizePerThread = [2, 4], threadsPerWarp = {SHAPES[lanes]}, warpsPerCTA = [2, 2], order = [1, 0]}}>
#m = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = {lanes} : i32}} {{
  tt.func public @f(%v: tensor<64x64x{element}, #x>, %p: tensor<64x64x!tt.ptr<{element}>, #z>, %q: tensor<64x!tt.ptr<{element}>, {row}>) {{
    %a = ttg.convert_layout %v : tensor<64x64x{element}, #x> -> tensor<64x64x{element}, #y>
    %w = arith.{operation[0]} %v, %v : tensor<64x64x{element}, #x>
    %b = ttg.convert_layout %w : tensor<64x64x{element}, #x> -> tensor<64x64x{element}, #y>
    %l = tt.load %p : tensor<64x64x!tt.ptr<{element}>, #z>
    %c = ttg.convert_layout %l : tensor<64x64x{element}, #z> -> tensor<64x64x{element}, #y>
    %copy = ttg.local_alloc %c : (tensor<64x64x{element}, #y>) -> !ttg.memdesc<64x64x{element}, #m, #ttg.shared_memory>
    %again = ttg.local_load %copy : !ttg.memdesc<64x64x{element}, #m, #ttg.shared_memory> -> tensor<64x64x{element}, #z>
    tt.store %p, %again : tensor<64x64x!tt.ptr<{element}>, #z>
    %s = arith.{operation[0]} %a, %b : tensor<64x64x{element}, #y>
    %r = "tt.reduce"(%s) <{{axis = 1 : i32}}> ({{
    ^bb0(%i: {element}, %j: {element}):
      %k = arith.{operation[1]} %i, %j : {element}
      tt.reduce.return %k : {element}
    }}) : (tensor<64x64x{element}, #y>) -> tensor<64x{element}, {row}>
    tt.store %q, %r : tensor<64x!tt.ptr<{element}>, {row}>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize("lanes", SHAPES)
@pytest.mark.parametrize("element", ["f16", "f64", "i8"])
def test_conversions_have_a_price(lanes: int, element: str) -> None:
    text = program(lanes, element)
    for options in ({}, {"move_loads": True, "move_stores": True, "synthesise": True}):
        result = optimize(text, **options)
        (found,) = result.functions
        assert found.cost_after < found.cost_before and not found.stopped_by and not found.remark
        assert check(text, result.ir).equal
    if available():
        assert [answer.error for answer in ask("accept", [text, result.ir])] == ["", ""]


@pytest.mark.parametrize("lanes", SHAPES)
def test_no_command_fails(lanes: int, tmp_path: Path) -> None:
    path = tmp_path / "program.ttgir"
    path.write_text(program(lanes, "f32"))
    assert explain(path)
    assert report(path, alternatives=1, static=False).to_json()
    if available():
        found = compare([path])
        assert not found.failures and set(found.verdicts) <= {"better", "same"}, found


def test_a_wavefront_serves_as_many_lanes_as_ask_for_all_banks() -> None:
    """Eight lanes with 16 bytes each ask for all banks at once: a warp of 16 takes two turns, and one of 32 takes four."""
    sides = {bits: plain_side([1, 2], [4 << bit for bit in range(bits)], 32, 1, load=False) for bits in (3, 4, 5, 6)}
    assert {1 << bits: side.wavefronts for bits, side in sides.items()} == {8: 1, 16: 2, 32: 4, 64: 8}
    assert {side.instructions for side in sides.values()} == {1}


MATRICES = {
    "mfma": ("#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 1], instrShape = [16, 16, 16], isTransposed = true}>", 64),
    "wmma": ("#ttg.amd_wmma<{version = 1, isTranspose = true, warpsPerCTA = [2, 1], instrShape = [16, 16, 16]}>", 32),
    "mma": ("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 1], instrShape = [16, 8]}>", 32),
}
"""Layouts of matrix instructions, and the lanes that they are for."""


@pytest.mark.parametrize("name", MATRICES)
@pytest.mark.parametrize("lanes", [8, 16, 32, 64])
def test_a_conversion_keeps_the_number_of_lanes(name: str, lanes: int) -> None:
    """Programs that Triton refuses: explain, report and compare ended in an internal failure."""
    layout, own = MATRICES[name]
    text = f"""#a = #ttg.blocked<{{sizePerThread = [1, 4], threadsPerWarp = [{lanes // 4}, 4], warpsPerCTA = [2, 1], order = [1, 0]}}>
#m = {layout}
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 2 : i32, "ttg.threads-per-warp" = {lanes} : i32}} {{
  tt.func @k(%x: tensor<32x32xf32, #a>) -> tensor<32x32xf32, #m> {{
    %y = ttg.convert_layout %x : tensor<32x32xf32, #a> -> tensor<32x32xf32, #m>
    tt.return %y : tensor<32x32xf32, #m>
  }}
}}
"""
    commands = (optimize, explain, lambda text: report(text, alternatives=0, static=False, others=False))
    for command in commands:
        if lanes == own:
            command(text)
            continue
        with pytest.raises(InputError, match=f"its layouts have {lanes} and {own} lanes") as refused:
            command(text)
        assert refused.value.line == 5
