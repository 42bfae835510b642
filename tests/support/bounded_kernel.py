"""A kernel that bounded errors change, compiled with the plug-in."""

from __future__ import annotations

import triton
import triton.language as tl
from triton.compiler import ASTSource

from egraph_opt.triton.capture.fake_driver import target_of


@triton.jit
def decayed(q, k, g, out, T, C: tl.constexpr):
    rows, columns = tl.arange(0, 16), tl.arange(0, C)
    at = rows[:, None] * C + columns[None, :]
    x, gates = tl.load(q + at), tl.load(g + at)
    for j in range(0, min(16, T)):
        key, gate = tl.load(k + j * C + columns), tl.load(g + j * C + columns)
        tl.store(out + rows * 16 + j, tl.sum(x * key[None, :] * tl.exp2(gates - gate[None, :]), 1))


def compiled() -> triton.compiler.CompiledKernel:
    names = ("q", "k", "g", "out")
    source = ASTSource(decayed, {**dict.fromkeys(names, "*fp32"), "T": "i32", "C": "constexpr"}, {(5,): 32})
    return triton.compile(source, target=target_of("cuda:90"), options={"num_warps": 1})
