"""Rule matching in a saturated e-graph, and the check of single rule applications.

The e-graph is given as rows: a symbol, arguments, and the e-class of the term. Rules are matched independently of egglog.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.layout.choice.candidate_layouts import Candidates
from egraph_opt.families.layout.choice.saturate import SaturatedRows, layout_facts
from egraph_opt.families.layout.encode.encoded_function import Encoding

Row = tuple[str, tuple[int, ...]]
"""Term of the e-graph: a symbol and arguments, which are e-classes for values and operand lists, else numbers."""
Bound = dict[str, int]


class MissingExplanation(EgraphOptError):
    """Error: no chain of rules derives a selected term, or the recheck of a chain failed."""


class Rows:
    """Index of a saturated e-graph: terms by e-class, e-classes by term, and facts."""

    def __init__(self, encoding: Encoding, layouts: Candidates, saturated: SaturatedRows) -> None:
        self.rows: dict[int, list[Row]] = {}
        self.class_of: dict[Row, int] = {}
        for symbol, table in saturated.rows.items():
            for arguments, target in table:
                self.rows.setdefault(target, []).append((symbol, arguments))
                self.class_of[symbol, arguments] = target
        self.facts: dict[str, set[tuple[int, ...]]] = {
            name: set(rows) for name, rows in layout_facts(encoding, layouts).items()
        } | {"any_order": {(f,) for f in encoding.any_order}, "held_in": set(saturated.held_in.items())}

    def results(self, rule: Rule, c: int, bound: Bound) -> Iterator[tuple[Row, Bound]]:
        """Yield the terms of an e-class that match a rule's right side."""
        if all(name in bound for name in rule.after.variables):
            row = self.row(rule.after, bound)
            if row is not None and self.class_of.get(row) == c:
                yield row, bound
        else:
            for row in self.rows[c]:
                for last in self.match(rule.after, row, bound):
                    yield row, last

    def match(self, term: Term, row: Row, bound: Bound) -> Iterator[Bound]:
        """Yield the bindings with which a term of a rule matches a row."""
        if term.word is not None and term.head == row[0]:
            yield from self.match_all(term.arguments, row[1], bound)

    def match_all(self, terms: Sequence[Term], values: tuple[int, ...], bound: Bound) -> Iterator[Bound]:
        if not terms:
            yield bound
            return
        first, value = terms[0], values[0]
        if first.word is None:
            name = str(first.head)
            if bound.get(name, value) == value:
                yield from self.match_all(terms[1:], values[1:], bound | {name: value})
            return
        for row in self.rows.get(value, ()):
            for more in self.match(first, row, bound):
                yield from self.match_all(terms[1:], values[1:], more)

    def conditions(self, rule: Rule, bound: Bound) -> Iterator[Bound]:
        """Yield the extensions of a binding that satisfy a rule's conditions, except conditions that only limit the search."""
        found = [bound]
        for condition in stated_conditions(rule):
            facts = self.facts[str(condition.head)]
            if all(v in bound for v in condition.variables):
                found = [b for b in found if tuple(self.build(a, b) for a in condition.arguments) in facts]
            else:
                found = [new for old in found for row in sorted(facts) for new in self.match_all(condition.arguments, row, old)]
        yield from found

    # --- one step by itself
    def check(self, c: int, rule: Rule, bound: Bound) -> None:
        """Recheck one application of a rule: both sides must be in e-class `c`, and the conditions must be facts.

        Raises:
            MissingExplanation: the check fails.
        """
        if any(self.build(side, bound) != c for side in (rule.before, rule.after)):
            raise MissingExplanation(f"{rule.name} does not lead where it seemed to")
        for condition in stated_conditions(rule):
            fact = tuple(self.build(a, bound) for a in condition.arguments)
            if fact not in self.facts[str(condition.head)]:
                raise MissingExplanation(f"{rule.name} was used without its condition {condition.head}")

    def build(self, term: Term, bound: Bound) -> int | None:
        """Return the e-class of a term under a binding, or None if the e-graph lacks the term."""
        if term.word is None:
            return bound[str(term.head)]
        row = self.row(term, bound)
        return None if row is None else self.class_of.get(row)

    def row(self, term: Term, bound: Bound) -> Row | None:
        """Return the row of a term under a binding, or None if the e-graph lacks one of its operands."""
        if term.word is None:
            return None
        arguments = [self.build(a, bound) for a in term.arguments]
        return None if None in arguments else (str(term.head), tuple(a for a in arguments if a is not None))


def stated_conditions(rule: Rule) -> list[Term]:
    """Return the conditions on which a rule's correctness depends, without those that only limit the search (guides)."""
    return [c for c in rule.conditions if c.word is not None and not c.word.guide]
