"""Closed forms of loop-carried values: linear induction variables, folds (sums, maxima), and sums rescaled by a running maximum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from egraph_opt.verifier.parametric.folds.fold_forms import fold, refold
from egraph_opt.verifier.parametric.folds.substitution import Substitution
from egraph_opt.verifier.parametric.folds.symbolic_ring import SymbolicRing
from egraph_opt.verifier.parametric.sizes.index_condition import Condition, at_least, less
from egraph_opt.verifier.parametric.sizes.index_polynomial import Polynomial, symbol, whole
from egraph_opt.verifier.parametric.sizes.piecewise import Branch, Value, cases, choose, combine, prune
from egraph_opt.verifier.parametric.sizes.size_facts import NotDecided
from egraph_opt.verifier.proof.reals.extremum_forms import arguments
from egraph_opt.verifier.proof.reals.function_forms import exponential
from egraph_opt.verifier.proof.reals.polynomials.hash_consing import FINITE, MINUS, UNDEFINED, ZERO, Rational

Closed = tuple[Value, Value]
"""Closed form of a loop-carried value: at the start of an iteration, and after the loop."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A loop-carried value. `name` is that of its placeholder, which represents it before a closed form is found."""

    name: str
    shape: tuple[int, ...]
    is_float: bool


@dataclass(slots=True)
class Loop:
    """A loop with a symbolic iteration number.

    Attributes:
        counter: number of the iteration, from 0 on; `conditions` is its range.
        runs: condition that there is an iteration.
        trips: number of iterations; None if the step is not a number.
        pending: names of the carried values whose closed form is not found yet.
    """

    ring: SymbolicRing
    counter: Polynomial
    conditions: tuple[Condition, ...]
    runs: Condition
    trips: Polynomial | None
    pending: frozenset[str] = frozenset()

    def is_free(self, value: Value) -> bool:
        """Return whether a value does not depend on pending carried values."""
        if isinstance(value, Branch):
            free = value.condition.symbols.isdisjoint(self.pending)
            return free and self.is_free(value.yes) and self.is_free(value.no)
        if isinstance(value, Polynomial):
            return value.symbols.isdisjoint(self.pending)
        return self.ring.symbols(value).isdisjoint(self.pending)

    def at(self, number: Polynomial, value: Value) -> Value:
        """Return a value with another iteration number in place of the counter."""
        again = Substitution(
            self.ring, {self.counter.text: number}, {}, lambda *parts: refold(self.ring, *parts), self.ring.facts.divide
        )  # fmt: skip
        return again.value(value)

    def fold_over(self, operation: str, value: Value) -> Closed:
        """Return the sum or maximum of a value over the iterations before the current one, and over all iterations."""
        facts = self.ring.facts
        self.ring.laws.add("loop_is_fold")
        earlier = symbol(facts.new_symbol("k"))
        values = {self.counter.text: earlier}
        facts.about[earlier.text] = (
            *(each.substitute(values) for each in self.conditions),
            less(earlier, self.counter),
        )  # fmt: skip
        before = self.at(earlier, value)
        name = self.counter.text
        inner = fold(
            self.ring, operation, (earlier.text,), (at_least(earlier), less(earlier, self.counter)), before
        )  # fmt: skip
        return inner, fold(self.ring, operation, (name,), self.conditions, value)

    def previous(self, initial: Value, value: Value) -> Closed:
        """Return a value from the previous iteration, and from the last one; `initial` if there is none."""
        if self.trips is None:
            raise NotDecided("the last iteration of a loop with a step that is a symbol")
        inner = choose(at_least(self.counter, 1), self.at(self.counter - 1, value), initial)
        return inner, choose(self.runs, self.at(self.trips - 1, value), initial)


def solve_integer(loop: Loop, initial: Value, before: Value, after: Value) -> Closed | None:
    """Return the closed form of a carried integer that grows by a constant, or is recomputed from solved values; None if unknown."""
    if loop.is_free(after):
        return loop.previous(initial, after)
    if not isinstance(after, Polynomial) or not isinstance(before, Polynomial):
        return None
    step = after - before
    if not loop.is_free(step):
        return None
    if loop.counter.text in step.symbols or (loop.trips is None and step.terms):
        return None

    def value_after(count: Polynomial) -> Value:
        return combine(lambda p: p + step * count, initial)

    trips = loop.trips if loop.trips is not None else whole(0)
    return value_after(loop.counter), choose(loop.runs, value_after(trips), initial)


