# mypy: disable-error-code="empty-body"
"""The vocabulary of address arithmetic: each symbol beside what it means.

A number is a function from a loop step to 64 bits, lanes are a function from a step and an index to 64 bits, a mask one to truth.
All arithmetic is modulo 2^64, as addresses are; a value of 32 bits is held as its sign extension, so that `arith.extsi` is nothing,
and an operation on 32 bits is the one on 64 bits followed by `narrow` (or `wrapped`, for scalars). To take a `narrow` away needs the
fact that nothing overflowed; that, and not the shape of the program, is where raising pointers goes wrong.

`step(d, stride, x)` adds `stride` times the index along dimension `d`: lanes that are steps over one number are an affine access.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import z3
from egglog import Expr, i64, i64Like

from egraph_opt.egraph.term import fact, symbol

SIGNATURES: dict[str, tuple[str, str]] = {}
"""Of each symbol, the kinds of its arguments and its own: `i` an integer, `n` a number, `l` lanes, `m` a mask."""

FACTS: dict[str, str] = {}
"""Of each condition of rules, the kinds of its arguments."""


class Num(Expr, egg_sort="Num"): ...


class Lanes(Expr, egg_sort="Lanes"): ...


class Mask(Expr, egg_sort="Mask"): ...


SORTS = {"n": "Num", "l": "Lanes", "m": "Mask", "i": "i64"}
_KINDS = {"i64Like": "i", "Num": "n", "Lanes": "l", "Mask": "m"}
_SORT_OF = {"i": i64, "n": Num, "l": Lanes, "m": Mask}
At = Callable[[Any, Any], Any]


@dataclass(frozen=True)
class Lane:
    """What a term is: `at(step, index)` is 64 bits, or truth for a mask."""

    at: At


def means(meaning: Callable[..., At]) -> Callable[[Any], Any]:
    """Declare a symbol, and in the same place what it means at a step and an index."""

    def declare(signature: Any) -> Any:
        parameters = inspect.signature(signature).parameters.values()
        kinds = "".join(_KINDS[str(p.annotation)] for p in parameters)
        SIGNATURES[signature.__name__] = kinds, _KINDS[str(inspect.signature(signature).return_annotation)]
        return symbol(lambda w, *arguments: Lane(meaning(w, *arguments)))(signature)

    return declare


def says(name: str, kinds: str, meaning: Callable[..., Any]) -> Any:
    """Declare a condition of rules."""
    FACTS[name] = kinds
    return fact(name, meaning, *(_SORT_OF[kind] for kind in kinds))


def everywhere(w: Any, holds: At) -> Any:
    """A statement about every step and index, which a proof uses at those of its claim alone: to assume less proves more."""
    return holds(*w.point)


def along(w: Any, dimension: Any, index: Any) -> Any:
    """The index along one dimension, from 0 to 2^31 - 1, as 64 bits."""
    return z3.ZeroExt(33, w.coordinate(dimension, index))


def low(x: Any) -> Any:
    """The lower half of 64 bits, sign-extended."""
    return z3.SignExt(32, z3.Extract(31, 0, x))


def moderate(x: Any) -> Any:
    """Far enough from where 64 bits overflow for one sum or difference."""
    return z3.And(x >= -(1 << 62) + (1 << 31), x <= (1 << 62) - (1 << 31))


# --- numbers
@means(lambda w, n: lambda k, i: z3.BitVecVal(n, 64))
def integer(n: i64Like) -> Num: ...


@means(lambda w, number: lambda k, i: w.atom(number, k))
def atom(number: i64Like) -> Num: ...


@means(lambda w, a, b: lambda k, i: a.at(k, i) + b.at(k, i))
def plus(a: Num, b: Num) -> Num: ...


@means(lambda w, a, b: lambda k, i: a.at(k, i) * b.at(k, i))
def times(a: Num, b: Num) -> Num: ...


@means(lambda w, a: lambda k, i: low(a.at(k, i)))
def wrapped(a: Num) -> Num: ...


@means(lambda w, loop: lambda k, i: w.count(loop, k))
def count(loop: i64Like) -> Num: ...


@means(lambda w, loop: lambda k, i: w.counter(loop, k))
def counter(loop: i64Like) -> Num: ...


@means(lambda w, f: lambda k, i: w.carried_number(f, k))
def carried_number(f: i64Like) -> Num: ...


@means(lambda w, f: lambda k, i: w.result_number(f, k))
def result_number(f: i64Like) -> Num: ...


@means(lambda w, a, b: lambda k, i: z3.SRem(a.at(k, i), b.at(k, i)))
def remainder_number(a: Num, b: Num) -> Num: ...


# --- lanes
@means(lambda w, a: lambda k, i: a.at(k, i))
def uniform(a: Num) -> Lanes: ...


@means(lambda w, d, stride, x: lambda k, i: stride.at(k, i) * along(w, d, i) + x.at(k, i))
def step(d: i64Like, stride: Num, x: Lanes) -> Lanes: ...


@means(lambda w, x, y: lambda k, i: x.at(k, i) + y.at(k, i))
def add(x: Lanes, y: Lanes) -> Lanes: ...


@means(lambda w, x, y: lambda k, i: x.at(k, i) * y.at(k, i))
def multiply(x: Lanes, y: Lanes) -> Lanes: ...


@means(lambda w, x: lambda k, i: low(x.at(k, i)))
def narrow(x: Lanes) -> Lanes: ...


@means(lambda w, x: lambda k, i: z3.ZeroExt(32, z3.Extract(31, 0, x.at(k, i))))
def unsigned(x: Lanes) -> Lanes: ...


@means(lambda w, f, x: lambda k, i: x.at(k, w.source(f, i)))
def view(f: i64Like, x: Lanes) -> Lanes: ...


@means(lambda w, f: lambda k, i: w.carried_lanes(f, k, i))
def carried_lanes(f: i64Like) -> Lanes: ...


@means(lambda w, f: lambda k, i: w.result_lanes(f, k, i))
def result_lanes(f: i64Like) -> Lanes: ...


@means(lambda w, x, y: lambda k, i: z3.SRem(x.at(k, i), y.at(k, i)))
def remainder(x: Lanes, y: Lanes) -> Lanes: ...


@means(lambda w, number: lambda k, i: w.opaque_lanes(number, k, i))
def opaque_lanes(number: i64Like) -> Lanes: ...


@means(lambda w, x: lambda k, i: x.at(k, w.origin))
def scalar(x: Lanes) -> Num: ...


# --- masks
@means(lambda w, x, y: lambda k, i: x.at(k, i) < y.at(k, i))
def less(x: Lanes, y: Lanes) -> Mask: ...


@means(lambda w, x, y: lambda k, i: z3.ULT(x.at(k, i), y.at(k, i)))
def below(x: Lanes, y: Lanes) -> Mask: ...


@means(lambda w, m, n: lambda k, i: z3.And(m.at(k, i), n.at(k, i)))
def both(m: Mask, n: Mask) -> Mask: ...


@means(lambda w, d, extent: lambda k, i: along(w, d, i) < extent.at(k, i))
def inside(d: i64Like, extent: Num) -> Mask: ...


@means(lambda w, d, extent: lambda k, i: along(w, d, i) >= extent.at(k, i))
def beyond(d: i64Like, extent: Num) -> Mask: ...


@means(lambda w: lambda k, i: z3.BoolVal(True))
def always() -> Mask: ...


@means(lambda w, a: lambda k, i: a.at(k, i) != 0)
def truth(a: Num) -> Mask: ...


@means(lambda w, f, m: lambda k, i: m.at(k, w.source(f, i)))
def view_mask(f: i64Like, m: Mask) -> Mask: ...


@means(lambda w, number: lambda k, i: w.opaque_mask(number, k, i))
def opaque_mask(number: i64Like) -> Mask: ...


# --- conditions
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

within_number = says(
    "within_number", "nn", lambda w, a, b: everywhere(w, lambda k, i: z3.And(a.at(k, i) >= 0, a.at(k, i) < b.at(k, i)))
)
"""As `within`, for scalars."""

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
