"""Saturation of encoded terms by the rules `pointer`, and extraction of a normal form for each e-class.

All terms of an e-class are equal, so its polynomial comes from the first term found. Atoms (opaque scalars) are tried last.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cache

from egraph_opt.core import saturation
from egraph_opt.core.engine import Limits
from egraph_opt.core.observers import tell
from egraph_opt.core.rule import Rule
from egraph_opt.core.saturation import Language
from egraph_opt.families.pointer.analysis.term_table import TermTable
from egraph_opt.families.pointer.symbolic.solver import spend
from egraph_opt.families.pointer.vocabulary.meaning import words
from egraph_opt.ir.module import Value
from egraph_opt.ir.polynomial import Poly

LIMITS = Limits(nodes=200_000, iterations=60, seconds=math.inf)
"""Limits of saturation. Each sum in a chain of sums takes about one iteration."""
PRODUCTS = 4096
"""Maximum number of products in a polynomial. Expanded products of sums grow exponentially, for example in chains of selects."""

Rows = list[tuple[str, tuple[int, ...], int]]
"""Rows of the e-graph: symbol, arguments and e-class of each e-node."""
Bounds = tuple[tuple[str, int, Poly | int], ...]
"""Mask as a conjunction of triples (kind, dimension, content).

The content of `inside` (index < extent) and `beyond` (index >= extent) is the extent. That of `chosen` is the number of a boolean table.
That of `residual` (dimension -1) is the atom (opaque scalar) of a conjunct that a select after the load can apply.
"""


@dataclass(frozen=True, slots=True)
class Affine:
    """Affine tensor: `start`, plus a stride times the index along each dimension, plus strides times entries of lookup tables."""

    strides: dict[int, Poly]
    start: Poly
    lookups: dict[tuple[int, int], Poly] = field(default_factory=dict)

    @property
    def gathers(self) -> tuple[int, int]:
        """Sort key that prefers few tables: number of tables along dimensions that also have a stride, then number of tables."""
        return sum(d in self.strides for d, _ in self.lookups), len(self.lookups)


@dataclass(slots=True)
class FormTable:
    """Normal forms (polynomial, affine tensor or mask bounds) by e-class. `of` maps a term to its e-class."""

    terms: TermTable
    stopped_by: str = ""
    number: dict[int, Poly] = field(default_factory=dict)
    lanes: dict[int, Affine] = field(default_factory=dict)
    mask: dict[int, Bounds] = field(default_factory=dict)
    listed: dict[int, Bounds] = field(default_factory=dict)
    """Masks by e-class, with each lower bound replaced by a boolean lookup table."""
    lists: dict[tuple[str, int, Poly], int] = field(default_factory=dict)
    """Index of the boolean lookup table that equals a bound (kind, dimension, extent)."""
    of: dict[int, int] = field(default_factory=dict)
    long: set[int] = field(default_factory=set)
    """E-classes whose polynomial would have too many products."""

    def exact(self, term: int) -> Affine | None:
        """Return the affine form of a term; None if it has none. A scalar is an affine form without strides."""
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
    """Return the vocabulary of addresses with its rules."""
    from egraph_opt.rules import book

    return Language(words, book("pointer"))


def saturate(terms: TermTable, limits: Limits | None = None, own: tuple[Rule, ...] = ()) -> FormTable:
    """Run the rules to a fixpoint or a limit (`LIMITS` by default), and extract normal forms.

    Of the user's rules `own`, those in the vocabulary of addresses apply.

    Raises:
        SaturationFailed: egglog failed or panicked.
        SolverExhausted: extraction exceeds the function's work budget.
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
    """Extract polynomials: sums and products first, atoms (opaque scalars) only as a fallback.

    Raises:
        SolverExhausted: extraction exceeds the function's work budget.
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
                        continue  # falls back to an atom
                    spend(many)
                    table[c] = x + y if symbol == "plus" else x * y
                else:
                    continue
                changed = True


def _lanes(rows: Rows, found: FormTable) -> None:
    """Extract affine forms with strides only, or else with as few lookup tables as possible. Of equal tables, the first is used."""
    table = found.lanes
    for symbol, arguments, c in rows:
        if symbol == "uniform" and arguments[0] in found.number:
            table.setdefault(c, Affine({}, found.number[arguments[0]]))
    _sums([row for row in rows if row[0] == "step"], found, False)
    gathered = sorted((row for row in rows if row[0] == "lookup"), key=lambda row: (row[1][1], row[1][0], row[2]))
    if gathered:
        _sums([*gathered, *(row for row in rows if row[0] == "step")], found, True)


def _sums(rows: Rows, found: FormTable, better: bool) -> None:
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
    """Extract masks as conjunctions of bounds whose symbol is in `bounds`, boolean lookup tables, and opaque masks."""
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