def solve_values(
    loop: Loop,
    carried: Mapping[int, Carried],
    values: Mapping[int, tuple[Value, Value, Value]],
    initial: list[Any],
    first: Callable[[list[Any]], list[Any]],
) -> dict[int, Closed]:
    """Return closed forms of carried floats by position. `values` are initial value, placeholder, and value after one iteration."""
    found: dict[int, Closed] = {}
    largest: dict[int, Closed] = {}
    for number, (start, before, after) in values.items():
        closed = solve_fold(loop, start, before, after)
        if closed is not None:
            found[number] = closed[0]
            if closed[1] == "max":
                largest[number] = closed[0]
    for number in values:
        if number not in found and largest:
            scaled = solve_scaled_sum(loop, carried, values, number, largest, initial, first)
            if scaled is not None:
                found[number] = scaled
    if not found:
        for number, (start, _, after) in values.items():
            if loop.is_free(after):
                found[number] = loop.previous(start, after)
    return found


def solve_fold(loop: Loop, start: Value, before: Value, after: Value) -> tuple[Closed, str] | None:
    """Return the closed form of a running sum, maximum or minimum, and its kind: `sum`, `max`, `min`, or `same` if unchanged."""
    ring = loop.ring
    if after == before:
        return (start, start), "same"
    assert isinstance(before, int)
    added = combine(lambda p: ring.difference(p, before), after)
    if loop.is_free(added):
        inner, last = (combine(lambda p, q: ring.total((p, q)), start, each) for each in loop.fold_over("sum", added))
        return (inner, last), "sum"
    for operation, sign in (("max", 1), ("min", -1)):
        rest = combine(lambda p, sign=sign: without_argument(ring, p, before, sign), after)
        if loop.is_free(rest):
            inner, last = (
                combine(lambda p, q, sign=sign: largest_of(ring, p, q, sign), start, each)
                for each in loop.fold_over(operation, rest)
            )
            return (inner, last), operation
    return None


def largest_of(ring: SymbolicRing, p: int, q: int, sign: int) -> int:
    """Return the maximum of two values, or the minimum if the sign is -1."""
    return ring.scale(ring.largest((ring.scale(p, sign), ring.scale(q, sign))), sign)


def without_argument(ring: SymbolicRing, p: int, placeholder: int, sign: int) -> int:
    """Drop a placeholder from the arguments of a maximum (or minimum, if the sign is -1); return the placeholder for other values."""
    if p == placeholder:
        return ring.scale(MINUS, sign)
    if p < FINITE:
        return p if p == UNDEFINED else placeholder
    parts = arguments(ring, ring.scale(ring.bare(p), sign))
    own = ring.scale(placeholder, sign)
    if own not in parts:
        return placeholder
    rest = ring.largest(each for each in parts if each != own)
    return ring.scale(ring.with_needs(rest, ring.needs[p]), sign)


