"""Linear layers with reductions of their rows: one program for some rows holds all columns."""

import triton
import triton.language as tl


@triton.jit
def linear_rows(x, w, bias, rows, columns, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Return rows of x times the transpose of w, plus the bias."""
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        left = tl.load(x + rows[:, None] * k + inner[None, :], mask=(rows[:, None] < m) & (inner[None, :] < k), other=0.0)
        right = tl.load(w + columns[None, :] * k + inner[:, None], mask=(columns[None, :] < n) & (inner[:, None] < k), other=0.0)
        acc += tl.dot(left, right)
    return acc + tl.load(bias + columns, mask=columns < n, other=0.0)[None, :]


@triton.jit
def divide_sum_scale(x, w, y, n, k, scale, BK: tl.constexpr):
    """The sum over columns of the weights comes first: one row of each program."""
    row = tl.program_id(0)
    total = 0.0
    for start in range(0, k, BK):
        inner = start + tl.arange(0, BK)
        weights = tl.zeros((BK,), dtype=tl.float32)
        for column in range(n):
            weights += tl.load(w + column * k + inner, mask=inner < k, other=0.0)
        total += tl.sum(tl.load(x + row * k + inner, mask=inner < k, other=0.0) * weights, axis=0)
    tl.store(y + row, total * scale / 2.0)


@triton.jit
def sum_of_row(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    tl.store(y + rows, tl.sum(tl.where(columns[None, :] < n, v, 0.0), axis=1), mask=rows < m)


@triton.jit
def clamp_logsumexp_mish(x, w, b, y, m, n, k, scale, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK) * scale
    v = tl.clamp(v + v, -10.0, 10.0)
    v = tl.where(columns[None, :] < n, v, -float("inf"))
    largest = tl.max(v, axis=1)
    s = largest + tl.log(tl.sum(tl.exp(v - largest[:, None]), axis=1))
    e = tl.exp(s)
    t = (1.0 + e) * (1.0 + e)
    tl.store(y + rows, s * s * (t - 1.0) / (t + 1.0), mask=rows < m)


@triton.jit
def group_norm_hardtanh(x, w, b, gw, gb, y, m, n, k, groups, eps, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A program for some rows and a group of columns."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    size = n // groups
    first = tl.program_id(1) * size
    columns = tl.arange(0, BN)
    v = linear_rows(x, w + first * k, b + first, rows, columns, m, size, k, BM, BN, BK)
    inside = columns[None, :] < size
    mean = tl.sum(tl.where(inside, v, 0.0), axis=1) / size
    d = tl.where(inside, v - mean[:, None], 0.0)
    rstd = tl.rsqrt(tl.sum(d * d, axis=1) / size + eps)
    weight = tl.load(gw + first + columns, mask=columns < size, other=0.0)
    bias = tl.load(gb + first + columns, mask=columns < size, other=0.0)
    out = tl.clamp(d * rstd[:, None] * weight[None, :] + bias[None, :], -2.0, 2.0)
    tl.store(y + rows[:, None] * n + first + columns[None, :], out, mask=(rows[:, None] < m) & inside)


@triton.jit
def batch_norm_scale(x, w, b, s, bw, bb, y, m, n, k, eps, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A program for some columns holds the batch."""
    rows = tl.arange(0, BM)
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    scale = tl.load(s + columns, mask=columns < n, other=0.0)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK) * scale[None, :]
    v = tl.where(rows[:, None] < m, v, 0.0)
    mean = tl.sum(v, axis=0) / m
    d = tl.where(rows[:, None] < m, v - mean[None, :], 0.0)
    rstd = tl.rsqrt(tl.sum(d * d, axis=0) / m + eps)
    weight = tl.load(bw + columns, mask=columns < n, other=0.0)
    bias = tl.load(bb + columns, mask=columns < n, other=0.0)
    out = d * (rstd * weight)[None, :] + bias[None, :]
    tl.store(y + rows[:, None] * n + columns[None, :], out, mask=(rows[:, None] < m) & (columns[None, :] < n))


