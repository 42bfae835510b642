"""Operations of packages' kernels, written otherwise."""

import triton
import triton.language as tl


@triton.jit
def l2_norm(x, y, r, eps, D: tl.constexpr, BLOCK: tl.constexpr):
    """A row for each program, in blocks."""
    row = tl.program_id(0)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, D, BLOCK):
        values = tl.load(x + row * D + start + tl.arange(0, BLOCK)).to(tl.float32)
        squares += values * values
    root = tl.sqrt(tl.sum(squares, axis=0) + eps)
    tl.store(r + row, 1 / root)
    for start in range(0, D, BLOCK):
        at = row * D + start + tl.arange(0, BLOCK)
        tl.store(y + at, (tl.load(x + at).to(tl.float32) / root).to(y.dtype.element_ty))


@triton.jit
def l2_norm_clamped(x, y, r, eps, D: tl.constexpr):
    """Other: epsilon bounds the root from below."""
    at = tl.program_id(0) * D + tl.arange(0, D)
    values = tl.load(x + at).to(tl.float32)
    root = tl.maximum(tl.sqrt(tl.sum(values * values, axis=0)), eps)
    tl.store(r + tl.program_id(0), 1 / root)
    tl.store(y + at, (values / root).to(y.dtype.element_ty))


@triton.jit
def l2_norm_gradient(y, r, dy, dx, D: tl.constexpr):
    row = tl.program_id(0)
    at = row * D + tl.arange(0, D)
    values = tl.load(y + at).to(tl.float32)
    slope = tl.load(dy + at).to(tl.float32)
    tl.store(dx + at, (tl.load(r + row) * (slope - values * tl.sum(values * slope, axis=0))).to(dx.dtype.element_ty))


@triton.jit
def chunk_cumsum(x, y, t, scale, D: tl.constexpr, CHUNK: tl.constexpr):
    """Prefix sums within chunks, of all columns at once, step by step."""
    columns = tl.arange(0, D)
    start = tl.program_id(0) * t * D
    total = tl.zeros((D,), tl.float32)
    for step in range(t):
        before = tl.where(step % CHUNK == 0, 0.0, total)
        total = before + tl.load(x + start + step * D + columns).to(tl.float32)
        tl.store(y + start + step * D + columns, total * scale)


@triton.jit
def chunk_cumsum_reverse(x, y, t, scale, D: tl.constexpr, CHUNK: tl.constexpr):
    """Suffix sums within chunks: what is left of the sum."""
    columns = tl.arange(0, D)
    steps = tl.program_id(1) * CHUNK + tl.arange(0, CHUNK)
    at = tl.program_id(0) * t * D + steps[:, None] * D + columns[None, :]
    values = tl.load(x + at, mask=steps[:, None] < t, other=0.0).to(tl.float32)
    rest = tl.sum(values, axis=0)[None, :] - tl.cumsum(values, axis=0) + values
    tl.store(y + at, rest * scale, mask=steps[:, None] < t)


@triton.jit
def mean_pool(x, y, t, D: tl.constexpr, CHUNK: tl.constexpr):
    """Means of chunks of rows, row by row."""
    columns = tl.arange(0, D)
    chunk = tl.program_id(0)
    end = min(chunk * CHUNK + CHUNK, t)
    total = tl.zeros((D,), tl.float32)
    for step in range(chunk * CHUNK, end):
        total += tl.load(x + (tl.program_id(1) * t + step) * D + columns).to(tl.float32)
    mean = total / (end - chunk * CHUNK)
    tl.store(y + (tl.program_id(1) * tl.num_programs(0) + chunk) * D + columns, mean.to(y.dtype.element_ty))


@triton.jit
def mean_pool_full(x, y, t, D: tl.constexpr, CHUNK: tl.constexpr):
    """Wrong: the last chunk, which is not full, is divided by a chunk's length."""
    columns = tl.arange(0, D)
    steps = tl.program_id(0) * CHUNK + tl.arange(0, CHUNK)
    at = (tl.program_id(1) * t + steps[:, None]) * D + columns[None, :]
    total = tl.sum(tl.load(x + at, mask=steps[:, None] < t, other=0.0).to(tl.float32), axis=0)
    place = (tl.program_id(1) * tl.num_programs(0) + tl.program_id(0)) * D + columns
    tl.store(y + place, (total / CHUNK).to(y.dtype.element_ty))


