"""Softmax of rows, as several authors write it."""

import triton
import triton.language as tl


@triton.jit
def whole_row(x, y, stride_x, stride_y, n, BLOCK: tl.constexpr):
    """One block holds a row."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
    numerator = tl.exp(values - tl.max(values, axis=0))
    tl.store(y + row * stride_y + columns, numerator / tl.sum(numerator, axis=0), mask=columns < n)


@triton.jit
def two_passes(x, y, stride_x, stride_y, n, BLOCK: tl.constexpr):
    """One pass for the maximum, one for the sum, one for the quotients."""
    row = tl.program_id(0)
    largest = -float("inf")
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
        largest = tl.maximum(largest, tl.max(values, axis=0))
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
        total += tl.sum(tl.exp(values - largest), axis=0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
        tl.store(y + row * stride_y + columns, tl.exp(values - largest) / total, mask=columns < n)


@triton.jit
def online(x, y, stride_x, stride_y, n, BLOCK: tl.constexpr):
    """One pass for the maximum and the sum, which is scaled when the maximum grows."""
    row = tl.program_id(0)
    largest = -float("inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
        higher = tl.maximum(largest, tl.max(values, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(values - higher), axis=0)
        largest = higher
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + columns, mask=columns < n, other=-float("inf"))
        tl.store(y + row * stride_y + columns, tl.exp(values - largest) / total, mask=columns < n)


@triton.jit
def several_rows(x, y, stride_x, stride_y, m, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """A block of rows, with `exp2`."""
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    values = tl.load(x + rows[:, None] * stride_x + columns[None, :], mask=mask, other=-float("inf"))
    values = (values - tl.max(values, axis=1)[:, None]) * 1.4426950408889634
    numerator = tl.exp2(values)
    tl.store(y + rows[:, None] * stride_y + columns[None, :], numerator / tl.sum(numerator, axis=1)[:, None], mask=mask)
