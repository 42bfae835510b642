# mypy: disable-error-code="empty-body"
"""Vocabulary of dispatch regions: each symbol is declared beside its meaning.

The meaning of a tensor is a shape and a function from an index of that shape to an element. Windows, permutations, shapes and
scalars are named by numbers. The meaning of a window is its two shapes and the map from its own indices to those of its base.
Placement and buffers are no part of a meaning: `fused_insert` and `insert` mean the same, and cost models tell them apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary

words = Vocabulary("region", prover="egraph_opt.families.region.vocabulary.world")
symbol, fact = words.symbol, words.fact


@dataclass(frozen=True)
class TensorMeaning:
    """Meaning of a tensor: `at(i)` is the element at index `i`; `typed` are the verifier's conditions on the term."""

    at: Any
    shape: Any
    typed: tuple[Any, ...] = ()


class Tensor(Term):
    """A tensor."""


class Tensors(Term):
    """A tuple of tensors of one shape."""


class Input(Name):
    """Tensor that comes from outside."""


class Scalar(Name):
    """A scalar."""


class Shape(Name):
    """A shape."""


class Window(Name):
    """Area: a set of disjoint windows of one base. A window is an area of one window."""


class Permutation(Name):
    """Order of dimensions."""


class IndexMap(Name):
    """Map of the elements of an operand that a computation reads for an element of its result."""


class Computation(Name):
    """Computation of an operation."""


class Result(Name):
    """Number of a result of a computation."""


class Transfer(Name):
    """Transfer from one device to another."""


def _insertion_meaning(w: Any, window: Any, y: Any, d: Any) -> TensorMeaning:
    return TensorMeaning(
        lambda i: w.where(w.member(window, i), y.at(w.inner(window, i)), d.at(i)),
        d.shape,
        (*y.typed, *d.typed, y.shape == w.inner_shape(window), d.shape == w.base_shape(window)),
    )


def _padding_meaning(w: Any, window: Any, c: Any, x: Any) -> TensorMeaning:
    return TensorMeaning(
        lambda i: w.where(w.member(window, i), x.at(w.inner(window, i)), w.scalar(c)),
        w.base_shape(window),
        (*x.typed, x.shape == w.inner_shape(window)),
    )


# --- tensors
@symbol(lambda w, number: w.input(number))
def tensor(number: Input) -> Tensor:
    """Opaque tensor: an argument, or the result of an opaque operation."""


@symbol(lambda w, c, s: TensorMeaning(lambda i: w.scalar(c), w.shape(s)))
def splat(c: Scalar, s: Shape) -> Tensor:
    """A tensor of shape `s` with the scalar `c` everywhere."""


@symbol(lambda w, s: TensorMeaning(lambda i: w.unset, w.shape(s)))
def empty(s: Shape) -> Tensor:
    """A tensor of shape `s` whose elements are not set."""


@symbol(
    lambda w, window, x: TensorMeaning(
        lambda j: x.at(w.outer(window, j)), w.inner_shape(window), (*x.typed, x.shape == w.base_shape(window))
    )
)
def slice(w: Window, x: Tensor) -> Tensor:
    """The elements of `x` in the window `w`."""


@symbol(_insertion_meaning)
def insert(w: Window, y: Tensor, d: Tensor) -> Tensor:
    """The tensor `d` with the elements of `y` in the window `w`."""


@symbol(_insertion_meaning)
def fused_insert(w: Window, y: Tensor, d: Tensor) -> Tensor:
    """The tensor `insert(w, y, d)`, within the dispatch that computes `y`."""


@symbol(_padding_meaning)
def pad(w: Window, c: Scalar, x: Tensor) -> Tensor:
    """The tensor `x` in the window `w` of a tensor with the scalar `c` elsewhere."""


@symbol(_padding_meaning)
def fused_pad(w: Window, c: Scalar, x: Tensor) -> Tensor:
    """The tensor `pad(w, c, x)`, within the dispatch that computes `x`."""


