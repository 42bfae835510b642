"""Proof that two descriptor accesses of one array touch disjoint bytes, by linear reasoning.

Tiles of a persistent kernel are quotients and remainders of an induction variable. A nonlinear solver rarely proves tiles of two
iterations disjoint, but each step of the argument is linear. If two elements coincide, their indices along the first dimension
are equal, since the other dimensions reach less far than the stride of the first. Then the tile numbers are equal, quotient and
remainder give equal dividends, and finally the iterations are equal. So each product becomes an unknown. These facts relate the values
of products at two points in time, the second marked by ':
    signs       0 <= x and 0 <= y:  0 <= x * y
    quotient    0 <= x and 0 < d:  0 <= x - d * (x / d) < d, which is the remainder
    remainder   0 < d = d', and quotients times d less than d apart:  the quotients are equal
    factors     x = x' and y = y':  x * y = x' * y'
    counter     0 < s and k < k':  s <= k' * s - k * s
    stride      0 < s and |p * s - p' * s| < s:  p = p'
    index       0 <= p <= n and 0 <= s:  0 <= p * s <= n * s
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.families.pointer.symbolic.access_semantics import AccessFormulas
from egraph_opt.families.pointer.symbolic.entailment import Growing, refute
from egraph_opt.families.pointer.symbolic.symbols import SharedSymbols
from egraph_opt.families.pointer.symbolic.z3_capi import rebuilt
from egraph_opt.families.pointer.validation.queries import FIRST

FITS = 15_000
"""Step limit of the query whether a term fits in its width."""
INT = (1 << 31) - 1
TURN = 1 << 64
"""Modulus of addresses."""
Pairs = list[tuple[Any, Any]]


def are_disjoint(one: Any, first: int, two: Any, second: int) -> Any:
    """Return the z3 condition that `first` bytes at address `one` and `second` bytes at `two` are disjoint modulo 2^64."""
    more, less = two - one, one - two
    return z3.Or(z3.And(more >= first, more <= TURN - second), z3.And(less >= second, less <= TURN - first))


@dataclass(slots=True)
class Linear:
    """Linearisation of terms: each product of unknowns becomes a new unknown."""

    products: dict[tuple[int, ...], tuple[list[Any], Any]] = field(default_factory=dict)
    """Factors of each product and the unknown that replaces it, by the factors' AST ids."""
    memo: dict[int, tuple[Any, Any]] = field(default_factory=dict)

    def put(self, term: Any) -> Any:
        """Linearise a term. Integers are expanded; comparisons are not simplified, since z3 would rewrite them by signs of factors."""
        key = term.get_id()
        if key not in self.memo:
            self.memo[key] = term, self.number(z3.simplify(term, som=True)) if z3.is_int(term) else self.over(term)
        return self.memo[key][1]

    def over(self, term: Any) -> Any:
        parts = term.children()
        return rebuilt(term, [*map(self.put, parts)]) if parts else term

    def number(self, term: Any) -> Any:
        if z3.is_add(term):
            return z3.Sum(*map(self.number, term.children()))
        return self.product(term) if z3.is_mul(term) else self.over(term)

    def product(self, term: Any) -> Any:
        """Return a product as its constant factor times one unknown, which replaces the other factors; a single other factor is kept."""
        many, factors, todo = 1, [], [term]
        while todo:
            part = todo.pop()
            if z3.is_mul(part):
                todo += part.children()
            elif z3.is_int_value(part):
                many *= part.as_long()
            else:
                factors.append(self.over(part))
        if len(factors) < 2:
            return z3.IntVal(many) * factors[0]
        factors.sort(key=lambda factor: factor.get_id())
        key = tuple(factor.get_id() for factor in factors)
        if key not in self.products:
            self.products[key] = factors, z3.Int(f"product{len(self.products)}")
        return z3.IntVal(many) * self.products[key][1]

    def signs(self) -> Iterator[Any]:
        """Yield the fact that a product of non-negative factors is non-negative, for each product."""
        for factors, product in self.products.values():
            yield z3.Implies(z3.And(*(factor >= 0 for factor in factors)), product >= 0)


