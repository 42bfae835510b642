"""Operations that are written by laws of maxima, roots, absolute values and functions with parity."""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def hard_swish_low_first(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, a * tl.minimum(tl.maximum(a + 3.0, 0.0), 6.0) / 6.0, mask=i < n)


@triton.jit
def hard_swish_high_first(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, a * tl.maximum(tl.minimum(a / 6.0 + 0.5, 1.0), 0.0), mask=i < n)


@triton.jit
def hard_swish_exchanged(x, y, n, BLOCK: tl.constexpr):
    """Wrong: the bounds of the clamp are exchanged."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, a * tl.minimum(tl.maximum(a + 3.0, 6.0), 0.0) / 6.0, mask=i < n)


@triton.jit
def hard_shrink_by_size(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(tl.abs(a) > 0.5, a, 0.0), mask=i < n)


@triton.jit
def hard_shrink_by_square(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(a * a > 0.25, a, 0.0), mask=i < n)


@triton.jit
def gelu_erf(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, 0.5 * a * (1.0 + tl.erf(a * 0.70710678118)), mask=i < n)


@triton.jit
def gelu_erf_negative(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, 0.5 * (a - a * tl.erf(-a / 1.41421356237)), mask=i < n)


@triton.jit
def softplus(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.log(1.0 + tl.exp(a)), mask=i < n)


@triton.jit
def softplus_threshold(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(a, 0.0) + libdevice.log1p(tl.exp(-tl.abs(a))), mask=i < n)


@triton.jit
def gate_by_sigmoid(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(tl.sigmoid(a) > 0.5, a, 0.0), mask=i < n)


@triton.jit
def gate_by_sign(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(a, 0.0), mask=i < n)


@triton.jit
def rotation_back(x, y, angle, n, BLOCK: tl.constexpr):
    """Rotation of pairs by negative angles, as a backward pass of rotary embeddings."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    t = -tl.load(angle + i, mask=i < n, other=0.0)
    a = tl.load(x + row * 2 * n + i, mask=i < n, other=0.0)
    b = tl.load(x + row * 2 * n + n + i, mask=i < n, other=0.0)
    tl.store(y + row * 2 * n + i, a * tl.cos(t) - b * tl.sin(t), mask=i < n)
    tl.store(y + row * 2 * n + n + i, a * tl.sin(t) + b * tl.cos(t), mask=i < n)


@triton.jit
def rotation_turned(x, y, angle, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    t = tl.load(angle + i, mask=i < n, other=0.0)
    a = tl.load(x + row * 2 * n + i, mask=i < n, other=0.0)
    b = tl.load(x + row * 2 * n + n + i, mask=i < n, other=0.0)
    tl.store(y + row * 2 * n + i, a * tl.cos(t) + b * tl.sin(t), mask=i < n)
    tl.store(y + row * 2 * n + n + i, b * tl.cos(t) - a * tl.sin(t), mask=i < n)


@triton.jit
def largest_sigmoid(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.sigmoid(tl.load(x + row * stride + i, mask=i < n, other=0.0))
    tl.store(y + row, tl.max(tl.where(i < n, a, 0.0), axis=0))


@triton.jit
def sigmoid_of_largest(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=-float("inf"))
    tl.store(y + row, tl.sigmoid(tl.max(a, axis=0)))


@triton.jit
def sigmoid_of_smallest(x, y, stride, n, BLOCK: tl.constexpr):
    """Wrong: the smallest element has the smallest sigmoid."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=float("inf"))
    tl.store(y + row, tl.sigmoid(tl.min(a, axis=0)))


@triton.jit
def largest_size(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    tl.store(y + row, tl.max(tl.abs(a), axis=0))


@triton.jit
def root_of_largest_square(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    tl.store(y + row, tl.sqrt(tl.max(a * a, axis=0)))


@triton.jit
def normalize_root_first(x, y, stride, n, BLOCK: tl.constexpr):
    """Rows divided by their length, which is at least 1e-6."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    tl.store(y + row * stride + i, a / tl.maximum(tl.sqrt(tl.sum(a * a, axis=0)), 1e-6), mask=i < n)


@triton.jit
def normalize_bound_first(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    tl.store(y + row * stride + i, a * tl.rsqrt(tl.maximum(tl.sum(a * a, axis=0), 1e-12)), mask=i < n)


@triton.jit
def cosine_two_roots(x, w, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    b = tl.load(w + row * stride + i, mask=i < n, other=0.0)
    length = tl.sqrt(tl.sum(a * a, axis=0)) * tl.sqrt(tl.sum(b * b, axis=0))
    tl.store(y + row, tl.sum(a * b, axis=0) / tl.maximum(length, 1e-4))


@triton.jit
def cosine_one_root(x, w, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    b = tl.load(w + row * stride + i, mask=i < n, other=0.0)
    square = tl.sum(a * a, axis=0) * tl.sum(b * b, axis=0)
    tl.store(y + row, tl.sum(a * b, axis=0) / tl.sqrt(tl.maximum(square, 1e-8)))


@triton.jit
def scale_of_norm(x, y, stride, n, BLOCK: tl.constexpr):
    """Scale of a quantised RMS norm: the largest size of a normalised element."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    r = tl.rsqrt(tl.sum(a * a, axis=0) / n + 1e-5)
    tl.store(y + row, tl.max(tl.abs(a * r), axis=0) / 127.0)


@triton.jit
def scale_before_norm(x, y, stride, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    a = tl.load(x + row * stride + i, mask=i < n, other=0.0)
    r = tl.rsqrt(tl.sum(a * a, axis=0) / n + 1e-5)
    tl.store(y + row, tl.maximum(tl.max(a, axis=0), -tl.min(a, axis=0)) * r / 127.0)


@triton.jit
def quantize_clamp_first(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n) * 16.0
    tl.store(y + i, tl.floor(tl.minimum(tl.maximum(a, -8.0), 7.0) + 0.5), mask=i < n)


@triton.jit
def quantize_floor_first(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n) * 16.0
    tl.store(y + i, tl.maximum(tl.minimum(tl.floor(a + 0.5), 7.0), -8.0), mask=i < n)


@triton.jit
def quantize_floor_only(x, y, n, BLOCK: tl.constexpr):
    """Wrong: numbers are rounded down, not to the nearest one."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    a = tl.load(x + i, mask=i < n) * 16.0
    tl.store(y + i, tl.maximum(tl.minimum(tl.floor(a), 7.0), -8.0), mask=i < n)
