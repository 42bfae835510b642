"""Kernels that move tiles, each with pointers and with descriptors that the host makes: products, copies, transposes, sums, attention.

The arguments of a kernel with descriptors have the names of those with pointers, so that one set of tensors serves both.
"""

from __future__ import annotations

import triton
import triton.language as tl

from benchmarks.gpu.pointer_kernels import softmax_step, tile_of


@triton.jit
def tile_at(pid, M, N, BM: tl.constexpr, BN: tl.constexpr):
    """The tile of a number, in groups of eight rows."""
    down, across = tl.cdiv(M, BM), tl.cdiv(N, BN)
    first = pid // (8 * across) * 8
    rows = min(down - first, 8)
    return first + pid % (8 * across) % rows, pid % (8 * across) // rows


@triton.jit
def stored(c, m, n, M, N, sc, total, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c + rows[:, None] * sc + columns[None, :], total.to(tl.float16), mask=mask)


@triton.jit
def tile_pointers(tile, a, b, c, M, N, K, sa, sb, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    m, n = tile_at(tile, M, N, BM, BN)
    inner = tl.arange(0, BK)
    rows, columns = (m * BM + tl.arange(0, BM)) % M, (n * BN + tl.arange(0, BN)) % N
    a_at, b_at = a + rows[:, None] * sa + inner[None, :], b + inner[:, None] * sb + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        x = tl.load(a_at, mask=inner[None, :] < K - k * BK, other=0.0)
        y = tl.load(b_at, mask=inner[:, None] < K - k * BK, other=0.0)
        total = tl.dot(x, y, total)
        a_at += BK
        b_at += BK * sb
    stored(c, m, n, M, N, sc, total, BM, BN)


@triton.jit
def matmul_pointers(a, b, c, M, N, K, sa, sb, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    """C = A B, one tile a program, or several where PROGRAMS is not 0."""
    if PROGRAMS == 0:
        tile_pointers(tl.program_id(0), a, b, c, M, N, K, sa, sb, sc, BM, BN, BK)
    else:
        for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tl.cdiv(N, BN), PROGRAMS, flatten=True):
            tile_pointers(tile, a, b, c, M, N, K, sa, sb, sc, BM, BN, BK)


@triton.jit
def tile_descriptors(tile, a, b, c, M, N, K, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, STORE: tl.constexpr):
    m, n = tile_at(tile, M, N, BM, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        total = tl.dot(a.load([m * BM, k * BK]), b.load([k * BK, n * BN]), total)
    if STORE:
        c.store([m * BM, n * BN], total.to(tl.float16))
    else:
        stored(c, m, n, M, N, sc, total, BM, BN)


@triton.jit
def matmul_descriptors(a, b, c, M, N, K, sa, sb, sc, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                       PROGRAMS: tl.constexpr, STORE: tl.constexpr):  # fmt: skip
    if PROGRAMS == 0:
        tile_descriptors(tl.program_id(0), a, b, c, M, N, K, sc, BM, BN, BK, STORE)
    else:
        for tile in tl.range(tl.program_id(0), tl.cdiv(M, BM) * tl.cdiv(N, BN), PROGRAMS, flatten=True):
            tile_descriptors(tile, a, b, c, M, N, K, sc, BM, BN, BK, STORE)


@triton.jit
def split_pointers(a, b, c, M, N, K, sa, sb, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PARTS: tl.constexpr):
    """Partial products of parts of K, added up in memory."""
    m, n = tile_of(M, N, BM, BN, 8)
    part = tl.program_id(1)
    inner = part * BK + tl.arange(0, BK)
    rows, columns = (m * BM + tl.arange(0, BM)) % M, (n * BN + tl.arange(0, BN)) % N
    a_at, b_at = a + rows[:, None] * sa + inner[None, :], b + inner[:, None] * sb + columns[None, :]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK * PARTS)):
        x = tl.load(a_at, mask=inner[None, :] < K - k * BK * PARTS, other=0.0)
        y = tl.load(b_at, mask=inner[:, None] < K - k * BK * PARTS, other=0.0)
        total = tl.dot(x, y, total)
        a_at += BK * PARTS
        b_at += BK * PARTS * sb
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    tl.atomic_add(c + rows[:, None] * N + columns[None, :], total, mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def split_descriptors(a, b, c, M, N, K, sa, sb, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PARTS: tl.constexpr):
    m, n = tile_of(M, N, BM, BN, 8)
    part = tl.program_id(1)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK * PARTS)):
        at = (k * PARTS + part) * BK
        total = tl.dot(a.load([m * BM, at]), b.load([at, n * BN]), total)
    rows, columns = m * BM + tl.arange(0, BM), n * BN + tl.arange(0, BN)
    tl.atomic_add(c + rows[:, None] * N + columns[None, :], total, mask=(rows[:, None] < M) & (columns[None, :] < N))


