# mypy: disable-error-code="empty-body"
"""Conditions of rules about addresses, each with its meaning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3

from egraph_opt.core.vocabulary import Fact, P, R, Word
from egraph_opt.families.pointer.vocabulary.meaning import (
    At,
    Carried,
    Dimension,
    Lanes,
    Loop,
    Mask,
    Num,
    View,
    low,
    moderate,
    words,
)

fact = words.fact


def says(meaning: Callable[..., At], guide: bool = False) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a condition that holds at every step and index."""
    return fact(lambda w, *arguments: everywhere(w, meaning(w, *arguments)), guide)


def everywhere(w: Any, holds: At) -> Any:
    """Return a statement about every step and index; a proof uses it only at those of its claim: to assume less proves more."""
    return holds(*w.point)


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= -(1 << 31), x.at(k, i) < 1 << 31))
def fits(x: Lanes) -> Fact:
    """No lane is outside 32 bits: nothing overflowed."""


@says(lambda w, a: lambda k, i: low(a.at(k, i)) == a.at(k, i))
def fits_number(a: Num) -> Fact:
    """The scalar is not outside 32 bits: nothing overflowed."""


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < 1 << 31))
def nonnegative(x: Lanes) -> Fact:
    """No lane is negative, and none is outside 32 bits."""


@says(lambda w, x: lambda k, i: moderate(x.at(k, i)))
def small(x: Lanes) -> Fact:
    """All lanes are within half of the range of 64 bits, as are all numbers of 32 bits and products of two such."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i)))
def within(x: Lanes, y: Lanes) -> Fact:
    """No lane of `x` is negative, or as large as that of `y`."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i), y.at(k, i) < 1 << 31))
def within_words(x: Lanes, y: Lanes) -> Fact:
    """No lane of `x` is negative, or as large as that of `y`, for numbers of 32 bits."""


@says(lambda w, a, b: lambda k, i: z3.And(a.at(k, i) >= 0, a.at(k, i) < b.at(k, i)))
def within_number(a: Num, b: Num) -> Fact:
    """`a` is not negative and below `b`."""


@says(lambda w, x, y: lambda k, i: x.at(k, i) <= y.at(k, i))
def at_most(x: Lanes, y: Lanes) -> Fact:
    """No lane of `x` is above that of `y`."""


@says(lambda w, m: lambda k, i: m.at(k, i))
def holds(m: Mask) -> Fact:
    """The mask is true in every lane."""


@says(lambda w, a: lambda k, i: z3.Or(a.at(k, i) == 0, a.at(k, i) == -1))
def flag(a: Num) -> Fact:
    """`a` is a truth value of one bit, sign-extended."""


@says(lambda w, f, d, e: lambda k, i: w.coordinate(d, w.source(f, i)) == w.coordinate(e, i))
def carries(f: View, d: Dimension, e: Dimension) -> Fact:
    """The view `f` maps dimension `d` of its operand to dimension `e` of its result."""


@says(lambda w, f, d: lambda k, i: w.coordinate(d, w.source(f, i)) == 0)
def flattens(f: View, d: Dimension) -> Fact:
    """The view `f` repeats the only element along dimension `d` of its operand."""


@fact(lambda w, d, e: d < e, guide=True)
def precedes(d: Dimension, e: Dimension) -> Fact:
    """Dimension `d` comes before `e`. It gives steps one order."""


def is_unchanged(w: Any, loop: Any, x: Any) -> Any:
    def holds(k: Any, i: Any) -> Any:
        earlier = z3.If(w.is_first(loop, k), x.at(w.outside(loop, k), i), x.at(w.before(loop, k), i))
        return z3.And(x.at(k, i) == earlier, x.at(w.last(loop, k), i) == x.at(k, i))

    return everywhere(w, holds)


def counts_iterations(w: Any, loop: Any) -> Any:
    return everywhere(w, lambda k, i: w.count(loop, k) == z3.If(w.is_first(loop, k), 0, w.count(loop, w.before(loop, k)) + 1))


