"""Ranges, divisors and equalities of the polynomials in accesses, and the facts required to replace accesses by structured ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import gcd

from egraph_opt.families.pointer.analysis.saturate import FormTable
from egraph_opt.families.pointer.analysis.term_table import TermAtom, TermTable
from egraph_opt.families.pointer.integers.assumptions import find_overflow_ops
from egraph_opt.families.pointer.prepare.tensor_ops import NotRaised
from egraph_opt.ir.module import Op, Value
from egraph_opt.ir.polynomial import Poly
from egraph_opt.ir.semantics.ranges import IntegerRange, whole
from egraph_opt.ir.types import integer_bits, tensor_type


@dataclass(frozen=True, slots=True)
class RequiredFact:
    """Fact required to replace an access: `low <= number <= high`, and `divisor` divides `number`. Messages print `text`."""

    number: Poly
    low: int
    high: int
    divisor: int
    text: str


MAX_PRINTED_PRODUCTS = 12
"""Maximum number of a polynomial's products that a message prints."""


class Numbers:
    """Ranges and equalities of polynomials over a function's opaque scalars, called atoms."""

    def __init__(self, terms: TermTable, found: FormTable, assumed: bool = False) -> None:
        self.terms, self.found, self.assumed = terms, found, assumed
        self.trusted: set[Op] = set()
        """Operations assumed not to overflow that a guard now checks."""
        self.kept: Collection[Op] = ()
        """Operations that the current access depends on, whose no-overflow promise therefore holds."""
        self.looked: dict[Op, Collection[Op]] = {}
        self.values: dict[Poly, list[Value]] = {}
        for value in terms.term:
            if tensor_type(value.type) is None and (poly := found.poly(value)) is not None:
                self.values.setdefault(poly, []).append(value)

    def name(self, number: int) -> str:
        atom = self.terms.atoms[number]
        if number in self.terms.minima:
            return f"min({', '.join(map(self.text, self.terms.minima[number]))})"
        return atom.value.name if atom.value is not None else "the loop's trips" if atom.trips else "the loop's iteration"

    def text(self, poly: Poly) -> str:
        return poly.text(self.name, MAX_PRINTED_PRODUCTS)

    def atom(self, number: int, loops: tuple[Op, ...]) -> IntegerRange:
        atom = self.terms.atoms[number]
        if atom.value is not None:
            return self.terms.facts.of(atom.value, loops)
        if number in self.terms.minima:
            x, y = (self.range(part, loops) for part in self.terms.minima[number])
            return IntegerRange(min(x.low, y.low), min(x.high, y.high), gcd(x.divisor, y.divisor))
        assert atom.loop is not None
        lower, upper, stride = (self.terms.facts.of(v, self.terms.facts.inside[atom.loop]) for v in atom.loop.operands[:3])
        most = max(0, -(-(upper.high - lower.low) // max(1, stride.low)))
        return IntegerRange(0, most if atom.trips else max(0, most - 1))

    def atom_of(self, value: Value) -> int:
        """Return the index of the atom (opaque scalar) that represents a value."""
        return next(n for n, atom in enumerate(self.terms.atoms) if atom.value is value)

    def truth(self, number: int) -> bool:
        """Return whether an atom (opaque scalar) is a boolean: 0 or -1."""
        value = self.terms.atoms[number].value
        return value is not None and integer_bits(value.type) == 1

    def range(self, poly: Poly, loops: tuple[Op, ...]) -> IntegerRange:
        """Return the range of `poly` inside `loops`, intersected with the ranges of all values that equal `poly`."""
        low = high = divisor = 0
        for monomial, coefficient in poly.terms:
            least = greatest = divides = coefficient
            for a in monomial:
                known = self.atom(a, loops)
                corners = [x * y for x in (least, greatest) for y in known[:2]]
                least, greatest, divides = min(corners), max(corners), divides * known.divisor
            low, high, divisor = low + least, high + greatest, gcd(divisor, divides)
        for value in self.equal(poly):
            known = self.terms.facts.of(value, loops)
            if known[:2] != whole(64, known.divisor)[:2]:  # a 64-bit value that may have wrapped does not bound the polynomial
                low, high = max(low, known.low), min(high, known.high)
        return IntegerRange(low, high, divisor)

    def least(self, a: Poly, b: Poly, loops: tuple[Op, ...]) -> Poly:
        """Return the minimum of two polynomials inside `loops`.

        If the ranges do not show which is smaller, the result is their common terms plus an opaque scalar, which represents
        the minimum of the other terms.

        Raises:
            NotRaised: the differing terms vary in a loop.
        """
        shared = Poly(tuple(term for term in a.terms if term in b.terms))
        x, y = sorted((a - shared, b - shared), key=lambda part: part.terms)
        known = self.range(x - y, loops)
        if known.low >= 0 or known.high <= 0:
            return shared + (y if known.low >= 0 else x)
        if any(self.terms.atoms[n].loop is not None for n in x.atoms | y.atoms):
            raise NotRaised(f"it has two bounds, {self.text(a)} and {self.text(b)}, that change with a loop in two ways")
        number = next((n for n, pair in self.terms.minima.items() if pair == (x, y)), None)
        if number is None:
            number = self.terms.atom(TermAtom(None))
            self.terms.minima[number] = x, y
        return shared + Poly.atom(number)

    def equal(self, poly: Poly) -> list[Value]:
        """Return the SSA values that are proved to equal `poly`, or promised to (see `look_at`)."""
        known = self.values.get(poly, ())
        return [
            v for v in known if (not self.assumed or self.sources(v) <= self.trusted) and self.promises(v).issubset(self.kept)
        ]

    def promises(self, value: Value) -> set[Op]:
        """Return the operations in a value's backward slice that the encoder treated as exact only because callers promise no overflow."""
        taken = self.terms.facts.taken
        return (
            {op for v in dependencies(value, self.terms) if (op := self.terms.facts.defined.get(v)) in taken} if taken else set()
        )

    def look_at(self, access: Op) -> None:
        """Until the next call, let `equal` rely on promises that operations on which `access` depends do not overflow."""
        facts = self.terms.facts
        if facts.promised and access not in self.looked:
            self.looked[access] = find_overflow_ops((access,), facts)
        self.kept = self.looked.get(access, ())

    def sources(self, value: Value) -> set[Op]:
        """Return the operations in the backward slice of `value` that are not proved exact: they may overflow, wrap around or clamp."""
        parts = dependencies(value, self.terms)
        terms = self.terms
        return {
            op
            for op in (*terms.exact_terms, *terms.remainders, *terms.clamps, *terms.blocks, *terms.limits)
            if op.results[0] in parts
        }

    def varies(self, number: int, loops: tuple[Op, ...]) -> bool:
        """Return whether the value of an atom (opaque scalar) may differ between iterations of `loops`."""
        atom, facts = self.terms.atoms[number], self.terms.facts
        if number in self.terms.minima:
            return any(self.varies(a, loops) for part in self.terms.minima[number] for a in part.atoms)
        if atom.loop is not None:
            return bool({*facts.inside[atom.loop], *(() if atom.trips else (atom.loop,))} & {*loops})
        return atom.value is not None and any(around in loops for around in self.home(atom.value))

    def home(self, value: Value) -> tuple[Op, ...]:
        """Return the loops around a value's definition."""
        facts = self.terms.facts
        if (loop := facts.loops.get(value)) is not None:
            return (*loop.around, loop.op)
        return facts.inside[facts.defined[value]] if value in facts.defined else ()

    def holds(self, fact: RequiredFact, loops: tuple[Op, ...]) -> bool:
        """Return whether known ranges and divisors imply `fact`."""
        known = self.range(fact.number, loops)
        return known.within(fact.low, fact.high) and known.divisor % fact.divisor == 0


def dependencies(value: Value, terms: TermTable, end: Collection[Value] = ()) -> dict[Value, None]:
    """Return the backward slice of `value`, nearest definition first, up to the values in `end`."""
    seen: dict[Value, None] = {}
    todo = [value]
    while todo:
        v = todo.pop()
        if v not in seen and v not in end:
            seen[v] = None
            todo += terms.depends.get(v, ())
    return seen