@dataclass(slots=True)
class Times:
    """Two descriptor accesses of one array, each at its own point in time, such as in two iterations of a loop."""

    shared: SharedSymbols
    facts: list[Any]
    """Facts that hold at any time."""
    one: AccessFormulas
    two: AccessFormulas
    sizes: tuple[int, int]
    """Bytes that each access touches."""
    moved: Pairs
    """Each unknown, paired with the unknown for its value at the second point in time."""
    counters: list[Any]
    """Numbers of completed iterations of the loops around both accesses."""

    def never_meet(self, cases: Sequence[list[Any]]) -> bool:
        """Return whether the accesses touch disjoint bytes in each case; a case is a list of z3 conditions on the two points in time."""
        divisions = [*find_divisions(self.shared)]
        facts = [*self.facts, *(fact for division in divisions for fact in division.facts())]
        turns = self.turns(facts)
        linear = Linear()

        def put(term: Any) -> Any:
            return linear.put(z3.substitute(term, *turns) if turns else term)

        facts = [put(fact) for fact in (*facts, *reaches(self.one), *reaches(self.two))]
        meant = [put(fact) for fact in self.shared.found.exact]
        ends = [[put(term) for term in (form.active, form.address)] for form in (self.one, self.two)]
        coordinates = [
            [put(term) for term in (p, p * stride, q, q * stride, stride)]
            for (p, stride), (q, same) in zip(self.one.coordinates, self.two.coordinates, strict=False)
            if stride.eq(same)
        ]
        facts += linear.signs()
        whole = [(put(d.by), put(d.quotient), put(d.by * d.quotient)) for d in divisions if d.new]
        moved = [*self.moved, *((d.quotient, z3.Int(f"{d.quotient}'")) for d in divisions if d.new)]
        products = [*self.products(linear, moved)]

        def later(term: Any) -> Any:
            return z3.substitute(term, *moved)

        facts += [*map(later, facts), *products, *self.strides(coordinates, moved)]
        for by, quotient, at in whole:
            again, there = later(by), later(at)
            near = z3.And(by > 0, by == again, at - there < by, there - at < by)
            facts.append(z3.Implies(near, z3.And(quotient == later(quotient), at == there)))
        (active, address), (other, elsewhere) = ends[0], map(later, ends[1])
        claim = z3.And(are_disjoint(address, self.sizes[0], elsewhere, self.sizes[1]), *meant, *map(later, meant))
        claim = z3.Implies(z3.And(active, other), claim)
        return all(refute([*facts, *map(put, case)], claim, FIRST)[0] == z3.unsat for case in cases)

    def turns(self, facts: list[Any]) -> Pairs:
        """Return the overflow counts `n` of wrapped results (`exact - n * 2^width`) that are provably 0, each paired with 0."""
        linear = Linear()
        facts = [linear.put(fact) for fact in facts]
        known = Growing([*facts, *linear.signs()])
        found: Pairs = []
        for turn, _, _ in self.shared.found.turned.values():
            if known.holds(turn == 0, FITS):
                found.append((turn, z3.IntVal(0)))
                known.tell(turn == 0)
        return found

    def products(self, linear: Linear, moved: Pairs) -> Iterator[Any]:
        """Yield facts that relate each product to its value at the second point in time; add the changing products to `moved`."""
        for factors, product in linear.products.values():
            later = [z3.substitute(factor, *moved) for factor in factors]
            changing = [(x, y) for x, y in zip(factors, later, strict=True) if not x.eq(y)]
            if not changing:
                continue
            other = z3.Int(f"{product}'")
            moved.append((product, other))
            yield z3.Implies(z3.And(*(x == y for x, y in changing)), product == other)
            (k, again), *more = changing
            if not more and len(factors) == 2 and any(k.eq(counter) for counter in self.counters):
                (step,) = (x for x in factors if not x.eq(k))
                yield z3.Implies(z3.And(step > 0, k < again), other - product >= step)

    def strides(self, coordinates: Sequence[list[Any]], moved: Pairs) -> Iterator[Any]:
        """Yield the fact that two indices are equal if their products with a stride differ by less than the stride."""
        for p, at, q, there, stride in coordinates:
            if z3.substitute(stride, *moved).eq(stride) and not z3.is_int_value(stride):
                q, there = (z3.substitute(term, *moved) for term in (q, there))
                near = z3.And(stride > 0, at - there < stride, there - at < stride)
                yield z3.Implies(near, z3.And(p == q, at == there))


@dataclass(frozen=True, slots=True)
class UnknownQuotient:
    """Division of `x` by a non-constant term."""

    x: Any
    by: Any
    quotient: Any
    remainders: list[Any]
    new: bool
    """True if the program computes only the remainder, so that `quotient` is an additional unknown."""

    def facts(self) -> Iterator[Any]:
        """Yield facts that define quotient and remainder of a 64-bit dividend."""
        rest, holds = self.x - self.by * self.quotient, z3.And(self.x >= 0, self.x < 1 << 63, self.by > 0)
        yield z3.Implies(holds, z3.And(rest >= 0, rest < self.by))
        for remainder in self.remainders:
            yield z3.Implies(holds, remainder == rest)


def find_divisions(shared: SharedSymbols) -> Iterator[UnknownQuotient]:
    remainders: dict[tuple[int, int], list[Any]] = {}
    numbers = {}
    for _, x, by, remainder in shared.remainders:
        numbers[x.get_id(), by.get_id()] = x, by
        remainders.setdefault((x.get_id(), by.get_id()), []).append(remainder)
    for x, by, quotient, _ in shared.quotients:
        yield UnknownQuotient(x, by, quotient, remainders.pop((x.get_id(), by.get_id()), []), False)
    for number, (key, found) in enumerate(remainders.items()):
        yield UnknownQuotient(*numbers[key], z3.Int(f"whole{number}"), found, True)


def reaches(form: AccessFormulas) -> Iterator[Any]:
    """Yield bounds on the product `index * stride` along each dimension, for a tile inside the array."""
    for (place, stride), extent in zip(form.coordinates, form.extents, strict=True):
        for last in (extent - 1, z3.IntVal(INT)):
            inside = z3.And(place >= 0, place <= last, stride >= 0)
            yield z3.Implies(inside, z3.And(place * stride >= 0, place * stride <= last * stride))