@triton.jit
def copy_pointers(x, y, M, N, sx, sy, BM: tl.constexpr, BN: tl.constexpr, TRANSPOSED: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (rows[:, None] < M) & (columns[None, :] < N)
    tile = tl.load(x + rows[:, None] * sx + columns[None, :], mask=mask)
    if TRANSPOSED:
        tl.store(y + columns[:, None] * sy + rows[None, :], tile.T, mask=mask.T)
    else:
        tl.store(y + rows[:, None] * sy + columns[None, :], tile, mask=mask)


@triton.jit
def copy_descriptors(x, y, M, N, sx, sy, BM: tl.constexpr, BN: tl.constexpr, TRANSPOSED: tl.constexpr):
    m, n = tl.program_id(0) * BM, tl.program_id(1) * BN
    tile = x.load([m, n])
    if TRANSPOSED:
        y.store([n, m], tile.T)
    else:
        y.store([m, n], tile)


@triton.jit
def sums_pointers(x, y, M, N, sx, BM: tl.constexpr, BN: tl.constexpr):
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        tile = tl.load(x + rows[:, None] * sx + n + columns[None, :], mask=mask, other=0.0).to(tl.float32)
        total += tile * tile
    tl.store(y + rows, tl.sum(total, 1), mask=rows < M)


@triton.jit
def sums_descriptors(x, y, M, N, sx, BM: tl.constexpr, BN: tl.constexpr):
    m, rows = tl.program_id(0) * BM, tl.program_id(0) * BM + tl.arange(0, BM)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        tile = x.load([m, n]).to(tl.float32)
        total += tile * tile
    tl.store(y + rows, tl.sum(total, 1), mask=rows < M)


@triton.jit
def norm_pointers(x, y, M, N, sx, sy, BM: tl.constexpr, BN: tl.constexpr):
    """Rows divided by their root mean square, in two passes."""
    rows, columns = tl.program_id(0) * BM + tl.arange(0, BM), tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        tile = tl.load(x + rows[:, None] * sx + n + columns[None, :], mask=mask, other=0.0).to(tl.float32)
        total += tile * tile
    scale = tl.rsqrt(tl.sum(total, 1) / N + 1e-6)
    for n in range(0, N, BN):
        mask = (rows[:, None] < M) & (n + columns[None, :] < N)
        tile = tl.load(x + rows[:, None] * sx + n + columns[None, :], mask=mask, other=0.0).to(tl.float32)
        tl.store(y + rows[:, None] * sy + n + columns[None, :], (tile * scale[:, None]).to(tl.float16), mask=mask)


@triton.jit
def norm_descriptors(x, y, M, N, sx, sy, BM: tl.constexpr, BN: tl.constexpr):
    m = tl.program_id(0) * BM
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for n in range(0, N, BN):
        tile = x.load([m, n]).to(tl.float32)
        total += tile * tile
    scale = tl.rsqrt(tl.sum(total, 1) / N + 1e-6)
    for n in range(0, N, BN):
        y.store([m, n], (x.load([m, n]).to(tl.float32) * scale[:, None]).to(tl.float16))


@triton.jit
def attention_pointers(q, k, v, o, T, head, row, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start, of = tl.program_id(0) * BM, tl.program_id(1) * head
    rows, columns, width = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    queries = tl.load(q + of + rows[:, None] * row + width[None, :], mask=rows[:, None] < T, other=0.0)
    queries = (queries * scale).to(tl.float16)
    k_at, v_at = k + of + columns[None, :] * row + width[:, None], v + of + columns[:, None] * row + width[None, :]
    most, total, acc = tl.full((BM,), -1.0e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for n in range(0, T, BN):
        inside = n + columns < T
        keys = tl.load(k_at + n * row, mask=inside[None, :], other=0.0)
        values = tl.load(v_at + n * row, mask=inside[:, None], other=0.0)
        total, most, acc = softmax_step(queries, keys, values, total, most, acc, inside)
    out = (acc / total[:, None]).to(tl.float16)
    tl.store(o + of + rows[:, None] * row + width[None, :], out, mask=rows[:, None] < T)


@triton.jit
def attention_descriptors(q, k, v, o, T, head, row, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    start, h = tl.program_id(0) * BM, tl.program_id(1)
    queries = (q.load([h, start, 0]).reshape([BM, D]) * scale).to(tl.float16)
    most, total, acc = tl.full((BM,), -1.0e30, tl.float32), tl.zeros((BM,), tl.float32), tl.zeros((BM, D), tl.float32)
    for n in range(0, T, BN):
        inside = n + tl.arange(0, BN) < T
        keys, values = k.load([h, n, 0]).reshape([BN, D]).T, v.load([h, n, 0]).reshape([BN, D])
        total, most, acc = softmax_step(queries, keys, values, total, most, acc, inside)
    o.store([h, start, 0], (acc / total[:, None]).to(tl.float16).reshape([1, BM, D]))
