"""Operations of the packages for training and serving, written otherwise, and launches that prepare what one of two packages takes."""

import triton
import triton.language as tl


@triton.jit
def split_halves(x, gate, up, n, BLOCK: tl.constexpr):
    """Copy both halves of rows."""
    row = tl.program_id(0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        mask = columns < n
        tl.store(gate + row * n + columns, tl.load(x + row * 2 * n + columns, mask=mask), mask=mask)
        tl.store(up + row * n + columns, tl.load(x + row * 2 * n + n + columns, mask=mask), mask=mask)


@triton.jit
def double_halves(x, y, n, BLOCK: tl.constexpr):
    """Write rows twice, one after the other."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n)
    tl.store(y + row * 2 * n + columns, values, mask=columns < n)
    tl.store(y + row * 2 * n + n + columns, values, mask=columns < n)


@triton.jit
def fill_range(x, n, first, step, BLOCK: tl.constexpr):
    """Write `first`, `first + step`, and so on."""
    i = tl.arange(0, BLOCK)
    tl.store(x + i, (first + i * step).to(x.dtype.element_ty), mask=i < n)


@triton.jit
def gather_axes(cache, positions, cos, sin, tokens, HALF: tl.constexpr):
    """Rows of cosines and sines at the positions of each axis."""
    token, axis = tl.program_id(0), tl.program_id(1)
    position = tl.load(positions + axis * tokens + token)
    columns = tl.arange(0, HALF)
    at = (axis * tokens + token) * HALF + columns
    tl.store(cos + at, tl.load(cache + position * 2 * HALF + columns))
    tl.store(sin + at, tl.load(cache + position * 2 * HALF + HALF + columns))


@triton.jit
def combine_sums(x, target, parts, loss, sums, stride, CHUNKS: tl.constexpr):
    """Loss of rows from the logarithms of sums of exponentials of their chunks."""
    row = tl.program_id(0)
    logs = tl.load(parts + row * CHUNKS + tl.arange(0, CHUNKS))
    largest = tl.max(logs, axis=0)
    whole = largest + tl.log(tl.sum(tl.exp(logs - largest), axis=0))
    tl.store(sums + row, whole)
    tl.store(loss + row, whole - tl.load(x + row * stride + tl.load(target + row)))


@triton.jit
def tempered_softmax(x, t, y, n, BLOCK: tl.constexpr):
    """Softmax of rows over their temperatures, online."""
    row = tl.program_id(0)
    share = 1 / tl.load(t + row)
    largest = -float("inf")
    total = 0.0
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < n, other=0.0) * share
        values = tl.where(columns < n, values, -float("inf"))
        higher = tl.maximum(largest, tl.max(values, axis=0))
        total = total * tl.exp(largest - higher) + tl.sum(tl.exp(values - higher), axis=0)
        largest = higher
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        values = tl.load(x + row * n + columns, mask=columns < n, other=0.0) * share
        tl.store(y + row * n + columns, tl.exp(values - largest) / total, mask=columns < n)


@triton.jit
def chosen_log_softmax(x, ids, y, n, k, BLOCK: tl.constexpr):
    """Log-softmax of a row at one chosen place a program."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf"))
    total = tl.sum(tl.exp(values - tl.max(values, axis=0)), axis=0)
    at = row * k + tl.program_id(1)
    chosen = tl.load(x + row * n + tl.load(ids + at))
    tl.store(y + at, (chosen - tl.max(values, axis=0)) - tl.log(total))


@triton.jit
def log_sum(x, largest, total, n, BLOCK: tl.constexpr):
    """Maximum of a row, and logarithm of the sum of exponentials without it."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf")).to(tl.float32)
    top = tl.max(values, axis=0)
    tl.store(largest + row, top)
    tl.store(total + row, tl.log(tl.sum(tl.exp(values - top), axis=0)))


@triton.jit
def count_at_least(x, ids, y, n, BLOCK: tl.constexpr):
    """Count the elements of a row that are at least the chosen one."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    chosen = tl.load(x + row * n + tl.load(ids + row))
    values = tl.load(x + row * n + columns, mask=columns < n, other=0.0)
    tl.store(y + row, tl.sum(((values < chosen) == 0).to(tl.int32) * (columns < n).to(tl.int32), axis=0))


