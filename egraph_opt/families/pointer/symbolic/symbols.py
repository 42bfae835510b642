"""Unknown integers that the original and the rewritten program share, and hash-consed terms over them with interval bounds.

A claim that follows from intervals needs no solver.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import z3

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.pointer.symbolic import z3_capi
from egraph_opt.ir.module import Value
from egraph_opt.ir.types import ScalarType, type_of


@dataclass(slots=True)
class TermOrder:
    """Insertion-ordered set of z3 terms."""

    each: dict[int, Any] = field(default_factory=dict)
    """Terms by z3 AST id."""

    def append(self, term: Any) -> None:
        self.each[term.get_id()] = term

    def __iadd__(self, terms: Iterable[Any]) -> TermOrder:
        if isinstance(terms, TermOrder):
            self.each.update(terms.each)
        else:
            self.each.update((term.get_id(), term) for term in terms)
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(self.each.values())

    def __len__(self) -> int:
        return len(self.each)

    def clear(self) -> None:
        self.each.clear()


@dataclass(slots=True)
class TermFacts:
    """Facts about z3 terms, and the values that their unknown integers represent."""

    known: TermOrder = field(default_factory=TermOrder)
    """Facts about the unknown integers."""
    remote: dict[tuple[int, int], tuple[Any, Any, Any]] = field(default_factory=dict)
    """Facts to instantiate on demand (see `lane_facts.monotone`): count, last value and factor, by the AST ids of count and factor."""
    exact: TermOrder = field(default_factory=TermOrder)
    """Conditions, still to be proved, under which 64-bit operations do not overflow."""
    turned: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    """Triples (n, exact, width) of wrapped results `exact - n * 2^width`, by the AST id of `n`, the overflow count."""
    used: dict[object, Value] = field(default_factory=dict)
    """Values that unknown integers represent, by key. The caller must prove that both programs' values of each key are equal."""
    steps: dict[tuple[int, object], Value] = field(default_factory=dict)
    """Values that the caller must prove equal in each iteration of a loop, such as varying increments whose sum an unknown represents.

    Keys are the loop's index, and an increment's name and type, or the key of an unknown in `used`.
    """

    def join(self, other: TermFacts) -> None:
        self.known += other.known
        self.remote.update(other.remote)
        self.exact += other.exact
        self.turned.update(other.turned)
        self.used.update(other.used)
        self.steps.update(other.steps)


Range = tuple[int, int] | None
"""Least and greatest value of a term, or None if unknown."""


@dataclass(slots=True)
class Ranges:
    """Intervals of terms, by AST id."""

    given: dict[int, tuple[Any, tuple[int, int]]] = field(default_factory=dict)
    found: dict[int, tuple[Any, Range]] = field(default_factory=dict)
    beneath: Ranges | None = None
    """Intervals without the assumptions of `under`, used for terms without an interval of their own here."""

    def note(self, term: Any, low: int, high: int) -> None:
        """Record the interval of a term, before any larger term that contains it is queried."""
        known = self.noted_range(term) or (low, high)
        self.given[term.get_id()] = term, (max(low, known[0]), min(high, known[1]))

    def noted_range(self, term: Any) -> Range:
        if term.get_id() in self.given:
            return self.given[term.get_id()][1]
        return self.beneath.noted_range(term) if self.beneath is not None else None

    def of(self, term: Any) -> Range:
        number = term.get_id()
        if (known := self.noted_range(term)) is not None:
            return known
        if number not in self.found:
            parts = [self.of(part) for part in term.children() if z3.is_int(part)]
            self.found[number] = term, (term.as_long(),) * 2 if z3.is_int_value(term) else _range_of_parts(term, parts)
        return self.found[number][1]

    def under(self, truth: Any) -> Ranges:
        """Return intervals that also assume `truth`, a comparison of a term or its multiple with a constant."""
        new = Ranges(given=dict(self.given) if self.beneath else {}, beneath=self.beneath or self)
        if not (z3.is_le(truth) or z3.is_ge(truth)):
            return new
        x, y = truth.children() if z3.is_le(truth) else reversed(truth.children())  # x <= y
        for term, number, most in ((x, y, True), (y, x, False)):
            many, part = _multiple(term)
            if z3.is_int_value(number) and many > 0 and (known := self.of(part)) is not None:
                bound = number.as_long() // many if most else -(-number.as_long() // many)
                new.note(part, *((known[0], bound) if most else (bound, known[1])))
        return new


def _multiple(term: Any) -> tuple[int, Any]:
    """Split a product into its constant factor and the remaining term."""
    if z3.is_mul(term) and term.num_args() == 2:
        for many, part in (term.children(), term.children()[::-1]):
            if z3.is_int_value(many):
                return many.as_long(), part
    return 1, term


