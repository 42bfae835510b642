# mypy: disable-error-code="empty-body"
"""Vocabulary of layout rules and of the e-graph, where each symbol is declared with its meaning.

The meaning of a value is a function from loop iteration and index to an element, and a layout: a map from register, lane, warp
and block to indices. A layout never changes an element, only the thread that holds it. `typed` has the verifier's conditions on a
term, which rules must preserve. Operations, index maps and trip counts are uninterpreted functions in z3 (`world.World`), so
proofs hold for all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary

words = Vocabulary("layout", prover="egraph_opt.families.layout.vocabulary.world")
symbol, fact = words.symbol, words.fact


@dataclass(frozen=True)
class Meaning:
    at: Callable[[Any, Any], Any]
    layout: Any
    typed: tuple[Any, ...] = ()


def pick_meaning(w: Any, f: Any, x: Meaning, layout: Any, law: Any) -> Meaning:
    """Return the meaning of a value in `layout` whose elements are elements of `x`, selected by operation `f`.

    `law` is the condition under which Triton's verifier accepts `layout` for an operand in the layout of `x`.
    """
    typed = (*x.typed, w.is_layout(x.layout), w.is_layout(layout), law)
    return Meaning(lambda k, i: x.at(k, w.source(f, i)), layout, typed)


class Value(Term):
    """A tensor or a scalar."""


class Operands(Term):
    """A list of values whose tensors have one layout."""


class Function(Name):
    """An operation of the program, by number."""


class Layout(Name):
    """A map from threads to the elements they hold; one number is reserved for scalars."""


class Axis(Name):
    """A dimension of a tensor."""


class IndexMap(Name):
    """A map from result indices to operand indices."""


class Choices(Name):
    """A set of candidate layouts."""


# --- values
@symbol(lambda w, number: Meaning(lambda k, i: w.compute(number, w.pair(w.unit, w.unit)), w.any_layout))
def leaf(number: Function) -> Value:
    """An opaque value: an argument, or the result of an operation with effects."""


@symbol(lambda w, x, layout: Meaning(x.at, layout, (*x.typed, w.is_layout(x.layout), w.is_layout(layout))))
def convert_layout(x: Value, layout: Layout) -> Value:
    """The value `x` converted to `layout`."""


@symbol(lambda w, f, xs: Meaning(lambda k, i: w.compute(f, xs.at(k, i)), xs.layout, (*xs.typed, w.is_layout(xs.layout))))
def pointwise(f: Function, xs: Operands) -> Value:
    """The elementwise result of `f` on `xs`."""


@symbol(
    lambda w, f, xs, layout: Meaning(
        lambda k, i: w.compute(f, w.pair(w.position(i), xs.at(k, i))), layout, (*xs.typed, w.is_layout(layout))
    )
)
def generate(f: Function, xs: Operands, layout: Layout) -> Value:
    """A value made in place, such as a constant or range: each element is computed from its index and scalars `xs`."""


@symbol(lambda w, f, x: Meaning(lambda k, i: x.at(k, w.source(f, i)), x.layout, x.typed))
def broadcast(f: Function, x: Value) -> Value:
    """The value `x` with elements repeated along dimensions."""


@symbol(lambda w, f, axis, x, layout: pick_meaning(w, f, x, layout, x.layout == w.slice(axis, layout)))
def expand_dims(f: Function, axis: Axis, x: Value, layout: Layout) -> Value:
    """The value `x` with an additional dimension `axis` of extent 1."""


@symbol(lambda w, f, index, x, layout: pick_meaning(w, f, x, layout, x.layout == w.moved(index, layout)))
def reindex(f: Function, index: IndexMap, x: Value, layout: Layout) -> Value:
    """The value `x` permuted by an index map: transposes and reshapes."""


@symbol(
    lambda w, f, index, xs, layout: Meaning(
        lambda k, i: w.compute(f, w.pair(w.position(i), xs.at(k, w.source(f, i)))),
        layout,
        (*xs.typed, w.is_layout(xs.layout), w.is_layout(layout), xs.layout == w.moved(index, layout)),
    )
)
def interleave(f: Function, index: IndexMap, xs: Operands, layout: Layout) -> Value:
    """The elements of several values joined by an index map (`tt.join`, `tt.cat`)."""


@symbol(
    lambda w, f, axis, xs, layout: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), i, w.order(f, xs.layout)),
        layout,
        (*xs.typed, w.is_layout(xs.layout), w.is_layout(layout), layout == w.slice(axis, xs.layout), w.reduces(f, xs.layout)),
    )
)
def reduce(f: Function, axis: Axis, xs: Operands, layout: Layout) -> Value:
    """The reduction of `xs` along `axis`."""


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), w.nowhere, w.order(f, xs.layout)),
        w.any_layout,
        (*xs.typed, w.is_layout(xs.layout), w.reduces(f, xs.layout)),
    )
)
def reduce_to_scalar(f: Function, xs: Operands) -> Value:
    """The reduction of a one-dimensional `xs` to a scalar."""


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.compute(f, w.whole(w.row(lambda j: xs.at(k, j)))), w.any_layout, (*xs.typed, w.is_layout(xs.layout))
    )
)
def whole(f: Function, xs: Operands) -> Value:
    """A scalar computed from all elements, independently of their layout."""


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), i, w.order(f, xs.layout)),
        xs.layout,
        (*xs.typed, w.is_layout(xs.layout), w.scans(xs.layout)),
    )
)
def scan(f: Function, xs: Operands) -> Value:
    """The prefix scan of `xs` along a dimension."""


@symbol(lambda w, f, index, x, layout: pick_meaning(w, f, x, layout, layout == w.moved(index, x.layout)))
def separate(f: Function, index: IndexMap, x: Value, layout: Layout) -> Value:
    """One half of `x`, split along its last dimension (`tt.split`)."""


@symbol(
    lambda w, f, x, layout: Meaning(
        lambda k, i: x.at(k, w.permuted(f, w.order(f, x.layout), i)),
        layout,
        (*x.typed, w.is_layout(x.layout), w.is_layout(layout), w.reorders(f, x.layout)),
    )
)
def reorder(f: Function, x: Value, layout: Layout) -> Value:
    """A reshape that may reorder elements, depending on their layout."""


# --- operand lists: tuples of values in one layout; scalars fit any layout
@symbol(lambda w: Meaning(lambda k, i: w.unit, w.any_layout))
def nil() -> Operands:
    """The empty operand list."""


@symbol(
    lambda w, x, xs: Meaning(
        lambda k, i: w.pair(x.at(k, i), xs.at(k, i)),
        x.layout,
        (*x.typed, *xs.typed, w.is_layout(x.layout), w.agree(xs.layout, x.layout)),
    )
)
def zip(x: Value, xs: Operands) -> Operands:
    """The operand `x` prepended to the operands `xs`."""


@symbol(lambda w, s, xs: Meaning(lambda k, i: w.pair(s.at(k, i), xs.at(k, i)), xs.layout, (*s.typed, *xs.typed)))
def with_scalar(s: Value, xs: Operands) -> Operands:
    """The scalar operand `s`, valid in any layout, prepended to the operands `xs`."""


@symbol(lambda w, xs, layout: Meaning(xs.at, w.relabel(xs.layout, layout), (*xs.typed, w.is_layout(layout))))
def convert_operands(xs: Operands, layout: Layout) -> Operands:
    """The operands `xs`, each converted to `layout`."""


# --- control flow: each is a pointwise choice between values, so layouts pass through
@symbol(
    lambda w, f, init, next: Meaning(
        lambda k, i: w.choose(w.is_first(f, k), init.at(w.outside(f, k), i), next.at(w.before(f, k), i)),
        init.layout,
        (*init.typed, *next.typed, init.layout == next.layout),
    )
)
def carried(f: Function, init: Value, next: Value) -> Value:
    """A loop-carried value: `init` in the first iteration, then the previous iteration's `next`."""


