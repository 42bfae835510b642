"""Run of the rules of the book `pointer` on encoded terms, and reader of the form that each value was proved to have.

All numbers of one class are equal, so any tree over atoms is as good as another: the first one found, atoms last, becomes a
polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from egraph_opt.core import saturation
from egraph_opt.core.engine import Limits
from egraph_opt.core.observe import tell
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Language
from egraph_opt.families.pointer.analysis.term_table import TermTable
from egraph_opt.families.pointer.symbolic.solver import spend
from egraph_opt.families.pointer.vocabulary.meaning import words
from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Poly

LIMITS = Limits(nodes=200_000, iterations=60, seconds=math.inf)
"""Limits of saturation. Chains of a thousand operations take about as many iterations as they have sums in a row."""
PRODUCTS = 4096
"""Most products in a number: sums grow without bound where they are multiplied, as by each condition that selects one."""

Rows = list[tuple[str, tuple[int, ...], int]]
"""Symbol, arguments and class of terms."""
Bounds = tuple[tuple[str, int, Poly | int], ...]
"""Mask as a conjunction: `inside` or `beyond`, a dimension, and the extent that its index is compared with; `chosen`, a
dimension, and the number of a table; or `residual`, -1, and the number of an atom that a select can apply.
"""


@dataclass(frozen=True, slots=True)
class Affine:
    """Lanes as a start plus, per dimension, a stride, plus, per dimension and table, a stride of the table's entries."""

    strides: dict[int, Poly]
    start: Poly
    lookups: dict[tuple[int, int], Poly] = field(default_factory=dict)

    @property
    def gathers(self) -> tuple[int, int]:
        """Distance from plain strides: number of dimensions that are both strided and gathered, and of tables."""
        return sum(d in self.strides for d, _ in self.lookups), len(self.lookups)


@dataclass(slots=True)
class FormTable:
    """Forms that were found; a term without an entry has none. Tables are indexed by class; `of` maps a term to its class."""

    terms: TermTable
    stopped_by: str = ""
    number: dict[int, Poly] = field(default_factory=dict)
    lanes: dict[int, Affine] = field(default_factory=dict)
    mask: dict[int, Bounds] = field(default_factory=dict)
    listed: dict[int, Bounds] = field(default_factory=dict)
    """Masks whose lower bounds are a table."""
    lists: dict[tuple[str, int, Poly], int] = field(default_factory=dict)
    """Bounds, each with a table that says the same."""
    of: dict[int, int] = field(default_factory=dict)
    long: set[int] = field(default_factory=set)
    """Classes of numbers that would have too many products."""

    def exact(self, term: int) -> Affine | None:
        """Return lanes or a number as an affine value."""
        c = self.of.get(term, -1)
        return self.lanes.get(c) or (Affine({}, self.number[c]) if c in self.number else None)

    def affine(self, value: Value) -> Affine | None:
        return self.lanes.get(self.class_of(value))

    def poly(self, value: Value) -> Poly | None:
        return self.number.get(self.class_of(value))

    def bounds(self, value: Value, listed: bool = False) -> Bounds | None:
        return (self.listed if listed else self.mask).get(self.class_of(value))

    def class_of(self, value: Value) -> int:
        return self.of.get(self.terms.term.get(value, -1), -1)


@cache
def language() -> Language:
    """Return the words of addresses, and their rules."""
    from egraph_opt.rules import book

    return Language(words, book("pointer"))


def saturate(terms: TermTable, limits: Limits | None = None, own: tuple[Rule, ...] = ()) -> FormTable:
    """Load, run to a fixpoint or a limit (`LIMITS` by default), and read back. `own`: the user's rules, of which only those
    written in these words are used.

    Raises:
        SaturationFailed: egglog failed or panicked.
        Exhausted: to read the forms takes more work than a function may cost.
    """
    numbered = ((number, term) for term, number in terms.terms.items())
    symbols = [word.name for word in words.symbols]
    more = tuple(rule for rule in own if rule.vocabulary is words)
    saturated = saturation.saturate(
        saturation.add_rules(language(), more), numbered, terms.rows, terms.unions, limits or LIMITS, symbols
    )
    rows: Rows = [(symbol, *row) for symbol in symbols for row in saturated.rows[symbol]]
    tell("encode", terms)
    tell("saturate", saturated)
    found = FormTable(terms, saturated.stopped_by, of=saturated.classes)
    _numbers(rows, found)
    _lanes(rows, found)
    _masks(rows, found, found.mask, ("inside", "beyond"))
    if terms.tables:
        _masks(rows, found, found.listed, ("inside",))
        _lists(rows, found)
    return found


