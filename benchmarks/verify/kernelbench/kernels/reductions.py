"""Softmax, reductions and scans."""

import triton
import triton.language as tl


@triton.jit
def softmax(x, y, n, BLOCK: tl.constexpr):
    """Online softmax of rows."""
    row = tl.program_id(0)
    largest = -float("inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
        higher = tl.maximum(largest, tl.max(v, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(v - higher), axis=0)
        largest = higher
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
        tl.store(y + row * n + i, tl.exp(v - largest) / total, mask=i < n)


@triton.jit
def log_softmax(x, y, n, BLOCK: tl.constexpr):
    """One block holds a row."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    v = v - tl.max(v, axis=0)
    tl.store(y + row * n + i, v - tl.log(tl.sum(tl.exp(v), axis=0)), mask=i < n)


@triton.jit
def sum_middle(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    """Sum over the middle axis of three, by tiles."""
    batch = tl.program_id(0)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BN,), dtype=tl.float32)
    for start in range(0, m, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows[:, None] < m) & (columns[None, :] < n)
        acc += tl.sum(tl.load(x + batch * m * n + rows[:, None] * n + columns[None, :], mask=mask, other=0.0), axis=0)
    tl.store(y + batch * n + columns, acc, mask=columns < n)


@triton.jit
def mean_middle(x, y, m, n, BN: tl.constexpr):
    """Mean over the middle axis of three, row by row."""
    batch = tl.program_id(0)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BN,), dtype=tl.float32)
    for row in range(m):
        acc += tl.load(x + batch * m * n + row * n + columns, mask=columns < n, other=0.0)
    tl.store(y + batch * n + columns, acc / m, mask=columns < n)


@triton.jit
def max_middle(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    """Maximum over the middle axis of three."""
    batch = tl.program_id(0)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    best = tl.full((BM, BN), -float("inf"), dtype=tl.float32)
    for start in range(0, m, BM):
        rows = start + tl.arange(0, BM)
        mask = (rows[:, None] < m) & (columns[None, :] < n)
        v = tl.load(x + batch * m * n + rows[:, None] * n + columns[None, :], mask=mask, other=-float("inf"))
        best = tl.maximum(best, v)
    tl.store(y + batch * n + columns, tl.max(best, axis=0), mask=columns < n)


@triton.jit
def min_middle(x, y, m, n, BN: tl.constexpr):
    """Minimum over the middle axis of three."""
    batch = tl.program_id(0)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    best = tl.load(x + batch * m * n + columns, mask=columns < n, other=0.0)
    for row in range(1, m):
        best = tl.minimum(best, tl.load(x + batch * m * n + row * n + columns, mask=columns < n, other=0.0))
    tl.store(y + batch * n + columns, best, mask=columns < n)


@triton.jit
def argmax_middle(x, y, m, n, BM: tl.constexpr):
    """Index of the maximum over the middle axis: one program for each result."""
    batch = tl.program_id(0)
    column = tl.program_id(1)
    rows = tl.arange(0, BM)
    v = tl.load(x + batch * m * n + rows * n + column, mask=rows < m, other=-float("inf"))
    tl.store(y + batch * n + column, tl.argmax(v, axis=0).to(tl.int64))


@triton.jit
def argmin_middle(x, y, m, n, BM: tl.constexpr):
    """Index of the minimum over the middle axis: one program for each result."""
    batch = tl.program_id(0)
    column = tl.program_id(1)
    rows = tl.arange(0, BM)
    v = tl.load(x + batch * m * n + rows * n + column, mask=rows < m, other=float("inf"))
    tl.store(y + batch * n + column, tl.argmin(v, axis=0).to(tl.int64))


@triton.jit
def cumsum(x, y, n, BLOCK: tl.constexpr):
    """Sums of the elements up to each one, in blocks with a carry."""
    row = tl.program_id(0)
    carry = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=0.0)
        tl.store(y + row * n + i, carry + tl.cumsum(v, axis=0), mask=i < n)
        carry += tl.sum(v, axis=0)


@triton.jit
def cumprod(x, y, n, BLOCK: tl.constexpr):
    """Products of the elements up to each one."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=1.0)
    tl.store(y + row * n + i, tl.cumprod(v, axis=0), mask=i < n)


@triton.jit
def cumsum_reverse(x, y, n, BLOCK: tl.constexpr):
    """Sums from each element to the last one."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    tl.store(y + row * n + i, tl.sum(v, axis=0) - tl.cumsum(v, axis=0) + v, mask=i < n)


@triton.jit
def cumsum_exclusive(x, y, n, BLOCK: tl.constexpr):
    """Sums of the elements before each one."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i - 1, mask=(i > 0) & (i < n), other=0.0)
    tl.store(y + row * n + i, tl.cumsum(v, axis=0), mask=i < n)


@triton.jit
def cumsum_masked(x, mask, y, n, BLOCK: tl.constexpr):
    """Sums of the elements up to each one for which a mask holds."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    keep = tl.load(mask + row * n + i, mask=i < n, other=0)
    tl.store(y + row * n + i, tl.cumsum(tl.where(keep != 0, v, 0.0), axis=0), mask=i < n)
