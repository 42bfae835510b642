"""Operations on single elements."""

import triton
import triton.language as tl


@triton.jit
def add(x, y, z, n, BLOCK: tl.constexpr):
    """Sum of vectors, one block for each program."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def add_strided(x, y, z, n, BLOCK: tl.constexpr):
    """Sum of vectors, every few blocks for each program."""
    start = tl.program_id(0) * BLOCK
    step = tl.num_programs(0) * BLOCK
    for first in range(start, n, step):
        i = first + tl.arange(0, BLOCK)
        tl.store(z + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n), mask=i < n)


@triton.jit
def add_chunked(x, y, z, n, CHUNK: tl.constexpr, BLOCK: tl.constexpr):
    """Sum of vectors, neighbouring blocks for each program."""
    base = tl.program_id(0) * CHUNK
    for step in range(0, CHUNK, BLOCK):
        i = base + step + tl.arange(0, BLOCK)
        tl.store(z + i, tl.load(x + i, mask=i < n, other=0.0) + tl.load(y + i, mask=i < n, other=0.0), mask=i < n)


@triton.jit
def add_tail_lost(x, y, z, n, BLOCK: tl.constexpr):
    """Wrong: the last element of the vectors is left out."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n - 1
    tl.store(z + i, tl.load(x + i, mask=mask) + tl.load(y + i, mask=mask), mask=mask)


@triton.jit
def relu_maximum(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, tl.maximum(tl.load(x + i, mask=i < n), 0.0), mask=i < n)


@triton.jit
def relu_where(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(values > 0, values, 0.0), mask=i < n)


@triton.jit
def swiglu(gate, up, y, n, BLOCK: tl.constexpr):
    """Gated unit, `silu(gate) * up`, by `tl.sigmoid`."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(gate + i, mask=i < n, other=0).to(tl.float32)
    b = tl.load(up + i, mask=i < n, other=0).to(tl.float32)
    tl.store(y + i, (a * tl.sigmoid(a) * b).to(y.dtype.element_ty), mask=i < n)


@triton.jit
def swiglu_quotient(gate, up, y, n, BLOCK: tl.constexpr):
    """The same as one quotient."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(gate + i, mask=i < n, other=0).to(tl.float32)
    b = tl.load(up + i, mask=i < n, other=0).to(tl.float32)
    tl.store(y + i, (a * b / (1 + tl.exp(-a))).to(y.dtype.element_ty), mask=i < n)


@triton.jit
def swiglu_rounded(gate, up, y, n, BLOCK: tl.constexpr):
    """The same, where the gate is rounded to the type of the arrays before it is multiplied."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(gate + i, mask=i < n, other=0).to(tl.float32)
    b = tl.load(up + i, mask=i < n, other=0)
    tl.store(y + i, (a * tl.sigmoid(a)).to(y.dtype.element_ty) * b, mask=i < n)


@triton.jit
def swiglu_rows(gate, up, y, stride, n, BLOCK: tl.constexpr):
    """The same, a row for each program."""
    row = tl.program_id(0).to(tl.int64)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    a = tl.load(gate + row * stride + columns, mask=mask, other=0).to(tl.float32)
    b = tl.load(up + row * stride + columns, mask=mask, other=0).to(tl.float32)
    tl.store(y + row * stride + columns, (a * tl.sigmoid(a) * b).to(y.dtype.element_ty), mask=mask)


@triton.jit
def gelu_sigmoid(x, y, n, BLOCK: tl.constexpr):
    """GELU by its tanh formula, where `1 + tanh(u)` is written as `2 * sigmoid(2 u)`."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    u = 0.7978845608028654 * (v + 0.044715 * v * v * v)
    tl.store(y + i, v * tl.sigmoid(2 * u), mask=i < n)


@triton.jit
def gelu_exponentials(x, y, n, BLOCK: tl.constexpr):
    """GELU by its tanh formula, with tanh as a quotient of exponentials."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    e = tl.exp(2 * (0.7978845608028654 * v * (1 + 0.044715 * v * v)))
    tl.store(y + i, 0.5 * v * (1 + (e - 1) / (e + 1)), mask=i < n)


@triton.jit
def transpose_pointers(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    mask = (i[:, None] < m) & (j[None, :] < n)
    values = tl.load(x + i[:, None] * n + j[None, :], mask=mask)
    tl.store(y + j[None, :] * m + i[:, None], values, mask=mask)


@triton.jit
def transpose_tile(x, y, m, n, BM: tl.constexpr, BN: tl.constexpr):
    i = tl.program_id(1) * BM + tl.arange(0, BM)
    j = tl.program_id(0) * BN + tl.arange(0, BN)
    values = tl.load(x + i[:, None] * n + j[None, :], mask=(i[:, None] < m) & (j[None, :] < n))
    tl.store(y + j[:, None] * m + i[None, :], tl.trans(values), mask=(j[:, None] < n) & (i[None, :] < m))


@triton.jit
def geglu(gate, up, y, n, BLOCK: tl.constexpr):
    """GELU of the gate by its tanh formula as a sigmoid, rounded to the type of the arrays, times the rest."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(gate + i, mask=i < n, other=0).to(tl.float32)
    b = tl.load(up + i, mask=i < n, other=0)
    u = 0.7978845608028654 * v * (1 + 0.044715 * v * v)
    tl.store(y + i, (v * tl.sigmoid(2 * u)).to(y.dtype.element_ty) * b, mask=i < n)
