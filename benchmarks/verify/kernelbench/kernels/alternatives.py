"""Other methods for tasks that have a kernel: forms that do not overflow, cases in place of extrema, and other loops."""

import triton
import triton.language as tl


@triton.jit
def softplus_stable(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, 0.0) + tl.log(1.0 + tl.exp(-tl.abs(v))), mask=i < n)


@triton.jit
def elu_extrema(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.maximum(v, 0.0) + tl.minimum(tl.exp(v) - 1.0, 0.0), mask=i < n)


@triton.jit
def sigmoid_stable(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    e = tl.exp(-tl.abs(v))
    tl.store(y + i, tl.where(v >= 0, 1.0 / (1.0 + e), e / (1.0 + e)), mask=i < n)


@triton.jit
def hard_sigmoid_cases(x, y, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n)
    inner = v * 0.16666666666666666 + 0.5
    tl.store(y + i, tl.where(v <= -3.0, 0.0, tl.where(v >= 3.0, 1.0, inner)), mask=i < n)


@triton.jit
def huber_clamped(p, t, y, n, BLOCK: tl.constexpr):
    """One program; the quadratic part is that of the bounded deviation."""
    total = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        d = tl.abs(tl.load(p + i, mask=i < n, other=0.0) - tl.load(t + i, mask=i < n, other=0.0))
        q = tl.minimum(d, 1.0)
        total += tl.sum(0.5 * q * q + (d - q), axis=0)
    tl.store(y, total / n)


@triton.jit
def cross_entropy_one_hot(x, target, y, m, n, BLOCK: tl.constexpr):
    """One program goes over the rows; the target's element is chosen by a comparison."""
    i = tl.arange(0, BLOCK)
    total = 0.0
    for row in range(m):
        v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
        shifted = v - tl.max(v, axis=0)
        log_sum = tl.log(tl.sum(tl.exp(shifted), axis=0))
        chosen = tl.sum(tl.where(i == tl.load(target + row), shifted, 0.0), axis=0)
        total += log_sum - chosen
    tl.store(y, total / m)


@triton.jit
def log_softmax_online(x, y, n, BLOCK: tl.constexpr):
    """Blocks with a running maximum and sum."""
    row = tl.program_id(0)
    largest = -float("inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=-float("inf"))
        higher = tl.maximum(largest, tl.max(v, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(v - higher), axis=0)
        largest = higher
    shift = largest + tl.log(total)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(y + row * n + i, tl.load(x + row * n + i, mask=i < n) - shift, mask=i < n)


@triton.jit
def batch_norm_welford(x, w, b, y, batch, channels, inner, eps, BLOCK: tl.constexpr):
    """Statistics of each channel are merged image by image."""
    channel = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    mean = 0.0
    squares = 0.0
    for image in range(batch):
        v = tl.load(x + (image * channels + channel) * inner + i, mask=i < inner, other=0.0)
        own = tl.sum(v, axis=0) / inner
        d = tl.where(i < inner, v - own, 0.0)
        delta = own - mean
        weight = 1.0 / (image + 1.0)
        squares += tl.sum(d * d, axis=0) + delta * delta * inner * image * weight
        mean += delta * weight
    rstd = tl.rsqrt(squares / (batch * inner) + eps)
    for image in range(batch):
        at = (image * channels + channel) * inner + i
        v = tl.load(x + at, mask=i < inner, other=0.0)
        tl.store(y + at, (v - mean) * rstd * tl.load(w + channel) + tl.load(b + channel), mask=i < inner)


@triton.jit
def layer_norm_moments(x, w, b, y, n, eps, BLOCK: tl.constexpr):
    """The variance is the mean of squares less the square of the mean."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    mean = tl.sum(v, axis=0) / n
    variance = tl.sum(v * v, axis=0) / n - mean * mean
    out = (v - mean) / tl.sqrt(variance + eps)
    tl.store(y + row * n + i, out * tl.load(w + i, mask=i < n) + tl.load(b + i, mask=i < n), mask=i < n)


@triton.jit
def cumsum_product(x, y, n, BLOCK: tl.constexpr):
    """Prefix sums as a product with a triangle of ones."""
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    v = tl.load(x + row * n + i, mask=i < n, other=0.0)
    keep = (i[None, :] <= i[:, None]).to(tl.float32)
    tl.store(y + row * n + i, tl.sum(keep * v[None, :], axis=1), mask=i < n)


@triton.jit
def multiply(a, b):
    return a * b


@triton.jit
def cumprod_scan(x, y, n, BLOCK: tl.constexpr):
    """Products by a scan of each block, with a carry."""
    row = tl.program_id(0)
    carry = 1.0
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        v = tl.load(x + row * n + i, mask=i < n, other=1.0)
        tl.store(y + row * n + i, carry * tl.associative_scan(v, 0, multiply), mask=i < n)
        carry *= tl.reduce(v, 0, multiply)


@triton.jit
def attention_rows(q, k, v, o, s, scale, BS: tl.constexpr, D: tl.constexpr):
    """One row of each program, all keys at once."""
    head = tl.program_id(1) * s * D
    row = tl.program_id(0)
    keys = tl.arange(0, BS)
    d = tl.arange(0, D)
    query = tl.load(q + head + row * D + d)
    mask = keys[:, None] < s
    key = tl.load(k + head + keys[:, None] * D + d[None, :], mask=mask, other=0.0)
    scores = tl.where(keys < s, tl.sum(key * query[None, :], axis=1) * scale, -float("inf"))
    weights = tl.exp2((scores - tl.max(scores, axis=0)) * 1.4426950408889634)
    value = tl.load(v + head + keys[:, None] * D + d[None, :], mask=mask, other=0.0)
    tl.store(o + head + row * D + d, tl.sum(weights[:, None] * value, axis=0) / tl.sum(weights, axis=0))


@triton.jit
def max_pool_where(x, y, length, out, KERNEL: tl.constexpr, BLOCK: tl.constexpr):
    """Maximum of windows by comparisons; the window is that of dilation 3 and padding 1."""
    row = tl.program_id(0)
    o = tl.arange(0, BLOCK)
    best = tl.full((BLOCK,), -float("inf"), dtype=tl.float32)
    for k in range(KERNEL):
        i = o - 1 + 3 * k
        inside = (i >= 0) & (i < length) & (o < out)
        v = tl.load(x + row * length + i, mask=inside, other=-float("inf"))
        best = tl.where(v > best, v, best)
    tl.store(y + row * out + o, best, mask=o < out)


@triton.jit
def argmax_blocks(x, y, m, n, BM: tl.constexpr):
    """Index of the maximum, block by block."""
    batch = tl.program_id(0)
    column = tl.program_id(1)
    best = -float("inf")
    index = 0
    for start in range(0, m, BM):
        rows = start + tl.arange(0, BM)
        v = tl.load(x + batch * m * n + rows * n + column, mask=rows < m, other=-float("inf"))
        largest = tl.max(v, axis=0)
        at = tl.argmax(v, axis=0)
        index = tl.where(largest > best, start + at, index)
        best = tl.maximum(best, largest)
    tl.store(y + batch * n + column, index.to(tl.int64))