def _numbers(rows: Rows, found: FormTable) -> None:
    """Read polynomials of all numbers: sums and products first, atoms only if there is nothing else.

    Raises:
        Exhausted: that takes more work than a function may cost.
    """
    table = found.number
    mine = [row for row in rows if row[0] in ("integer", "count", "plus", "times")]
    last = [row for row in rows if row[0] == "atom"]
    composed = {c for _, _, c in mine}
    for batch in ([row for row in last if row[2] not in composed], last):
        for _, (number,), c in sorted(batch):
            table.setdefault(c, Poly.atom(number))
        changed = True
        while changed:
            changed = False
            for symbol, arguments, c in mine:
                if c in table:
                    continue
                if symbol == "integer":
                    table[c] = Poly.number(arguments[0])
                elif symbol == "count":
                    table[c] = Poly.atom(found.terms.counts[arguments[0]])
                elif all(a in table for a in arguments):
                    x, y = (table[a] for a in arguments)
                    many = len(x.terms) + len(y.terms) if symbol == "plus" else len(x.terms) * len(y.terms)
                    if many > PRODUCTS:
                        found.long.add(c)
                        continue  # only an atom is left
                    spend(many)
                    table[c] = x + y if symbol == "plus" else x * y
                else:
                    continue
                changed = True


def _lanes(rows: Rows, found: FormTable) -> None:
    """Read strides if there are any; tables for the rest, as few as possible, the first ones if there is a choice."""
    table = found.lanes
    for symbol, arguments, c in rows:
        if symbol == "uniform" and arguments[0] in found.number:
            table.setdefault(c, Affine({}, found.number[arguments[0]]))
    _sums([row for row in rows if row[0] == "step"], found, False)
    gathered = sorted((row for row in rows if row[0] == "lookup"), key=lambda row: (row[1][1], row[1][0], row[2]))
    if gathered:
        _sums([*gathered, *(row for row in rows if row[0] == "step")], found, True)


def _sums(rows: Rows, found: FormTable, better: bool) -> None:
    """Read lanes that are a step or an entry over known ones; with `better`, forms that gather less replace others."""
    table = found.lanes
    changed = True
    while changed:
        changed = False
        for symbol, (d, *middle, stride, rest), c in rows:
            if rest not in table or stride not in found.number or (c in table and not (better and table[c].lookups)):
                continue
            strides, lookups = dict(table[rest].strides), dict(table[rest].lookups)
            if symbol == "step":
                strides[d] = strides.get(d, Poly()) + found.number[stride]
            else:
                lookups[d, middle[0]] = lookups.get((d, middle[0]), Poly()) + found.number[stride]
            new = Affine(strides, table[rest].start, lookups)
            if c not in table or new.gathers < table[c].gathers:
                table[c] = new
                changed = True


def _masks(rows: Rows, found: FormTable, table: dict[int, Bounds], bounds: Collection[str]) -> None:
    """Read bounds of these kinds; tables for the rest: one for a whole conjunction, or one inside it."""
    for symbol, arguments, c in rows:
        if symbol == "always":
            table[c] = ()
        elif symbol in bounds and arguments[1] in found.number:
            table.setdefault(c, ((symbol, arguments[0], found.number[arguments[1]]),))
        elif symbol == "opaque_mask" and found.terms.atoms[arguments[0]].value in found.terms.residual:
            table.setdefault(c, (("residual", -1, arguments[0]),))
    both = [row for row in rows if row[0] in ("both", "view_mask")]
    _conjunctions(both, table)
    for _, (d, n), c in sorted((row for row in rows if row[0] == "chosen"), key=lambda row: (row[1][::-1], row[2])):
        table.setdefault(c, (("chosen", d, n),))
    _conjunctions(both, table)


def _lists(rows: Rows, found: FormTable) -> None:
    """Read which bounds are tables too, the first ones if there is a choice."""
    tables: dict[tuple[int, int], int] = {}
    for symbol, arguments, c in rows:
        if symbol == "chosen":
            tables[c, arguments[0]] = min(arguments[1], tables.get((c, arguments[0]), arguments[1]))
    for symbol, arguments, c in rows:
        if symbol in ("inside", "beyond") and (c, arguments[0]) in tables and arguments[1] in found.number:
            key = symbol, arguments[0], found.number[arguments[1]]
            found.lists[key] = min(tables[c, arguments[0]], found.lists.get(key, len(found.terms.tables)))


def _conjunctions(rows: Rows, table: dict[int, Bounds]) -> None:
    changed = True
    while changed:
        changed = False
        for symbol, arguments, c in rows:
            parts = [table.get(a) for a in arguments[symbol == "view_mask" :]]
            if c in table or None in parts:
                continue
            found = tuple(dict.fromkeys(part for bounds in parts for part in bounds or ()))
            if symbol == "both" or all(kind == "residual" for kind, *_ in found):
                table[c] = found
                changed = True
