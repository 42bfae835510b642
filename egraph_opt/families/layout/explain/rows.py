"""Where a rule applies in a saturated e-graph, and whether one application of it holds.

The e-graph is rows of numbers: a symbol, its arguments, and the class that the term is in. Nothing here runs egglog: the rules are read
off their objects, and matched by a search of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import egglog

from egraph_opt.core.rule import Rule, symbol_of
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.layout.choice.candidates import Candidates
from egraph_opt.families.layout.choice.saturate import Saturated, layout_facts
from egraph_opt.families.layout.encode.encoding import SIGNATURES, Encoding
from egraph_opt.families.layout.vocabulary import GUIDES

Row = tuple[str, tuple[int, ...]]
"""A symbol and its arguments: numbers, and classes for values and operand lists."""
Bound = dict[str, int]


@dataclass(frozen=True, slots=True)
class Plain:
    """A rule as plain data: a variable is its name, any other term a pair of its symbol and its arguments."""

    name: str
    before: Any
    after: Any
    conditions: tuple[Any, ...]
    variables: frozenset[str]
    """Those of the right side."""

    @classmethod
    def of(cls, rule: Rule) -> Plain:
        after = _plain(rule.after)
        return cls(rule.name, _plain(rule.before), after, tuple(map(_plain, rule.conditions)), frozenset(_variables(after)))


def _plain(term: Any) -> Any:
    name = egglog.get_var_name(term)
    return name if name is not None else (symbol_of(term), tuple(map(_plain, egglog.get_callable_args(term) or ())))


def _variables(term: Any) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    else:
        for argument in term[1]:
            yield from _variables(argument)


class Unexplained(EgraphOptError):
    """No chain of rules was found for a choice, or one that does not hold: an error of this program."""


class Rows:
    """A saturated e-graph: the terms of each class, the class of each term, and the facts that conditions ask for."""

    def __init__(self, encoding: Encoding, layouts: Candidates, saturated: Saturated) -> None:
        self.rows: dict[int, list[Row]] = {}
        self.class_of: dict[Row, int] = {}
        for symbol, table in saturated.rows.items():
            for arguments, target in table:
                self.rows.setdefault(target, []).append((symbol, arguments))
                self.class_of[symbol, arguments] = target
        self.facts: dict[str, set[tuple[int, ...]]] = {
            name: set(rows) for name, rows in layout_facts(encoding, layouts).items()
        } | {"any_order": {(f,) for f in encoding.any_order}, "held_in": set(saturated.held_in.items())}

    def results(self, rule: Plain, c: int, bound: Bound) -> Iterator[tuple[Row, Bound]]:
        """The terms of a class that a rule's right side is; what only a guide binds may be anything."""
        if all(name in bound for name in rule.variables):
            row = self.row(rule.after, bound)
            if row is not None and self.class_of.get(row) == c:
                yield row, bound
        else:
            for row in self.rows[c]:
                for last in self.match(rule.after, row, bound):
                    yield row, last

    def match(self, term: Any, row: Row, bound: Bound) -> Iterator[Bound]:
        """The ways in which a term of a rule is a row."""
        if isinstance(term, str) or term[0] != row[0]:
            return
        yield from self.match_all(term[1], SIGNATURES[row[0]], row[1], bound)

    def match_all(self, terms: tuple[Any, ...], kinds: str, values: tuple[int, ...], bound: Bound) -> Iterator[Bound]:
        if not terms:
            yield bound
            return
        first, value = terms[0], values[0]
        if isinstance(name := first, str):
            if bound.get(name, value) == value:
                yield from self.match_all(terms[1:], kinds[1:], values[1:], bound | {name: value})
            return
        for row in self.rows.get(value, ()) if kinds[0] != "i" else ():
            for more in self.match(first, row, bound):
                yield from self.match_all(terms[1:], kinds[1:], values[1:], more)

    def conditions(self, rule: Plain, bound: Bound) -> Iterator[Bound]:
        """The ways to meet a rule's conditions, which may bind variables; guides say nothing about values."""
        found = [bound]
        for condition in rule.conditions:
            name, arguments = condition[0], condition[1]
            if name not in GUIDES:
                if all(v in bound for a in arguments for v in _variables(a)):
                    found = [b for b in found if tuple(self.build(a, b) for a in arguments) in self.facts[name]]
                else:
                    rows, kinds = sorted(self.facts[name]), "i" * len(arguments)
                    found = [new for old in found for row in rows for new in self.match_all(arguments, kinds, row, old)]
        yield from found

    # --- one step by itself
    def check(self, c: int, rule: Plain, bound: Bound) -> None:
        """Apply a rule alone: both sides are the class, and the conditions are facts. Raises Unexplained."""
        if any(self.build(side, bound) != c for side in (rule.before, rule.after)):
            raise Unexplained(f"{rule.name} does not lead where it seemed to")
        for condition in rule.conditions:
            name = condition[0]
            if name not in GUIDES:
                fact = tuple(self.build(a, bound) for a in condition[1])
                if fact not in self.facts[name]:
                    raise Unexplained(f"{rule.name} was used without its condition {name}")

    def build(self, term: Any, bound: Bound) -> int | None:
        """The class of a term under a binding, from its operands up."""
        if isinstance(term, str):
            return bound[term]
        row = self.row(term, bound)
        return None if row is None else self.class_of.get(row)

    def row(self, term: Any, bound: Bound) -> Row | None:
        """The row that a term is under a binding, if the e-graph has the classes of its operands."""
        if isinstance(term, str):
            return None
        arguments = [self.build(a, bound) for a in term[1]]
        return None if None in arguments else (term[0], tuple(a for a in arguments if a is not None))
