# mypy: disable-error-code="empty-body"
"""Vocabulary of tiles: the meaning of an access in each lane of its block, as pointers or as a target writes it.
Rules with these words run after those of addresses alone, on accesses in affine form: their addresses are steps and lookups over a
uniform number, and their masks are bounds.

A tile says for each lane whether it is active, and its address. `access(a, x, m)` is an access through pointers: the lanes of the
block of `a` at the addresses `x`, where `m` holds. A target writes it one dimension around the other: the innermost, `corner(a,
b)`, is all lanes of the block at the address `b`; each other adds `offset + index` strides, in bytes, and may check that `0 <=
offset + index < extent`.

    selected                                 a load of more lanes, and a select of the wanted ones
    window, masked, listed, picked, folded   triton-shared's tts: offsets of 64 bits; a mask is a number of lanes, or a list of
        truth values
    block, checked                           block pointers, as Triton's RewriteTensorPointer defines them: offsets of 32 bits
    aligned_corner, box, row                 descriptors: the same, for numbers that the hardware (TMA) takes; for others nothing
        is known
    buffer                                   instructions of AMD on buffers: lanes at unsigned offsets of 32 bits, up to 2 GiB
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
"""Words of addresses, and those of tiles."""


class Tile(Term):
    """Meaning of an access in each lane of its block."""


class Access(Name):
    """An access: its block, the bytes of its elements, and whether it stores."""


@dataclass(frozen=True)
class Lanewise:
    """Meaning of a tile: whether a lane is active at a step and an index, and its address."""

    active: Callable[[Any, Any], Any]
    at: Callable[[Any, Any], Any]


means = words.symbol


def demands(meaning: Callable[..., At]) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a condition as `conditions.says` does, for tiles."""
    return words.fact(lambda w, *arguments: everywhere(w, meaning(w, *arguments)))


def moved_address(w: Any, d: Any, offset: Callable[[Any, Any], Any], s: Any, t: Any) -> Callable[[Any, Any], Any]:
    return lambda k, i: s.at(k, i) * (offset(k, i) + along(w, d, i)) + t.at(k, i)


def between(w: Any, d: Any, o: Any, n: Any, t: Any) -> Callable[[Any, Any], Any]:
    """Return the check of block pointers, for an offset of 32 bits."""

    def active(k: Any, i: Any) -> Any:
        index = low(o.at(k, i)) + along(w, d, i)
        return z3.And(t.active(k, i), index >= 0, index < n.at(k, i))

    return active


def word(o: Any) -> Callable[[Any, Any], Any]:
    """Return an offset as a target holds it that has 32 bits for it."""
    return lambda k, i: low(o.at(k, i))