@triton.jit
def pool_sum_scale(x, w, b, y, n, k, scale, PAIRS: tl.constexpr, BK: tl.constexpr):
    """Maxima of pairs of columns, and their sum: one row of each program."""
    row = tl.program_id(0)
    pairs = tl.arange(0, PAIRS)
    inside = pairs < n // 2
    even = tl.load(b + 2 * pairs, mask=inside, other=0.0)
    odd = tl.load(b + 2 * pairs + 1, mask=inside, other=0.0)
    for inner in range(k):
        v = tl.load(x + row * k + inner)
        even += v * tl.load(w + 2 * pairs * k + inner, mask=inside, other=0.0)
        odd += v * tl.load(w + (2 * pairs + 1) * k + inner, mask=inside, other=0.0)
    total = tl.sum(tl.where(inside, tl.maximum(even, odd), 0.0), axis=0)
    tl.store(y + row, total * scale)


@triton.jit
def sigmoid_sum(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    tl.store(y + rows, tl.sum(tl.where(columns[None, :] < n, tl.sigmoid(v), 0.0), axis=1), mask=rows < m)


@triton.jit
def logsumexp_leaky_gelu(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    v = tl.where(columns[None, :] < n, v, -float("inf"))
    largest = tl.max(v, axis=1)
    s = largest + tl.log(tl.sum(tl.exp(v - largest[:, None]), axis=1))
    s = tl.where(s > 0, s, 0.01 * s)
    s = tl.where(s > 0, s, 0.01 * s)
    s = 0.5 * s * (1.0 + tl.erf(s * 0.7071067811865476))
    s = 0.5 * s * (1.0 + tl.erf(s * 0.7071067811865476))
    tl.store(y + rows, s, mask=rows < m)


@triton.jit
def zeros(y, m, BM: tl.constexpr):
    """The maximum of each row minus its own mean is zero, and so is its GELU."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    tl.store(y + rows, tl.zeros((BM,), dtype=tl.float32), mask=rows < m)


@triton.jit
def gelu_softmax(x, w, b, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    v = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    v = 0.5 * v * (1.0 + tl.erf(v * 0.7071067811865476))
    v = tl.where(columns[None, :] < n, v, -float("inf"))
    e = tl.exp(v - tl.max(v, axis=1)[:, None])
    mask = (rows[:, None] < m) & (columns[None, :] < n)
    tl.store(y + rows[:, None] * n + columns[None, :], e / tl.sum(e, axis=1)[:, None], mask=mask)


@triton.jit
def pool_gelu_max(x, w, b, y, m, k, groups, scale, SIZE: tl.constexpr, BM: tl.constexpr, BK: tl.constexpr):
    """Means of groups of columns, GELU, a factor, and the maximum."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    best = tl.full((BM,), -float("inf"), dtype=tl.float32)
    columns = tl.arange(0, SIZE)
    for group in range(groups):
        first = group * SIZE
        v = linear_rows(x, w + first * k, b + first, rows, columns, m, SIZE, k, BM, SIZE, BK)
        mean = tl.sum(v, axis=1) / SIZE
        best = tl.maximum(best, 0.5 * mean * (1.0 + tl.erf(mean * 0.7071067811865476)) * scale)
    tl.store(y + rows, best, mask=rows < m)


@triton.jit
def sigmoid_linear_logsumexp(
    x, w, b, v2, b2, y, m, n, k, o, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, BO: tl.constexpr
):
    """Two layers, the hidden one in registers."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.arange(0, BN)
    outputs = tl.arange(0, BO)
    hidden = linear_rows(x, w, b, rows, columns, m, n, k, BM, BN, BK)
    hidden = tl.sigmoid(hidden)
    second = tl.load(
        v2 + outputs[None, :] * n + columns[:, None], mask=(outputs[None, :] < o) & (columns[:, None] < n), other=0.0
    )
    v = tl.dot(hidden, second) + tl.load(b2 + outputs, mask=outputs < o, other=0.0)[None, :]
    v = tl.where(outputs[None, :] < o, v, -float("inf"))
    largest = tl.max(v, axis=1)
    tl.store(y + rows, largest + tl.log(tl.sum(tl.exp(v - largest[:, None]), axis=1)), mask=rows < m)
