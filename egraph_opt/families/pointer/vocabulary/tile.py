# mypy: disable-error-code="empty-body"
"""Vocabulary of tiles: the meaning of an access in each lane of its block, through pointers or in a target's form.
Rules of tiles run after those of addresses, on affine accesses. An address is nested `step` and `lookup` terms over a uniform scalar.
A mask is a conjunction of bounds on indices. For each lane, a tile gives an address and whether the lane is active. `access(a, x, m)` is
an access through pointers `x` under mask `m`. A target's form nests dimensions: the innermost term, `corner(a, b)`, is all lanes of the
block at address `b`. A term for a dimension adds `(offset + index) * stride` in bytes, and may check `0 <= offset + index < extent`.

    `selected` is a load of more lanes, then a select of the lanes that the mask enables.
    `window`, `masked`, `listed`, `picked` and `folded` are triton-shared's tts: 64-bit offsets, masks by lane count or boolean table.
    `block` and `checked` are block pointers with 32-bit offsets, as Triton's RewriteTensorPointer lowers them.
    `aligned_corner`, `box` and `row` are descriptors: like block pointers if the TMA hardware accepts the operands, else undefined.
    `buffer` is an AMD buffer instruction: unsigned 32-bit offsets, up to 2 GiB.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.core.vocabulary import Fact, Name, P, R, Term, Vocabulary, Word
from egraph_opt.families.pointer.vocabulary.conditions import everywhere
from egraph_opt.families.pointer.vocabulary.meaning import At, Dimension, Lanes, Mask, Num, Table, along, low, moderate
from egraph_opt.families.pointer.vocabulary.meaning import words as addresses

words = Vocabulary(addresses.family, addresses.prover, dict(addresses.words))
"""Symbols of the address vocabulary and of tiles."""


class Tile(Term):
    """Access: for each lane of its block, whether the lane is active, and its address."""


class Access(Name):
    """Access: its block shape, its element size in bytes, and whether it stores."""


@dataclass(frozen=True)
class Lanewise:
    """Meaning of a tile at a step (iteration of each enclosing loop) and lane index: whether the lane is active, and its address `at`."""

    active: Callable[[Any, Any], Any]
    at: Callable[[Any, Any], Any]


means = words.symbol


def demands(meaning: Callable[..., At]) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a condition of rules on tiles that holds at every step (iteration of each enclosing loop) and lane index."""
    return words.fact(lambda w, *arguments: everywhere(w, meaning(w, *arguments)))


def moved_address(w: Any, d: Any, offset: Callable[[Any, Any], Any], s: Any, t: Any) -> Callable[[Any, Any], Any]:
    return lambda k, i: s.at(k, i) * (offset(k, i) + along(w, d, i)) + t.at(k, i)


def between(w: Any, d: Any, o: Any, n: Any, t: Any) -> Callable[[Any, Any], Any]:
    """Return the boundary check of a block pointer: `0 <= offset + index < extent` for a 32-bit offset."""

    def active(k: Any, i: Any) -> Any:
        index = low(o.at(k, i)) + along(w, d, i)
        return z3.And(t.active(k, i), index >= 0, index < n.at(k, i))

    return active


def word(o: Any) -> Callable[[Any, Any], Any]:
    """Return an offset truncated to 32 bits, as descriptors and block pointers store it."""
    return lambda k, i: low(o.at(k, i))