def solve_scaled_sum(
    loop: Loop,
    carried: Mapping[int, Carried],
    values: Mapping[int, tuple[Value, Value, Value]],
    number: int,
    largest: Mapping[int, Closed],
    initial: list[Any],
    first: Callable[[list[Any]], list[Any]],
) -> Closed | None:
    """Return the closed form of a sum that is rescaled when a running maximum m grows, as in online softmax; None if there is none."""
    ring = loop.ring
    start, before, _ = values[number]
    assert isinstance(before, int)
    numbers = list(largest)
    leaves = [leaf for _, leaf in cases(values[number][2]) if isinstance(leaf, int)]
    exponents = {each for leaf in leaves if (each := scale_exponent(ring, leaf, before, loop.pending)) not in (None, ZERO)}
    if len(exponents) != 1:
        return None
    (exponent,) = (each for each in exponents if each is not None)

    def step(after: int, *maxima: int) -> int:
        """Return how much one iteration adds to the product of the sum and exp(`exponent`)."""
        grown = ring.product(after, exponential(ring, fill(ring, carried, numbers, maxima, exponent)))
        return ring.difference(grown, ring.product(before, exponential(ring, exponent)))

    added = combine(step, values[number][2], *(values[each][2] for each in numbers))
    added = prune(ring.facts, added, loop.conditions)
    if not loop.is_free(added):
        return None

    def rescale(total: Value, maxima: list[Value]) -> Value:
        return combine(
            lambda s, *m: ring.product(s, exponential(ring, ring.scale(fill(ring, carried, numbers, m, exponent), -1))),
            total,
            *maxima,
        )

    starts: list[Value] = [initial[each] for each in numbers]
    ring.laws.add("rescaled_sum")
    if all(isinstance(m, int) and m >= FINITE for m in starts):
        begin = combine(
            lambda s, *m: ring.product(s, exponential(ring, fill(ring, carried, numbers, m, exponent))), start, *starts
        )
    elif start == ZERO and first_is_regular(loop, carried, number, numbers, exponent, added, initial, first):
        begin = ZERO
    else:
        return None
    inner, last = (combine(lambda p, q: ring.total((p, q)), begin, each) for each in loop.fold_over("sum", added))
    facts = ring.facts
    later = (at_least(loop.counter, 1),)
    within = choose(later[0], prune(facts, rescale(inner, [largest[n][0] for n in numbers]), (*loop.conditions, *later)), start)
    after = choose(loop.runs, prune(facts, rescale(last, [largest[n][1] for n in numbers]), (loop.runs,)), start)
    return within, after


def scale_exponent(ring: SymbolicRing, after: int, before: int, pending: frozenset[str]) -> int | None:
    """Return the terms of e that contain unsolved carried values, if an iteration multiplies a sum by exp(e); else None."""
    single = ring.single_atom(before)
    if after < FINITE or single is None:
        return None
    own = single[1]
    terms = [(m, c) for m, c in ring.terms(after) if own in {atom for atom, _ in ring.powers[ring.monomials[m][0]]}]
    if len(terms) != 1 or terms[0][1] != 1:
        return None
    power, exponent = ring.monomials[terms[0][0]]
    if ring.powers[power] != ((own, 1),):
        return None
    direct: dict[int, Rational] = {}
    for m, c in ring.terms(exponent):
        factors = [ring.atoms[atom] for atom, _ in ring.powers[ring.monomials[m][0]]]
        if any(atom.kind == "element" and f"{atom.key[0]}[]" in pending for atom in factors):
            direct[m] = c
    return ring.polynomial(direct)


def fill(ring: SymbolicRing, carried: Mapping[int, Carried], numbers: list[int], maxima: Any, value: int) -> int:
    """Replace the placeholders of running maxima in a value by the maxima."""
    fills = {}
    for number, leaf in zip(numbers, maxima, strict=True):
        if leaf < FINITE and f"{carried[number].name}[]" in ring.symbols(value):
            return UNDEFINED
        fills[carried[number].name] = element_function(ring, carried[number], leaf)
    return Substitution(ring, {}, fills).number(value)


def element_function(ring: SymbolicRing, carried: Carried, leaf: int) -> Callable[[tuple[Polynomial, ...]], int]:
    """Return a carried tensor as a function of the indices along its axes."""

    def at(indices: tuple[Polynomial, ...]) -> int:
        shape = carried.shape
        names = [f"l{position}:{extent}" for position, extent in enumerate(shape)]
        moved = {name: index for name, index in zip(names, indices, strict=True) if index != symbol(name)}
        return Substitution(ring, moved).number(leaf) if moved else leaf

    return at


def first_is_regular(
    loop: Loop,
    carried: Mapping[int, Carried],
    number: int,
    numbers: list[int],
    exponent: int,
    added: Value,
    initial: list[Any],
    first: Callable[[list[Any]], list[Any]],
) -> bool:
    """Return whether the first iteration, whose running maximum starts at minus infinity, agrees with the closed form."""
    ring = loop.ring
    after = first(initial)
    expected = loop.at(whole(0), added)

    def differs(value: int, wanted: int, *maxima: int) -> Value:
        if any(m < FINITE for m in maxima):
            return whole(1)
        found = ring.product(value, exponential(ring, fill(ring, carried, numbers, maxima, exponent)))
        return whole(int(ring.difference(found, wanted) != ZERO))

    result = combine(differs, after[number], expected, *(after[each] for each in numbers))
    return prune(ring.facts, result, (loop.runs,)) == whole(0)
