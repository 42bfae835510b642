# mypy: disable-error-code="empty-body"
"""Vocabulary of address arithmetic: each symbol with its meaning.

A number is a function from a loop step to 64 bits, lanes are a function from a step and an index to 64 bits, a mask one to truth
values. All arithmetic is modulo 2^64, as addresses are; a value of 32 bits is held as its sign extension, so that `arith.extsi`
is nothing, and an operation on 32 bits is the one on 64 bits followed by `narrow` (or `wrapped`, for scalars). To remove a
`narrow` needs the fact that nothing overflowed; errors in raising pointers come from there, not from the shape of the program.

`step(d, stride, x)` adds `stride` times the index along dimension `d`: lanes that are steps over one number are an affine access.
`lookup(d, n, stride, x)` adds `stride` times an entry of the table `n`, the one at the index along dimension `d`: a gather.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.core.vocabulary import Name, P, R, Term, Vocabulary, Word

words = Vocabulary("pointer", prover="egraph_opt.families.pointer.vocabulary.world")


class Num(Term):
    """Number."""


class Lanes(Term):
    """Number in each lane."""


class Mask(Term):
    """Truth value in each lane."""


class Atom(Name):
    """Value that is not analysed further: a scalar, lanes or a mask."""


class Loop(Name):
    """A loop."""


class Carried(Name):
    """A value that a loop carries."""


class View(Name):
    """Map from indices of one shape to those of another: dimensions are added, repeated or exchanged."""


class Dimension(Name):
    """A dimension of lanes."""


class Table(Name):
    """Lanes, or a mask, of one dimension."""


At = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Lane:
    """Meaning of a term: `at(step, index)` is 64 bits, or a truth value for a mask."""

    at: At


def means(meaning: Callable[..., At]) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a symbol together with its meaning at a step and an index."""
    return words.symbol(lambda w, *arguments: Lane(meaning(w, *arguments)))


def along(w: Any, dimension: Any, index: Any) -> Any:
    """Return the index along one dimension, from 0 to 2^31 - 1, as 64 bits."""
    return z3.ZeroExt(33, w.coordinate(dimension, index))


def low(x: Any) -> Any:
    """Return the lower half of 64 bits, sign-extended."""
    return z3.SignExt(32, z3.Extract(31, 0, x))


def moderate(x: Any) -> Any:
    """Return whether a number is so far from 64-bit overflow that one sum or difference cannot overflow."""
    return z3.And(x >= -(1 << 62) + (1 << 31), x <= (1 << 62) - (1 << 31))


# --- numbers
@means(lambda w, n: lambda k, i: z3.BitVecVal(n, 64))
def integer(n: int) -> Num:
    """The number `n`."""


@means(lambda w, number: lambda k, i: w.atom(number, k))
def atom(number: Atom) -> Num:
    """A number that is not analysed further: an argument, or a loaded value."""


@means(lambda w, a, b: lambda k, i: a.at(k, i) + b.at(k, i))
def plus(a: Num, b: Num) -> Num:
    """The sum of `a` and `b`, in 64 bits."""


@means(lambda w, a, b: lambda k, i: a.at(k, i) * b.at(k, i))
def times(a: Num, b: Num) -> Num:
    """The product of `a` and `b`, in 64 bits."""


@means(lambda w, a: lambda k, i: low(a.at(k, i)))
def wrapped(a: Num) -> Num:
    """The lower 32 bits of `a`, sign-extended."""


@means(lambda w, loop: lambda k, i: w.count(loop, k))
def count(loop: Loop) -> Num:
    """The number of iterations of `loop` that are done."""


@means(lambda w, loop: lambda k, i: w.counter(loop, k))
def counter(loop: Loop) -> Num:
    """The counter of `loop`."""


@means(lambda w, f: lambda k, i: w.carried_number(f, k))
def carried_number(f: Carried) -> Num:
    """A number that a loop carries, in an iteration."""


@means(lambda w, f: lambda k, i: w.result_number(f, k))
def result_number(f: Carried) -> Num:
    """A number that a loop carries, after the loop."""


@means(lambda w, a, b: lambda k, i: z3.SRem(a.at(k, i), b.at(k, i)))
def remainder_number(a: Num, b: Num) -> Num:
    """The remainder of `a` divided by `b`, with the sign of `a`."""


# --- lanes
@means(lambda w, a: lambda k, i: a.at(k, i))
def uniform(a: Num) -> Lanes:
    """The number `a` in every lane."""


@means(lambda w, d, stride, x: lambda k, i: stride.at(k, i) * along(w, d, i) + x.at(k, i))
def step(d: Dimension, stride: Num, x: Lanes) -> Lanes:
    """`x`, plus `stride` times the index along dimension `d`."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) + y.at(k, i))
def add(x: Lanes, y: Lanes) -> Lanes:
    """The sum of `x` and `y`, lane by lane."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) * y.at(k, i))
def multiply(x: Lanes, y: Lanes) -> Lanes:
    """The product of `x` and `y`, lane by lane."""


@means(lambda w, x: lambda k, i: low(x.at(k, i)))
def narrow(x: Lanes) -> Lanes:
    """The lower 32 bits of each lane, sign-extended."""


@means(lambda w, x: lambda k, i: z3.ZeroExt(32, z3.Extract(31, 0, x.at(k, i))))
def unsigned(x: Lanes) -> Lanes:
    """The lower 32 bits of each lane, unsigned."""


