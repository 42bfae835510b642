"""Kernels as users write them, and how to compile them for a GPU that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import triton
import triton.language as tl
from triton import knobs
from triton.compiler import ASTSource

import egraph_opt.triton as plugin
from egraph_opt.triton.capture.fake_driver import FakeTensor, target_of
from egraph_opt.triton.compile import child_pools

TARGETS = ("cuda:90", "hip:gfx942")


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, stride_am, stride_bk, stride_cm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = (tl.program_id(0) * BM + tl.arange(0, BM)) % M
    columns = (tl.program_id(1) * BN + tl.arange(0, BN)) % N
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * stride_am + inner[None, :]
    b = b_ptr + inner[:, None] * stride_bk + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(a, mask=inner[None, :] < K - k * BK, other=0.0)
        y = tl.load(b, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total)
        a += BK
        b += BK * stride_bk
    tl.store(c_ptr + rows[:, None] * stride_cm + columns[None, :], total.to(tl.float16))


@triton.jit
def softmax(out_ptr, in_ptr, stride, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + tl.program_id(0) * stride + at, mask=at < columns, other=-float("inf"))
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(out_ptr + tl.program_id(0) * stride + at, e / tl.sum(e, axis=0), mask=at < columns)


@triton.jit
def layer_norm(out_ptr, in_ptr, scale_ptr, mean_ptr, stride, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    rows, columns = tl.program_id(0) * ROWS + tl.arange(0, ROWS), tl.arange(0, BLOCK)
    x = tl.load(in_ptr + rows[:, None] * stride + columns[None, :])
    mean = tl.sum(x, axis=1) / BLOCK
    centred = x - mean[:, None]
    deviation = tl.sqrt(tl.sum(centred * centred, axis=1) / BLOCK + 1e-5)
    tl.store(mean_ptr + rows, mean)
    out = centred / deviation[:, None] * tl.load(scale_ptr + columns)[None, :]
    tl.store(out_ptr + rows[:, None] * stride + columns[None, :], out)


@triton.jit
def row_sums(sum_ptr, root_ptr, in_ptr, stride, POWERS: tl.constexpr, BLOCK: tl.constexpr):
    """Greedy converts each of the two vectors to another layout before it is stored, which need not be."""
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at[:, None] * stride + at[None, :]).to(tl.float32)
    for power in tl.static_range(POWERS):
        total = tl.sum(tl.exp2(x * power), axis=1)
        tl.store(sum_ptr + power * BLOCK + at, total.to(tl.float16))
        tl.store(root_ptr + power * BLOCK + at, tl.sqrt(total).to(tl.float16))


@triton.jit
def scaled(out_ptr, in_ptr, scale_ptr, BLOCK: tl.constexpr):
    """No conversions, and a load that need not wait for the sum before it."""
    at = tl.arange(0, BLOCK)
    x = tl.load(in_ptr + at)
    x = x / tl.sum(x, axis=0)
    tl.store(out_ptr + at, x * tl.load(scale_ptr + at))


@triton.jit
def recurrence(out_ptr, in_ptr, gate_ptr, steps, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Each iteration waits for what it loads, and stores before the next one loads."""
    rows, columns = tl.arange(0, ROWS), tl.arange(0, BLOCK)
    state = tl.zeros((ROWS, BLOCK), dtype=tl.float32)
    for step in range(0, steps):
        x = tl.load(in_ptr + step * ROWS + rows)
        gate = tl.load(gate_ptr + step * BLOCK + columns)
        state = state * tl.exp(gate)[None, :] + x[:, None]
        tl.store(out_ptr + step * ROWS + rows, tl.sum(state, axis=1))


ARGUMENTS: dict[str, tuple[Any, dict[str, str], dict[str, int]]] = {
    "matmul": (
        matmul,
        dict(
            a_ptr="*fp16",
            b_ptr="*fp16",
            c_ptr="*fp16",
            M="i32",
            N="i32",
            K="i32",
            stride_am="i32",
            stride_bk="i32",
            stride_cm="i32",
        ),
        dict(BM=128, BN=64, BK=32),
    ),
    "softmax": (softmax, dict(out_ptr="*fp32", in_ptr="*fp32", stride="i32", columns="i32"), dict(BLOCK=1024)),
    "layer_norm": (
        layer_norm,
        dict(out_ptr="*fp32", in_ptr="*fp32", scale_ptr="*fp32", mean_ptr="*fp32", stride="i32"),
        dict(ROWS=2, BLOCK=256),
    ),
    "scaled": (scaled, dict(out_ptr="*fp32", in_ptr="*fp32", scale_ptr="*fp32"), dict(BLOCK=1024)),
    "recurrence": (
        recurrence,
        dict(out_ptr="*fp32", in_ptr="*fp32", gate_ptr="*fp32", steps="i32"),
        dict(ROWS=64, BLOCK=64),
    ),
    "row_sums": (row_sums, dict(sum_ptr="*fp16", root_ptr="*fp16", in_ptr="*fp16", stride="i32"), dict(POWERS=4, BLOCK=64)),
}

QUICK = ("row_sums", "layer_norm", "scaled")
KERNELS = [pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow) for name in ARGUMENTS]
"""For tests of a mechanism: a kernel with fewer conversions, one with a second version, one with its loads first; the others are slow."""


def source(name: str) -> ASTSource:
    """Return the argument of `triton.compile`: all run-time arguments are divisible by 16."""
    function, types, constants = ARGUMENTS[name]
    divisible = {(i,): [["tt.divisibility", 16]] for i in range(len(types))}
    return ASTSource(function, {**types, **dict.fromkeys(constants, "constexpr")}, constants, divisible)


def compile_for(target: str, name: str, **options: Any) -> Any:
    """The compiled kernel."""
    return triton.compile(source(name), target=target_of(target), options=options)


def warm_up(name: str, **options: Any) -> Any:
    """Return the kernel that a launch would run, compiled for the active driver's target."""
    function, types, constants = ARGUMENTS[name]
    arguments = [FakeTensor("float16" if kind == "*fp16" else "float32") if kind[0] == "*" else 64 for kind in types.values()]
    return function.warmup(*arguments, grid=(1,), **constants, **options)


def binary(kernel: Any) -> bytes:
    """Return the binary that the GPU would run."""
    return kernel.asm["cubin"] if "cubin" in kernel.asm else kernel.asm["hsaco"]


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """For test files that have it: no children, however many processors there are, so that tests can exchange what they would run."""
    monkeypatch.setattr(child_pools, "LEAST_PROCESSORS", 10**6)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """For test files that have it: caches of their own, and in the end Triton as it was."""
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))
    monkeypatch.delenv("EGRAPH_OPT", raising=False)
    yield
    plugin.disable()
    for function, *_ in ARGUMENTS.values():
        function.device_caches.clear()
    assert knobs.runtime.add_stages_inspection_hook is None
