"""Norms of rows."""

import triton
import triton.language as tl


@triton.jit
def rms_norm(x, w, y, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(values * values, axis=0) / n + eps)
    weight = tl.load(w + columns, mask=mask, other=0.0).to(tl.float32)
    tl.store(y + row * stride + columns, (values * scale * weight).to(y.dtype.element_ty), mask=mask)


@triton.jit
def rms_norm_loop(x, w, y, stride, n, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0).to(tl.float32)
        squares += values * values
    root = tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0).to(tl.float32)
        weight = tl.load(w + columns, mask=columns < n, other=0.0).to(tl.float32)
        tl.store(y + row * stride + columns, (weight * (values / root)).to(y.dtype.element_ty), mask=columns < n)


@triton.jit
def rms_norm_eps_outside(x, w, y, stride, n, eps, BLOCK: tl.constexpr):
    """Other: epsilon is added to the root."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
    root = tl.sqrt(tl.sum(values * values, axis=0) / n) + eps
    weight = tl.load(w + columns, mask=mask, other=0.0).to(tl.float32)
    tl.store(y + row * stride + columns, (values / root * weight).to(y.dtype.element_ty), mask=mask)


@triton.jit
def rms_norm_rounded(x, w, y, stride, n, eps, BLOCK: tl.constexpr):
    """Less precise: rounded to the type of the arrays before the weight, as models of Llama do."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0).to(tl.float32)
    scale = tl.rsqrt(tl.sum(values * values, axis=0) / n + eps)
    weight = tl.load(w + columns, mask=mask, other=0.0)
    tl.store(y + row * stride + columns, (values * scale).to(y.dtype.element_ty) * weight, mask=mask)


@triton.jit
def layer_norm(x, w, b, y, stride, n, eps, BLOCK: tl.constexpr):
    """Mean first, then the variance of what is left."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0)
    mean = tl.sum(values, axis=0) / n
    centred = tl.where(mask, values - mean, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / n + eps)
    result = centred * scale * tl.load(w + columns, mask=mask) + tl.load(b + columns, mask=mask)
    tl.store(y + row * stride + columns, result, mask=mask)


@triton.jit
def layer_norm_moments(x, w, b, y, stride, n, eps, BLOCK: tl.constexpr):
    """Both moments in one pass."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
        total += values
        squares += values * values
    mean = tl.sum(total, axis=0) / n
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / n - mean * mean + eps)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
        weight = tl.load(w + columns, mask=columns < n, other=0.0)
        bias = tl.load(b + columns, mask=columns < n, other=0.0)
        tl.store(y + row * stride + columns, (values - mean) * scale * weight + bias, mask=columns < n)


@triton.jit
def layer_norm_tutorial(x, w, b, y, stride, n, eps, BLOCK: tl.constexpr):
    """Three passes, as in a tutorial of Triton."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
    mean = tl.sum(total, axis=0) / n
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
        values = tl.where(columns < n, values - mean, 0.0)
        squares += values * values
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / n + eps)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        weight = tl.load(w + columns, mask=columns < n)
        bias = tl.load(b + columns, mask=columns < n)
        values = tl.load(x + row * stride + columns, mask=columns < n, other=0.0)
        tl.store(y + row * stride + columns, (values - mean) * scale * weight + bias, mask=columns < n)


@triton.jit
def layer_norm_unmasked(x, w, b, y, stride, n, eps, BLOCK: tl.constexpr):
    """Wrong: elements beyond the row count for the variance, as minus the mean."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0)
    centred = values - tl.sum(values, axis=0) / n
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / n + eps)
    result = centred * scale * tl.load(w + columns, mask=mask) + tl.load(b + columns, mask=mask)
    tl.store(y + row * stride + columns, result, mask=mask)


@triton.jit
def combine(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    """Join two parts of Welford's method."""
    count = count_a + count_b
    delta = mean_b - mean_a
    share = tl.where(count == 0.0, 0.0, count_b / count)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * count_a * share, count


@triton.jit
def layer_norm_welford(x, w, b, y, stride, n, eps, BLOCK: tl.constexpr):
    """Welford's method."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < n
    values = tl.load(x + row * stride + columns, mask=mask, other=0.0)
    mean, m2, _ = tl.reduce((values, tl.zeros_like(values), mask.to(tl.float32)), 0, combine)
    scale = tl.rsqrt(m2 / n + eps)
    result = (values - mean) * scale * tl.load(w + columns, mask=mask) + tl.load(b + columns, mask=mask)
    tl.store(y + row * stride + columns, result, mask=mask)
