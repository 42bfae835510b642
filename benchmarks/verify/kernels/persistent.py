"""Kernels whose programs take blocks in turn: the step of the loop is the number of programs, or an argument."""

import triton
import triton.language as tl


@triton.jit
def scale(x, y, n, BLOCK: tl.constexpr):
    """One block for each program."""
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_tiles(x, y, n, BLOCK: tl.constexpr):
    """Numbers of blocks, in steps of the number of programs."""
    for tile in range(tl.program_id(0), tl.cdiv(n, BLOCK), tl.num_programs(0)):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_strided(x, y, n, BLOCK: tl.constexpr):
    """Starts of blocks, in steps of all programs' blocks."""
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_by_argument(x, y, n, programs, BLOCK: tl.constexpr):
    """Numbers of blocks, in steps of an argument."""
    for tile in range(tl.program_id(0), tl.cdiv(n, BLOCK), programs):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_counted(x, y, n, BLOCK: tl.constexpr):
    """A pointer that moves with the blocks."""
    step = tl.num_programs(0) * BLOCK
    start = tl.program_id(0) * BLOCK
    place = x + start + tl.arange(0, BLOCK)
    i = start + tl.arange(0, BLOCK)
    for _ in range(start, n, step):
        tl.store(y + i, 2 * tl.load(place, mask=i < n), mask=i < n)
        place += step
        i += step


@triton.jit
def scale_grid(x, y, n, BLOCK: tl.constexpr):
    """Programs of two axes in one order."""
    first = tl.program_id(1) * tl.num_programs(0) + tl.program_id(0)
    for tile in range(first, tl.cdiv(n, BLOCK), tl.num_programs(0) * tl.num_programs(1)):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_step_too_long(x, y, n, BLOCK: tl.constexpr):
    """Wrong: the step is one block too long."""
    for start in range(tl.program_id(0) * BLOCK, n, (tl.num_programs(0) + 1) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_step_off_by_one(x, y, n, BLOCK: tl.constexpr):
    """Wrong: the step is one element too long."""
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK + 1):
        i = start + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_last_tile_lost(x, y, n, BLOCK: tl.constexpr):
    """Wrong: the last block is left out if it is not full."""
    for tile in range(tl.program_id(0), n // BLOCK, tl.num_programs(0)):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_first_programs(x, y, n, BLOCK: tl.constexpr):
    """Wrong: programs other than the first one have no blocks."""
    end = tl.where(tl.program_id(0) < 1, tl.cdiv(n, BLOCK), 0)
    for tile in range(tl.program_id(0), end, tl.num_programs(0)):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def scale_shifted(x, y, n, BLOCK: tl.constexpr):
    """Wrong: the first block is left out."""
    for tile in range(tl.program_id(0) + 1, tl.cdiv(n, BLOCK), tl.num_programs(0)):
        i = tile * BLOCK + tl.arange(0, BLOCK)
        tl.store(y + i, 2 * tl.load(x + i, mask=i < n), mask=i < n)


@triton.jit
def softmax_rows(x, y, stride_x, stride_y, m, n, BLOCK: tl.constexpr):
    """Softmax of Triton's tutorial: rows in steps of the number of programs."""
    for row in tl.range(tl.program_id(0), m, tl.num_programs(0), num_stages=2):
        i = tl.arange(0, BLOCK)
        values = tl.load(x + row * stride_x + i, mask=i < n, other=-float("inf"))
        e = tl.exp(values - tl.max(values, axis=0))
        tl.store(y + row * stride_y + i, e / tl.sum(e, axis=0), mask=i < n)


@triton.jit
def softmax_rows_unshifted(x, y, stride_x, stride_y, m, n, BLOCK: tl.constexpr):
    """Wrong: rows are read from where the program, not the row, begins."""
    for row in tl.range(tl.program_id(0), m, tl.num_programs(0)):
        i = tl.arange(0, BLOCK)
        values = tl.load(x + tl.program_id(0) * stride_x + i, mask=i < n, other=-float("inf"))
        e = tl.exp(values - tl.max(values, axis=0))
        tl.store(y + row * stride_y + i, e / tl.sum(e, axis=0), mask=i < n)


@triton.jit
def sum_strided(x, partial, n, BLOCK: tl.constexpr):
    """The sum of every few blocks, for each program."""
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + i, mask=i < n, other=0.0)
    tl.store(partial + tl.program_id(0), tl.sum(total, axis=0))


@triton.jit
def sum_strided_atomic(x, y, n, BLOCK: tl.constexpr):
    """The sum of every few blocks for each program, each added to the result."""
    for start in range(tl.program_id(0) * BLOCK, n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        tl.atomic_add(y, tl.sum(tl.load(x + i, mask=i < n, other=0.0), axis=0))


@triton.jit
def sum_strided_overlap(x, partial, n, BLOCK: tl.constexpr):
    """Wrong: programs begin half a block apart."""
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(tl.program_id(0) * (BLOCK // 2), n, tl.num_programs(0) * BLOCK):
        i = start + tl.arange(0, BLOCK)
        total += tl.load(x + i, mask=i < n, other=0.0)
    tl.store(partial + tl.program_id(0), tl.sum(total, axis=0))


@triton.jit
def product(a, b, c, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, PROGRAMS: tl.constexpr):
    """Product of Triton's tutorial on persistent kernels; the tile that is stored is counted apart."""
    first = tl.program_id(0)
    columns = tl.cdiv(n, BN)
    tiles = tl.cdiv(m, BM) * columns
    stored = first - PROGRAMS
    for tile in tl.range(first, tiles, PROGRAMS, flatten=True):
        row, column = tile // columns, tile % columns
        i, j = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), tl.float32)
        for start in range(0, k, BK):
            p = start + tl.arange(0, BK)
            left = tl.load(a + i[:, None] * k + p[None, :], mask=(i[:, None] < m) & (p[None, :] < k), other=0.0)
            right = tl.load(b + p[:, None] * n + j[None, :], mask=(p[:, None] < k) & (j[None, :] < n), other=0.0)
            total = tl.dot(left, right, total, input_precision="ieee")
        stored += PROGRAMS
        row, column = stored // columns, stored % columns
        i, j = row * BM + tl.arange(0, BM), column * BN + tl.arange(0, BN)
        tl.store(c + i[:, None] * n + j[None, :], total.to(c.dtype.element_ty), mask=(i[:, None] < m) & (j[None, :] < n))
