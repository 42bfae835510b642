"""Kernels of flash-linear-attention as they are captured: which of their sums become products, and what they compute then."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from egraph_opt import Result, optimize
from egraph_opt.interpret import interpret, to_bits
from egraph_opt.text import read
from tests.numerics.loops import PROGRAMS
from tests.support.kernels import ROOT

HEADS, WIDTH, TILE = 4, 64, 64
KERNELS = {"fla.chunk_gla_fwd_A_kernel_intra_sub_intra": 1, "fla.chunk_gla_bwd_kernel_intra": 2}
"""Number of their loops that become products."""


@cache
def made(name: str) -> tuple[str, Result]:
    text = (ROOT / f"benchmarks/corpus/kernels/{name}/input.ttir").read_text()
    return text, optimize(text, rules="numerics", numerics="1e-4")


def ran(name: str, text: str, tokens: int, steepest: float) -> np.ndarray[Any, Any]:
    """Return the memory that one program instance stores."""
    (function,) = read(text).functions()
    random, size = np.random.default_rng(0), tokens * HEADS * WIDTH
    q, k = (to_bits(random.standard_normal(size).astype(np.float32), "bf16") for _ in "qk")
    gates = (-steepest * random.random((2, TILE, HEADS, WIDTH))).cumsum(1).astype(np.float32).reshape(-1)[:size].copy()
    if "fwd" in name:
        out = np.full(tokens * HEADS * TILE, 7, np.float32)
        interpret(function, [q, k, gates, out, 0.125, tokens], (0, 1, 2), (2, 4, HEADS))
        return out
    out = np.zeros((2, size), np.float32)
    interpret(
        function,
        [q, k, gates, random.standard_normal(tokens * HEADS * TILE).astype(np.float32), *out, tokens],
        (1, 2),
        (4, HEADS),
    )
    return out


@pytest.mark.parametrize("name", KERNELS)
def test_kernels_compute_the_same_but_for_rounding(name: str) -> None:
    text, result = made(name)
    assert (
        result.ir.count("egraph_opt.bounded") == KERNELS[name]
        and result.functions[0].cost_after < result.functions[0].cost_before
    )
    for tokens, steepest in ((64, 1.0), (57, 0.5)):
        before, after = (ran(name, program, tokens, steepest) for program in (text, result.ir))
        assert before.tobytes() != after.tobytes()
        np.testing.assert_allclose(after, before, rtol=1e-4, atol=1e-4)
    assert ran(name, text, 64, 12.0).tobytes() == ran(name, result.ir, 64, 12.0).tobytes()


STORE = "    tt.store %poo, %l#0 : tensor<16x16x!tt.ptr<f32>>\n"
LATER = {
    "a product": ("arith.mulf %l#0, %qt", r"at most 6\.\d+e-05 of"),
    "a sum of both": ("arith.addf %l#0, %l#0", r"at most 6\.\d+e-05 of"),
    "its square": ("arith.mulf %l#0, %l#0", r"at most 0\.000129 of"),
    "its root": ("math.sqrt %l#0", "its error is not known"),
}


@pytest.mark.parametrize("what", LATER)
def test_errors_are_followed_to_stores(what: str) -> None:
    operation, said = LATER[what]
    text = PROGRAMS["adds"].replace(STORE, f"    %z = {operation} : tensor<16x16xf32>\n" + STORE.replace("%l#0", "%z"))
    (note,) = optimize(text, rules="numerics", numerics="1e-4").functions[0].notes
    assert re.search(said, note), note
