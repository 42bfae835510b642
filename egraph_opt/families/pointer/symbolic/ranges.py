"""Ranges of terms by the ranges of what they are made of: what follows from them, no solver need be asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import z3

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
        known = self.noted(term) or (low, high)
        self.given[term.get_id()] = term, (max(low, known[0]), min(high, known[1]))

    def noted(self, term: Any) -> Range:
        """The range that was noted of a term."""
        if term.get_id() in self.given:
            return self.given[term.get_id()][1]
        return self.beneath.noted(term) if self.beneath is not None else None

    def of(self, term: Any) -> Range:
        """The range of a term."""
        number = term.get_id()
        if (known := self.noted(term)) is not None:
            return known
        if number not in self.found:
            parts = [self.of(part) for part in term.children() if z3.is_int(part)]
            self.found[number] = term, (term.as_long(),) * 2 if z3.is_int_value(term) else _made(term, parts)
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


def _made(term: Any, parts: list[Range]) -> Range:
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
