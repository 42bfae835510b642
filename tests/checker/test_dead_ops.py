"""Allocations and products whose results nobody uses may go; what is read, aliased, stored to or counted stays."""

from __future__ import annotations

import pytest

from egraph_opt.checker import check
from egraph_opt.text import read

HEAD = """#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#turned = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16}>
#smem = #ttg.shared_memory
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, "ttg.target" = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @f(%acc: TENSOR, %t: HALVES, %u: HALVES, %p: tensor<64x64x!tt.ptr<f32>, #mma>, %q: tensor<64x64x!tt.ptr<f16>, #mma>) {
    %true = arith.constant true

"""
TAIL = """    tt.return
  }
}
"""
A = "%a = ttg.local_alloc %t : (HALVES) -> BUFFER"
B = "%b = ttg.local_alloc %u : (HALVES) -> BUFFER"
C = "%c = ttg.local_alloc : () -> MUTABLE"
READ = "%x = ttg.local_load %a : BUFFER -> HALVES"
DOT = "%d = ttng.warp_group_dot %a, %b, %acc, %true {isAsync = true} : BUFFER * BUFFER -> TENSOR"
OTHER = "%e = ttng.warp_group_dot %b, %a, %acc, %true {isAsync = true} : BUFFER * BUFFER -> TENSOR"
VIEW = "%v = ttg.memdesc_trans %a {order = array<i32: 1, 0>} : BUFFER -> TRANSPOSED"
USE = "tt.store %q, %x : tensor<64x64x!tt.ptr<f16>, #mma>"
SUM = "tt.store %p, %r#0 : tensor<64x64x!tt.ptr<f32>, #mma>"
LOAD = "%l = tt.load %p cacheModifier = cg : tensor<64x64x!tt.ptr<f32>, #mma>"


def wait(pendings: int) -> str:
    return f"%r:3 = ttng.warp_group_dot_wait %d, %a, %b {{pendings = {pendings} : i32}} : TENSOR, BUFFER, BUFFER"


def program(*lines: str) -> str:
    text = HEAD + "".join(f"    {line}\n" for line in lines) + TAIL
    shape = "64x64xf16"
    for name, type in (
        ("TENSOR", "tensor<64x64xf32, #mma>"), ("HALVES", f"tensor<{shape}, #mma>"),
        ("MUTABLE", f"!ttg.memdesc<{shape}, #s, #smem, mutable>"), ("BUFFER", f"!ttg.memdesc<{shape}, #s, #smem>"),
        ("TRANSPOSED", f"!ttg.memdesc<{shape}, #turned, #smem>"),
    ):  # fmt: skip
        text = text.replace(name, type)
    return text


def equal(before: tuple[str, ...], after: tuple[str, ...]) -> bool:
    return check(read(program(*before)), read(program(*after))).equal


GONE = {
    "an allocation": ((A,), ()),
    "an allocation without a value": ((C,), ()),
    "an allocation and a read of it": ((A, READ), ()),
    "an allocation and a view of it": ((A, VIEW), ()),
    "a product beside nothing": ((A, B, DOT), ()),
    "a product beside one that is awaited": ((A, B, DOT, OTHER, wait(0), SUM), (A, B, DOT, wait(0), SUM)),
}
KEPT = {
    "an allocation that is read": ((A, READ, USE), (A.replace("%t", "%u"), READ, USE)),
    "an allocation that another stands for": ((A, B, READ, USE), (B, READ.replace("%a", "%b"), USE)),
    "an allocation that a view reads": (
        (A, VIEW, READ.replace("%a : BUFFER", "%v : TRANSPOSED"), USE),
        (A, READ, USE),
    ),
    "an allocation with a store": ((C, "ttg.local_store %t, %c : HALVES -> MUTABLE", READ.replace("%a : BUFFER", "%c : MUTABLE"), USE),
                                   (C, READ.replace("%a : BUFFER", "%c : MUTABLE"), USE)),
    "a product that a wait counts": ((A, B, DOT, OTHER, wait(1), SUM), (A, B, DOT, wait(1), SUM)),
    "a volatile load": ((LOAD.replace("cacheModifier = cg", "{isVolatile = true}"),), ()),
}  # fmt: skip


@pytest.mark.parametrize("name", GONE)
def test_what_nobody_uses_may_go(name: str) -> None:
    before, after = GONE[name]
    assert equal(before, after)


@pytest.mark.parametrize("name", KEPT)
def test_what_is_seen_stays(name: str) -> None:
    before, after = KEPT[name]
    assert equal(before, before) and equal(after, after) and not equal(before, after)


@pytest.mark.parametrize("lines", [(LOAD,), (A, B, DOT, wait(0), SUM)])
def test_nothing_is_added(lines: tuple[str, ...]) -> None:
    assert not equal((), lines)
