# mypy: disable-error-code="empty-body"
"""Vocabulary of address arithmetic: each symbol with its z3 meaning.
A step of the execution is one iteration of each enclosing loop. `Num` is a function from a step to 64 bits. `Lanes` and `Mask` are
functions from a step and a lane index: `Lanes` to 64 bits, `Mask` to a boolean. Arithmetic is modulo 2^64, as for addresses. A 32-bit
value is represented by its sign extension, so `arith.extsi` is the identity. A 32-bit operation is the 64-bit one followed by `narrow`
(`wrapped` for scalars). Removing a `narrow` requires the fact that nothing overflowed: most errors in raising pointers come from unproved
facts of this kind.
The symbol `step(d, stride, x)` adds `stride` times the index along dimension `d`; nested `step` terms over one scalar are affine lanes.
`lookup(d, n, stride, x)` adds `stride` times the entry of table `n` at the index along `d`, which is a gather.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3

from egraph_opt.core.vocabulary import Name, P, R, Term, Vocabulary, Word

words = Vocabulary("pointer", prover="egraph_opt.families.pointer.vocabulary.world")


class Num(Term):
    """Scalar integer."""


class Lanes(Term):
    """Integer in each lane."""


class Mask(Term):
    """Boolean in each lane."""


class Atom(Name):
    """Opaque value: a scalar, an integer tensor or a mask."""


class Loop(Name):
    """Loop."""


class Carried(Name):
    """Loop-carried value."""


class View(Name):
    """Map from indices of one shape to indices of another, which adds, broadcasts or permutes dimensions."""


class Dimension(Name):
    """Dimension of a tensor."""


class Table(Name):
    """One-dimensional integer tensor or mask, looked up by an index."""


At = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Lane:
    """Meaning of a term. `at` maps a step (iteration of each enclosing loop) and a lane index to 64 bits in z3, or to a boolean."""

    at: At


def means(meaning: Callable[..., At]) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a symbol with its meaning at a step (iteration of each enclosing loop) and a lane index."""
    return words.symbol(lambda w, *arguments: Lane(meaning(w, *arguments)))


def along(w: Any, dimension: Any, index: Any) -> Any:
    """Return the index along one dimension, from 0 to 2^31 - 1, as a 64-bit z3 vector."""
    return z3.ZeroExt(33, w.coordinate(dimension, index))


def low(x: Any) -> Any:
    return z3.SignExt(32, z3.Extract(31, 0, x))


def moderate(x: Any) -> Any:
    """Return a z3 condition: `x` is within half of the signed 64-bit range, so one sum or difference cannot overflow."""
    return z3.And(x >= -(1 << 62) + (1 << 31), x <= (1 << 62) - (1 << 31))


# --- numbers
@means(lambda w, n: lambda k, i: z3.BitVecVal(n, 64))
def integer(n: int) -> Num:
    """The constant `n`."""


@means(lambda w, number: lambda k, i: w.atom(number, k))
def atom(number: Atom) -> Num:
    """An opaque scalar: an argument or a loaded value."""


@means(lambda w, a, b: lambda k, i: a.at(k, i) + b.at(k, i))
def plus(a: Num, b: Num) -> Num:
    """`a + b` in 64 bits."""


@means(lambda w, a, b: lambda k, i: a.at(k, i) * b.at(k, i))
def times(a: Num, b: Num) -> Num:
    """`a * b` in 64 bits."""


@means(lambda w, a: lambda k, i: low(a.at(k, i)))
def wrapped(a: Num) -> Num:
    """The low 32 bits of `a`, sign-extended."""


@means(lambda w, loop: lambda k, i: w.count(loop, k))
def count(loop: Loop) -> Num:
    """The number of completed iterations of `loop`."""


@means(lambda w, loop: lambda k, i: w.counter(loop, k))
def counter(loop: Loop) -> Num:
    """The induction variable of `loop`."""


@means(lambda w, f: lambda k, i: w.carried_number(f, k))
def carried_number(f: Carried) -> Num:
    """A loop-carried scalar during an iteration."""


@means(lambda w, f: lambda k, i: w.result_number(f, k))
def result_number(f: Carried) -> Num:
    """A loop-carried scalar after the loop."""


@means(lambda w, a, b: lambda k, i: z3.SRem(a.at(k, i), b.at(k, i)))
def remainder_number(a: Num, b: Num) -> Num:
    """The remainder of `a / b`, with the sign of `a`."""


# --- lanes
@means(lambda w, a: lambda k, i: a.at(k, i))
def uniform(a: Num) -> Lanes:
    """The scalar `a` in every lane."""


@means(lambda w, d, stride, x: lambda k, i: stride.at(k, i) * along(w, d, i) + x.at(k, i))
def step(d: Dimension, stride: Num, x: Lanes) -> Lanes:
    """`x + stride * (index along dimension d)`."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) + y.at(k, i))
def add(x: Lanes, y: Lanes) -> Lanes:
    """`x + y` in each lane."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) * y.at(k, i))
def multiply(x: Lanes, y: Lanes) -> Lanes:
    """`x * y` in each lane."""


@means(lambda w, x: lambda k, i: low(x.at(k, i)))
def narrow(x: Lanes) -> Lanes:
    """The low 32 bits of each lane, sign-extended."""


@means(lambda w, x: lambda k, i: z3.ZeroExt(32, z3.Extract(31, 0, x.at(k, i))))
def unsigned(x: Lanes) -> Lanes:
    """The low 32 bits of each lane, zero-extended."""