@triton.jit
def token_shift(x, y, t, n, BLOCK: tl.constexpr):
    """Differences of neighbouring rows; zeros stand before the first."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    first = (i // n) % t == 0
    before = tl.load(x + i - n, mask=(i >= n) & (first == 0), other=0.0)
    tl.store(y + i, before - tl.load(x + i))


@triton.jit
def lower_triangle(x, y, m, n, diagonal, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = i % n - i // n % m <= diagonal
    tl.store(y + i, tl.load(x + i, mask=inside, other=0.0))


@triton.jit
def column_softmax(x, y, n, k, BLOCK: tl.constexpr):
    """Softmax over the middle axis of three, one column a program, online."""
    start = tl.program_id(0) * n * k + tl.program_id(1)
    largest = -float("inf")
    total = 0.0
    for first in range(0, n, BLOCK):
        rows = first + tl.arange(0, BLOCK)
        values = tl.load(x + start + rows * k, mask=rows < n, other=-float("inf")).to(tl.float32)
        higher = tl.maximum(largest, tl.max(values, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(values - higher), axis=0)
        largest = higher
    for first in range(0, n, BLOCK):
        rows = first + tl.arange(0, BLOCK)
        values = tl.load(x + start + rows * k, mask=rows < n, other=-float("inf")).to(tl.float32)
        tl.store(y + start + rows * k, (tl.exp(values - largest) / total).to(y.dtype.element_ty), mask=rows < n)


@triton.jit
def softmax_gradient(dy, y, dx, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        slope = tl.load(dy + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        total += slope * tl.load(y + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
    inner = tl.sum(total, axis=0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        slope = tl.load(dy + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        values = tl.load(y + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        tl.store(dx + row * n + columns, (values * slope - values * inner).to(dx.dtype.element_ty), mask=columns < n)


@triton.jit
def group_norm(x, w, b, y, size, area, groups, eps, BLOCK: tl.constexpr):
    """Norm of a group of channels, in blocks that hold parts of channels."""
    group = tl.program_id(0)
    count = size * area
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, count, BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + group * count + i, mask=i < count, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / count
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, count, BLOCK):
        i = start + tl.arange(0, BLOCK)
        values = tl.load(x + group * count + i, mask=i < count, other=0.0).to(tl.float32)
        squares += tl.where(i < count, (values - mean) * (values - mean), 0.0)
    root = tl.sqrt(tl.sum(squares, axis=0) / count + eps)
    for start in range(0, count, BLOCK):
        i = start + tl.arange(0, BLOCK)
        channel = group % groups * size + i // area
        values = tl.load(x + group * count + i, mask=i < count, other=0.0).to(tl.float32)
        weight = tl.load(w + channel, mask=i < count, other=0.0).to(tl.float32)
        bias = tl.load(b + channel, mask=i < count, other=0.0).to(tl.float32)
        tl.store(y + group * count + i, ((values - mean) / root * weight + bias).to(y.dtype.element_ty), mask=i < count)


@triton.jit
def divergence(p, q, loss, n, eps, BLOCK: tl.constexpr):
    """Kullback-Leibler divergence of `q` from the distribution whose logarithms are `p`."""
    row = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        wanted = tl.load(q + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        given = tl.load(p + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        total += wanted * tl.log(tl.maximum(wanted, eps)) - wanted * given
    tl.store(loss + row, tl.sum(total, axis=0))


@triton.jit
def swiglu_gradient(dc, a, b, BLOCK: tl.constexpr):
    """Gradients of both factors, in place of the factors."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    slope = tl.load(dc + i).to(tl.float32)
    gate = tl.load(a + i).to(tl.float32)
    up = tl.load(b + i).to(tl.float32)
    share = tl.sigmoid(gate)
    tl.store(a + i, (slope * up * share * (1 + gate * (1 - share))).to(a.dtype.element_ty))
    tl.store(b + i, (slope * gate * share).to(b.dtype.element_ty))


