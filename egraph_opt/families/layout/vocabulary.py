# mypy: disable-error-code="empty-body"
"""The vocabulary of the e-graph: each symbol beside what it means.

A value means a function from a loop step and an index to an element, together with the layout that holds it: a map from hardware
(register, lane, warp, block) to indices. A layout never decides what an element is, only who holds it. `typed` collects what the
compiler's verifier demands of a term; a rule must keep it.

`World` names the functions that a meaning may use without knowing them: a proof that holds for every such function holds for the
real ones (an elementwise operation, an index map, a loop's trip count ...). Scalars are values that no layout holds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from egglog import Expr, function, i64, i64Like, relation


class World(Protocol):
    """Unknown functions: `compute(f, element)`, `source(f, index)`, `pair`, `unit`, and the loop structure of a step."""

    compute: Any
    source: Any
    pair: Any
    unit: Any
    slice: Any
    is_first: Any
    before: Any
    outside: Any
    last: Any
    taken: Any
    choose: Any


@dataclass(frozen=True)
class Meaning:
    at: Callable[[Any, Any], Any]
    layout: Any
    typed: tuple[Any, ...] = ()


MEANINGS: dict[str, Callable[..., Any]] = {}

FAMILY: dict[str, str] = {}
"""The module that declares each symbol: every family of rules has a world of its own in which its symbols mean something."""


class Value(Expr, egg_sort="Value"): ...


class Operands(Expr, egg_sort="Operands"): ...


def _declare(name: str, meaning: Callable[..., Any]) -> None:
    if name in MEANINGS:
        raise TypeError(f"the symbol {name} is declared twice: a proof would take one meaning for the other")
    MEANINGS[name] = meaning


def symbol(meaning: Callable[..., Any]) -> Callable[[Any], Any]:
    """Declare a symbol of the e-graph and, in the same place, what it means."""

    def declare(signature: Any) -> Any:
        _declare(signature.__name__, meaning)
        FAMILY[signature.__name__] = signature.__module__
        return function(egg_fn=signature.__name__)(signature)

    return declare


def fact(name: str, meaning: Callable[..., Any], *sorts: Any) -> Any:
    """Declare a condition of rules; `meaning` gives what it says, or None where it only guides the search."""
    _declare(name, meaning)
    return relation(name, *sorts, egg_fn=name)


# --- values
@symbol(lambda w, number: Meaning(lambda k, i: w.compute(number, w.pair(w.unit, w.unit)), w.any_layout))
def leaf(number: i64Like) -> Value: ...


@symbol(lambda w, x, layout: Meaning(x.at, layout, (*x.typed, w.is_layout(x.layout), w.is_layout(layout))))
def convert_layout(x: Value, layout: i64Like) -> Value: ...


@symbol(lambda w, f, xs: Meaning(lambda k, i: w.compute(f, xs.at(k, i)), xs.layout, (*xs.typed, w.is_layout(xs.layout))))
def pointwise(f: i64Like, xs: Operands) -> Value: ...


@symbol(
    lambda w, f, xs, layout: Meaning(
        lambda k, i: w.compute(f, w.pair(w.position(i), xs.at(k, i))), layout, (*xs.typed, w.is_layout(layout))
    )
)
def generate(f: i64Like, xs: Operands, layout: i64Like) -> Value: ...


@symbol(lambda w, f, x: Meaning(lambda k, i: x.at(k, w.source(f, i)), x.layout, x.typed))
def broadcast(f: i64Like, x: Value) -> Value: ...


@symbol(
    lambda w, f, axis, x, layout: Meaning(
        lambda k, i: x.at(k, w.source(f, i)),
        layout,
        (*x.typed, w.is_layout(x.layout), w.is_layout(layout), x.layout == w.slice(axis, layout)),
    )
)
def expand_dims(f: i64Like, axis: i64Like, x: Value, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, index, x, layout: Meaning(
        lambda k, i: x.at(k, w.source(f, i)),
        layout,
        (*x.typed, w.is_layout(x.layout), w.is_layout(layout), x.layout == w.moved(index, layout)),
    )
)
def reindex(f: i64Like, index: i64Like, x: Value, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, index, xs, layout: Meaning(
        lambda k, i: w.compute(f, w.pair(w.position(i), xs.at(k, w.source(f, i)))),
        layout,
        (*xs.typed, w.is_layout(xs.layout), w.is_layout(layout), xs.layout == w.moved(index, layout)),
    )
)
def interleave(f: i64Like, index: i64Like, xs: Operands, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, index, x, layout: Meaning(
        lambda k, i: x.at(k, w.source(f, i)),
        layout,
        (*x.typed, w.is_layout(x.layout), w.is_layout(layout), layout == w.moved(index, x.layout)),
    )
)
def separate(f: i64Like, index: i64Like, x: Value, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, x, layout: Meaning(
        lambda k, i: x.at(k, w.permuted(f, w.order(f, x.layout), i)),
        layout,
        (*x.typed, w.is_layout(x.layout), w.is_layout(layout), w.reorders(f, x.layout)),
    )
)
def reorder(f: i64Like, x: Value, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, axis, xs, layout: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), i, w.order(f, xs.layout)),
        layout,
        (*xs.typed, w.is_layout(xs.layout), w.is_layout(layout), layout == w.slice(axis, xs.layout)),
    )
)
def reduce(f: i64Like, axis: i64Like, xs: Operands, layout: i64Like) -> Value: ...


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), w.nowhere, w.order(f, xs.layout)),
        w.any_layout,
        (*xs.typed, w.is_layout(xs.layout)),
    )
)
def reduce_to_scalar(f: i64Like, xs: Operands) -> Value: ...


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.compute(f, w.whole(w.row(lambda j: xs.at(k, j)))), w.any_layout, (*xs.typed, w.is_layout(xs.layout))
    )
)
def whole(f: i64Like, xs: Operands) -> Value: ...


@symbol(
    lambda w, f, xs: Meaning(
        lambda k, i: w.fold(f, w.row(lambda j: xs.at(k, j)), i, w.order(f, xs.layout)),
        xs.layout,
        (*xs.typed, w.is_layout(xs.layout), w.scans(xs.layout)),
    )
)
def scan(f: i64Like, xs: Operands) -> Value: ...


# --- operand lists: tuples of values in one layout; scalars ride along
@symbol(lambda w: Meaning(lambda k, i: w.unit, w.any_layout))
def nil() -> Operands: ...


@symbol(
    lambda w, x, xs: Meaning(
        lambda k, i: w.pair(x.at(k, i), xs.at(k, i)),
        x.layout,
        (*x.typed, *xs.typed, w.is_layout(x.layout), w.agree(xs.layout, x.layout)),
    )
)
def zip(x: Value, xs: Operands) -> Operands: ...


@symbol(lambda w, s, xs: Meaning(lambda k, i: w.pair(s.at(k, i), xs.at(k, i)), xs.layout, (*s.typed, *xs.typed)))
def with_scalar(s: Value, xs: Operands) -> Operands: ...


@symbol(lambda w, xs, layout: Meaning(xs.at, w.relabel(xs.layout, layout), (*xs.typed, w.is_layout(layout))))
def convert_operands(xs: Operands, layout: i64Like) -> Operands: ...


# --- control flow: each is a pointwise choice between values, so layouts pass through
@symbol(
    lambda w, f, init, next: Meaning(
        lambda k, i: w.choose(w.is_first(f, k), init.at(w.outside(f, k), i), next.at(w.before(f, k), i)),
        init.layout,
        (*init.typed, *next.typed, init.layout == next.layout),
    )
)
def carried(f: i64Like, init: Value, next: Value) -> Value: ...


@symbol(lambda w, f, x: Meaning(lambda k, i: x.at(w.last(f, k), i), x.layout, x.typed))
def final(f: i64Like, x: Value) -> Value: ...


@symbol(
    lambda w, f, then, other: Meaning(
        lambda k, i: w.choose(w.taken(f, k), then.at(k, i), other.at(k, i)),
        then.layout,
        (*then.typed, *other.typed, then.layout == other.layout),
    )
)
def choose(f: i64Like, then: Value, other: Value) -> Value: ...


# --- conditions
offered = fact("offered", lambda w, x, layout: w.is_layout(layout), Value, i64)
"""`layout` is a candidate for `x`: a layout that can hold its shape. It keeps the search small; `GUIDES` lists it as such."""

held_in = fact("held_in", lambda w, x, layout: x.layout == layout, Value, i64)
"""`x` is held in `layout`."""

sliced = fact("sliced", lambda w, axis, parent, slice: slice == w.slice(axis, parent), i64, i64, i64)
"""`slice` is `parent` with its dimension `axis` removed."""

moved = fact("moved", lambda w, index, layout, operand: operand == w.moved(index, layout), i64, i64, i64)
"""`operand` is the layout in which the index map `index` finds every element of `layout` in the thread that wants it."""

offered_all = fact("offered_all", lambda w, xs, layout: w.is_layout(layout), Operands, i64)
"""`layout` is a candidate for each of `xs`."""

any_order = fact("any_order", lambda w, f: w.in_any_order(f), i64)
"""`f` combines elements to the same result in any order: integers, bit operations, minima and maxima, or what the user allowed."""

scans = fact("scans", lambda w, layout: w.scans(layout), i64)
"""Scans may be done in `layout`: Triton lowers them in blocked layouts only."""

reorders = fact("reorders", lambda w, f, layout: w.reorders(f, layout), i64, i64)
"""The reordering reshape `f` may take its operand in `layout`: threads hold as many elements before as after."""

GUIDES = ("offered", "offered_all")
"""Conditions that are there to keep the search small: a rule may hold without them."""