@means(lambda w, f, x: lambda k, i: x.at(k, w.source(f, i)))
def view(f: View, x: Lanes) -> Lanes:
    """`x` with dimensions added, broadcast or permuted by `f`."""


@means(lambda w, f: lambda k, i: w.carried_lanes(f, k, i))
def carried_lanes(f: Carried) -> Lanes:
    """A loop-carried integer tensor during an iteration."""


@means(lambda w, f: lambda k, i: w.result_lanes(f, k, i))
def result_lanes(f: Carried) -> Lanes:
    """A loop-carried integer tensor after the loop."""


@means(lambda w, x, y: lambda k, i: z3.SRem(x.at(k, i), y.at(k, i)))
def remainder(x: Lanes, y: Lanes) -> Lanes:
    """The remainder of `x / y`, with the sign of `x`, in each lane."""


@means(
    lambda w, x, y: (
        lambda k, i: low(z3.URem(z3.ZeroExt(32, z3.Extract(31, 0, x.at(k, i))), z3.ZeroExt(32, z3.Extract(31, 0, y.at(k, i)))))
    )
)
def remainder_unsigned(x: Lanes, y: Lanes) -> Lanes:
    """The unsigned 32-bit remainder of `x / y` in each lane."""


@means(lambda w, number: lambda k, i: w.opaque_lanes(number, k, i))
def opaque_lanes(number: Atom) -> Lanes:
    """An opaque integer in each lane."""


@means(lambda w, d, n, stride, x: lambda k, i: stride.at(k, i) * w.entry(n, k, w.coordinate(d, i)) + x.at(k, i))
def lookup(d: Dimension, n: Table, stride: Num, x: Lanes) -> Lanes:
    """`x + stride * n[index along dimension d]`."""


@means(lambda w, x: lambda k, i: x.at(k, w.origin))
def scalar(x: Lanes) -> Num:
    """The only lane of `x`."""


@means(lambda w, c, x, y: lambda k, i: z3.If(c.at(k, i) != 0, x.at(k, i), y.at(k, i)))
def either(c: Num, x: Lanes, y: Lanes) -> Lanes:
    """`x` if the scalar `c` is not 0, else `y`."""


@means(lambda w, m, x, y: lambda k, i: z3.If(m.at(k, i), x.at(k, i), y.at(k, i)))
def blend(m: Mask, x: Lanes, y: Lanes) -> Lanes:
    """`x` in the lanes where `m` is true, else `y`."""


@means(lambda w, x, y: lambda k, i: z3.If(x.at(k, i) < y.at(k, i), x.at(k, i), y.at(k, i)))
def minimum(x: Lanes, y: Lanes) -> Lanes:
    """The signed minimum of `x` and `y` in each lane."""


@means(lambda w, x, y: lambda k, i: z3.If(x.at(k, i) < y.at(k, i), y.at(k, i), x.at(k, i)))
def maximum(x: Lanes, y: Lanes) -> Lanes:
    """The signed maximum of `x` and `y` in each lane."""


@means(lambda w, x, y: lambda k, i: x.at(k, i) / y.at(k, i))
def quotient(x: Lanes, y: Lanes) -> Lanes:
    """`x / y`, rounded towards 0, in each lane."""


# --- masks
@means(lambda w, x, y: lambda k, i: x.at(k, i) < y.at(k, i))
def less(x: Lanes, y: Lanes) -> Mask:
    """The mask `x < y`, signed."""


@means(lambda w, x, y: lambda k, i: z3.ULT(x.at(k, i), y.at(k, i)))
def below(x: Lanes, y: Lanes) -> Mask:
    """The mask `x < y`, unsigned."""


@means(lambda w, m, n: lambda k, i: z3.And(m.at(k, i), n.at(k, i)))
def both(m: Mask, n: Mask) -> Mask:
    """The mask `m and n`."""


@means(lambda w, d, extent: lambda k, i: along(w, d, i) < extent.at(k, i))
def inside(d: Dimension, extent: Num) -> Mask:
    """The mask `(index along dimension d) < extent`."""


@means(lambda w, d, extent: lambda k, i: along(w, d, i) >= extent.at(k, i))
def beyond(d: Dimension, extent: Num) -> Mask:
    """The mask `(index along dimension d) >= extent`."""


@means(lambda w: lambda k, i: z3.BoolVal(True))
def always() -> Mask:
    """The mask that is true in every lane."""


@means(lambda w, a: lambda k, i: a.at(k, i) != 0)
def truth(a: Num) -> Mask:
    """The uniform mask `a != 0`."""


@means(lambda w, c, m, n: lambda k, i: z3.If(c.at(k, i) != 0, m.at(k, i), n.at(k, i)))
def either_mask(c: Num, m: Mask, n: Mask) -> Mask:
    """`m` if the scalar `c` is not 0, else `n`."""


@means(lambda w, f, m: lambda k, i: m.at(k, w.source(f, i)))
def view_mask(f: View, m: Mask) -> Mask:
    """`m` with dimensions added, broadcast or permuted by `f`."""


@means(lambda w, d, n: lambda k, i: w.chosen(n, k, w.coordinate(d, i)))
def chosen(d: Dimension, n: Table) -> Mask:
    """The mask `n[index along dimension d]`."""


@means(lambda w, number: lambda k, i: w.opaque_mask(number, k, i))
def opaque_mask(number: Atom) -> Mask:
    """An opaque mask."""
