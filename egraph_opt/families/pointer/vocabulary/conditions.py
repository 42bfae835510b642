# mypy: disable-error-code="empty-body"
"""Conditions of rules about addresses, each with its z3 meaning."""

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


def says(meaning: Callable[..., At]) -> Callable[[Callable[P, R]], Word[P, R]]:
    """Declare a condition of rules that holds at every step (iteration of each enclosing loop) and lane index."""
    return fact(lambda w, *arguments: everywhere(w, meaning(w, *arguments)))


def everywhere(w: Any, holds: At) -> Any:
    """Return `holds` at the step (iteration of each enclosing loop) and lane index at which a proof compares both sides of a rule.

    The condition is not assumed at other steps and indices, so the proved rule is more general.
    """
    return holds(*w.point)


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= -(1 << 31), x.at(k, i) < 1 << 31))
def fits(x: Lanes) -> Fact:
    """Every lane of `x` fits in 32 signed bits."""


@says(lambda w, a: lambda k, i: low(a.at(k, i)) == a.at(k, i))
def fits_number(a: Num) -> Fact:
    """The scalar `a` fits in 32 signed bits."""


@says(lambda w, x: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < 1 << 31))
def nonnegative(x: Lanes) -> Fact:
    """Every lane of `x` is from 0 to 2^31 - 1."""


@says(lambda w, x: lambda k, i: moderate(x.at(k, i)))
def small(x: Lanes) -> Fact:
    """Every lane of `x` is within half of the signed 64-bit range, like all 32-bit integers and products of two."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i)))
def within(x: Lanes, y: Lanes) -> Fact:
    """`0 <= x < y` in every lane."""


@says(lambda w, x, y: lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i), y.at(k, i) < 1 << 31))
def within_words(x: Lanes, y: Lanes) -> Fact:
    """`0 <= x < y < 2^31` in every lane."""


@says(lambda w, a, b: lambda k, i: z3.And(a.at(k, i) >= 0, a.at(k, i) < b.at(k, i)))
def within_number(a: Num, b: Num) -> Fact:
    """`0 <= a < b`."""


@says(lambda w, x, y: lambda k, i: x.at(k, i) <= y.at(k, i))
def at_most(x: Lanes, y: Lanes) -> Fact:
    """`x <= y` in every lane."""


@says(lambda w, m: lambda k, i: m.at(k, i))
def holds(m: Mask) -> Fact:
    """The mask `m` is true in every lane."""


@says(lambda w, a: lambda k, i: z3.Or(a.at(k, i) == 0, a.at(k, i) == -1))
def flag(a: Num) -> Fact:
    """`a` is a sign-extended `i1`: 0 or -1."""


@says(lambda w, f, d, e: lambda k, i: w.coordinate(d, w.source(f, i)) == w.coordinate(e, i))
def carries(f: View, d: Dimension, e: Dimension) -> Fact:
    """The view `f` maps dimension `d` of its operand to dimension `e` of its result."""


@says(lambda w, f, d: lambda k, i: w.coordinate(d, w.source(f, i)) == 0)
def flattens(f: View, d: Dimension) -> Fact:
    """The view `f` broadcasts dimension `d` of its operand, whose extent is 1."""


@fact(lambda w, d, e: d < e, guide=True)
def precedes(d: Dimension, e: Dimension) -> Fact:
    """Dimension `d` precedes `e`. Rules use this condition to put nested `step` terms in one order."""


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
    """`loop` carries `f`: its initial value is `initial`, which is loop-invariant, and each iteration yields `following`."""


@fact(repeats_meaning("carried_number"))
def repeats_number(f: Carried, loop: Loop, initial: Num, following: Num) -> Fact:
    """`loop` carries the scalar `f`: its initial value is `initial`, which is loop-invariant, and each iteration yields `following`."""


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
    """`loop` has trip count `trips`; its result `f` is `following` of the last iteration, or `initial` if no iteration runs."""


@fact(leaves_meaning("result_number"))
def leaves_number(f: Carried, loop: Loop, trips: Num, initial: Num, following: Num) -> Fact:
    """`loop` has trip count `trips`; its scalar result `f` is `following` of the last iteration, or `initial` if no iteration runs."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles(s: Lanes, t: Lanes) -> Fact:
    """One iteration adds both `s` and `t` to a value. Rules hold without this condition, which only limits saturation."""


@fact(lambda w, s, t: z3.BoolVal(True), guide=True)
def assembles_number(s: Num, t: Num) -> Fact:
    """One iteration adds both scalars `s` and `t` to a value. Rules hold without this condition, which only limits saturation."""


@fact(lambda w, loop, x: is_unchanged(w, loop, x))
def invariant(loop: Loop, x: Lanes) -> Fact:
    """`x` is invariant in `loop`."""


@fact(lambda w, loop, a: is_unchanged(w, loop, a))
def invariant_number(loop: Loop, a: Num) -> Fact:
    """The scalar `a` is invariant in `loop`."""


def _counts(w: Any, loop: Any, lower: Any, stride: Any) -> Any:
    def holds(k: Any, i: Any) -> Any:
        following = w.counter(loop, w.before(loop, k)) + stride.at(k, i)
        return w.counter(loop, k) == z3.If(w.is_first(loop, k), lower.at(k, i), following)

    return z3.And(everywhere(w, holds), counts_iterations(w, loop), is_unchanged(w, loop, lower), is_unchanged(w, loop, stride))


@fact(_counts)
def counts(loop: Loop, lower: Num, stride: Num) -> Fact:
    """The induction variable of `loop` starts at `lower` and grows by `stride`; both are loop-invariant."""


ENDING = (leaves, leaves_number)
"""Conditions on loop results. A proof treats zero iterations as a separate case."""

INDUCTIVE = (repeats, repeats_number, counts)
"""Conditions on loop-carried values and induction variables. A proof uses induction over iterations."""