@triton.jit
def drop_improbable(x, share, n, BLOCK: tl.constexpr):
    """Set to minus infinity what is less probable than a share of the most probable."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * n + columns, mask=columns < n, other=-float("inf"))
    least = tl.max(values, axis=0) + tl.log(tl.load(share + row))
    tl.store(x + row * n + columns, tl.where(values >= least, values, -float("inf")), mask=columns < n)


@triton.jit
def dequantise_blocks(q, scale, y, n, SIDE: tl.constexpr, BLOCK: tl.constexpr):
    """Elements times the scale of their square, a row a program."""
    row = tl.program_id(0)
    for start in range(0, n, BLOCK):
        columns = start + tl.arange(0, BLOCK)
        factor = tl.load(scale + row // SIDE * ((n + SIDE - 1) // SIDE) + columns // SIDE, mask=columns < n, other=0.0)
        values = tl.load(q + row * n + columns, mask=columns < n, other=0.0).to(tl.float32)
        tl.store(y + row * n + columns, (values * factor).to(y.dtype.element_ty), mask=columns < n)


@triton.jit
def scaled_product(a, b, left, right, c, n, k, BK: tl.constexpr):
    """One element of a product of matrices a program, with a scale for its row and one for its column."""
    i, j = tl.program_id(0), tl.program_id(1)
    total = tl.zeros((BK,), tl.float32)
    for start in range(0, k, BK):
        at = start + tl.arange(0, BK)
        first = tl.load(a + i * k + at, mask=at < k, other=0).to(tl.float32)
        second = tl.load(b + at * n + j, mask=at < k, other=0).to(tl.float32)
        total += first * second
    scale = tl.load(left + i) * tl.load(right + j)
    tl.store(c + i * n + j, (tl.sum(total, axis=0) * scale).to(c.dtype.element_ty))


@triton.jit
def block_scaled_product(a, b, left, right, c, n, k, GROUP: tl.constexpr):
    """One element of a product a program; each part of a group of columns has a scale of its row, and one of its square."""
    i, j = tl.program_id(0), tl.program_id(1)
    groups = k // GROUP
    total = 0.0
    for group in range(groups):
        at = group * GROUP + tl.arange(0, GROUP)
        first = tl.load(a + i * k + at).to(tl.float32)
        second = tl.load(b + j * k + at).to(tl.float32)
        scale = tl.load(left + i * groups + group) * tl.load(right + j // GROUP * groups + group)
        total += tl.sum(first * second, axis=0) * scale
    tl.store(c + i * n + j, total.to(c.dtype.element_ty))


@triton.jit
def weighted_sum(x, w, y, n, K: tl.constexpr, BLOCK: tl.constexpr):
    """Sum of a token's K rows with weights, the rows at once."""
    token = tl.program_id(0)
    rows, columns = tl.arange(0, K), tl.arange(0, BLOCK)
    values = tl.load(x + (token * K + rows[:, None]) * n + columns[None, :], mask=columns[None, :] < n, other=0.0).to(tl.float32)
    weights = tl.load(w + token * K + rows).to(tl.float32)
    total = tl.sum(weights[:, None] * values, axis=0)
    tl.store(y + token * n + columns, total.to(y.dtype.element_ty), mask=columns < n)


@triton.jit
def decode_whole(q, k, v, o, scale, LENGTH: tl.constexpr, BLOCK: tl.constexpr, D: tl.constexpr, HEADS: tl.constexpr):
    """Attention of one query to all its keys, one head a program."""
    head = tl.program_id(1)
    i, columns = tl.arange(0, BLOCK), tl.arange(0, D)
    query = tl.load(q + head * D + columns)
    at = (i[:, None] * HEADS + head) * D + columns[None, :]
    scores = tl.sum(query[None, :] * tl.load(k + at, mask=i[:, None] < LENGTH, other=0.0), axis=1) * scale
    scores = tl.where(i < LENGTH, scores, -float("inf"))
    weights = tl.exp(scores - tl.max(scores, axis=0))
    values = tl.load(v + at, mask=i[:, None] < LENGTH, other=0.0)
    tl.store(o + head * D + columns, tl.sum(weights[:, None] * values, axis=0) / tl.sum(weights, axis=0))


@triton.jit
def merge_two(first, first_log, second, second_log, y, log, D: tl.constexpr):
    """Two parts of attention, weighted by their sums of exponentials."""
    row = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1)
    columns = tl.arange(0, D)
    a, b = tl.load(first_log + row), tl.load(second_log + row)
    share = 1 / (1 + tl.exp(b - a))
    x, z = tl.load(first + row * D + columns), tl.load(second + row * D + columns)
    tl.store(y + row * D + columns, x * share + z * (1 - share))
    tl.store(log + row, a + tl.log(1 + tl.exp(b - a)))


@triton.jit
def join_splits(parts, y, SPLITS: tl.constexpr, D: tl.constexpr, STRIDE: tl.constexpr):
    """Sum of parts of attention over their sums of exponentials; each part ends with its maximum and its sum."""
    row = tl.program_id(0)
    splits, columns = tl.arange(0, SPLITS), tl.arange(0, D)
    largest = tl.load(parts + (row * SPLITS + splits) * STRIDE + D)
    total = tl.load(parts + (row * SPLITS + splits) * STRIDE + D + 1)
    share = tl.exp2(largest - tl.max(largest, axis=0))
    values = tl.load(parts + (row * SPLITS + splits[:, None]) * STRIDE + columns[None, :])
    tl.store(y + row * D + columns, tl.sum(values * share[:, None], axis=0) / tl.sum(total * share, axis=0))


@triton.jit
def seeded_dropout(x, y, n, p, seed, BLOCK: tl.constexpr):
    """Drop elements by numbers of a generator that depend on their places."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n)
    tl.store(y + i, tl.where(tl.rand(seed, i) > p, values / (1 - p), 0.0), mask=i < n)


@triton.jit
def lookup_shard(ids, table, y, n, FIRST: tl.constexpr, END: tl.constexpr, BLOCK: tl.constexpr):
    """Rows of a shard of an embedding; zeros for tokens of other shards."""
    token = tl.load(ids + tl.program_id(0))
    columns = tl.arange(0, BLOCK)
    inside = (token >= FIRST) & (token < END)
    values = tl.load(table + (token - FIRST) * n + columns, mask=inside & (columns < n), other=0.0)
    tl.store(y + tl.program_id(0) * n + columns, values, mask=columns < n)


@triton.jit
def copy_columns(x, y, n, first, count, BLOCK: tl.constexpr):
    """Copy some columns of a row."""
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    mask = columns < count
    tl.store(y + row * count + columns, tl.load(x + row * n + first + columns, mask=mask), mask=mask)


@triton.jit
def fill_halves(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(x + i, 0.5, mask=i < n)
