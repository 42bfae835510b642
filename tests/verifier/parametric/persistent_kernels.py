"""Kernels with persistent loops that are not what they seem: nested, guarded, or with a counter that is used afterwards."""

import triton
import triton.language as tl


@triton.jit
def copy(x, y, m, n):
    i = tl.program_id(0) * n + tl.program_id(1)
    tl.store(y + i, tl.load(x + i))


@triton.jit
def two_axes(x, y, m, n):
    """Right: each axis of the grid takes an axis of the array."""
    for a in range(tl.program_id(0), m, tl.num_programs(0)):
        for b in range(tl.program_id(1), n, tl.num_programs(1)):
            tl.store(y + a * n + b, tl.load(x + a * n + b))


@triton.jit
def same_axis(x, y, m, n):
    """Wrong: a program has only the rows and columns of its own number."""
    for a in range(tl.program_id(0), m, tl.num_programs(0)):
        for b in range(tl.program_id(0), n, tl.num_programs(0)):
            tl.store(y + a * n + b, tl.load(x + a * n + b))


@triton.jit
def first_programs(x, y, m, n):
    """Wrong: only some programs take rows."""
    if tl.program_id(0) < 3:
        for a in range(tl.program_id(0), m, tl.num_programs(0)):
            tl.store(y + a * n + tl.program_id(1), tl.load(x + a * n + tl.program_id(1)))


@triton.jit
def repeated(x, y, m, n):
    """Wrong: the first program takes no rows."""
    for _ in range(0, tl.program_id(0)):
        for a in range(tl.program_id(0), m, tl.num_programs(0)):
            tl.store(y + a * n + tl.program_id(1), tl.load(x + a * n + tl.program_id(1)))


@triton.jit
def uneven_end(x, y, m, n):
    """Wrong: each program stops three rows after its first one."""
    for a in range(tl.program_id(0), tl.minimum(m, tl.program_id(0) + 3), tl.num_programs(0)):
        tl.store(y + a * n + tl.program_id(1), tl.load(x + a * n + tl.program_id(1)))


@triton.jit
def store_after(x, y, m, n):
    """Wrong: the row after a program's last one becomes zero."""
    row = tl.program_id(0)
    for a in range(tl.program_id(0), m, tl.num_programs(0)):
        tl.store(y + a * n + tl.program_id(1), tl.load(x + a * n + tl.program_id(1)))
        row += tl.num_programs(0)
    tl.store(y + (row - 1) * n, 0.0, mask=row - 1 < m)


@triton.jit
def uneven_counter(x, y, m, n):
    """Wrong: the counter of rows grows by one more than the number of programs."""
    row = tl.program_id(0)
    for _ in range(tl.program_id(0), m, tl.num_programs(0)):
        tl.store(y + row * n + tl.program_id(1), tl.load(x + row * n + tl.program_id(1)), mask=row < m)
        row += tl.num_programs(0) + 1
