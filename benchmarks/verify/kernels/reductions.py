"""Sums, maxima and means of rows, and of all elements."""

import triton
import triton.language as tl


@triton.jit
def row_sum(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    tl.store(y + row, tl.sum(tl.load(x + row * stride + columns, mask=columns < n, other=0.0), axis=0))


@triton.jit
def row_sum_loop(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    tl.store(y + row, tl.sum(total, axis=0))


@triton.jit
def row_sum_scalar(x, y, stride, n):
    row = tl.program_id(0)
    total = 0.0
    for column in range(n):
        total += tl.load(x + row * stride + column)
    tl.store(y + row, total)


@triton.jit
def row_sum_loop_short(x, y, stride, n, BLOCK: tl.constexpr):
    """Wrong: the last block, which is not full, is left out."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for block in range(0, n // BLOCK):
        columns = block * BLOCK + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    tl.store(y + row, tl.sum(total, axis=0))


@triton.jit
def row_sum_half(x, y, stride, n, BLOCK: tl.constexpr):
    """Less precise: the sum is kept in half precision."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float16)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + columns, mask=columns < n, other=0.0).to(tl.float16)
    tl.store(y + row, tl.sum(total, axis=0).to(tl.float32))


@triton.jit
def sum_atomic(x, y, n, BLOCK: tl.constexpr):
    """Sum of a vector: each program adds its block to the result, which starts as zero."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(y, tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))


@triton.jit
def sum_without_atomic(x, y, n, BLOCK: tl.constexpr):
    """Wrong: programs read and write the result without an order."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y, tl.load(y) + tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))


@triton.jit
def sum_partial(x, partial, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(partial + tl.program_id(0), tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))


@triton.jit
def sum_one(x, y, n, BLOCK: tl.constexpr):
    """Sum of a vector by one program."""
    total = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0)
    tl.store(y, total)


@triton.jit
def row_max(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    tl.store(y + row, tl.max(tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf")), axis=0))


@triton.jit
def row_max_loop(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    best = tl.full((BLOCK,), -float("inf"), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        best = tl.maximum(best, tl.load(x + row * stride + columns, mask=columns < n, other=-float("inf")))
    tl.store(y + row, tl.max(best, axis=0))


@triton.jit
def row_max_zero(x, y, stride, n, BLOCK: tl.constexpr):
    """Wrong: zero is no neutral element of a maximum."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    tl.store(y + row, tl.max(tl.load(x + row * stride + columns, mask=columns < n, other=0.0), axis=0))


@triton.jit
def cumsum(x, y, stride, n, BLOCK: tl.constexpr):
    """Prefix sums of rows."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    tl.store(y + row * stride + columns, tl.cumsum(values, axis=0), mask=columns < n)


@triton.jit
def cumsum_blocks(x, y, stride, n, BLOCK: tl.constexpr):
    """Prefix sums of rows, block by block."""
    row = tl.program_id(0)
    carried = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
        tl.store(y + row * stride + columns, carried + tl.cumsum(values, axis=0), mask=columns < n)
        carried += tl.sum(values, axis=0)


@triton.jit
def cumsum_matrix(x, y, stride, n, BLOCK: tl.constexpr):
    """Prefix sums of rows as a product with a triangle of ones."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    triangle = tl.where(columns[:, None] >= columns[None, :], values[None, :], 0.0)
    tl.store(y + row * stride + columns, tl.sum(triangle, axis=1), mask=columns < n)


@triton.jit
def cumsum_exclusive(x, y, stride, n, BLOCK: tl.constexpr):
    """Other: sums of what is before an element."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    tl.store(y + row * stride + columns, tl.cumsum(values, axis=0) - values, mask=columns < n)
