"""Schedules for short live ranges: what moves over what, and that the checker tells a wrong order from a right one."""

from __future__ import annotations

import re

import pytest

from egraph_opt.checker import check
from egraph_opt.cost.register_pressure import pressure
from egraph_opt.families.layout.emit.live_range_scheduling import shorten_live_ranges
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write

HEAD = """#A = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
#M = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#S = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#N = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @k(%in: !tt.ptr<f32>, %out: !tt.ptr<f32>) {
    %p = tt.splat %in : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    %po = tt.splat %out : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    %x = tt.load %p : tensor<64x64x!tt.ptr<f32>, #A>
    %h = arith.truncf %x : tensor<64x64xf32, #A> to tensor<64x64xbf16, #A>
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #M>
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>
    %o = ttg.local_alloc : () -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>
    ttg.local_store %x, %m : tensor<64x64xf32, #A> -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>
"""
READ = "    %y = ttg.local_load %m : !ttg.memdesc<64x64xf32, #S, #smem, mutable> -> tensor<64x64xf32, #A>\n"
USE = '    %yh = arith.truncf %y : tensor<64x64xf32, #A> to tensor<64x64xbf16, #A>\n    "their.use"(%yh) : (tensor<64x64xbf16, #A>) -> ()\n'
TAIL = "    tt.return\n  }\n}\n"
PASSED = {
    "an allocation": "    %a = ttg.local_alloc %h : (tensor<64x64xbf16, #A>) -> !ttg.memdesc<64x64xbf16, #N, #smem>\n",
    "a product": (
        "    %a = ttg.local_alloc %h : (tensor<64x64xbf16, #A>) -> !ttg.memdesc<64x64xbf16, #N, #smem>\n"
        "    ttng.fence_async_shared {bCluster = false}\n"
        "    %d = ttng.warp_group_dot %a, %a, %zero {inputPrecision = 0 : i32, isAsync = true} :"
        " !ttg.memdesc<64x64xbf16, #N, #smem> * !ttg.memdesc<64x64xbf16, #N, #smem> -> tensor<64x64xf32, #M>\n"
        "    %w:2 = ttng.warp_group_dot_wait %d, %a {pendings = 0 : i32} : tensor<64x64xf32, #M>, !ttg.memdesc<64x64xbf16, #N, #smem>\n"
    ),
    "a store": "    tt.store %po, %x : tensor<64x64x!tt.ptr<f32>, #A>\n",
    "a conversion": "    %c = ttg.convert_layout %h : tensor<64x64xbf16, #A> -> tensor<64x64xbf16, #M>\n",
}
KEPT = {
    "a write to the buffer": "    ttg.local_store %x, %m : tensor<64x64xf32, #A> -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>\n",
    "a copy to the buffer": (
        "    %t = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f32>, #A> -> <64x64xf32, #S, #smem, mutable>\n"
    ),
    "a deallocation of the buffer": "    ttg.local_dealloc %m : !ttg.memdesc<64x64xf32, #S, #smem, mutable>\n",
    "a write to another buffer": (
        "    ttg.local_store %x, %o : tensor<64x64xf32, #A> -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>\n"
    ),
    "a wait for copies": "    %t = ttg.async_wait {num = 0 : i32}\n",
    "a barrier": "    gpu.barrier\n",
    "an operation nobody knows": '    "their.op"() : () -> ()\n',
}


def schedule(text: str, move_loads: bool = False) -> tuple[Module, str]:
    before = read(text)
    return before, write(
        before.replace_functions({function: shorten_live_ranges(function, move_loads) for function in before.functions()})
    )


def is_late(text: str) -> bool:
    """Return whether the read, the conversion to a narrower type and the use follow each other directly."""
    names = re.findall(r'^ +(?:%[\w:]+ = )?"?(\w+\.\w+)', text, re.M)
    at = names.index("ttg.local_load")
    return names[at : at + 3] == ["ttg.local_load", "arith.truncf", "their.use"]


@pytest.mark.parametrize("passed", PASSED)
def test_a_read_moves_to_its_use(passed: str) -> None:
    before, text = schedule(HEAD + READ + PASSED[passed] + USE + TAIL)
    assert is_late(text) and check(before, read(text), strict=True).equal


@pytest.mark.parametrize("kept", KEPT)
def test_a_read_stays_where_it_could_see_something_else(kept: str) -> None:
    source = HEAD + READ + KEPT[kept] + USE + TAIL
    before, text = schedule(source)
    assert not is_late(text) and check(before, read(text), strict=True).equal
    wrong = HEAD + KEPT[kept] + READ + USE + TAIL
    assert not check(before, read(wrong), strict=True).equal


def test_a_read_does_not_move_over_the_wait_that_it_needs() -> None:
    copy = "    %t = ttg.async_copy_global_to_local %p, %m : tensor<64x64x!tt.ptr<f32>, #A> -> <64x64xf32, #S, #smem, mutable>\n"
    wait = "    %w = ttg.async_wait %t {num = 0 : i32}\n"
    before, after = (read(HEAD + copy + text + USE + TAIL) for text in (wait + READ, READ + wait))
    assert not check(before, after, strict=True).equal


LOADS = """    %q = tt.splat %in : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #A>
    %one = tt.load %q : tensor<64x64x!tt.ptr<f32>, #A>
    ttg.local_store %x, %o : tensor<64x64xf32, #A> -> !ttg.memdesc<64x64xf32, #S, #smem, mutable>
    "their.use"(%one) : (tensor<64x64xf32, #A>) -> ()
"""


def test_fewer_registers_are_live_at_once() -> None:
    """Four sums are made and converted at the start, and used at the end."""
    sums = "".join(f"    %s{i} = arith.addf %x, %x : tensor<64x64xf32, #A>\n    %c{i} = ttg.convert_layout %s{i} : tensor<64x64xf32, #A>"
                   f" -> tensor<64x64xf32, #M>\n" for i in range(4))  # fmt: skip
    stores = "".join(f'    "their.use"(%c{i}) : (tensor<64x64xf32, #M>) -> ()\n' for i in range(4))
    before, text = schedule(HEAD + sums + stores + TAIL)
    after = read(text)
    assert check(before, after, strict=True).equal
    assert pressure(after.functions()[0]) < pressure(before.functions()[0])
    assert re.findall(r'"their.use"\(%(\w+)\)', text) == [f"c{i}" for i in range(4)], "operations with effects keep their order"


def test_loads_move_only_if_they_may() -> None:
    source = HEAD + LOADS + TAIL
    _, kept = schedule(source)
    before, moved = schedule(source, move_loads=True)
    assert check(before, read(moved), strict=True).equal
    assert [text.index("%one = tt.load") < text.index("local_store %x, %o") for text in (kept, moved)] == [True, False]


def test_no_load_moves_over_a_store_to_its_array() -> None:
    store = "    tt.store %po, %x : tensor<64x64x!tt.ptr<f32>, #A>\n"
    load = "    %z = tt.load %po : tensor<64x64x!tt.ptr<f32>, #A>\n"
    use = '    "their.use"(%z) : (tensor<64x64xf32, #A>) -> ()\n'
    for first, second in ((load, store), (store, load)):
        before, text = schedule(HEAD + first + second + use + TAIL, move_loads=True)
        assert check(before, read(text), strict=True).equal
        assert (text.index("= tt.load %po") < text.index("tt.store")) == (first == load)