@triton.jit
def first_largest(x, y, n, BLOCK: tl.constexpr):
    """Index of the first of a row's largest elements: the maximum, then the least index that has it."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf")).to(tl.float32)
    chosen = tl.where((values == tl.max(values, axis=0)) & (columns < n), columns, BLOCK)
    tl.store(y + row, tl.min(chosen, axis=0).to(tl.int64))


@triton.jit
def indexed_mean(table, indices, y, n, BLOCK: tl.constexpr):
    """Means of the rows that indices choose."""
    row = tl.load(indices + tl.program_id(0))
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        total += tl.sum(tl.load(table + row * n + columns, mask=columns < n, other=0.0), axis=0)
    tl.store(y + tl.program_id(0), total / n)


@triton.jit
def mean_pool_squares(x, y, height, width, BLOCK: tl.constexpr):
    """Means of squares of four elements."""
    i = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    rows, columns = height // 2, width // 2
    corner = tl.program_id(0) * height * width + i // columns * 2 * width + i % columns * 2
    mask = i < rows * columns
    upper = tl.load(x + corner, mask=mask).to(tl.float32) + tl.load(x + corner + 1, mask=mask).to(tl.float32)
    lower = tl.load(x + corner + width, mask=mask).to(tl.float32) + tl.load(x + corner + width + 1, mask=mask).to(tl.float32)
    tl.store(y + tl.program_id(0) * rows * columns + i, ((upper + lower) * 0.25).to(y.dtype.element_ty), mask=mask)


@triton.jit
def first_largest_blocks(x, y, n, BLOCK: tl.constexpr):
    """The same index, from blocks."""
    row = tl.program_id(0)
    best = -float("inf")
    place = 0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf")).to(tl.float32)
        largest, at = tl.max(values, axis=0, return_indices=True)
        place = tl.where(largest > best, start + at, place)
        best = tl.maximum(best, largest)
    tl.store(y + row, place.to(tl.int64))


@triton.jit
def turned_sums(x, sums, y, m, n, BLOCK: tl.constexpr):
    """Sums of columns, and the transpose plus one."""
    column = tl.program_id(0)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, m, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        values = tl.load(x + rows * n + column, mask=rows < m, other=0.0)
        total += values
        tl.store(y + column * m + rows, 1.0 + values, mask=rows < m)
    tl.store(sums + column, tl.sum(total, axis=0))


@triton.jit
def doubled_cumsum(x, y, n, BLOCK: tl.constexpr):
    """Twice the prefix sums of rows, block by block."""
    row = tl.program_id(0)
    carried = 0.0
    for start in range(0, n, BLOCK):
        at = row * n + start + tl.arange(0, BLOCK)
        values = tl.load(x + at)
        tl.store(y + at, 2 * (carried + tl.cumsum(values, axis=0)))
        carried += tl.sum(values, axis=0)


@triton.jit
def mean_loss(x, target, y, m, n, BLOCK: tl.constexpr):
    """Sum of the negated elements that targets choose, their number, one for a program, and the mean."""
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, m, BLOCK):
        rows = start + tl.arange(0, BLOCK)
        chosen = tl.load(target + rows, mask=rows < m, other=0)
        total -= tl.load(x + rows * n + chosen, mask=rows < m, other=0.0).to(tl.float32)
    loss = tl.sum(total, axis=0)
    tl.store(y, loss)
    tl.store(y + 1, m * 1.0)
    tl.store(y + 2, 1.0)
    tl.store(y + 3, loss / m)


@triton.jit
def triangle_products(w, u, k, v, left, right, t, D: tl.constexpr, HEADS: tl.constexpr, BLOCK: tl.constexpr):
    """Products of triangles of a chunk with keys and values, of one head a program."""
    chunk, head = tl.program_id(0), tl.program_id(1)
    i, columns = tl.arange(0, BLOCK), tl.arange(0, D)
    steps = chunk * BLOCK + i
    inside = steps[:, None] < t
    square = (steps[:, None] * HEADS + head) * BLOCK + i[None, :]
    first = tl.load(left + square, mask=inside & (i[:, None] >= i[None, :]), other=0.0)
    second = tl.load(right + square, mask=inside & (i[:, None] > i[None, :]), other=0.0)
    rows = (steps[:, None] * HEADS + head) * D + columns[None, :]
    keys = tl.load(k + rows, mask=inside, other=0.0)
    values = tl.load(v + rows, mask=inside, other=0.0)
    weights = tl.dot(first, second).to(values.dtype)
    tl.store(w + rows, tl.dot(first.to(keys.dtype), keys).to(w.dtype.element_ty), mask=inside)
    tl.store(u + rows, tl.dot(weights, values).to(u.dtype.element_ty), mask=inside)