def repeats_meaning(carried: str) -> Callable[..., Any]:
    def meaning(w: Any, f: Any, loop: Any, initial: Any, following: Any) -> Any:
        def at(k: Any, i: Any) -> Any:
            return getattr(w, carried)(f, k, i) if carried == "carried_lanes" else getattr(w, carried)(f, k)

        def holds(k: Any, i: Any) -> Any:
            first, before = w.is_first(loop, k), w.before(loop, k)
            return at(k, i) == z3.If(first, initial.at(w.outside(loop, k), i), following.at(before, i))

        return z3.And(everywhere(w, holds), counts_iterations(w, loop), is_unchanged(w, loop, initial))

    return meaning


@fact(repeats_meaning("carried_lanes"))
def repeats(f: Carried, loop: Loop, initial: Lanes, following: Lanes) -> Fact:
    """The value `f` that `loop` carries begins as `initial`, which is defined outside, and each iteration yields `following`."""


@fact(repeats_meaning("carried_number"))
def repeats_number(f: Carried, loop: Loop, initial: Num, following: Num) -> Fact:
    """The scalar `f` that `loop` carries begins as `initial`, which is defined outside, and each iteration yields `following`."""


def leaves_meaning(result: str) -> Callable[..., Any]:
    def meaning(w: Any, f: Any, loop: Any, trips: Any, initial: Any, following: Any) -> Any:
        def holds(k: Any, i: Any) -> Any:
            runs, last = w.runs(loop, k), w.last(loop, k)
            left = getattr(w, result)(f, k, i) if result == "result_lanes" else getattr(w, result)(f, k)
            return z3.And(
                left == z3.If(runs, following.at(last, i), initial.at(k, i)),
                trips.at(k, i) == z3.If(runs, w.count(loop, last) + 1, 0),
            )

        return everywhere(w, holds)

    return meaning


@fact(leaves_meaning("result_lanes"))
def leaves(f: Carried, loop: Loop, trips: Num, initial: Lanes, following: Lanes) -> Fact:
    """`loop` runs `trips` times from `initial`, and its result is the value `f` that the last iteration yields, `following`."""


@fact(leaves_meaning("result_number"))
def leaves_number(f: Carried, loop: Loop, trips: Num, initial: Num, following: Num) -> Fact:
    """`loop` runs `trips` times from `initial`, and its result is the scalar `f` that the last iteration yields, `following`."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles(s: Lanes, t: Lanes) -> Fact:
    """`s` and `t` are steps that one iteration takes one after the other."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles_number(s: Num, t: Num) -> Fact:
    """`s` and `t` are scalar steps that one iteration takes one after the other."""


@fact(lambda w, loop, x: is_unchanged(w, loop, x))
def invariant(loop: Loop, x: Lanes) -> Fact:
    """`x` is the same in all iterations of `loop`."""


@fact(lambda w, loop, a: is_unchanged(w, loop, a))
def invariant_number(loop: Loop, a: Num) -> Fact:
    """The scalar `a` is the same in all iterations of `loop`."""


def _counts(w: Any, loop: Any, lower: Any, stride: Any) -> Any:
    def holds(k: Any, i: Any) -> Any:
        following = w.counter(loop, w.before(loop, k)) + stride.at(k, i)
        return w.counter(loop, k) == z3.If(w.is_first(loop, k), lower.at(k, i), following)

    return z3.And(everywhere(w, holds), counts_iterations(w, loop), is_unchanged(w, loop, lower), is_unchanged(w, loop, stride))


@fact(_counts)
def counts(loop: Loop, lower: Num, stride: Num) -> Fact:
    """`loop` counts from `lower` by `stride`, both defined outside."""


ENDING = (leaves, leaves_number)
"""Conditions about the result of a loop: proofs treat a loop that runs and one that does not separately."""

INDUCTIVE = (repeats, repeats_number, counts)
"""Conditions about how a value follows from the previous iteration: proofs go by induction over it."""
