"""Linear layers with what comes after them, for each element."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def linear(x, w, bias, rows, columns, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Return a tile of x times the transpose of w, plus the bias."""
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(x + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        right = tl.load(w + columns[None, :] * k + inner[:, None], mask=(columns[None, :] < n) & (inner[:, None] < k), other=0.0)
        acc += tl.dot(left, right)
    return acc + tl.load(bias + columns, mask=columns < n, other=0.0)[None, :]


@triton.jit
def store(y, v, rows, columns, m, n):
    """Store a tile."""
    tl.store(y + rows[:, None] * n + columns[None, :], v, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def scale_leaky(x, w, b, y, m, n, k, multiplier, slope, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) * multiplier
    store(y, tl.where(v > 0, v, v * slope), rows, columns, m, n)


@triton.jit
def mish_mish(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    v = v * libdevice.tanh(tl.log(1.0 + tl.exp(v)))
    v = v * libdevice.tanh(tl.log(1.0 + tl.exp(v)))
    store(y, v, rows, columns, m, n)


@triton.jit
def residual(x, w, b, y, m, n, k, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    store(y, v * (1.0 + scale), rows, columns, m, n)


@triton.jit
def hardtanh_gelu(x, w, b, y, m, n, k, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) * scale
    v = tl.clamp(v, -2.0, 2.0)
    store(y, 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)), rows, columns, m, n)


@triton.jit
def swish_scale(x, w, b, y, m, n, k, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    store(y, scale * v / (1.0 + tl.exp(-v)), rows, columns, m, n)


@triton.jit
def relu_divide(x, w, b, y, m, n, k, divisor, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    store(y, tl.maximum(v, 0.0) * (1.0 / divisor), rows, columns, m, n)


@triton.jit
def min_subtract(x, w, b, c, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    constant = tl.load(c)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) - constant
    store(y, tl.minimum(v, 0.0), rows, columns, m, n)


@triton.jit
def sigmoid_residual(x, w, b, y, m, n, k, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    store(y, v + scale * tl.sigmoid(v), rows, columns, m, n)


@triton.jit
def bias_relu(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    store(y, tl.maximum(linear(x, w, b, rows, columns, m, n, k, BM, BN, BK), 0.0), rows, columns, m, n)


@triton.jit
def swish_clamps(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    v = v * tl.sigmoid(v) / 2.0
    v = libdevice.tanh(tl.minimum(tl.maximum(v, -1.0), 1.0))
    store(y, tl.minimum(tl.maximum(v, -1.0), 1.0), rows, columns, m, n)


@triton.jit
def divide_gelu(x, w, b, y, m, n, k, divisor, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) / divisor
    store(y, 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476)), rows, columns, m, n)


@triton.jit
def subtract_multiply_relu(x, w, b, y, m, n, k, minus, times, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = (linear(x, w, b, rows, columns, m, n, k, BM, BN, BK) - minus) * times
    store(y, tl.where(v > 0, v, 0.0), rows, columns, m, n)


@triton.jit
def swish_tanh_gelu(x, w, b, extra, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    v = linear(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    v += tl.load(extra + columns, mask=columns < n, other=0.0)[None, :]
    v = libdevice.tanh(v * tl.sigmoid(v))
    v = 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476))
    store(y, tl.clamp(v, -1.0, 1.0), rows, columns, m, n)
