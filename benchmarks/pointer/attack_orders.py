"""Kernels whose loops, indices from memory and orders of accesses are easy to get wrong.

Parameters in capitals are pointers: F to f32, H to f16, J to i32, L to i64. Each function is one case of `attacks`; its docstring says
what is hard.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def same_address(F, s, n):
    """Several lanes store to one address: the last one remains."""
    r = tl.arange(0, 16)
    tl.store(F + 1024 + r * s, r.to(tl.float32), mask=r < n)


@triton.jit
def in_place(F, o, n):
    """An array is read and written at overlapping places."""
    r = tl.arange(0, 64)
    x = tl.load(F + r + 32 + o, mask=r < n, other=0.0)
    tl.store(F + r + 32, x + 1.0, mask=r < n)


@triton.jit
def stored_then_loaded(F, F2, o):
    """What is stored is loaded again."""
    r = tl.arange(0, 64)
    tl.store(F + r, r.to(tl.float32))
    tl.store(F2 + r, tl.load(F + r + o, mask=r + o < 4096, other=0.0))


@triton.jit
def shifted_in_a_loop(F, n, s):
    """Each iteration reads what the last one wrote."""
    r = tl.arange(0, 32)
    for i in range(0, n):
        tl.store(F + 2048 + (i + 1) * s + r, tl.load(F + 2048 + i * s + r) + 1.0)


@triton.jit
def passed_on(F, F2, n):
    """A loop stores to one array and loads from another, which may be the same."""
    r = tl.arange(0, 16)
    for i in range(0, n):
        x = tl.load(F2 + i * 16 + r, mask=i * 16 + r < 4096, other=0.0)
        tl.store(F + i * 16 + r, x, mask=i * 16 + r < 4096)


@triton.jit
def no_iteration(F, F2, n, s):
    """A loop may not run at all; its pointers are used after it."""
    r = tl.arange(0, 32)
    p = F + r
    x = tl.zeros((32,), tl.float32)
    for _ in range(0, n):
        x += tl.load(p)
        p += s
    tl.store(F2 + r, x + tl.load(p, mask=r < s, other=3.0))


@triton.jit
def backwards(F, F2, n):
    """A loop counts down."""
    r = tl.arange(0, 16)
    x = tl.zeros((16,), tl.float32)
    for i in range(n, 0, -4):
        x += tl.load(F + i * 4 + r, mask=i * 4 + r < 1000, other=0.0)
    tl.store(F2 + r, x)


@triton.jit
def nested(F, F2, m, n, s, t):
    """Two loops advance one pointer."""
    r = tl.arange(0, 16)
    p = F + r
    x = tl.zeros((16,), tl.float32)
    for _ in range(0, m):
        for _ in range(0, n):
            x += tl.load(p)
            p += s
        p += t
    tl.store(F2 + r, x)


@triton.jit
def varying_steps(F, J, F2, n):
    """A loop advances a pointer by what it reads from memory."""
    r = tl.arange(0, 16)
    p = F + r
    x = tl.zeros((16,), tl.float32)
    for i in range(0, n):
        x += tl.load(p)
        p += tl.load(J + i)
    tl.store(F2 + r, x)


@triton.jit
def until(F, F2, n):
    """A loop with a condition advances a pointer."""
    r = tl.arange(0, 16)
    i = 0
    x = tl.zeros((16,), tl.float32)
    while i < n:
        x += tl.load(F + i * 8 + r)
        i += 1 + i // 2
    tl.store(F2 + r, x)


@triton.jit
def gathered(F, J, F2, n):
    """Indices are read from memory."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + tl.load(J + r, mask=r < n, other=0) * 8 + r, mask=r < n, other=0.0))


@triton.jit
def gathered_twice(F, J, J2, F2):
    """Indices of rows and of columns are read from memory."""
    r, c = tl.load(J + tl.arange(0, 16)), tl.load(J2 + tl.arange(0, 16))
    x = tl.load(F + r[:, None] * 64 + c[None, :])
    tl.store(F2 + tl.arange(0, 16)[:, None] * 16 + tl.arange(0, 16)[None, :], x)


@triton.jit
def scattered(F, J, F2):
    """Results go where memory says, two of them perhaps to one place."""
    r = tl.arange(0, 32)
    tl.store(F2 + tl.load(J + r), tl.load(F + r))


@triton.jit
def base_from_memory(F, J, F2, s):
    """A row is read from memory, and multiplied."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + tl.load(J) * s + r, mask=r < s, other=0.0))


@triton.jit
def counted(J, J2, n):
    """Atomic additions to shared addresses, whose old values are kept."""
    r = tl.arange(0, 64)
    x = tl.load(J + r, mask=r < n, other=0)
    tl.store(J2 + 64 + r, tl.atomic_add(J2 + r % 8, x, mask=r < n, sem="relaxed"), mask=r < n)


@triton.jit
def added_by_stride(F, F2, s, n):
    """Atomic additions of floats along any stride, in a loop."""
    r = tl.arange(0, 16)
    for i in range(0, n):
        tl.atomic_add(F + 2048 + r * s + i, tl.load(F2 + r), mask=r < n)


@triton.jit
def bits(L, L2, n, s):
    """Atomic operations on 64 bits: one of them is an exchange, for which buffers have no instruction."""
    r = tl.arange(0, 16)
    x = tl.load(L2 + r)
    tl.atomic_xor(L + r * 2, x, mask=r < n)
    tl.atomic_xchg(L + 64 + r, x + s)


@triton.jit
def left_early(F, F2, n):
    """A program ends early."""
    if n < 4:
        return
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + r * n, mask=r * n < 4096, other=0.0))


@triton.jit
def described_in_place(F, m, n):
    """A descriptor loads and stores the same tile, and pointers read it before and after."""
    r = tl.arange(0, 16)
    d = tl.make_tensor_descriptor(F, [64, 64], [64, 1], [16, 16])
    x = d.load([m, n])
    tl.store(F + 4096 + r, tl.load(F + r))
    tl.store(F + 5000 + r[:, None] * 16 + r[None, :], x * 2.0)


@triton.jit
def blocks_beyond(F, F2, o):
    """A block pointer starts before its array and moves past its end."""
    p = tl.make_block_ptr(F, (40,), (1,), (-8,), (16,), (0,))
    x = tl.zeros((16,), tl.float32)
    for _ in range(0, 5):
        x += tl.load(p, boundary_check=(0,), padding_option="zero")
        p = tl.advance(p, (o,))
    tl.store(F2 + tl.arange(0, 16), x)
