"""The line that says what changed in a kernel whose loop is pipelined: loads in front of the waits of the pipeline."""

from __future__ import annotations

import pytest

pytest.importorskip("triton")

import triton
import triton.language as tl
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt.text.difference.changes import changes
from egraph_opt.triton.capture.fake_driver import target_of
from tests.support import jit_kernels

own_cache, in_this_process = jit_kernels.own_cache, jit_kernels.in_this_process


@triton.jit  # type: ignore[untyped-decorator]
def gated_matmul(x, w, gate, rest, out, K, M: tl.constexpr, N: tl.constexpr, B: tl.constexpr):  # type: ignore[no-untyped-def]
    rows, columns = tl.program_id(0) * M + tl.arange(0, M), tl.arange(0, N)
    sums = tl.zeros((M, N), tl.float32)
    for step in range(0, K, B):
        inner = step + tl.arange(0, B)
        product = tl.dot(tl.load(x + rows[:, None] * K + inner[None, :]), tl.load(w + inner[:, None] * N + columns[None, :]))
        sums += product * tl.load(gate + rows * (K // B) + step // B)[:, None]
    tile = rows[:, None] * N + columns[None, :]
    tl.store(out + tile, sums + tl.load(rest + tile).to(tl.float32))


def compiled() -> str:
    types = {"x": "*bf16", "w": "*bf16", "gate": "*fp32", "rest": "*bf16", "out": "*fp32", "K": "i32"}
    constants = {"M": 64, "N": 128, "B": 64}
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(len(types))}
    source = ASTSource(gated_matmul, {**types, **dict.fromkeys(constants, "constexpr")}, constants, divisible)
    text: str = triton.compile(source, target=target_of("cuda:90")).asm["ttgir"]
    return text


def waits_before_loads(text: str) -> list[int]:
    lines = text.splitlines()
    return [sum("ttg.async_wait" in before for before in lines[:at]) for at, line in enumerate(lines) if "tt.load" in line]


def test_loads_that_pass_the_waits_of_a_pipeline_are_earlier() -> None:
    plain = compiled()
    with plugin.enabled(versions=False):
        ours = compiled()
    assert waits_before_loads(plain) == [1, 2] and waits_before_loads(ours) == [0, 1]
    assert "2 of 2 loads earlier" in changes(plain, ours)
    (kernel,) = plugin.report().kernels
    assert "2 of 2 loads earlier" in kernel.change and "2 of 2 loads earlier" in plugin.report().table()
