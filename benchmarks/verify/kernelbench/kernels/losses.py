"""Losses: means over a batch."""

import triton
import triton.language as tl


@triton.jit
def mse(p, t, y, n, BLOCK: tl.constexpr):
    """Add the share of a block to the mean."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(p + i, mask=i < n, other=0.0) - tl.load(t + i, mask=i < n, other=0.0)
    tl.atomic_add(y, tl.sum(d * d, axis=0) / n)


@triton.jit
def huber(p, t, partial, n, BLOCK: tl.constexpr):
    """Sum of a block, for `mean`."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    d = tl.load(p + i, mask=i < n, other=0.0) - tl.load(t + i, mask=i < n, other=0.0)
    size = tl.abs(d)
    loss = tl.where(size < 1.0, 0.5 * d * d, size - 0.5)
    tl.store(partial + tl.program_id(0), tl.sum(loss, axis=0))


@triton.jit
def mean(partial, y, parts, n, BLOCK: tl.constexpr):
    """Divide the sum of parts by a number."""
    i = tl.arange(0, BLOCK)
    tl.store(y, tl.sum(tl.load(partial + i, mask=i < parts, other=0.0), axis=0) / n)


@triton.jit
def hinge(p, t, y, m, n, BLOCK: tl.constexpr):
    """One program; the targets belong to columns."""
    total = 0.0
    for row in range(m):
        for start in range(0, n, BLOCK):
            i = start + tl.arange(0, BLOCK)
            product = tl.load(p + row * n + i, mask=i < n, other=0.0) * tl.load(t + i, mask=i < n, other=0.0)
            total += tl.sum(tl.where(i < n, tl.maximum(1.0 - product, 0.0), 0.0), axis=0)
    tl.store(y, total / (m * n))


@triton.jit
def cross_entropy(x, target, y, m, n, BLOCK: tl.constexpr):
    """One row of each program; the mean is added up atomically."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
    largest = tl.max(v, axis=0)
    log_sum = largest + tl.log(tl.sum(tl.exp(v - largest), axis=0))
    chosen = tl.load(x + row * n + tl.load(target + row))
    tl.atomic_add(y, (log_sum - chosen) / m)


@triton.jit
def kl_div(p, t, y, m, n, BLOCK: tl.constexpr):
    """Sum of one row over the size of the batch."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    log_p = tl.log(tl.load(p + row * n + i, mask=i < n, other=1.0))
    target = tl.load(t + row * n + i, mask=i < n, other=0.0)
    safe = tl.where(target > 0, target, 1.0)
    terms = tl.where(target > 0, target * tl.log(safe), 0.0) - target * log_p
    tl.atomic_add(y, tl.sum(tl.where(i < n, terms, 0.0), axis=0) / m)


@triton.jit
def triplet(anchor, positive, negative, y, m, n, margin, BLOCK: tl.constexpr):
    """One program goes over all rows."""
    i = tl.arange(0, BLOCK)
    total = 0.0
    for row in range(m):
        a = tl.load(anchor + row * n + i, mask=i < n, other=0.0)
        p = tl.where(i < n, a - tl.load(positive + row * n + i, mask=i < n, other=0.0) + 1e-6, 0.0)
        q = tl.where(i < n, a - tl.load(negative + row * n + i, mask=i < n, other=0.0) + 1e-6, 0.0)
        distance = tl.sqrt(tl.sum(p * p, axis=0)) - tl.sqrt(tl.sum(q * q, axis=0))
        total += tl.maximum(distance + margin, 0.0)
    tl.store(y, total / m)
