"""Products of matrices."""

import triton
import triton.language as tl


@triton.jit
def tiles(a, b, c, m, n, k, am, ak, bk, bn, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Multiply by tiles, with the strides of both operands."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * am + inner[None, :] * ak, mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        right = tl.load(
            b + inner[:, None] * bk + columns[None, :] * bn, mask=(inner[:, None] < k) & (columns[None, :] < n), other=0.0
        )
        acc += tl.dot(left, right)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def tiles_in_groups(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    """Multiply by tiles whose order is that of groups of rows."""
    pid = tl.program_id(0)
    tiles_m = tl.cdiv(m, BM)
    tiles_n = tl.cdiv(n, BN)
    first = pid // (GROUP * tiles_n) * GROUP
    size = min(tiles_m - first, GROUP)
    tile_m = first + (pid % (GROUP * tiles_n)) % size
    tile_n = (pid % (GROUP * tiles_n)) // size
    rows = (tile_m * BM + tl.arange(0, BM)) % m
    columns = (tile_n * BN + tl.arange(0, BN)) % n
    inner = tl.arange(0, BK)
    left = a + rows[:, None] * k + inner[None, :]
    right = b + inner[:, None] * n + columns[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        x = tl.load(left, mask=inner[None, :] < k - step * BK, other=0.0)
        y = tl.load(right, mask=inner[:, None] < k - step * BK, other=0.0)
        acc = tl.dot(x, y, acc)
        left += BK
        right += BK * n
    rows = tile_m * BM + tl.arange(0, BM)
    columns = tile_n * BN + tl.arange(0, BN)
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def batch_product(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Multiply a batch: the third axis of the grid."""
    batch = tl.program_id(2)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(
            a + batch * m * k + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0
        )
        right = tl.load(
            b + batch * k * n + inner[:, None] * n + columns[None, :],
            mask=(inner[:, None] < k) & (columns[None, :] < n),
            other=0.0,
        )
        acc += tl.dot(left, right)
    where = c + batch * m * n + rows[:, None] * n + columns[None, :]
    tl.store(where, acc, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def vector(a, b, c, k, BK: tl.constexpr):
    """Multiply a matrix with a vector: one program for each row."""
    row = tl.program_id(0)
    acc = tl.zeros((BK,), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(a + row * k + inner, mask=inner < k, other=0.0)
        acc += left * tl.load(b + inner, mask=inner < k, other=0.0)
    tl.store(c + row, tl.sum(acc, axis=0))


@triton.jit
def split_k(a, b, c, m, n, k, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Multiply with the inner axis in parts, which are added atomically."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    begin = tl.program_id(2) * part
    end = min(begin + part, k)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(begin, end, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(a + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < end), other=0.0)
        right = tl.load(
            b + inner[:, None] * n + columns[None, :], mask=(inner[:, None] < end) & (columns[None, :] < n), other=0.0
        )
        acc += tl.dot(left, right)
    tl.atomic_add(c + rows[:, None] * n + columns[None, :], acc, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def diagonal(a, b, c, n, m, BLOCK: tl.constexpr):
    """Multiply a diagonal matrix, given by its diagonal, with a matrix."""
    row = tl.program_id(0)
    d = tl.load(a + row)
    for start in range(0, m, BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(c + row * m + i, d * tl.load(b + row * m + i, mask=i < m), mask=i < m)


@triton.jit
def triangular(a, b, c, n, UPPER: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Multiply triangular matrices: only what is between the row and the column counts."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    if UPPER:
        begin = tl.program_id(0) * BM
        end = min(tl.program_id(1) * BN + BN, n)
    else:
        begin = tl.program_id(1) * BN
        end = min(tl.program_id(0) * BM + BM, n)
    for start in range(begin, end, BK):
        inner = start + tl.arange(0, BK)
        if UPPER:
            keep_left = inner[None, :] >= rows[:, None]
            keep_right = inner[:, None] <= columns[None, :]
        else:
            keep_left = inner[None, :] <= rows[:, None]
            keep_right = inner[:, None] >= columns[None, :]
        mask_left = keep_left & (rows[:, None] < n) & (inner[None, :] < n)
        mask_right = keep_right & (inner[:, None] < n) & (columns[None, :] < n)
        left = tl.load(a + rows[:, None] * n + inner[None, :], mask=mask_left, other=0.0)
        acc += tl.dot(left, tl.load(b + inner[:, None] * n + columns[None, :], mask=mask_right, other=0.0))
    tl.store(c + rows[:, None] * n + columns[None, :], acc, mask=(rows[:, None] < n) & (columns[None, :] < n))
