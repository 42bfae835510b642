# mypy: disable-error-code="empty-body"
"""Vocabulary of dispatch regions: symbols and facts, each with its meaning.

A tensor's meaning is a shape and a function from indices to elements. Terms refer to windows, permutations, shapes and scalars by numbers.
A window is a part of a tensor, the base. A window's meaning is two shapes, of window and base, and the map from window indices to base
indices. `insert` and `fused_insert` have equal meanings; only cost models distinguish them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary

words = Vocabulary("region", prover="egraph_opt.families.region.vocabulary.world")
symbol, fact = words.symbol, words.fact


@dataclass(frozen=True)
class TensorMeaning:
    """Semantics of a tensor: `at(i)` is the element at index `i`; `typed` are conditions under which the term is well-typed."""

    at: Any
    shape: Any
    typed: tuple[Any, ...] = ()


class Tensor(Term):
    """A tensor."""


class Tensors(Term):
    """A list of tensors of one shape."""


class Input(Name):
    """An input tensor, by number."""


class Scalar(Name):
    """A scalar."""


class Shape(Name):
    """A shape."""


class Window(Name):
    """A set of disjoint rectangular parts of one tensor, often a single part (window)."""


class Permutation(Name):
    """An order of dimensions."""


class IndexMap(Name):
    """An index map from result indices to the operand elements that a computation reads."""


class Computation(Name):
    """A computation, by number."""


class Result(Name):
    """The number of a computation's result."""


class Transfer(Name):
    """A transfer to another device, by number."""


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
    """An input tensor: an argument, a constant, or the result of an opaque operation."""


@symbol(lambda w, c, s: TensorMeaning(lambda i: w.scalar(c), w.shape(s)))
def splat(c: Scalar, s: Shape) -> Tensor:
    """A tensor of shape `s` filled with the scalar `c`."""


@symbol(lambda w, s: TensorMeaning(lambda i: w.unset, w.shape(s)))
def empty(s: Shape) -> Tensor:
    """A tensor of shape `s` with undefined elements."""


@symbol(
    lambda w, window, x: TensorMeaning(
        lambda j: x.at(w.outer(window, j)), w.inner_shape(window), (*x.typed, x.shape == w.base_shape(window))
    )
)
def slice(w: Window, x: Tensor) -> Tensor:
    """The elements of `x` in the window `w`."""


@symbol(_insertion_meaning)
def insert(w: Window, y: Tensor, d: Tensor) -> Tensor:
    """The tensor `d` with its window `w` replaced by `y`."""


@symbol(_insertion_meaning)
def fused_insert(w: Window, y: Tensor, d: Tensor) -> Tensor:
    """The tensor `insert(w, y, d)`, computed in the dispatch of `y`."""


@symbol(_padding_meaning)
def pad(w: Window, c: Scalar, x: Tensor) -> Tensor:
    """The tensor `x` padded with the scalar `c` to the base of the window `w`."""


@symbol(_padding_meaning)
def fused_pad(w: Window, c: Scalar, x: Tensor) -> Tensor:
    """The tensor `pad(w, c, x)`, computed in the dispatch of `x`."""


@symbol(
    lambda w, first, second, x, y: TensorMeaning(
        lambda i: w.where(w.member(first, i), x.at(w.inner(first, i)), y.at(w.inner(second, i))),
        w.base_shape(first),
        (*x.typed, *y.typed, x.shape == w.inner_shape(first), y.shape == w.inner_shape(second)),
    )
)
def concat(first: Window, second: Window, x: Tensor, y: Tensor) -> Tensor:
    """The concatenation of `x` in the window `first` and `y` in the window `second`."""


@symbol(lambda w, p, x: TensorMeaning(lambda i: x.at(w.turn(p, i)), w.turned_shape(p, x.shape), x.typed))
def transpose(p: Permutation, x: Tensor) -> Tensor:
    """The tensor `x` with its dimensions in the order `p`."""


@symbol(
    lambda w, area, x: TensorMeaning(
        lambda i: w.where(w.member(area, i), w.unset, x.at(i)), x.shape, (*x.typed, x.shape == w.base_shape(area))
    )
)
def hide(area: Window, x: Tensor) -> Tensor:
    """The tensor `x` with the elements in `area`, a set of windows, undefined, since no operation reads them."""


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
    """The tensor `x` reshaped to `s` in row-major order."""


@symbol(
    lambda w, m, q, s, x: TensorMeaning(
        lambda i: w.read(m, x.at, i), w.shape(s), (*x.typed, x.shape == w.shape(q), w.fits(m, w.shape(s), w.shape(q)))
    )
)
def spread(m: IndexMap, q: Shape, s: Shape, x: Tensor) -> Tensor:
    """The elements of `x`, of shape `q`, that a computation over shape `s` reads by the map `m`."""


@symbol(lambda w, f, k, xs: w.result(f, k, xs))
def work(f: Computation, k: Result, xs: Tensors) -> Tensor:
    """Result number `k` of the computation `f` of `xs`."""


@symbol(lambda w, f, xs: TensorMeaning(lambda i: w.compute(f, xs.at(i)), xs.shape, xs.typed))
def elementwise(f: Computation, xs: Tensors) -> Tensor:
    """The elementwise result of `f` on `xs`."""


# --- operand lists
@symbol(lambda w, s: TensorMeaning(lambda i: w.unit, w.shape(s)))
def no_tensors(s: Shape) -> Tensors:
    """The empty operand list of a computation with result shape `s`."""


