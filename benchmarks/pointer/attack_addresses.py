"""Kernels whose addresses and masks are easy to get wrong.

Parameters in capitals are pointers: F to f32, H to f16, J to i32, L to i64. Each function is one case of `attacks`; its docstring says
what is hard.
"""

from __future__ import annotations

import triton
import triton.language as tl


@triton.jit
def reversed_lanes(F, F2, n):
    """The stride is negative, and the base is the highest address."""
    r = tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + 63 - r, mask=r < n, other=0.0), mask=r < n)


@triton.jit
def any_stride(F, F2, s, n):
    """The stride may be negative or zero."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + 4096 + r * s, mask=r < n, other=-1.0), mask=r < n)


@triton.jit
def two_strides(F, F2, s, t, m, n):
    """One of two strides is negative."""
    r, c = tl.arange(0, 16)[:, None], tl.arange(0, 16)[None, :]
    x = tl.load(F + 2048 + r * s - c * t, mask=(r < m) & (c < n), other=0.0)
    tl.store(F2 + r * 16 + c, x)


@triton.jit
def huge_stride(F, F2, s, n):
    """Lanes are up to 2 GiB apart and more; masks leave out the far ones."""
    r = tl.arange(0, 16).to(tl.int64)
    tl.store(F2 + r, tl.load(F + r * s, mask=r < n, other=0.0))


@triton.jit
def far_and_masked(F, F2, n):
    """Constant offsets past 2 GiB in lanes that a mask leaves out."""
    r = tl.arange(0, 16).to(tl.int64)
    tl.store(F2 + r, tl.load(F + r * (1 << 40), mask=r < 1, other=2.0), mask=r < n)


@triton.jit
def wrapped_product(F, F2, s, t):
    """A product of 32 bits wraps around."""
    r = tl.arange(0, 16)
    tl.store(F2 + r, tl.load(F + ((r * s) * t & 1023)))


@triton.jit
def wrapped_sum(F, F2, o):
    """A sum of 32 bits wraps around, before it is extended."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + (r + o).to(tl.int64), mask=(r + o >= 0) & (r + o < 1000), other=0.0))


@triton.jit
def shifted(F, F2, s):
    """A shift to the left loses bits."""
    r = tl.arange(0, 16)
    tl.store(F2 + r, tl.load(F + ((r + s) << 4), mask=((r + s) << 4 < 4096) & ((r + s) << 4 >= 0), other=0.0))


@triton.jit
def unsigned(F, F2, s):
    """Offsets without sign."""
    r = tl.arange(0, 16).to(tl.uint32)
    x = r * s.to(tl.uint32)
    tl.store(F2 + tl.arange(0, 16), tl.load(F + x, mask=x < 4096, other=0.0))


@triton.jit
def huge_program(F, F2, n):
    """The program's number times a block overflows."""
    r = tl.program_id(0) * 64 + tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + r, mask=r < n, other=0.0), mask=r < n)


@triton.jit
def wraps(F, F2, o, n):
    """Indices start again, at a number that may be zero or negative."""
    r = (tl.arange(0, 32) + o) % n
    tl.store(F2 + tl.arange(0, 32), tl.load(F + r))


@triton.jit
def wraps_in_two(F, F2, o, m, s):
    """Rows start again; their stride may be negative."""
    r, c = (tl.arange(0, 16) + o) % m, tl.arange(0, 16)
    tl.store(F2 + tl.arange(0, 16)[:, None] * 16 + c[None, :], tl.load(F + 2048 + r[:, None] * s + c[None, :]))


