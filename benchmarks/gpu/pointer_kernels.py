"""Kernels that move tiles, each as users write it with pointers and with the descriptors that Triton's documentation shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import triton
import triton.language as tl


@triton.jit
def tile_of(M, N, BM: tl.constexpr, BN: tl.constexpr, GROUP: tl.constexpr):
    """The tile of a program: groups of rows share what they read of the other matrix."""
    pid, down, across = tl.program_id(0), tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = pid // (GROUP * across) * GROUP
    rows = min(down - first, GROUP)
    return first + pid % (GROUP * across) % rows, pid % (GROUP * across) // rows


@triton.jit
def matmul_pointers(a_ptr, b_ptr, c_ptr, M, N, K, sa, sb, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tile_of(M, N, BM, BN, 8)
    rows, columns, inner = (m * BM + tl.arange(0, BM)) % M, (n * BN + tl.arange(0, BN)) % N, tl.arange(0, BK)
    a = a_ptr + rows[:, None] * sa + inner[None, :]
    b = b_ptr + inner[:, None] * sb + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(a, mask=inner[None, :] < K - k * BK, other=0.0)
        y = tl.load(b, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total)
        a += BK
        b += BK * sb
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * sc + columns[None, :], total.to(tl.float16), mask=mask)


@triton.jit
def matmul_descriptors(a_ptr, b_ptr, c_ptr, M, N, K, sa, sb, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tile_of(M, N, BM, BN, 8)
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [sa, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [K, N], [sb, 1], [BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [sc, 1], [BM, BN])
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        total = tl.dot(a.load([m * BM, k * BK]), b.load([k * BK, n * BN]), total)
    c.store([m * BM, n * BN], total.to(tl.float16))


@triton.jit
def copy_pointers(in_ptr, out_ptr, M, N, si, so, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    x = tl.load(in_ptr + rows[:, None] * si + columns[None, :], mask=mask)
    tl.store(out_ptr + rows[:, None] * so + columns[None, :], x, mask=mask)


@triton.jit
def copy_descriptors(in_ptr, out_ptr, M, N, si, so, BM: tl.constexpr, BN: tl.constexpr):
    here, there = (
        tl.make_tensor_descriptor(in_ptr, [M, N], [si, 1], [BM, BN]),
        tl.make_tensor_descriptor(out_ptr, [M, N], [so, 1], [BM, BN]),
    )
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    there.store([m, n], here.load([m, n]))


@triton.jit
def sums_pointers(in_ptr, out_ptr, M, N, row, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        x = tl.load(in_ptr + rows[:, None] * row + n + columns[None, :], mask=mask, other=0.0)
        total += x.to(tl.float32) * x.to(tl.float32)
    tl.store(out_ptr + rows, tl.sum(total, 1).to(tl.float16), mask=rows < M)


@triton.jit
def sums_descriptors(in_ptr, out_ptr, M, N, row, BM: tl.constexpr, BN: tl.constexpr):
    m, rows = tl.program_id(0) * BM, tl.program_id(0) * BM + tl.arange(0, BM)
    tiles = tl.make_tensor_descriptor(in_ptr, [M, N], [row, 1], [BM, BN])
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        x = tiles.load([m, n]).to(tl.float32)
        total += x * x
    tl.store(out_ptr + rows, tl.sum(total, 1).to(tl.float16), mask=rows < M)


@triton.jit
def softmax_step(q, k, v, total, most, acc, inside):
    """One block of keys and values of attention, scores in powers of two."""
    scores = tl.where(inside[None, :], tl.dot(q, k), -1.0e30)
    new = tl.maximum(most, tl.max(scores, 1))
    p, scale = tl.exp2(scores - new[:, None]), tl.exp2(most - new)
    return total * scale + tl.sum(p, 1), new, tl.dot(p.to(tl.float16), v, acc * scale[:, None])


@triton.jit
def attention_pointers(q_ptr, k_ptr, v_ptr, o_ptr, T, head, row, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start, of = tl.program_id(0) * BM, tl.program_id(1) * head
    rows, columns, width = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + of + rows[:, None] * row + width[None, :], mask=rows[:, None] < T, other=0.0)
    q = (q * scale).to(tl.float16)
    k_at = k_ptr + of + columns[None, :] * row + width[:, None]
    v_at = v_ptr + of + columns[:, None] * row + width[None, :]
    most, total, acc = tl.full((BM,), -1.0e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for n in range(0, T, BN):
        inside = n + columns < T
        k = tl.load(k_at + n * row, mask=inside[None, :], other=0.0)
        v = tl.load(v_at + n * row, mask=inside[:, None], other=0.0)
        total, most, acc = softmax_step(q, k, v, total, most, acc, inside)
    out = (acc / total[:, None]).to(tl.float16)
    tl.store(o_ptr + of + rows[:, None] * row + width[None, :], out, mask=rows[:, None] < T)


@triton.jit
def attention_descriptors(q_ptr, k_ptr, v_ptr, o_ptr, T, head, row, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start, of = tl.program_id(0) * BM, tl.program_id(1) * head
    q_at = tl.make_tensor_descriptor(q_ptr + of, [T, D], [row, 1], [BM, D])
    k_at = tl.make_tensor_descriptor(k_ptr + of, [T, D], [row, 1], [BN, D])
    v_at = tl.make_tensor_descriptor(v_ptr + of, [T, D], [row, 1], [BN, D])
    o_at = tl.make_tensor_descriptor(o_ptr + of, [T, D], [row, 1], [BM, D])
    q = (q_at.load([start, 0]) * scale).to(tl.float16)
    most, total, acc = tl.full((BM,), -1.0e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for n in range(0, T, BN):
        inside = n + tl.arange(0, BN) < T
        total, most, acc = softmax_step(q, k_at.load([n, 0]).T, v_at.load([n, 0]), total, most, acc, inside)
    o_at.store([start, 0], (acc / total[:, None]).to(tl.float16))


@dataclass(frozen=True)
class Program:
    """One problem: two kernels, their sizes, and how long the longest loop is. `numbers` are arguments that are no pointers."""

    name: str
    pointers: Any
    descriptors: Any
    tensors: dict[str, tuple[int, ...]]
    """Shapes of the tensors of halves, in the order of the arguments; the last is the result."""
    numbers: dict[str, int | float]
    constants: dict[str, int]
    grid: tuple[int, int, int]
    trips: int
    warps: int = 4
    stages: int = 3


def matmul(
    k: int, m: int = 4096, n: int = 4096, bm: int = 128, bn: int = 128, bk: int = 64, warps: int = 4, stages: int = 3
) -> Program:
    return Program(
        f"matmul {m}x{n}x{k}, {bm}x{bn}x{bk} in {warps} warps, {stages} stages",
        matmul_pointers, matmul_descriptors, dict(a_ptr=(m, k), b_ptr=(k, n), c_ptr=(m, n)),
        dict(M=m, N=n, K=k, sa=k, sb=n, sc=n), dict(BM=bm, BN=bn, BK=bk), ((m // bm) * (n // bn), 1, 1), k // bk,
        warps, stages,
    )  # fmt: skip


def copy(m: int, n: int, bm: int = 64, bn: int = 128) -> Program:
    return Program(
        f"copy {m}x{n}", copy_pointers, copy_descriptors, dict(in_ptr=(m, n), out_ptr=(m, n)),
        dict(M=m, N=n, si=n, so=n), dict(BM=bm, BN=bn), (m // bm, n // bn, 1), 1,
    )  # fmt: skip


def sums(m: int, n: int, bm: int = 32, bn: int = 128) -> Program:
    return Program(
        f"sums {m}x{n}", sums_pointers, sums_descriptors, dict(in_ptr=(m, n), out_ptr=(m,)),
        dict(M=m, N=n, row=n), dict(BM=bm, BN=bn), (m // bm, 1, 1), n // bn,
    )  # fmt: skip


def attention(t: int, heads: int = 64, d: int = 64, bm: int = 128, bn: int = 64) -> Program:
    shape = heads, t, d
    return Program(
        f"attention {heads}x{t}x{d}", attention_pointers, attention_descriptors,
        dict(q_ptr=shape, k_ptr=shape, v_ptr=shape, o_ptr=shape), dict(T=t, head=t * d, row=d, scale=1.4427 / d**0.5),
        dict(BM=bm, BN=bn, D=d), (t // bm, heads, 1), t // bn,
    )  # fmt: skip


PROGRAMS = (
    *(matmul(k) for k in (512, 4096, 8192)),
    *(matmul(k, bn=256, warps=8) for k in (512, 4096, 8192)),
    matmul(8192, warps=8, stages=4),
    copy(8192, 8192),
    sums(16384, 16384),
    attention(512),
    attention(4096),
    attention(4096, d=128, heads=32),
)
