"""Normalisations."""

import triton
import triton.language as tl


@triton.jit
def batch_norm(x, w, b, y, batch, channels, inner, eps, BLOCK: tl.constexpr):
    """Normalise each channel over the batch and the inner extent: one program for each channel, two passes."""
    channel = tl.program_id(0)
    count = batch * inner
    total = 0.0
    squares = 0.0
    for start in range(0, count, BLOCK):
        i = start + tl.arange(0, BLOCK)
        at = (i // inner) * channels * inner + channel * inner + i % inner
        v = tl.load(x + at, mask=i < count, other=0.0)
        total += tl.sum(v, axis=0)
        squares += tl.sum(v * v, axis=0)
    mean = total / count
    variance = squares / count - mean * mean
    scale = tl.load(w + channel) / tl.sqrt(variance + eps)
    shift = tl.load(b + channel) - mean * scale
    for start in range(0, count, BLOCK):
        i = start + tl.arange(0, BLOCK)
        at = (i // inner) * channels * inner + channel * inner + i % inner
        tl.store(y + at, tl.load(x + at, mask=i < count) * scale + shift, mask=i < count)


@triton.jit
def instance_norm(x, y, inner, eps, BLOCK: tl.constexpr):
    """Normalise the inner extent: one block holds it."""
    i = tl.arange(0, BLOCK)
    base = tl.program_id(0) * inner
    v = tl.load(x + base + i, mask=i < inner, other=0.0)
    mean = tl.sum(v, axis=0) / inner
    centred = tl.where(i < inner, v - mean, 0.0)
    variance = tl.sum(centred * centred, axis=0) / inner
    tl.store(y + base + i, centred * tl.rsqrt(variance + eps), mask=i < inner)


@triton.jit
def group_norm(x, w, b, y, channels, groups, inner, eps, BLOCK: tl.constexpr):
    """Normalise groups of channels, with a weight and a bias for each channel."""
    group = tl.program_id(1)
    per_group = channels // groups
    size = per_group * inner
    base = (tl.program_id(0) * channels + group * per_group) * inner
    i = tl.arange(0, BLOCK)
    v = tl.load(x + base + i, mask=i < size, other=0.0)
    mean = tl.sum(v, axis=0) / size
    centred = tl.where(i < size, v - mean, 0.0)
    rstd = 1.0 / tl.sqrt(tl.sum(centred * centred, axis=0) / size + eps)
    channel = group * per_group + i // inner
    weight = tl.load(w + channel, mask=i < size, other=0.0)
    bias = tl.load(b + channel, mask=i < size, other=0.0)
    tl.store(y + base + i, centred * rstd * weight + bias, mask=i < size)


@triton.jit
def rms_norm(x, y, channels, inner, eps, BLOCK: tl.constexpr):
    """Divide by the root of the mean square over channels: one program for each block of the inner extent."""
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    base = tl.program_id(0) * channels * inner
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for c in range(channels):
        v = tl.load(x + base + c * inner + i, mask=i < inner, other=0.0)
        squares += v * v
    rms = tl.sqrt(squares / channels + eps)
    for c in range(channels):
        v = tl.load(x + base + c * inner + i, mask=i < inner)
        tl.store(y + base + c * inner + i, v / rms, mask=i < inner)


@triton.jit
def square_sum(x, partial, n, BLOCK: tl.constexpr):
    """Add the squares of a block to one sum."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.atomic_add(partial, tl.sum(v * v, axis=0))


@triton.jit
def divide_by_root(x, partial, y, n, BLOCK: tl.constexpr):
    """Divide by the root of a sum."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, v / tl.sqrt(tl.load(partial)), mask=i < n)


@triton.jit
def norm_at_once(x, partial, y, n, BLOCK: tl.constexpr):
    """Add up and divide in one launch, in which no program waits for the others."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=0.0)
    tl.atomic_add(partial, tl.sum(v * v, axis=0))
    tl.debug_barrier()
    tl.store(y + i, v / tl.sqrt(tl.load(partial)), mask=i < n)


@triton.jit
def l1_norm(x, y, n, BLOCK: tl.constexpr):
    """Divide rows by the mean of absolute values."""
    row = tl.program_id(0)
    total = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.sum(tl.abs(tl.load(x + row * n + i, mask=i < n, other=0.0)), axis=0)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=0.0)
        tl.store(y + row * n + i, v / (total / n), mask=i < n)


@triton.jit
def l2_norm(x, y, n, BLOCK: tl.constexpr):
    """Divide rows by their length."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    tl.store(y + row * n + i, v * tl.rsqrt(tl.sum(v * v, axis=0)), mask=i < n)


@triton.jit
def layer_norm(x, w, b, y, n, eps, BLOCK: tl.constexpr):
    """Normalise rows, in blocks."""
    row = tl.program_id(0)
    sums = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        sums += tl.load(x + row * n + i, mask=i < n, other=0.0)
    mean = tl.sum(sums, axis=0) / n
    squares = tl.zeros((BLOCK,), dtype=tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        d = tl.where(i < n, tl.load(x + row * n + i, mask=i < n, other=0.0) - mean, 0.0)
        squares += d * d
    rstd = tl.rsqrt(tl.sum(squares, axis=0) / n + eps)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n)
        out = (v - mean) * rstd * tl.load(w + i, mask=i < n) + tl.load(b + i, mask=i < n)
        tl.store(y + row * n + i, out, mask=i < n)
