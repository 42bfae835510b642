"""Rotary embeddings, quantisation, and rows chosen by indices."""

import triton
import triton.language as tl


@triton.jit
def rotary(x, cos, sin, y, HALF: tl.constexpr):
    """Both halves of a row at once, each with the other one."""
    row = tl.program_id(0)
    i = tl.arange(0, HALF)
    first, second = tl.load(x + row * 2 * HALF + i), tl.load(x + row * 2 * HALF + HALF + i)
    c, s = tl.load(cos + row * HALF + i), tl.load(sin + row * HALF + i)
    tl.store(y + row * 2 * HALF + i, first * c - second * s)
    tl.store(y + row * 2 * HALF + HALF + i, second * c + first * s)


@triton.jit
def rotary_signed(x, cos, sin, y, HALF: tl.constexpr):
    """A whole row, with its halves exchanged, and one of them negated."""
    row = tl.program_id(0)
    i = tl.arange(0, 2 * HALF)
    values = tl.load(x + row * 2 * HALF + i)
    turned = tl.load(x + row * 2 * HALF + (i + HALF) % (2 * HALF))
    turned = tl.where(i < HALF, -turned, turned)
    c, s = tl.load(cos + row * HALF + i % HALF), tl.load(sin + row * HALF + i % HALF)
    tl.store(y + row * 2 * HALF + i, values * c + turned * s)


@triton.jit
def rotary_interleaved(x, cos, sin, y, HALF: tl.constexpr):
    """Other: neighbours are turned, not halves."""
    row = tl.program_id(0)
    i = tl.arange(0, HALF)
    first, second = tl.load(x + row * 2 * HALF + 2 * i), tl.load(x + row * 2 * HALF + 2 * i + 1)
    c, s = tl.load(cos + row * HALF + i), tl.load(sin + row * HALF + i)
    tl.store(y + row * 2 * HALF + 2 * i, first * c - second * s)
    tl.store(y + row * 2 * HALF + 2 * i + 1, second * c + first * s)


@triton.jit
def quantise(x, q, scale, n, BLOCK: tl.constexpr):
    """Rows as `int8`, rounded half up, with a scale."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=0.0)
    largest = tl.max(tl.abs(values), axis=0) / 127.0
    tl.store(scale + row, largest)
    tl.store(q + row * n + columns, tl.floor(values / largest + 0.5).to(tl.int8), mask=columns < n)


@triton.jit
def quantise_loop(x, q, scale, n, BLOCK: tl.constexpr):
    """The same, block by block."""
    row = tl.program_id(0)
    largest = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < n, other=0.0)
        largest = tl.maximum(largest, tl.max(tl.abs(values), axis=0))
    tl.store(scale + row, largest / 127.0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < n, other=0.0)
        tl.store(q + row * n + columns, tl.floor(values / (largest / 127.0) + 0.5).to(tl.int8), mask=columns < n)


@triton.jit
def quantise_truncated(x, q, scale, n, BLOCK: tl.constexpr):
    """Other: rounded toward zero."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=0.0)
    largest = tl.max(tl.abs(values), axis=0) / 127.0
    tl.store(scale + row, largest)
    tl.store(q + row * n + columns, (values / largest).to(tl.int8), mask=columns < n)


@triton.jit
def gather(table, indices, y, n, BLOCK: tl.constexpr):
    """Rows of a table, one for each program."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(table + tl.load(indices + row) * n + columns, mask=columns < n)
    tl.store(y + row * n + columns, values, mask=columns < n)


@triton.jit
def gather_rows(table, indices, y, m, n, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """Several rows for each program."""
    rows = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    columns = tl.arange(0, BLOCK)
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    chosen = tl.load(indices + rows, mask=rows < m, other=0)
    values = tl.load(table + chosen[:, None] * n + columns[None, :], mask=mask)
    tl.store(y + rows[:, None] * n + columns[None, :], values, mask=mask)
