# mypy: disable-error-code="empty-body"
"""The conditions of rules about addresses: each beside what it says."""

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
    """A statement about every step and index, which a proof uses at those of its claim alone: to assume less proves more."""
    return holds(*w.point)


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= -(1 << 31), x.at(k, i) < 1 << 31))
def fits(x: Lanes) -> Fact:
    """No lane is outside 32 bits: nothing overflowed."""


@says(lambda w, a: lambda k, i: low(a.at(k, i)) == a.at(k, i))
def fits_number(a: Num) -> Fact:
    """As `fits`, for a scalar."""


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < 1 << 31))
def nonnegative(x: Lanes) -> Fact:
    """No lane is negative, and none is outside 32 bits."""


@says(lambda w, x: lambda k, i: moderate(x.at(k, i)))
def small(x: Lanes) -> Fact:
    """No lane is within a factor of two of where 64 bits overflow: so is everything of 32 bits, and products of two such."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i)))
def within(x: Lanes, y: Lanes) -> Fact:
    """No lane of `x` is negative or reaches `y`'s."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i), y.at(k, i) < 1 << 31))
def within_words(x: Lanes, y: Lanes) -> Fact:
    """As `within`, for numbers of 32 bits."""


@says(lambda w, a, b: lambda k, i: z3.And(a.at(k, i) >= 0, a.at(k, i) < b.at(k, i)))
def within_number(a: Num, b: Num) -> Fact:
    """As `within`, for scalars."""


@says(lambda w, x, y: lambda k, i: x.at(k, i) <= y.at(k, i))
def at_most(x: Lanes, y: Lanes) -> Fact:
    """No lane of `x` is above `y`'s."""


@says(lambda w, m: lambda k, i: m.at(k, i))
def holds(m: Mask) -> Fact:
    """The mask is true in every lane."""


@says(lambda w, a: lambda k, i: z3.Or(a.at(k, i) == 0, a.at(k, i) == -1))
def flag(a: Num) -> Fact:
    """`a` is a truth of one bit, sign-extended."""


@says(lambda w, f, d, e: lambda k, i: w.coordinate(d, w.source(f, i)) == w.coordinate(e, i))
def carries(f: View, d: Dimension, e: Dimension) -> Fact:
    """The view `f` finds along dimension `d` of its operand what stands along dimension `e` of its result."""


@says(lambda w, f, d: lambda k, i: w.coordinate(d, w.source(f, i)) == 0)
def flattens(f: View, d: Dimension) -> Fact:
    """The view `f` repeats the only element along dimension `d` of its operand."""


@fact(lambda w, d, e: d < e, guide=True)
def precedes(d: Dimension, e: Dimension) -> Fact:
    """Dimension `d` comes before `e`. It gives steps one order."""


def unchanged(w: Any, loop: Any, x: Any) -> Any:
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

        return z3.And(everywhere(w, holds), counts_iterations(w, loop), unchanged(w, loop, initial))

    return meaning


@fact(repeats_meaning("carried_lanes"))
def repeats(f: Carried, loop: Loop, initial: Lanes, following: Lanes) -> Fact:
    """The value `f` that `loop` carries begins as `initial`, which is made outside, and each iteration hands `following` on."""


@fact(repeats_meaning("carried_number"))
def repeats_number(f: Carried, loop: Loop, initial: Num, following: Num) -> Fact:
    """As `repeats`, for a scalar."""


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
    """`loop` runs `trips` times from `initial`, and what the last iteration hands on as the value `f`, `following`, is its result."""


@fact(leaves_meaning("result_number"))
def leaves_number(f: Carried, loop: Loop, trips: Num, initial: Num, following: Num) -> Fact:
    """As `leaves`, for a scalar."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles(s: Lanes, t: Lanes) -> Fact:
    """`s` and `t` are steps that one iteration takes one after the other."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles_number(s: Num, t: Num) -> Fact:
    """As `assembles`, for scalars."""


@fact(lambda w, loop, x: unchanged(w, loop, x))
def invariant(loop: Loop, x: Lanes) -> Fact:
    """`x` is the same in all iterations of `loop`."""


@fact(lambda w, loop, a: unchanged(w, loop, a))
def invariant_number(loop: Loop, a: Num) -> Fact:
    """As `invariant`, for a scalar."""


def _counts(w: Any, loop: Any, lower: Any, stride: Any) -> Any:
    def holds(k: Any, i: Any) -> Any:
        following = w.counter(loop, w.before(loop, k)) + stride.at(k, i)
        return w.counter(loop, k) == z3.If(w.is_first(loop, k), lower.at(k, i), following)

    return z3.And(everywhere(w, holds), counts_iterations(w, loop), unchanged(w, loop, lower), unchanged(w, loop, stride))


@fact(_counts)
def counts(loop: Loop, lower: Num, stride: Num) -> Fact:
    """`loop` counts from `lower` by `stride`, both made outside."""


ENDING = (leaves, leaves_number)
"""Conditions that say what a loop leaves: proofs look apart at one that runs and one that does not."""

INDUCTIVE = (repeats, repeats_number, counts)
"""Conditions that say how a value comes from the iteration before: proofs go by induction over it."""