@symbol(
    lambda w, first, second, x, y: TensorMeaning(
        lambda i: w.where(w.member(first, i), x.at(w.inner(first, i)), y.at(w.inner(second, i))),
        w.base_shape(first),
        (*x.typed, *y.typed, x.shape == w.inner_shape(first), y.shape == w.inner_shape(second)),
    )
)
def concat(first: Window, second: Window, x: Tensor, y: Tensor) -> Tensor:
    """The tensors `x` in the window `first`, and `y` in the window `second`, of one tensor."""


@symbol(lambda w, p, x: TensorMeaning(lambda i: x.at(w.turn(p, i)), w.turned_shape(p, x.shape), x.typed))
def transpose(p: Permutation, x: Tensor) -> Tensor:
    """The tensor `x` with its dimensions in the order `p`."""


@symbol(
    lambda w, area, x: TensorMeaning(
        lambda i: w.where(w.member(area, i), w.unset, x.at(i)), x.shape, (*x.typed, x.shape == w.base_shape(area))
    )
)
def hide(area: Window, x: Tensor) -> Tensor:
    """The tensor `x` with the elements of `area` unset, since no operation reads them."""


@symbol(lambda w, f, x: TensorMeaning(lambda i: w.sent(f, x.at(i)), x.shape, x.typed))
def transfer(f: Transfer, x: Tensor) -> Tensor:
    """The tensor `x` on another device."""


@symbol(
    lambda w, s, x: TensorMeaning(
        lambda i: x.at(w.unplace(x.shape, w.place(w.shape(s), i))),
        w.shape(s),
        (*x.typed, w.count(x.shape) == w.count(w.shape(s))),
    )
)
def recount(s: Shape, x: Tensor) -> Tensor:
    """The elements of `x` in row-major order, as a tensor of shape `s`."""


@symbol(
    lambda w, m, q, s, x: TensorMeaning(
        lambda i: w.read(m, x.at, i), w.shape(s), (*x.typed, x.shape == w.shape(q), w.fits(m, w.shape(s), w.shape(q)))
    )
)
def spread(m: IndexMap, q: Shape, s: Shape, x: Tensor) -> Tensor:
    """The elements of `x`, of shape `q`, that a computation over shape `s` reads by the map `m`."""


@symbol(lambda w, f, k, xs: w.result(f, k, xs))
def work(f: Computation, k: Result, xs: Tensors) -> Tensor:
    """Result number `k` of a computation of `xs`."""


@symbol(lambda w, f, xs: TensorMeaning(lambda i: w.compute(f, xs.at(i)), xs.shape, xs.typed))
def elementwise(f: Computation, xs: Tensors) -> Tensor:
    """A tensor in which each element is computed from the elements of `xs` at the same index."""


# --- operand lists
@symbol(lambda w, s: TensorMeaning(lambda i: w.unit, w.shape(s)))
def no_tensors(s: Shape) -> Tensors:
    """No operands, for a computation over shape `s`."""


@symbol(lambda w, x, xs: TensorMeaning(lambda i: w.pair(x.at(i), xs.at(i)), xs.shape, (*x.typed, *xs.typed, x.shape == xs.shape)))
def with_tensor(x: Tensor, xs: Tensors) -> Tensors:
    """The operand `x`, then the operands `xs`."""


@symbol(
    lambda w, window, xs: TensorMeaning(
        lambda j: xs.at(w.outer(window, j)), w.inner_shape(window), (*xs.typed, xs.shape == w.base_shape(window))
    )
)
def slice_all(w: Window, xs: Tensors) -> Tensors:
    """Each of `xs` in the window `w`."""


# --- conditions; a statement on an index holds for every index
@fact(lambda w, inner, outer, both: w.state_composition(inner, outer, both))
def composed(inner: Window, outer: Window, both: Window) -> Fact:
    """`both` is the window `inner` of the window `outer`."""


@fact(lambda w, a, b: w.disjoint(a, b))
def disjoint(a: Window, b: Window) -> Fact:
    """Two areas share no element."""


@fact(lambda w, area, window: w.disjoint(area, window))
def beside(area: Window, window: Window) -> Fact:
    """The two share no element, and no area that has a name holds both."""


@fact(lambda w, area, window, both: w.state_union(area, window, both))
def joined(area: Window, window: Window, both: Window) -> Fact:
    """`both` is the area of all elements of `area` and of `window`."""


