# mypy: disable-error-code="empty-body"
"""The vocabulary of dispatch regions: each symbol beside what it means.

A tensor means a shape and a function from an index of that shape to an element. Windows, permutations, shapes and scalars are named
by numbers; a window means its two shapes and the map from its own indices to those of its base. What runs where, and into which
buffer, is no part of a meaning: `fused_insert` and `insert` mean the same, and cost models tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from egglog import Expr, i64, i64Like

from egraph_opt.families.layout.vocabulary import fact, symbol


@dataclass(frozen=True)
class TensorMeaning:
    """`at(i)` is the element at index `i`; `typed` is what the verifier demands of the term."""

    at: Any
    shape: Any
    typed: tuple[Any, ...] = ()


class Tensor(Expr, egg_sort="Tensor"): ...


class Tensors(Expr, egg_sort="Tensors"): ...


def _inserted(w: Any, window: Any, y: Any, d: Any) -> TensorMeaning:
    return TensorMeaning(
        lambda i: w.where(w.member(window, i), y.at(w.inner(window, i)), d.at(i)),
        d.shape,
        (*y.typed, *d.typed, y.shape == w.inner_shape(window), d.shape == w.base_shape(window)),
    )


def _padded(w: Any, window: Any, c: Any, x: Any) -> TensorMeaning:
    return TensorMeaning(
        lambda i: w.where(w.member(window, i), x.at(w.inner(window, i)), w.scalar(c)),
        w.base_shape(window),
        (*x.typed, x.shape == w.inner_shape(window)),
    )


# --- tensors
@symbol(lambda w, number: w.input(number))
def tensor(number: i64Like) -> Tensor: ...


@symbol(lambda w, c, s: TensorMeaning(lambda i: w.scalar(c), w.shape(s)))
def splat(c: i64Like, s: i64Like) -> Tensor: ...


@symbol(lambda w, s: TensorMeaning(lambda i: w.unset, w.shape(s)))
def empty(s: i64Like) -> Tensor: ...


@symbol(
    lambda w, window, x: TensorMeaning(
        lambda j: x.at(w.outer(window, j)), w.inner_shape(window), (*x.typed, x.shape == w.base_shape(window))
    )
)
def slice(w: i64Like, x: Tensor) -> Tensor: ...


@symbol(_inserted)
def insert(w: i64Like, y: Tensor, d: Tensor) -> Tensor: ...


@symbol(_inserted)
def fused_insert(w: i64Like, y: Tensor, d: Tensor) -> Tensor: ...


@symbol(_padded)
def pad(w: i64Like, c: i64Like, x: Tensor) -> Tensor: ...


@symbol(_padded)
def fused_pad(w: i64Like, c: i64Like, x: Tensor) -> Tensor: ...


@symbol(
    lambda w, first, second, x, y: TensorMeaning(
        lambda i: w.where(w.member(first, i), x.at(w.inner(first, i)), y.at(w.inner(second, i))),
        w.base_shape(first),
        (*x.typed, *y.typed, x.shape == w.inner_shape(first), y.shape == w.inner_shape(second)),
    )
)
def concat(first: i64Like, second: i64Like, x: Tensor, y: Tensor) -> Tensor: ...


@symbol(lambda w, p, x: TensorMeaning(lambda i: x.at(w.turn(p, i)), w.turned_shape(p, x.shape), x.typed))
def transpose(p: i64Like, x: Tensor) -> Tensor: ...


@symbol(
    lambda w, s, x: TensorMeaning(
        lambda i: x.at(w.unplace(x.shape, w.place(w.shape(s), i))),
        w.shape(s),
        (*x.typed, w.count(x.shape) == w.count(w.shape(s))),
    )
)
def recount(s: i64Like, x: Tensor) -> Tensor: ...


@symbol(
    lambda w, m, q, s, x: TensorMeaning(
        lambda i: w.read(m, x.at, i), w.shape(s), (*x.typed, x.shape == w.shape(q), w.fits(m, w.shape(s), w.shape(q)))
    )
)
def spread(m: i64Like, q: i64Like, s: i64Like, x: Tensor) -> Tensor: ...


@symbol(
    lambda w, area, x: TensorMeaning(
        lambda i: w.where(w.member(area, i), w.unset, x.at(i)), x.shape, (*x.typed, x.shape == w.base_shape(area))
    )
)
def hide(area: i64Like, x: Tensor) -> Tensor: ...


@symbol(lambda w, f, x: TensorMeaning(lambda i: w.sent(f, x.at(i)), x.shape, x.typed))
def transfer(f: i64Like, x: Tensor) -> Tensor: ...


@symbol(lambda w, f, k, xs: w.result(f, k, xs))
def work(f: i64Like, k: i64Like, xs: Tensors) -> Tensor: ...


@symbol(lambda w, f, xs: TensorMeaning(lambda i: w.compute(f, xs.at(i)), xs.shape, xs.typed))
def elementwise(f: i64Like, xs: Tensors) -> Tensor: ...


# --- operand lists
@symbol(lambda w, s: TensorMeaning(lambda i: w.unit, w.shape(s)))
def no_tensors(s: i64Like) -> Tensors: ...


@symbol(lambda w, x, xs: TensorMeaning(lambda i: w.pair(x.at(i), xs.at(i)), xs.shape, (*x.typed, *xs.typed, x.shape == xs.shape)))
def with_tensor(x: Tensor, xs: Tensors) -> Tensors: ...


@symbol(
    lambda w, window, xs: TensorMeaning(
        lambda j: xs.at(w.outer(window, j)), w.inner_shape(window), (*xs.typed, xs.shape == w.base_shape(window))
    )
)
def slice_all(w: i64Like, xs: Tensors) -> Tensors: ...


# --- conditions; what is said of an index is said of every index
composed = fact("composed", lambda w, inner, outer, both: w.composed(inner, outer, both), i64, i64, i64)
"""`both` is the window `inner` of the window `outer`."""

disjoint = fact("disjoint", lambda w, a, b: w.disjoint(a, b), i64, i64)
"""Two areas share no element."""

joined = fact("joined", lambda w, area, window, both: w.joined(area, window, both), i64, i64, i64)
"""`both` is the area of all elements of `area` and of `window`."""

contained = fact("contained", lambda w, window, area: w.contained(window, area), i64, i64)
"""Every element of `window` is one of `area`."""

is_whole = fact("is_whole", lambda w, window: w.whole(window), i64)
"""The window is the whole of its base."""

everything = fact("everything", lambda w, area, s: w.everything(area, s), i64, i64)
"""The area holds every element of tensors of shape `s`, of which it is a part."""

window_of = fact("window_of", lambda w, window, s: w.base_shape(window) == w.shape(s), i64, i64)
"""`window` is a window of tensors of shape `s`."""

sized = fact("sized", lambda w, window, s: w.inner_shape(window) == w.shape(s), i64, i64)
"""What `window` reads or writes has shape `s`."""

partition = fact("partition", lambda w, a, b: w.partition(a, b), i64, i64)
"""Two windows, apart from each other, that hold all of their base."""

turned = fact("turned", lambda w, p, window, other: w.turned(p, window, other), i64, i64, i64)
"""`other` is the window `window` of the transposed base."""

inverse = fact("inverse", lambda w, p, q: w.inverse(p, q), i64, i64)
"""Transposing by `p` and then by `q` changes nothing."""

turns_to = fact("turns_to", lambda w, p, s, t: w.turned_shape(p, w.shape(s)) == w.shape(t), i64, i64, i64)
"""Transposing a tensor of shape `s` by `p` gives one of shape `t`."""

flattened = fact("flattened", lambda w, window, u, v: w.flattened(window, u, v), i64, i64, i64)
"""Counted in row-major order, what `window` holds lies in its base where what `u` holds lies in the base of `u`, put at `v`."""

computed = fact("computed", lambda w, x: None, Tensor)
"""`x` is the result of a computation, which an insertion could join."""

unsorted = fact("unsorted", lambda w, a, b: None, i64, i64)
"""`a` is written before `b` and lies behind it: keeps swaps to those that sort."""

gathers = fact("gathers", lambda w, p, window: None, i64, i64)
"""The window is scattered in memory, and one run of it once the tensor is transposed by `p`."""

padded_behind = fact("padded_behind", lambda w, window: None, i64)
"""The padding around the window lies behind it only. IREE 3.13 compiles a dispatch that pads in front of its result into wrong code for
the CPU, as its own flag for fusing paddings into producers does, so no such dispatch is offered."""

reaches_end = fact("reaches_end", lambda w, window: None, i64)
"""The window holds the last element of its base, as the last insertion of a sorted chain does that covers its target."""

follows = fact("follows", lambda w, m, window, v: w.follows(m, window, v), i64, i64, i64)
"""What a computation reads by the map `m` for the elements of `window` is what it reads of `v` for a tensor of the shape of `window`."""

gap = fact("gap", lambda w, window: None, i64)
"""The window lies between those that insertions write, so that a fill of it alone waits for none of them."""

GUIDES = ("computed", "gap", "padded_behind", "reaches_end", "unsorted", "gathers")
"""Conditions that only keep the search small."""