def legal(w: Any, condition: Callable[[Any, Any], Any], active: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return the lanes that the hardware has active: unknown, if it does not take the given numbers."""
    return lambda k, i: z3.If(condition(k, i), active(k, i), w.undefined(k, i))


def sixteenth(x: Any) -> Any:
    """Return whether 16 divides a number."""
    return z3.Extract(3, 0, x) == 0


# --- pointers
@means(lambda w, a, x, m: Lanewise(lambda k, i: z3.And(w.in_block(a, i), m.at(k, i)), x.at))
def access(a: Access, x: Lanes, m: Mask) -> Tile:
    """The access `a` to the addresses `x`, in the lanes where `m` holds."""


@means(lambda w, a, b: Lanewise(lambda k, i: w.in_block(a, i), b.at))
def corner(a: Access, b: Num) -> Tile:
    """The access `a`, each of whose dimensions is still to be added, from the address `b` on."""


# --- any target
@means(lambda w, a, p, t: Lanewise(legal(w, lambda k, i: w.readable(a), lambda k, i: z3.And(p.at(k, i), t.active(k, i))), t.at))
def selected(a: Access, p: Mask, t: Tile) -> Tile:
    """`t` in the lanes where `p` holds, too."""


# --- tts
@means(lambda w, d, o, s, t: Lanewise(t.active, moved_address(w, d, o.at, s, t)))
def window(d: Dimension, o: Num, s: Num, t: Tile) -> Tile:
    """`t` with dimension `d`: from offset `o` on, with stride `s`."""


def clamp(size: Any, h: Any) -> Any:
    return z3.If(h < 0, z3.BitVecVal(0, 64), z3.If(h > size, size, h))


@means(
    lambda w, d, size, h, t: Lanewise(
        lambda k, i: z3.And(t.active(k, i), along(w, d, i) < clamp(size.at(k, i), h.at(k, i))), t.at
    )
)
def masked(d: Dimension, size: Num, h: Num, t: Tile) -> Tile:
    """`t` where the index along dimension `d` is below `h`, but at most `size`."""


@means(lambda w, d, n, s, t: Lanewise(t.active, lambda k, i: s.at(k, i) * w.entry(n, k, w.coordinate(d, i)) + t.at(k, i)))
def listed(d: Dimension, n: Table, s: Num, t: Tile) -> Tile:
    """`t` with dimension `d`: `s` times the entry of the table `n` at the index."""


@means(lambda w, d, n, t: Lanewise(lambda k, i: z3.And(t.active(k, i), w.chosen(n, k, w.coordinate(d, i))), t.at))
def picked(d: Dimension, n: Table, t: Tile) -> Tile:
    """`t` where the table `n` holds for the index along dimension `d`."""


def around(w: Any, d: Any, o: Any, limit: Any, k: Any, i: Any) -> Any:
    """Return an index that wraps around at a limit."""
    index, end = o.at(k, i) + along(w, d, i), limit.at(k, i)
    return z3.If(index < end, index, index - end)


@means(lambda w, d, o, s, limit, t: Lanewise(t.active, lambda k, i: s.at(k, i) * around(w, d, o, limit, k, i) + t.at(k, i)))
def folded(d: Dimension, o: Num, s: Num, limit: Num, t: Tile) -> Tile:
    """`t` with dimension `d` as in `window`, with an index that wraps around at `limit`."""


# --- block pointers
@means(lambda w, d, o, s, t: Lanewise(t.active, moved_address(w, d, word(o), s, t)))
def block(d: Dimension, o: Num, s: Num, t: Tile) -> Tile:
    """`t` with dimension `d` of a block pointer: from offset `o` on, with stride `s`."""


@means(lambda w, d, o, s, n, t: Lanewise(between(w, d, o, n, t), moved_address(w, d, word(o), s, t)))
def checked(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Tile:
    """`t` with dimension `d` as in `block`, where the index is from 0 to below the extent `n`."""


# --- descriptors
def extent(n: Any) -> Any:
    return z3.And(n >= 1, n < 1 << 31)


def pitch(s: Any) -> Any:
    return z3.And(sixteenth(s), s >= 16, s < 1 << 40)


@means(lambda w, a, b: Lanewise(legal(w, lambda k, i: sixteenth(b.at(k, i)), lambda k, i: w.in_block(a, i)), b.at))
def aligned_corner(a: Access, b: Num) -> Tile:
    """The access `a` as in `corner`, at an address that 16 divides."""


@means(
    lambda w, d, o, s, n, t: Lanewise(
        legal(w, lambda k, i: z3.And(pitch(s.at(k, i)), extent(n.at(k, i))), between(w, d, o, n, t)),
        moved_address(w, d, word(o), s, t),
    )
)
def box(d: Dimension, o: Num, s: Num, n: Num, t: Tile) -> Tile:
    """`t` with dimension `d` of a tensor descriptor: from offset `o` on, with stride `s`, below the extent `n`."""


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
    """`t` with dimension `d` as in `box`, for the last dimension, whose elements are adjacent."""


# --- buffers
MAX_BUFFER_BYTES = (1 << 31) - 2
"""Bytes of a buffer: elements that end after it are neither read nor written."""


def word_without_sign(x: Any) -> Any:
    return z3.ZeroExt(32, z3.Extract(31, 0, x))


@means(
    lambda w, a, b, y, m: Lanewise(
        lambda k, i: z3.And(w.in_block(a, i), m.at(k, i), word_without_sign(y.at(k, i)) + w.bytes(a) <= MAX_BUFFER_BYTES),
        lambda k, i: b.at(k, i) + word_without_sign(y.at(k, i)),
    )
)
def buffer(a: Access, b: Num, y: Lanes, m: Mask) -> Tile:
    """The access `a` from the address `b` on, with the offset `y` in each lane where `m` holds."""


# --- conditions
@demands(lambda w, c, o, s: lambda k, i: c.at(k, i) + o.at(k, i) * s.at(k, i) == 0)
def displaces(c: Num, o: Num, s: Num) -> Fact:
    """`c` compensates for the offset `o` with stride `s`."""


@demands(lambda w, n, a, b: lambda k, i: n.at(k, i) == a.at(k, i) + b.at(k, i))
def sums(n: Num, a: Num, b: Num) -> Fact:
    """`n` is the sum, modulo 2^64."""


@demands(lambda w, a, b: lambda k, i: a.at(k, i) + b.at(k, i) == 0)
def opposite(a: Num, b: Num) -> Fact:
    """`a` is `-b`."""


@demands(lambda w, a: lambda k, i: moderate(a.at(k, i)))
def moderate_number(a: Num) -> Fact:
    """The scalar is so far from 64-bit overflow that one sum or difference cannot overflow."""


@demands(lambda w, a: lambda k, i: a.at(k, i) >= 0)
def nonnegative_number(a: Num) -> Fact:
    """The scalar is not negative, and not outside 32 bits."""


@demands(lambda w, a: lambda k, i: a.at(k, i) <= 0)
def nonpositive_number(a: Num) -> Fact:
    """The scalar is not positive."""


@demands(lambda w, a, d, size: lambda k, i: z3.Implies(w.in_block(a, i), along(w, d, i) < size.at(k, i)))
def block_size(a: Access, d: Dimension, size: Num) -> Fact:
    """The block of `a` has at most this many indices along a dimension."""


@demands(
    lambda w, a, d, o, n: (
        lambda k, i: z3.Implies(
            w.in_block(a, i), z3.And(o.at(k, i) + along(w, d, i) >= 0, o.at(k, i) + along(w, d, i) < n.at(k, i))
        )
    )
)
def covered(a: Access, d: Dimension, o: Num, n: Num) -> Fact:
    """All indices of the block of `a`, from the offset `o` on, are inside the extent `n`."""


@demands(
    lambda w, a, d, n, o, limit: (
        lambda k, i: z3.Implies(w.in_block(a, i), w.entry(n, k, w.coordinate(d, i)) == around(w, d, o, limit, k, i))
    )
)
def wraps(a: Access, d: Dimension, n: Table, o: Num, limit: Num) -> Fact:
    """In the block of `a`, entries of the table `n` are (`o` + index) modulo `limit`, and the index does not go around twice."""


@words.fact(lambda w, s, r: z3.BoolVal(True), guide=True)
def same_stride(s: Num, r: Num) -> Fact:
    """`r` may be tried in place of the stride `s`. It keeps the search small."""


@demands(lambda w, b: lambda k, i: sixteenth(b.at(k, i)))
def aligned(b: Num) -> Fact:
    """16 divides the address."""


@demands(lambda w, s: lambda k, i: pitch(s.at(k, i)))
def stride_fits(s: Num) -> Fact:
    """The hardware takes this number of bytes from one row to the next."""


@demands(lambda w, n: lambda k, i: extent(n.at(k, i)))
def extent_fits(n: Num) -> Fact:
    """The hardware takes this number of elements."""


@demands(lambda w, a, s: lambda k, i: s.at(k, i) == w.bytes(a))
def unit(a: Access, s: Num) -> Fact:
    """The stride is the size of an element: its neighbour is the next one in memory."""


@demands(lambda w, a, n: lambda k, i: z3.Implies(w.stores(a), w.whole(n.at(k, i), a)))
def granular(a: Access, n: Num) -> Fact:
    """The access is a load, or rows of `n` elements are a multiple of 16 bytes: the hardware stores 16 at a time."""


@demands(
    lambda w, a, y: (
        lambda k, i: z3.Implies(
            w.in_block(a, i), z3.And(y.at(k, i) >= 0, y.at(k, i) <= MAX_BUFFER_BYTES, y.at(k, i) + w.bytes(a) <= MAX_BUFFER_BYTES)
        )
    )
)
def near(a: Access, y: Lanes) -> Fact:
    """No lane of the block of `a` is before the buffer's first byte, or ends after its last."""


@words.fact(lambda w, a: w.readable(a))
def readable(a: Access) -> Fact:
    """The access is a load for which each lane that no comparison masks may be read (`promise.READABLE`)."""
