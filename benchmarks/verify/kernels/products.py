"""Products of matrices, `c = a @ b`, in row-major order."""

import triton
import triton.language as tl


@triton.jit
def tiles(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A tile for each program of a grid of two axes."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < k), other=0.0)
        right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < k) & (j[None, :] < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def tiles_in_groups(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    """Tiles in an order that reuses the cache, with offsets that wrap around, as in a tutorial of Triton."""
    program = tl.program_id(0)
    rows, columns = tl.cdiv(m, BM), tl.cdiv(n, BN)
    group = program // (GROUP * columns)
    first = group * GROUP
    size = min(rows - first, GROUP)
    row = first + (program % (GROUP * columns)) % size
    column = (program % (GROUP * columns)) // size
    i = (row * BM + tl.arange(0, BM)) % m
    j = (column * BN + tl.arange(0, BN)) % n
    p = tl.arange(0, BK)
    at_a = a + i[:, None] * k + p[None, :]
    at_b = b + p[:, None] * n + j[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for step in range(0, tl.cdiv(k, BK)):
        left = tl.load(at_a, mask=p[None, :] < k - step * BK, other=0.0)
        right = tl.load(at_b, mask=p[:, None] < k - step * BK, other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
        at_a += BK
        at_b += BK * n
    i = row * BM + tl.arange(0, BM)
    j = column * BN + tl.arange(0, BN)
    tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def persistent(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """A few programs take all tiles in turn."""
    columns = tl.cdiv(n, BN)
    for tile in range(tl.program_id(0), tl.cdiv(m, BM) * columns, tl.num_programs(0)):
        i = tile // columns * BM + tl.arange(0, BM)
        j = tile % columns * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), tl.float32)
        for start in range(0, k, BK):
            p = start + tl.arange(0, BK)
            left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < k), other=0.0)
            right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < k) & (j[None, :] < n), other=0.0)
            total += tl.dot(left, right, input_precision="ieee")
        tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def split(a, b, partial, m, n, k, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """The sums over one part of k, for each part."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    end = min(k, (tl.program_id(2) + 1) * part)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(tl.program_id(2) * part, end, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < end), other=0.0)
        right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < end) & (j[None, :] < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    place = partial + tl.program_id(2) * m * n + i[:, None] * n + j[None, :]
    tl.store(place, total, mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def split_sum(partial, c, size, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    """The sum of the parts."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for part in range(PARTS):
        total += tl.load(partial + part * size + i, mask=i < size, other=0.0)
    tl.store(c + i, total.to(c.dtype.element_ty), mask=i < size)


@triton.jit
def split_atomic(a, b, c, m, n, k, part, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Parts of k that are added to the result, which starts as zero."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    end = min(k, (tl.program_id(2) + 1) * part)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(tl.program_id(2) * part, end, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < end), other=0.0)
        right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < end) & (j[None, :] < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.atomic_add(c + i[:, None] * n + j[None, :], total, mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def block_pointers(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * BM, tl.program_id(1) * BN
    at_a = tl.make_block_ptr(a, (m, k), (k, 1), (i, 0), (BM, BK), (1, 0))
    at_b = tl.make_block_ptr(b, (k, n), (n, 1), (0, j), (BK, BN), (1, 0))
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, k, BK):
        left = tl.load(at_a, boundary_check=(0, 1), padding_option="zero")
        right = tl.load(at_b, boundary_check=(0, 1), padding_option="zero")
        total = tl.dot(left, right, total, input_precision="ieee")
        at_a = tl.advance(at_a, (0, BK))
        at_b = tl.advance(at_b, (BK, 0))
    at_c = tl.make_block_ptr(c, (m, n), (n, 1), (i, j), (BM, BN), (1, 0))
    tl.store(at_c, total.to(c.dtype.element_ty), boundary_check=(0, 1))


@triton.jit
def descriptors(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    i, j = tl.program_id(0) * BM, tl.program_id(1) * BN
    of_a = tl.make_tensor_descriptor(a, [m, k], [k, 1], [BM, BK])
    of_b = tl.make_tensor_descriptor(b, [k, n], [n, 1], [BK, BN])
    of_c = tl.make_tensor_descriptor(c, [m, n], [n, 1], [BM, BN])
    total = tl.zeros((BM, BN), tl.float32)
    for p in range(0, k, BK):
        total = tl.dot(of_a.load([i, p]), of_b.load([p, j]), total, input_precision="ieee")
    of_c.store([i, j], total.to(c.dtype.element_ty))


@triton.jit
def sums(a, b, c, m, n, k, BN: tl.constexpr):
    """No `tl.dot`: a row of the result for each program, products summed one after the other."""
    i = tl.program_id(0)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for p in range(k):
        left = tl.load(a + i * k + p).to(tl.float32)
        total += left * tl.load(b + p * n + j, mask=j < n, other=0.0).to(tl.float32)
    tl.store(c + i * n + j, total.to(c.dtype.element_ty), mask=j < n)


@triton.jit
def tiles_wrong_stride(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Wrong: rows of b are taken to be k apart."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < k), other=0.0)
        right = tl.load(b + p[:, None] * k + j[None, :], mask=(p[:, None] < k) & (j[None, :] < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def tiles_no_tail(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Wrong: the mask on k is left out."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=i[:, None] < m, other=0.0)
        right = tl.load(b + p[:, None] * n + j[None, :], mask=j[None, :] < n, other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))


@triton.jit
def bias_relu(c, bias, y, m, n, BLOCK: tl.constexpr):
    """`max(c + bias, 0)`, after a product."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < m * n
    values = tl.load(c + i, mask=mask, other=0.0) + tl.load(bias + i % n, mask=mask, other=0.0)
    tl.store(y + i, tl.maximum(values, 0.0), mask=mask)


@triton.jit
def tiles_bias_relu(a, b, bias, y, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """`max(a @ b + bias, 0)` in one kernel."""
    i = tl.program_id(0) * BM + tl.arange(0, BM)
    j = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), tl.float32)
    for start in range(0, k, BK):
        p = start + tl.arange(0, BK)
        left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < k), other=0.0)
        right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < k) & (j[None, :] < n), other=0.0)
        total = tl.dot(left, right, total, input_precision="ieee")
    total = tl.maximum(total + tl.load(bias + j, mask=j < n, other=0.0)[None, :], 0.0)
    tl.store(y + i[:, None] * n + j[None, :], total, mask=(i[:, None] < m) & (j[None, :] < n))
