"""Bounded errors in the plug-in: off unless a bound is given, and what is no bound is refused."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt import OptionError
from egraph_opt.triton.capture.fake import target_of
from tests.support import jit_kernels

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process
QUICK = {"alternatives": False, "loads_first": False, "versions": False, "confirm": False}


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


def test_a_loop_becomes_a_product_where_a_bound_is_given() -> None:
    with plugin.enabled(**QUICK):
        assert "tt.dot" not in compiled().asm["ttir"]
    with plugin.enabled(numerics="2^-12", **QUICK):
        text = compiled().asm["ttir"]
    assert "inputPrecision = bf16x3" in text and "egraph_opt.bounded" in text


def test_a_bound_that_nothing_meets_leaves_the_kernel() -> None:
    with plugin.enabled(numerics="1e-9", **QUICK):
        assert "tt.dot" not in compiled().asm["ttir"]


def test_what_is_no_bound_is_refused() -> None:
    with pytest.raises(OptionError, match="an error bound is"):
        plugin.enable(numerics="exact")
