"""Kernels whose accesses overlap in time or place: what hardware copies, which are ordered with little, may get wrong.

Each program of a grid has two tiles of 64 x 64 of its own, one below the other. Between accesses of one element by several threads
stands a barrier, so that programs of pointers have one result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import triton
import triton.language as tl

SIDE = 64
ROUNDS = 8
"""Number of iterations of loops."""


@triton.jit
def tile(B: tl.constexpr, row: tl.constexpr):
    """Return the offsets of the elements of a program's tile, from a row on."""
    down, right = tl.arange(0, B), tl.arange(0, B)
    return (tl.program_id(0).to(tl.int64) * 2 * B + row + down[:, None]) * B + right[None, :]


@triton.jit
def triangle(n, B: tl.constexpr):
    """A mask that no descriptor has: what it masks stays an access of pointers."""
    return tl.arange(0, B)[:, None] + tl.arange(0, B)[None, :] < n


@triton.jit
def store_then_masked(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x)
    tl.store(p + tile(B, 0), x + 1.0, mask=triangle(n, B))


@triton.jit
def masked_then_store(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x + 1.0, mask=triangle(n, B))
    tl.store(p + tile(B, 0), x)


@triton.jit
def store_twice(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x)
    tl.store(p + tile(B, 0), x + 1.0)


@triton.jit
def store_in_loop(p, q, o, n, rounds, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    for i in range(rounds):
        x = x * 0.5 + i
        tl.store(p + tile(B, 0), x)


@triton.jit
def store_shifted(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x)
    tl.debug_barrier()
    tl.store(p + tile(B, 16), x + 1.0)


@triton.jit
def store_other_array(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x)
    tl.debug_barrier()
    tl.store(o + tile(B, 0), x + 1.0, mask=triangle(n, B))


@triton.jit
def store_then_scalar(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x)
    tl.debug_barrier()
    tl.store(p + tl.program_id(0).to(tl.int64) * 2 * B * B + n, -1.0)


@triton.jit
def store_in_branch(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    if tl.program_id(0) % 2 == 0:
        tl.store(p + tile(B, 0), x)
    tl.debug_barrier()
    tl.store(p + tile(B, 0), x + 1.0, mask=triangle(n, B))


@triton.jit
def load_after_store(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x + 1.0)
    tl.debug_barrier()
    y = tl.load(p + tile(B, 0))
    tl.store(q + tile(B, B), y)


@triton.jit
def masked_load_after_store(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x + 1.0)
    tl.debug_barrier()
    y = tl.load(p + tile(B, 0), mask=triangle(n, B), other=0.0)
    tl.store(q + tile(B, B), y, mask=triangle(n, B))


@triton.jit
def load_after_masked_store(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    tl.store(p + tile(B, 0), x + 1.0, mask=triangle(n, B))
    tl.debug_barrier()
    y = tl.load(p + tile(B, 0))
    tl.store(q + tile(B, B), y, mask=triangle(n, B))


@triton.jit
def update_in_loop(p, q, o, n, rounds, B: tl.constexpr):
    for i in range(rounds):
        x = tl.load(p + tile(B, 0))
        tl.store(p + tile(B, 0), x * 0.5 + i)


@triton.jit
def update_in_place(p, q, o, n, B: tl.constexpr):
    x = tl.load(p + tile(B, 0))
    tl.store(p + tile(B, 0), x + 1.0)


@triton.jit
def store_over_loaded(p, q, o, n, B: tl.constexpr):
    x = tl.load(p + tile(B, 0))
    y = tl.load(q + tile(B, 0))
    tl.debug_barrier()
    tl.store(p + tile(B, 0), y)
    tl.store(p + tile(B, B), x)


@triton.jit
def store_over_masked_load(p, q, o, n, B: tl.constexpr):
    x = tl.load(p + tile(B, 0), mask=triangle(n, B), other=0.0)
    y = tl.load(q + tile(B, 0))
    tl.debug_barrier()
    tl.store(p + tile(B, 0), y)
    tl.store(p + tile(B, B), x)


@triton.jit
def store_apart(p, q, o, n, B: tl.constexpr):
    x = tl.load(q + tile(B, 0))
    for i in tl.range(8):
        down = i * 8 + tl.arange(0, 8)
        at = (tl.program_id(0).to(tl.int64) * 2 * B + down[:, None]) * B + tl.arange(0, B)[None, :]
        tl.store(p + at, tl.full((8, B), 0.5, tl.float32) + i)
    tl.store(p + tile(B, B), x, mask=triangle(n, B))


@dataclass(frozen=True)
class Program:
    """A kernel, what its accesses do to each other, and whether `o` is `p`."""

    kernel: Any
    about: str
    same: bool = False
    looped: bool = False

    @property
    def name(self) -> str:
        return str(self.kernel.__name__)


PROGRAMS = (
    Program(store_then_masked, "write after write"),
    Program(masked_then_store, "write after write"),
    Program(store_twice, "write after write"),
    Program(store_in_loop, "write after write", looped=True),
    Program(store_shifted, "write after write"),
    Program(store_other_array, "write after write", same=True),
    Program(store_then_scalar, "write after write"),
    Program(store_in_branch, "write after write"),
    Program(load_after_store, "read after write"),
    Program(masked_load_after_store, "read after write"),
    Program(load_after_masked_store, "read after write"),
    Program(update_in_loop, "read after write", looped=True),
    Program(update_in_place, "write after read"),
    Program(store_over_loaded, "write after read"),
    Program(store_over_masked_load, "write after read"),
    Program(store_apart, "no byte in common"),
)