@symbol(lambda w, f, xs: Meaning(lambda k, i: w.compute(f, w.pair(w.moment(f, k), xs.at(k, i))), xs.layout, xs.typed))
def transfer(f: Function, xs: Operands) -> Value:
    """Elements of `xs` at the same index that `f` hands on: a wait its operand, a switch one of its branches, chosen by the step."""


@symbol(lambda w, f, x: Meaning(lambda k, i: x.at(w.last(f, k), i), x.layout, x.typed))
def final(f: Function, x: Value) -> Value:
    """The value of `x` after its loop."""


@symbol(
    lambda w, f, then, other: Meaning(
        lambda k, i: w.choose(w.taken(f, k), then.at(k, i), other.at(k, i)),
        then.layout,
        (*then.typed, *other.typed, then.layout == other.layout),
    )
)
def choose(f: Function, then: Value, other: Value) -> Value:
    """The result of a conditional: `then` or `other`."""


# --- conditions
@fact(lambda w, x, layout: w.is_layout(layout), guide=True)
def offered(x: Value, layout: Layout) -> Fact:
    """`layout` is a candidate for `x` and supports its shape. This condition only limits the search."""


@fact(lambda w, x, layout: x.layout == layout)
def held_in(x: Value, layout: Layout) -> Fact:
    """The layout of `x` is `layout`."""


@fact(lambda w, axis, parent, slice: slice == w.slice(axis, parent))
def sliced(axis: Axis, parent: Layout, slice: Layout) -> Fact:
    """`slice` is `parent` with dimension `axis` removed."""


@fact(lambda w, index, layout, operand: operand == w.moved(index, layout))
def moved(index: IndexMap, layout: Layout, operand: Layout) -> Fact:
    """`operand` is the operand layout under which the index map `index` produces result layout `layout` without moving data."""


@fact(lambda w, xs, layout: w.is_layout(layout), guide=True)
def offered_all(xs: Operands, layout: Layout) -> Fact:
    """`layout` is a candidate for each of `xs`."""


@fact(lambda w, f: w.in_any_order(f))
def any_order(f: Function) -> Fact:
    """Reduction `f` does not depend on element order, as for integers, minima and maxima, or the user allows another order."""


@fact(lambda w, f, axis, held, parent: w.keeps_order(f, axis, held, parent))
def keeps_order(f: Function, axis: Axis, held: Layout, parent: Layout) -> Fact:
    """Reduction `f` combines elements in `parent` in the same order as in the layout whose slice is `held`."""


@fact(lambda w, f, layout: w.reduces(f, layout))
def reduces(f: Function, layout: Layout) -> Fact:
    """Triton lowers reduction `f` of operands in `layout`: lanes along its axis are adjacent bits of the lane's number."""


@fact(lambda w, layout: w.scans(layout))
def scans(layout: Layout) -> Fact:
    """Scans are allowed in `layout`: Triton lowers them in blocked layouts only."""


@fact(lambda w, f, layout: w.reorders(f, layout))
def reorders(f: Function, layout: Layout) -> Fact:
    """The reordering reshape `f` accepts an operand in `layout`: the number of elements per thread does not change."""


# --- directives for the search: see `choice.saturate`
@fact(lambda w, x, own, choices: x.layout == own, guide=True)
def holds(x: Value, own: Layout, choices: Choices) -> Fact:
    """The layout of `x` is `own`, and its candidates are `choices`."""


@fact(lambda w, choices, layout: w.is_layout(layout), guide=True)
def offers(choices: Choices, layout: Layout) -> Fact:
    """`layout` is in the candidate set `choices`."""
