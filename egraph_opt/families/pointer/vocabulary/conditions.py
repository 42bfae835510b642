"""The conditions of rules about addresses: each beside what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import z3
from egglog import i64

from egraph_opt.families.layout.vocabulary import fact
from egraph_opt.families.pointer.vocabulary.meaning import At, Lanes, Mask, Num, low, moderate

FACTS: dict[str, str] = {}
"""Of each condition of rules, the kinds of its arguments."""

_SORT_OF = {"i": i64, "n": Num, "l": Lanes, "m": Mask}


def says(name: str, kinds: str, meaning: Callable[..., Any], facts: dict[str, str] = FACTS) -> Any:
    """Declare a condition of rules, in a table of them."""
    facts[name] = kinds
    return fact(name, meaning, *(_SORT_OF[kind] for kind in kinds))


def everywhere(w: Any, holds: At) -> Any:
    """A statement about every step and index, which a proof uses at those of its claim alone: to assume less proves more."""
    return holds(*w.point)


fits = says("fits", "l", lambda w, x: everywhere(w, lambda k, i: z3.And(x.at(k, i) >= -(1 << 31), x.at(k, i) < 1 << 31)))
"""No lane is outside 32 bits: nothing overflowed."""

fits_number = says("fits_number", "n", lambda w, a: everywhere(w, lambda k, i: low(a.at(k, i)) == a.at(k, i)))
"""As `fits`, for a scalar."""

nonnegative = says("nonnegative", "l", lambda w, x: everywhere(w, lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < 1 << 31)))
"""No lane is negative, and none is outside 32 bits."""

small = says("small", "l", lambda w, x: everywhere(w, lambda k, i: moderate(x.at(k, i))))
"""No lane is within a factor of two of where 64 bits overflow: so is everything of 32 bits, and products of two such."""

within = says("within", "ll", lambda w, x, y: everywhere(w, lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i))))
"""No lane of `x` is negative or reaches `y`'s."""

within_words = says(
    "within_words",
    "ll",
    lambda w, x, y: everywhere(w, lambda k, i: z3.And(x.at(k, i) >= 0, x.at(k, i) < y.at(k, i), y.at(k, i) < 1 << 31)),
)
"""As `within`, for numbers of 32 bits."""

within_number = says(
    "within_number", "nn", lambda w, a, b: everywhere(w, lambda k, i: z3.And(a.at(k, i) >= 0, a.at(k, i) < b.at(k, i)))
)
"""As `within`, for scalars."""

at_most = says("at_most", "ll", lambda w, x, y: everywhere(w, lambda k, i: x.at(k, i) <= y.at(k, i)))
"""No lane of `x` is above `y`'s."""

holds = says("holds", "m", lambda w, m: everywhere(w, lambda k, i: m.at(k, i)))
"""The mask is true in every lane."""

flag = says("flag", "n", lambda w, a: everywhere(w, lambda k, i: z3.Or(a.at(k, i) == 0, a.at(k, i) == -1)))
"""`a` is a truth of one bit, sign-extended."""

carries = says(
    "carries", "iii", lambda w, f, d, e: everywhere(w, lambda k, i: w.coordinate(d, w.source(f, i)) == w.coordinate(e, i))
)
"""The view `f` finds along dimension `d` of its operand what stands along dimension `e` of its result."""

flattens = says("flattens", "ii", lambda w, f, d: everywhere(w, lambda k, i: w.coordinate(d, w.source(f, i)) == 0))
"""The view `f` repeats the only element along dimension `d` of its operand."""

precedes = says("precedes", "ii", lambda w, d, e: d < e)
"""Dimension `d` comes before `e`. It gives steps one order; rules hold without it."""


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


repeats = says("repeats", "iill", repeats_meaning("carried_lanes"))
"""The value `f` that `loop` carries begins as `initial`, which is made outside, and each iteration hands `following` on."""

repeats_number = says("repeats_number", "iinn", repeats_meaning("carried_number"))
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


leaves = says("leaves", "iinll", leaves_meaning("result_lanes"))
"""`loop` runs `trips` times from `initial`, and what the last iteration hands on as the value `f`, `following`, is its result."""

leaves_number = says("leaves_number", "iinnn", leaves_meaning("result_number"))
"""As `leaves`, for a scalar."""

assembles = says("assembles", "ll", lambda w, s, t: z3.BoolVal(True))
"""`s` and `t` are steps that one iteration takes one after the other."""

assembles_number = says("assembles_number", "nn", lambda w, s, t: z3.BoolVal(True))
"""As `assembles`, for scalars."""

invariant = says("invariant", "il", lambda w, loop, x: unchanged(w, loop, x))
"""`x` is the same in all iterations of `loop`."""

invariant_number = says("invariant_number", "in", lambda w, loop, a: unchanged(w, loop, a))
"""As `invariant`, for a scalar."""


def _counts(w: Any, loop: Any, lower: Any, stride: Any) -> Any:
    def holds(k: Any, i: Any) -> Any:
        following = w.counter(loop, w.before(loop, k)) + stride.at(k, i)
        return w.counter(loop, k) == z3.If(w.is_first(loop, k), lower.at(k, i), following)

    return z3.And(everywhere(w, holds), counts_iterations(w, loop), unchanged(w, loop, lower), unchanged(w, loop, stride))


counts = says("counts", "inn", _counts)
"""`loop` counts from `lower` by `stride`, both made outside."""

GUIDES = ("precedes", "assembles", "assembles_number")
"""Conditions that are there to keep the search small: a rule may hold without them."""

ENDING = {"leaves": 1, "leaves_number": 1}
"""Conditions that say what a loop leaves, and which argument is the loop: proofs look apart at one that runs and one that does not."""

INDUCTIVE = {"repeats": 1, "repeats_number": 1, "counts": 0}
"""Conditions that say how a value comes from the iteration before, and which argument is the loop: proofs go by induction over it."""