@fact(lambda w, window, area: w.state_containment(window, area))
def contained(window: Window, area: Window) -> Fact:
    """Every element of `window` is one of `area`."""


@fact(lambda w, window: w.whole(window))
def is_whole(window: Window) -> Fact:
    """The window is the whole of its base."""


@fact(lambda w, area, s: w.everything(area, s))
def everything(area: Window, s: Shape) -> Fact:
    """The area is part of tensors of shape `s` and holds all their elements."""


@fact(lambda w, window, s: w.base_shape(window) == w.shape(s))
def window_of(window: Window, s: Shape) -> Fact:
    """`window` is a window of tensors of shape `s`."""


@fact(lambda w, window, s: w.inner_shape(window) == w.shape(s))
def sized(window: Window, s: Shape) -> Fact:
    """The part that `window` reads or writes has shape `s`."""


@fact(lambda w, a, b: w.partition(a, b))
def partition(a: Window, b: Window) -> Fact:
    """Two disjoint windows that together hold all of their base."""


@fact(lambda w, p, window, other: w.state_transposition(p, window, other))
def turned(p: Permutation, window: Window, other: Window) -> Fact:
    """`other` is the window `window` of the transposed base."""


@fact(lambda w, p, area, other: w.turned_area(p, area, other))
def turned_area(p: Permutation, area: Window, other: Window) -> Fact:
    """`other` holds the elements of `area` in the transposed base."""


@fact(lambda w, p, q: w.inverse(p, q))
def inverse(p: Permutation, q: Permutation) -> Fact:
    """Transposing by `p` and then by `q` changes nothing."""


@fact(lambda w, p, s, t: w.turned_shape(p, w.shape(s)) == w.shape(t))
def turns_to(p: Permutation, s: Shape, t: Shape) -> Fact:
    """Transposing a tensor of shape `s` by `p` gives one of shape `t`."""


@fact(lambda w, window, u, v: w.state_flattening(window, u, v))
def flattened(window: Window, u: Window, v: Window) -> Fact:
    """In row-major order, the elements of `window` lie in its base where those of `u` lie in the base of `u`, placed at `v`."""


@fact(lambda w, x: None, guide=True)
def computed(x: Tensor) -> Fact:
    """`x` is the result of a computation, into whose dispatch an insertion could go."""


@fact(lambda w, x, c: None, guide=True)
def may_be_filled(x: Tensor, c: Scalar) -> Fact:
    """`x` is made by insertions, or others are made into it, and a part of the result is filled with the scalar `c`."""


@fact(lambda w, x, c: None, guide=True)
def onto_fill(x: Tensor, c: Scalar) -> Fact:
    """`x` is a fill with the scalar `c`, or is made by insertions into one."""


@fact(lambda w, a, b: None, guide=True)
def unsorted(a: Window, b: Window) -> Fact:
    """`a` is written before `b` and lies behind it. This limits swaps to those that sort."""


@fact(lambda w, p, window: None, guide=True)
def gathers(p: Permutation, window: Window) -> Fact:
    """The window is scattered in memory, and contiguous once the tensor is transposed by `p`."""


@fact(lambda w, window: None, guide=True)
def padded_behind(window: Window) -> Fact:
    """The padding around the window lies behind it only. IREE 3.13 compiles a dispatch that pads in front of its result into
    wrong code for the CPU, as does its own flag for fusing paddings into producers. So no such dispatch is offered.
    """


@fact(lambda w, window: None, guide=True)
def reaches_end(window: Window) -> Fact:
    """The window holds the last element of its base, like the last insertion of a sorted chain that covers its target."""


@fact(lambda w, m, window, v: w.follows(m, window, v))
def follows(m: IndexMap, window: Window, v: Window) -> Fact:
    """The elements that a computation reads by the map `m` for the elements of `window` are those that it reads of `v` for a
    tensor of the shape of `window`.
    """


@fact(lambda w, window: None, guide=True)
def gap(window: Window) -> Fact:
    """The window lies between those that insertions write, so that a fill of it alone waits for none of them."""
