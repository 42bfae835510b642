# mypy: disable-error-code="empty-body"
"""Vocabulary of rules that make loads loop-carried, where each word is declared with its meaning.

A value is a 32-bit number at each step, that is, in each iteration of a loop or at a loop's entry. A term also has conditions
that its loads read valid addresses. The proof of a rule shows that both sides have equal values, and that the left side reads
every address that the right side reads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from egraph_opt.core.vocabulary import Fact, Name, Term, Vocabulary

words = Vocabulary("rotation", prover="egraph_opt.families.layout.rotation.world")
symbol, fact = words.symbol, words.fact


@dataclass(frozen=True)
class Meaning:
    """Semantics of a value in z3, as functions of a step (an iteration of a loop, or a loop's entry).

    `at` is the number that the value has. `enters` and `runs` say whether its loads are valid, at a loop's entry and in an iteration.
    """

    at: Callable[[Any], Any]
    enters: Callable[[Any], Any]
    runs: Callable[[Any], Any]


def computed_meaning(w: Any, at: Callable[[Any], Any], *of: Meaning) -> Meaning:
    """Return the meaning of a value computed from the values `of`, with their loads."""
    return Meaning(at, lambda k: w.all(x.enters(k) for x in of), lambda k: w.all(x.runs(k) for x in of))


class Value(Term):
    """A number, an address, or a mask (nonzero means true); for a tensor, one element."""


class Loop(Name):
    """A loop that counts from a lower to an upper bound."""


class Array(Name):
    """An array in memory."""


class Function(Name):
    """A pure binary operation or an opaque value, by number."""


@symbol(lambda w, number: computed_meaning(w, lambda k: w.leaf(number, k)))
def leaf(number: Function) -> Value:
    """An opaque value."""


@symbol(lambda w, loop: computed_meaning(w, lambda k: w.counter(loop, k)))
def counter(loop: Loop) -> Value:
    """The induction variable of `loop`."""


@symbol(lambda w, x, y: computed_meaning(w, lambda k: x.at(k) + y.at(k), x, y))
def plus(x: Value, y: Value) -> Value:
    """The sum of `x` and `y`; overflow wraps around."""


@symbol(lambda w, x, y: computed_meaning(w, lambda k: w.bit(x.at(k) < y.at(k)), x, y))
def less(x: Value, y: Value) -> Value:
    """The mask `x < y`, compared as signed integers."""


@symbol(lambda w, x, y: computed_meaning(w, lambda k: w.bit(w.all((w.holds(x.at(k)), w.holds(y.at(k))))), x, y))
def both(x: Value, y: Value) -> Value:
    """The conjunction of the masks `x` and `y`."""


@symbol(lambda w, f, x, y: computed_meaning(w, lambda k: w.compute(f, x.at(k), y.at(k)), x, y))
def compute(f: Function, x: Value, y: Value) -> Value:
    """The result of operation `f` on `x` and `y`."""


@symbol(
    lambda w, array, address, mask: Meaning(
        lambda k: w.choose(w.holds(mask.at(k)), w.read(array, k, address.at(k)), w.nothing),
        lambda k: w.all((address.enters(k), mask.enters(k))),
        lambda k: w.all((address.runs(k), mask.runs(k), w.implies(w.holds(mask.at(k)), w.there(array, address.at(k))))),
    )
)
def load(array: Array, address: Value, mask: Value) -> Value:
    """The value loaded from `array` at `address` if `mask` is true."""


@symbol(
    lambda w, loop, init, next: Meaning(
        lambda k: w.choose(w.is_first(loop, k), init.at(w.outside(loop, k)), next.at(w.before(loop, k))),
        lambda k: w.all((init.enters(k), init.runs(k), next.enters(k))),
        next.runs,
    )
)
def carried(loop: Loop, init: Value, next: Value) -> Value:
    """A loop-carried value: `init` in the first iteration of `loop`, then the previous iteration's `next`."""


@symbol(
    lambda w, loop, x: Meaning(
        lambda k: w.choose(w.running(loop, k), x.at(k), w.nothing), x.enters, lambda k: w.implies(w.running(loop, k), x.runs(k))
    )
)
def used(loop: Loop, x: Value) -> Value:
    """The value `x`, used only in iterations of `loop` that run."""


@fact(
    lambda w, loop, lower, step: w.everywhere(
        loop,
        lambda k: (
            w.counter(loop, k)
            == w.choose(
                w.is_first(loop, k),
                lower.at(w.outside(loop, k)),
                w.counter(loop, w.before(loop, k)) + step.at(w.before(loop, k)),
            )
        ),
    )
)
def counts(loop: Loop, lower: Value, step: Value) -> Fact:
    """The induction variable of `loop` starts at `lower` and increases by `step`; overflow wraps around."""


@fact(lambda w, loop, end: w.everywhere(loop, lambda k: w.running(loop, k) == (w.counter(loop, k) < end.at(k))))
def ends(loop: Loop, end: Value) -> Fact:
    """An iteration of `loop` runs exactly if its induction variable is below `end`, as signed integers."""


@fact(lambda w, loop, x: w.everywhere(loop, lambda k: x.at(k) == x.at(w.since(loop, k))))
def settled(loop: Loop, x: Value) -> Fact:
    """The value `x` is loop-invariant in `loop`."""


@fact(lambda w, loop, array: w.everywhere(loop, lambda k: w.memory(array, k) == w.memory(array, w.since(loop, k))))
def unchanged(loop: Loop, array: Array) -> Fact:
    """No store in `loop` changes `array`: its contents in each iteration are those before the loop."""