@symbol(lambda w, x, xs: TensorMeaning(lambda i: w.pair(x.at(i), xs.at(i)), xs.shape, (*x.typed, *xs.typed, x.shape == xs.shape)))
def with_tensor(x: Tensor, xs: Tensors) -> Tensors:
    """The operand `x` prepended to the operands `xs`."""


@symbol(
    lambda w, window, xs: TensorMeaning(
        lambda j: xs.at(w.outer(window, j)), w.inner_shape(window), (*xs.typed, xs.shape == w.base_shape(window))
    )
)
def slice_all(w: Window, xs: Tensors) -> Tensors:
    """The slice by window `w` of each tensor of `xs`."""


# --- conditions; a statement on an index holds for every index
@fact(lambda w, inner, outer, both: w.state_composition(inner, outer, both))
def composed(inner: Window, outer: Window, both: Window) -> Fact:
    """`both` is the composition of `inner` and `outer`: slicing by `outer`, then by `inner`, is slicing by `both`."""


@fact(lambda w, a, b: w.disjoint(a, b))
def disjoint(a: Window, b: Window) -> Fact:
    """The sets of windows `a` and `b` share no element."""


@fact(lambda w, area, window: w.disjoint(area, window))
def beside(area: Window, window: Window) -> Fact:
    """`area`, a set of windows, and `window` share no element. Their union has no number, so terms cannot refer to it."""


@fact(lambda w, area, window, both: w.state_union(area, window, both))
def joined(area: Window, window: Window, both: Window) -> Fact:
    """`both` is the union of `area`, a set of windows, and `window`."""


@fact(lambda w, window, area: w.state_containment(window, area))
def contained(window: Window, area: Window) -> Fact:
    """All elements of `window` are in `area`, a set of windows."""


@fact(lambda w, window: w.whole(window))
def is_whole(window: Window) -> Fact:
    """The window contains its whole base (the sliced tensor)."""


@fact(lambda w, area, s: w.everything(area, s))
def everything(area: Window, s: Shape) -> Fact:
    """The windows in `area` together contain all elements of a tensor of shape `s`."""


@fact(lambda w, window, s: w.base_shape(window) == w.shape(s))
def window_of(window: Window, s: Shape) -> Fact:
    """The base of `window` (the sliced tensor) has shape `s`."""


@fact(lambda w, window, s: w.inner_shape(window) == w.shape(s))
def sized(window: Window, s: Shape) -> Fact:
    """A slice by `window` has shape `s`."""


@fact(lambda w, a, b: w.partition(a, b))
def partition(a: Window, b: Window) -> Fact:
    """The windows `a` and `b` are disjoint, and their union is the base (the sliced tensor)."""


@fact(lambda w, p, window, other: w.state_transposition(p, window, other))
def turned(p: Permutation, window: Window, other: Window) -> Fact:
    """`other` is the window of the same elements as `window` after the base (the sliced tensor) is transposed by `p`."""


@fact(lambda w, p, area, other: w.turned_area(p, area, other))
def turned_area(p: Permutation, area: Window, other: Window) -> Fact:
    """`other` is the set of windows with the same elements as the set `area`, after the base is transposed by `p`."""


@fact(lambda w, p, q: w.inverse(p, q))
def inverse(p: Permutation, q: Permutation) -> Fact:
    """The permutations `p` and `q` are inverse."""


@fact(lambda w, p, s, t: w.turned_shape(p, w.shape(s)) == w.shape(t))
def turns_to(p: Permutation, s: Shape, t: Shape) -> Fact:
    """Transposing a tensor of shape `s` by `p` gives shape `t`."""


@fact(lambda w, window, u, v: w.state_flattening(window, u, v))
def flattened(window: Window, u: Window, v: Window) -> Fact:
    """Slice `u` of slice `v` of a flattened tensor has the same elements as slice `window` of the tensor."""


@fact(lambda w, x: None, guide=True)
def computed(x: Tensor) -> Fact:
    """`x` is the result of a computation with which an insertion of `x` may be fused."""


@fact(lambda w, x, c: None, guide=True)
def may_be_filled(x: Tensor, c: Scalar) -> Fact:
    """`x` is a result or a target in a chain of insertions whose last result may contain a fill with `c`."""


@fact(lambda w, x, c: None, guide=True)
def onto_fill(x: Tensor, c: Scalar) -> Fact:
    """`x` is a fill with the scalar `c`, or the result of insertions into a fill with `c`."""


@fact(lambda w, a, b: None, guide=True)
def unsorted(a: Window, b: Window) -> Fact:
    """Window `a` is written before `b` but is at higher addresses. Rules swap insertions only towards address order."""


@fact(lambda w, p, window: None, guide=True)
def gathers(p: Permutation, window: Window) -> Fact:
    """`window` is not contiguous in memory, but becomes contiguous if its base is transposed by `p`."""


@fact(lambda w, window: None, guide=True)
def padded_behind(window: Window) -> Fact:
    """A padding from `window` to its base adds elements only at the end. IREE 3.13 miscompiles other paddings for the CPU."""


@fact(lambda w, window: None, guide=True)
def reaches_end(window: Window) -> Fact:
    """The window contains the last element of its base (the sliced tensor)."""


@fact(lambda w, m, window, v: w.follows(m, window, v))
def follows(m: IndexMap, window: Window, v: Window) -> Fact:
    """The slice by `window` of a result depends on an operand, read by map `m`, only in the operand's window `v`."""


@fact(lambda w, window: None, guide=True)
def gap(window: Window) -> Fact:
    """The window is a gap between the windows that insertions write."""