@triton.jit
def quotients(F, F2, n):
    """Quotients and remainders of lanes."""
    r = tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + (r // 8) * 100 + r % 8, mask=r < n, other=0.0))


@triton.jit
def any_quotient(F, F2, d):
    """Lanes divided by a parameter."""
    r = tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + (r // d) * 10 + r % d))


@triton.jit
def exchanged(F, F2):
    """Lanes are exchanged by bits."""
    r = tl.arange(0, 64)
    tl.store(F2 + (r ^ 5), tl.load(F + (r & 24) * 3 + (r | 3)))


@triton.jit
def clamped(F, F2, o, n):
    """Indices are clamped, so that lanes share an address."""
    r = tl.arange(0, 32) + o
    tl.store(F2 + tl.arange(0, 32), tl.load(F + tl.maximum(tl.minimum(r, n - 1), 0)))


@triton.jit
def mask_of_a_branch(F, F2, n):
    """A branch chooses between two masks."""
    r = tl.arange(0, 32)
    m = r < n if n > 7 else r >= n
    tl.store(F2 + r, tl.load(F + r, mask=m, other=0.0), mask=m)


@triton.jit
def base_of_a_branch(F, F2, F3, n):
    """A branch chooses between two arrays."""
    r = tl.arange(0, 32)
    p = F if n > 7 else F2
    tl.store(F3 + r, tl.load(p + r, mask=r < n, other=1.0))


@triton.jit
def offset_of_a_branch(F, F2, n, s):
    """A branch chooses between two offsets; one of them is loaded."""
    r = tl.arange(0, 32)
    o = s if n > 7 else 5
    tl.store(F2 + r, tl.load(F + 1024 + o + r, mask=r < n, other=0.0))


@triton.jit
def chosen_lanes(F, F2, n, s):
    """Each lane chooses its offset."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + 1024 + tl.where(r < n, r, r * s)))


@triton.jit
def mask_from_memory(F, J, F2):
    """A mask is read from memory."""
    r = tl.arange(0, 32)
    tl.store(F2 + r, tl.load(F + r, mask=tl.load(J + r) > 50, other=7.0))


@triton.jit
def triangle(F, F2, n):
    """A mask is no rectangle."""
    r, c = tl.arange(0, 16)[:, None], tl.arange(0, 16)[None, :]
    tl.store(F2 + r * 16 + c, tl.load(F + r * 16 + c, mask=(r >= c) & (r < n), other=4.0), mask=r + c < n)


@triton.jit
def window(F, F2, m, n):
    """A mask has two bounds, which may be the wrong way round."""
    r = tl.arange(0, 64)
    inside = (r >= m) & (r < n)
    tl.store(F2 + r, tl.load(F + r, mask=inside, other=1.0), mask=inside)


@triton.jit
def one_lane(F, F2, n):
    """A mask leaves one lane, or none."""
    r = tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + r, mask=r == n, other=1.0), mask=r != n)


@triton.jit
def negative_zero(H, H2, n):
    """Masked lanes get -0.0, which differs from 0.0 by a bit."""
    r = tl.arange(0, 64)
    tl.store(H2 + r, tl.load(H + r, mask=r < n, other=-0.0))


@triton.jit
def another_other(F, F2, n, o):
    """Masked lanes get a value of their own."""
    r = tl.arange(0, 64)
    tl.store(F2 + r, tl.load(F + r, mask=r < n, other=(r * o).to(tl.float32)))


@triton.jit
def three_dimensions(F, F2, s, t, n):
    """Three dimensions, one of them of one element."""
    a, b, c = tl.arange(0, 4)[:, None, None], tl.arange(0, 1)[None, :, None], tl.arange(0, 16)[None, None, :]
    x = tl.load(F + 1024 + a * s + b * t + c, mask=(a < n) & (c < t), other=0.0)
    tl.store(F2 + a * 16 + b + c, x)


@triton.jit
def transposed(F, F2, s, m, n):
    """A tile is stored transposed."""
    r, c = tl.arange(0, 16)[:, None], tl.arange(0, 16)[None, :]
    mask = (r < m) & (c < n)
    tl.store(F2 + c * s + r, tl.load(F + r * 16 + c, mask=mask, other=0.0), mask=mask)
