"""Unknown integers that two programs share, and terms over them: each once, with a range where its parts have ranges.

What follows from ranges need not be asked of a solver.
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
    """Terms in the order in which they came first."""

    each: dict[int, Any] = field(default_factory=dict)
    """By their identities."""

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
    """Facts and uses that belong to some terms."""

    known: TermOrder = field(default_factory=TermOrder)
    """Facts about their unknowns."""
    remote: dict[tuple[int, int], tuple[Any, Any, Any]] = field(default_factory=dict)
    """Of what there are further facts, for a solver that fails without them (see `lanes.monotone`): numbers, each with the last one and a
    factor, by the identities of the number and the factor.
    """
    exact: TermOrder = field(default_factory=TermOrder)
    """Conditions under which operations on 64 bits mean what they say."""
    turned: dict[int, tuple[Any, Any, int]] = field(default_factory=dict)
    """By what is taken off a number in turns, until it is in its width: that, the number, and the width."""
    used: dict[object, Value] = field(default_factory=dict)
    """Values that were taken as unknowns, by the key they share with the other program: to be proved equal by other means."""
    steps: dict[tuple[int, tuple[str, str]], Value] = field(default_factory=dict)
    """Steps of loops that were taken as unknowns, by the loop's number, and name and type."""

    def join(self, other: TermFacts) -> None:
        """Take in what belongs to other terms, too."""
        self.known += other.known
        self.remote.update(other.remote)
        self.exact += other.exact
        self.turned.update(other.turned)
        self.used.update(other.used)
        self.steps.update(other.steps)


Range = tuple[int, int] | None
"""The least and the greatest number that a term may be; None where nothing is known."""


@dataclass(slots=True)
class Ranges:
    """The ranges of some terms, by their identities, and those of others that follow."""

    given: dict[int, tuple[Any, tuple[int, int]]] = field(default_factory=dict)
    found: dict[int, tuple[Any, Range]] = field(default_factory=dict)
    beneath: Ranges | None = None
    """Others that hold too, of terms that have none here."""

    def note(self, term: Any, low: int, high: int) -> None:
        """Note the range of a term, before it is asked for in others."""
        known = self.noted_range(term) or (low, high)
        self.given[term.get_id()] = term, (max(low, known[0]), min(high, known[1]))

    def noted_range(self, term: Any) -> Range:
        """The range that was noted of a term."""
        if term.get_id() in self.given:
            return self.given[term.get_id()][1]
        return self.beneath.noted_range(term) if self.beneath is not None else None

    def of(self, term: Any) -> Range:
        """The range of a term."""
        number = term.get_id()
        if (known := self.noted_range(term)) is not None:
            return known
        if number not in self.found:
            parts = [self.of(part) for part in term.children() if z3.is_int(part)]
            self.found[number] = term, (term.as_long(),) * 2 if z3.is_int_value(term) else _range_of_parts(term, parts)
        return self.found[number][1]

    def under(self, truth: Any) -> Ranges:
        """The ranges where a comparison of a number, or of a multiple of one, with a constant holds too."""
        new = Ranges(given=dict(self.given) if self.beneath else {}, beneath=self.beneath or self)
        if not (z3.is_le(truth) or z3.is_ge(truth)):
            return new
        x, y = truth.children() if z3.is_le(truth) else reversed(truth.children())  # x is at most y
        for term, number, most in ((x, y, True), (y, x, False)):
            many, part = _multiple(term)
            if z3.is_int_value(number) and many > 0 and (known := self.of(part)) is not None:
                bound = number.as_long() // many if most else -(-number.as_long() // many)
                new.note(part, *((known[0], bound) if most else (bound, known[1])))
        return new


def _multiple(term: Any) -> tuple[int, Any]:
    """A term as a constant times another one."""
    if z3.is_mul(term) and term.num_args() == 2:
        for many, part in (term.children(), term.children()[::-1]):
            if z3.is_int_value(many):
                return many.as_long(), part
    return 1, term


def _range_of_parts(term: Any, parts: list[Range]) -> Range:
    """The range of a term by those of its parts."""
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
    """Refuse a value whose meaning is not known here."""


@dataclass(slots=True)
class SharedSymbols:
    """Common part of two programs: unknowns by key, and the facts about them."""

    grid: tuple[int, ...] = ((1 << 31) - 1, 65535, 65535)
    """Most programs along each axis: CUDA's limits, unless others are given."""
    unknowns: dict[object, Any] = field(default_factory=dict)
    found: TermFacts = field(default_factory=TermFacts)
    """What belongs to the terms that are evaluated now."""
    wide: dict[object, tuple[Any, Any]] = field(default_factory=dict)
    """By key: the facts that an unknown fits in its width."""
    lanes: list[tuple[Any, int]] = field(default_factory=list)
    """Index along each dimension, and its extent."""
    fitting: set[tuple[int, int]] = field(default_factory=set)
    """Terms, by their identities, that are promised to fit in so many bits."""
    remainders: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Remainders by unknown numbers: their operation, dividend, divisor and result."""
    divided: list[tuple[str, Any, Any, Any]] = field(default_factory=list)
    """Quotients and remainders by unknown numbers: their operation, dividend, divisor and result."""
    quotients: list[tuple[Any, Any, Any, bool]] = field(default_factory=list)
    """Quotients by unknown numbers: their dividend, divisor and result, and whether a guard computes them."""
    moving: set[int] = field(default_factory=set)
    """Identities of the iterations done of loops, and of quotients and remainders by unknown numbers that change with these."""
    bounding: dict[int, set[int]] = field(default_factory=dict)
    """Identities of the iterations done of loops, and of quotients and remainders by unknown numbers, each with those of the unknowns that
    bound it.
    """
    below: list[tuple[Any, Any]] = field(default_factory=list)
    """Quotients and remainders that change with a loop, each with a number that is probably its greatest."""
    factors: dict[tuple[int, int], tuple[Any, Any]] = field(default_factory=dict)
    """Factors of products, by their identities."""
    rounds: dict[Any, Any] = field(default_factory=dict)
    """Of loops that were looked at, how many iterations are done, and how many are before the last one."""
    ranges: Ranges = field(default_factory=Ranges)
    names: dict[int, tuple[Any, frozenset[int]]] = field(default_factory=dict)
    """Terms by their identities, each with the identities of the unknowns in it."""

    def unknown_integer(self, key: object, bits: int) -> Any:
        """Return the unknown integer of a key; a truth value for one bit."""
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
        """The identities of the unknowns in a term."""
        number = term.get_id()
        if number not in self.names:
            self.names[number] = term, frozenset(self._unknowns_in(term.ctx.ref(), term.as_ast()))
        return self.names[number][1]

    def _unknowns_in(self, context: Any, term: z3_capi.Pointer) -> Iterator[int]:
        """Yield what `unknowns_in` returns."""
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
        """The identities of some unknowns, and of those that bound them."""
        todo, found = list(names), set(names)
        while todo:
            new = self.bounding.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return frozenset(found)

    def unbounded_unknown(self, key: object) -> Any:
        """Return an unknown integer without a range."""
        if key not in self.unknowns:
            self.unknowns[key] = z3.Int(f"u{len(self.unknowns)}")
        return self.unknowns[key]


def element_bytes(text: str) -> int:
    """Return the bytes of a floating or integer element type in memory."""
    found = type_of(text)
    if not isinstance(found, ScalarType) or text == "index":
        raise UnknownValue(f"the size of {text}")
    return max(1, found.bits // 8)