@means(lambda w, f, x: lambda k, i: x.at(k, w.source(f, i)))
def view(f: View, x: Lanes) -> Lanes:
    """`x` with its dimensions added, repeated or exchanged."""


@means(lambda w, f: lambda k, i: w.carried_lanes(f, k, i))
def carried_lanes(f: Carried) -> Lanes:
    """Lanes that a loop carries, in an iteration."""


@means(lambda w, f: lambda k, i: w.result_lanes(f, k, i))
def result_lanes(f: Carried) -> Lanes:
    """Lanes that a loop carries, after the loop."""


@means(lambda w, x, y: lambda k, i: z3.SRem(x.at(k, i), y.at(k, i)))
def remainder(x: Lanes, y: Lanes) -> Lanes:
    """The remainder of `x` divided by `y`, with the sign of `x`, lane by lane."""


@means(
    lambda w, x, y: (
        lambda k, i: low(z3.URem(z3.ZeroExt(32, z3.Extract(31, 0, x.at(k, i))), z3.ZeroExt(32, z3.Extract(31, 0, y.at(k, i)))))
    )
)
def remainder_unsigned(x: Lanes, y: Lanes) -> Lanes:
    """The remainder of `x` divided by `y`, both unsigned, lane by lane."""


@means(lambda w, number: lambda k, i: w.opaque_lanes(number, k, i))
def opaque_lanes(number: Atom) -> Lanes:
    """Lanes that are not analysed further."""


@means(lambda w, d, n, stride, x: lambda k, i: stride.at(k, i) * w.entry(n, k, w.coordinate(d, i)) + x.at(k, i))
def lookup(d: Dimension, n: Table, stride: Num, x: Lanes) -> Lanes:
    """`x`, plus `stride` times the entry of the table `n` at the index along dimension `d`."""


@means(lambda w, x: lambda k, i: x.at(k, w.origin))
def scalar(x: Lanes) -> Num:
    """The number that `x` holds, if it has a single lane."""


@means(lambda w, c, x, y: lambda k, i: z3.If(c.at(k, i) != 0, x.at(k, i), y.at(k, i)))
def either(c: Num, x: Lanes, y: Lanes) -> Lanes:
    """`x` where the number `c` is not 0, else `y`."""


@means(lambda w, m, x, y: lambda k, i: z3.If(m.at(k, i), x.at(k, i), y.at(k, i)))
def blend(m: Mask, x: Lanes, y: Lanes) -> Lanes:
    """`x` in the lanes where `m` holds, `y` in the others."""


@means(lambda w, x, y: lambda k, i: z3.If(x.at(k, i) < y.at(k, i), x.at(k, i), y.at(k, i)))
def minimum(x: Lanes, y: Lanes) -> Lanes:
    """The lesser of `x` and `y`, signed, lane by lane."""


@means(lambda w, x, y: lambda k, i: z3.If(x.at(k, i) < y.at(k, i), y.at(k, i), x.at(k, i)))
def maximum(x: Lanes, y: Lanes) -> Lanes:
    """The greater of `x` and `y`, signed, lane by lane."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) / y.at(k, i))
def quotient(x: Lanes, y: Lanes) -> Lanes:
    """`x` divided by `y`, rounded towards 0, lane by lane."""


# --- masks
@means(lambda w, x, y: lambda k, i: x.at(k, i) < y.at(k, i))
def less(x: Lanes, y: Lanes) -> Mask:
    """A mask: where `x` is below `y`, signed."""


@means(lambda w, x, y: lambda k, i: z3.ULT(x.at(k, i), y.at(k, i)))
def below(x: Lanes, y: Lanes) -> Mask:
    """A mask: where `x` is below `y`, both unsigned."""


@means(lambda w, m, n: lambda k, i: z3.And(m.at(k, i), n.at(k, i)))
def both(m: Mask, n: Mask) -> Mask:
    """A mask: where `m` and `n` hold."""


@means(lambda w, d, extent: lambda k, i: along(w, d, i) < extent.at(k, i))
def inside(d: Dimension, extent: Num) -> Mask:
    """A mask: where the index along dimension `d` is below `extent`."""


@means(lambda w, d, extent: lambda k, i: along(w, d, i) >= extent.at(k, i))
def beyond(d: Dimension, extent: Num) -> Mask:
    """A mask: where the index along dimension `d` is at least `extent`."""


@means(lambda w: lambda k, i: z3.BoolVal(True))
def always() -> Mask:
    """The mask that holds everywhere."""


@means(lambda w, a: lambda k, i: a.at(k, i) != 0)
def truth(a: Num) -> Mask:
    """A mask: everywhere or nowhere, by whether `a` is not 0."""


@means(lambda w, c, m, n: lambda k, i: z3.If(c.at(k, i) != 0, m.at(k, i), n.at(k, i)))
def either_mask(c: Num, m: Mask, n: Mask) -> Mask:
    """`m` where the number `c` is not 0, else `n`."""


@means(lambda w, f, m: lambda k, i: m.at(k, w.source(f, i)))
def view_mask(f: View, m: Mask) -> Mask:
    """`m` with its dimensions added, repeated or exchanged."""


@means(lambda w, d, n: lambda k, i: w.chosen(n, k, w.coordinate(d, i)))
def chosen(d: Dimension, n: Table) -> Mask:
    """A mask: where the table `n` holds for the index along dimension `d`."""


@means(lambda w, number: lambda k, i: w.opaque_mask(number, k, i))
def opaque_mask(number: Atom) -> Mask:
    """A mask that is not analysed further."""