def _range_of_parts(term: Any, parts: list[Range]) -> Range:
    known = [part for part in parts if part is not None]
    if not parts or len(known) < len(parts):
        return None
    if z3.is_add(term):
        return sum(low for low, _ in known), sum(high for _, high in known)
    if z3.is_sub(term) and len(known) == 2:
        return known[0][0] - known[1][1], known[0][1] - known[1][0]
    if z3.is_mul(term):
        found = (1, 1)
        for part in known:
            ends = [x * y for x in found for y in part]
            found = min(ends), max(ends)
        return found
    if z3.is_app_of(term, z3.Z3_OP_ITE):
        return min(low for low, _ in known), max(high for _, high in known)
    return None


Index = tuple[Any, ...]


class UnknownValue(EgraphOptError):
    """Report a value whose meaning the evaluator does not know."""


@dataclass(slots=True)
class SharedSymbols:
    """Unknown integers that the original and the rewritten program share, by key, and facts about them."""

    grid: tuple[int, ...] = ((1 << 31) - 1, 65535, 65535)
    """Largest grid along each axis; CUDA's limits by default."""
    unknowns: dict[object, Any] = field(default_factory=dict)
    found: TermFacts = field(default_factory=TermFacts)
    """Facts of the terms that are being evaluated."""
    wide: dict[object, tuple[Any, Any]] = field(default_factory=dict)
    """Facts that an unknown integer fits in its width, by key."""
    lanes: list[tuple[Any, int]] = field(default_factory=list)
    """Index variable along each dimension, and its extent."""
    fitting: set[tuple[int, int]] = field(default_factory=set)
    """Terms that callers promise to fit in a width, as pairs (AST id, width)."""
    remainders: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Remainders by non-constant divisors: operation, dividend, divisor and result."""
    divided: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Quotients and remainders by non-constant divisors: operation, dividend, divisor and result."""
    quotients: list[tuple[Any, Any, Any, bool]] = field(default_factory=list)
    """Quotients by non-constant divisors: dividend, divisor, result, and whether a guard computes the quotient."""
    moving: set[int] = field(default_factory=set)
    """AST ids of iteration counts, and of quotients and remainders that vary in a loop."""
    bounding: dict[int, set[int]] = field(default_factory=dict)
    """AST ids of the unknowns that bound an iteration count, quotient or remainder, by the AST id of the bounded term."""
    below: list[tuple[Any, Any]] = field(default_factory=list)
    """Quotients and remainders that vary in a loop, each with an expected upper bound, which is a premise in facts and not proved."""
    factors: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)
    """Factors of each product, by their AST ids."""
    rounds: dict[Any, Any] = field(default_factory=dict)
    """Last iteration of each loop, by the unknown count of completed iterations."""
    ranges: Ranges = field(default_factory=Ranges)
    names: dict[int, tuple[Any, frozenset[int]]] = field(default_factory=dict)
    """Each term and the AST ids of the unknowns in it, by the term's AST id."""

    def unknown_integer(self, key: object, bits: int) -> Any:
        """Return the unknown with key `key`: an integer of `bits` bits, or a boolean for one bit."""
        if key not in self.unknowns:
            name = f"u{len(self.unknowns)}"
            if bits == 1:
                self.unknowns[key] = z3.Bool(name)
            else:
                x = self.unknowns[key] = z3.Int(name)
                self.wide[key] = x >= -(1 << bits - 1), x < 1 << bits - 1
                self.ranges.note(x, -(1 << bits - 1), (1 << bits - 1) - 1)
        self.found.known += self.wide.get(key, ())
        return self.unknowns[key]

    def unknowns_in(self, term: Any) -> frozenset[int]:
        """Return the AST ids of the unknowns in a term."""
        number = term.get_id()
        if number not in self.names:
            self.names[number] = term, frozenset(self._unknowns_in(term.ctx.ref(), term.as_ast()))
        return self.names[number][1]

    def _unknowns_in(self, context: Any, term: z3_capi.Pointer) -> Iterator[int]:
        todo, seen = [term], set[int]()
        while todo:
            part = todo.pop()
            number = z3_capi.identity(context, part)
            if number in seen:
                continue
            seen.add(number)
            if number in self.names:
                yield from self.names[number][1]
            elif below := [*z3_capi.parts(context, part)]:
                todo += below
            elif z3_capi.kind(context, part) == z3.Z3_OP_UNINTERPRETED:
                yield number

    def around(self, names: frozenset[int]) -> frozenset[int]:
        """Return the AST ids `names` of unknowns, and the ids of the unknowns that bound these, transitively."""
        todo, found = list(names), set(names)
        while todo:
            new = self.bounding.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return frozenset(found)

    def unbounded_unknown(self, key: object) -> Any:
        """Return the unknown integer with key `key`, without bounds."""
        if key not in self.unknowns:
            self.unknowns[key] = z3.Int(f"u{len(self.unknowns)}")
        return self.unknowns[key]


def element_bytes(text: str) -> int:
    """Return the size in bytes of a floating-point or integer type in memory."""
    found = type_of(text)
    if not isinstance(found, ScalarType) or text == "index":
        raise UnknownValue(f"the size of {text}")
    return max(1, found.bits // 8)