def legal(w: Any, condition: Callable[[Any, Any], Any], active: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return whether a lane is active: `active` if the hardware accepts the operands (`condition`), else undefined."""
    return lambda k, i: z3.If(condition(k, i), active(k, i), w.undefined(k, i))


def sixteenth(x: Any) -> Any:
    """Return the z3 condition that `x` is a multiple of 16."""
    return z3.Extract(3, 0, x) == 0


# --- pointers
@means(lambda w, a, x, m: Lanewise(lambda k, i: z3.And(w.in_block(a, i), m.at(k, i)), x.at))
def access(a: Access, x: Lanes, m: Mask) -> Tile:
    """The access `a` to the addresses `x` in the lanes where `m` is true."""


@means(lambda w, a, b: Lanewise(lambda k, i: w.in_block(a, i), b.at))
def corner(a: Access, b: Num) -> Tile:
    """The access `a` at address `b`, before any dimension is added."""


# --- any target
@means(lambda w, a, p, t: Lanewise(legal(w, lambda k, i: w.readable(a), lambda k, i: z3.And(p.at(k, i), t.active(k, i))), t.at))
def selected(a: Access, p: Mask, t: Tile) -> Tile:
    """The tile `t` restricted to the lanes where `p` is true, if `a` is `readable`; else undefined."""


# --- tts
@means(lambda w, d, o, s, t: Lanewise(t.active, moved_address(w, d, o.at, s, t)))
def window(d: Dimension, o: Num, s: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d`, with offset `o` and stride `s`."""


def clamp(size: Any, h: Any) -> Any:
    return z3.If(h < 0, z3.BitVecVal(0, 64), z3.If(h > size, size, h))


@means(
    lambda w, d, size, h, t: Lanewise(
        lambda k, i: z3.And(t.active(k, i), along(w, d, i) < clamp(size.at(k, i), h.at(k, i))), t.at
    )
)
def masked(d: Dimension, size: Num, h: Num, t: Tile) -> Tile:
    """The tile `t` restricted to indices along dimension `d` below the lane count `h`, clamped to `[0, size]`."""


@means(lambda w, d, n, s, t: Lanewise(t.active, lambda k, i: s.at(k, i) * w.entry(n, k, w.coordinate(d, i)) + t.at(k, i)))
def listed(d: Dimension, n: Table, s: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d`, whose offset is `s` times the entry of table `n` at the index."""


@means(lambda w, d, n, t: Lanewise(lambda k, i: z3.And(t.active(k, i), w.chosen(n, k, w.coordinate(d, i))), t.at))
def picked(d: Dimension, n: Table, t: Tile) -> Tile:
    """The tile `t` restricted to indices along dimension `d` for which table `n` is true."""


def around(w: Any, d: Any, o: Any, limit: Any, k: Any, i: Any) -> Any:
    """Return an index that wraps around once at a limit."""
    index, end = o.at(k, i) + along(w, d, i), limit.at(k, i)
    return z3.If(index < end, index, index - end)


@means(lambda w, d, o, s, limit, t: Lanewise(t.active, lambda k, i: s.at(k, i) * around(w, d, o, limit, k, i) + t.at(k, i)))
def folded(d: Dimension, o: Num, s: Num, limit: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d`, as `window`, with an index that wraps around at `limit`."""


# --- block pointers
@means(lambda w, d, o, s, t: Lanewise(t.active, moved_address(w, d, word(o), s, t)))
def block(d: Dimension, o: Num, s: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d` of a block pointer, with offset `o` and stride `s`."""


@means(lambda w, d, o, s, n, t: Lanewise(between(w, d, o, n, t), moved_address(w, d, word(o), s, t)))
def checked(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d`, as `block`, restricted to `0 <= o + index < n`."""


# --- descriptors
def extent(n: Any) -> Any:
    return z3.And(n >= 1, n < 1 << 31)


def pitch(s: Any) -> Any:
    return z3.And(sixteenth(s), s >= 16, s < 1 << 40)


@means(lambda w, a, b: Lanewise(legal(w, lambda k, i: sixteenth(b.at(k, i)), lambda k, i: w.in_block(a, i)), b.at))
def aligned_corner(a: Access, b: Num) -> Tile:
    """The access `a` at address `b`, as `corner`, where `b` is a multiple of 16."""


@means(
    lambda w, d, o, s, n, t: Lanewise(
        legal(w, lambda k, i: z3.And(pitch(s.at(k, i)), extent(n.at(k, i))), between(w, d, o, n, t)),
        moved_address(w, d, word(o), s, t),
    )
)
def box(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Tile:
    """The tile `t` extended by dimension `d` of a tensor descriptor, with offset `o`, stride `s` and extent `n`."""


@means(
    lambda w, a, d, o, s, n, t: Lanewise(
        legal(
            w,
            lambda k, i: z3.And(s.at(k, i) == w.bytes(a), extent(n.at(k, i)), z3.Implies(w.stores(a), w.whole(n.at(k, i), a))),
            between(w, d, o, n, t),
        ),
        moved_address(w, d, word(o), s, t),
    )
)
def row(a: Access, d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Tile:
    """The tile `t` extended by the last dimension `d` of a tensor descriptor, as `box`, whose elements are contiguous."""


# --- buffers
MAX_BUFFER_BYTES = (1 << 31) - 2
"""Size of a buffer in bytes: elements that end after it are neither read nor written."""


def word_without_sign(x: Any) -> Any:
    return z3.ZeroExt(32, z3.Extract(31, 0, x))


@means(
    lambda w, a, b, y, m: Lanewise(
        lambda k, i: z3.And(w.in_block(a, i), m.at(k, i), word_without_sign(y.at(k, i)) + w.bytes(a) <= MAX_BUFFER_BYTES),
        lambda k, i: b.at(k, i) + word_without_sign(y.at(k, i)),
    )
)
def buffer(a: Access, b: Num, y: Lanes, m: Mask) -> Tile:
    """The access `a` at base address `b` with the unsigned 32-bit byte offset `y` in each lane where `m` is true."""


# --- conditions
@demands(lambda w, c, o, s: lambda k, i: c.at(k, i) + o.at(k, i) * s.at(k, i) == 0)
def displaces(c: Num, o: Num, s: Num) -> Fact:
    """`c + o * s == 0`."""


@demands(lambda w, n, a, b: lambda k, i: n.at(k, i) == a.at(k, i) + b.at(k, i))
def sums(n: Num, a: Num, b: Num) -> Fact:
    """`n == a + b`, modulo 2^64."""


@demands(lambda w, a, b: lambda k, i: a.at(k, i) + b.at(k, i) == 0)
def opposite(a: Num, b: Num) -> Fact:
    """`a + b == 0`."""


@demands(lambda w, a: lambda k, i: moderate(a.at(k, i)))
def moderate_number(a: Num) -> Fact:
    """`a` is within half of the signed 64-bit range, so one sum or difference cannot overflow."""


@demands(lambda w, a: lambda k, i: a.at(k, i) >= 0)
def nonnegative_number(a: Num) -> Fact:
    """`a >= 0`."""


@demands(lambda w, a: lambda k, i: a.at(k, i) <= 0)
def nonpositive_number(a: Num) -> Fact:
    """`a <= 0`."""


@demands(lambda w, a, d, size: lambda k, i: z3.Implies(w.in_block(a, i), along(w, d, i) < size.at(k, i)))
def block_size(a: Access, d: Dimension, size: Num) -> Fact:
    """The block of `a` has at most `size` indices along dimension `d`."""


@demands(
    lambda w, a, d, o, n: (
        lambda k, i: z3.Implies(
            w.in_block(a, i), z3.And(o.at(k, i) + along(w, d, i) >= 0, o.at(k, i) + along(w, d, i) < n.at(k, i))
        )
    )
)
def covered(a: Access, d: Dimension, o: Num, n: Num) -> Fact:
    """`0 <= o + index < n` for every index of the block of `a` along dimension `d`."""


@demands(
    lambda w, a, d, n, o, limit: (
        lambda k, i: z3.Implies(w.in_block(a, i), w.entry(n, k, w.coordinate(d, i)) == around(w, d, o, limit, k, i))
    )
)
def wraps(a: Access, d: Dimension, n: Table, o: Num, limit: Num) -> Fact:
    """In the block of `a`, entries of table `n` are `(o + index) mod limit`, and the index wraps around at most once."""


@words.fact(lambda w, s, r: z3.BoolVal(True), guide=True)
def same_stride(s: Num, r: Num) -> Fact:
    """`r` is a candidate to replace the stride `s`. Rules hold without this condition, which only limits saturation."""


@demands(lambda w, b: lambda k, i: sixteenth(b.at(k, i)))
def aligned(b: Num) -> Fact:
    """`b` is a multiple of 16."""


@demands(lambda w, s: lambda k, i: pitch(s.at(k, i)))
def stride_fits(s: Num) -> Fact:
    """The hardware accepts `s` as a stride in bytes: a multiple of 16 from 16 to 2^40 - 1."""


@demands(lambda w, n: lambda k, i: extent(n.at(k, i)))
def extent_fits(n: Num) -> Fact:
    """The hardware accepts `n` as an extent: 1 to 2^31 - 1 elements."""


@demands(lambda w, a, s: lambda k, i: s.at(k, i) == w.bytes(a))
def unit(a: Access, s: Num) -> Fact:
    """The stride `s` is the element size, so elements along the dimension are contiguous."""


@demands(lambda w, a, n: lambda k, i: z3.Implies(w.stores(a), w.whole(n.at(k, i), a)))
def granular(a: Access, n: Num) -> Fact:
    """`a` is a load, or rows of `n` elements are a multiple of 16 bytes, the granularity of hardware stores."""


@demands(
    lambda w, a, y: (
        lambda k, i: z3.Implies(
            w.in_block(a, i), z3.And(y.at(k, i) >= 0, y.at(k, i) <= MAX_BUFFER_BYTES, y.at(k, i) + w.bytes(a) <= MAX_BUFFER_BYTES)
        )
    )
)
def near(a: Access, y: Lanes) -> Fact:
    """In every lane of the block of `a`, the element at byte offset `y` lies inside the buffer."""


@words.fact(lambda w, a: w.readable(a))
def readable(a: Access) -> Fact:
    """`a` is a load, and every lane that no comparison masks may be read (promise `READABLE` of `integers.assumptions`)."""
