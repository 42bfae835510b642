"""Explanations: chains of rules from a term of the input to a selected term.

Within an e-class, each rule match is an edge between two terms, and a breadth-first search finds the shortest path. The chain of
a value in a new layout starts from the value's conversion to that layout. Operands get chains of their own. Every step is
rechecked: both sides of the rule must be in the e-class, and the conditions must be facts.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Term
from egraph_opt.extract import closure
from egraph_opt.extract.base.problem import IntArray
from egraph_opt.families.layout.choice.candidate_layouts import Candidates
from egraph_opt.families.layout.choice.extraction_node import Node
from egraph_opt.families.layout.choice.extraction_problem import PosedFunction
from egraph_opt.families.layout.choice.saturate import SaturatedRows
from egraph_opt.families.layout.encode.encoded_function import Encoding
from egraph_opt.families.layout.provenance.rule_matches import Bound, MissingExplanation, Row, Rows
from egraph_opt.families.layout.vocabulary.term import Function, Layout, Operands, Value, words


@dataclass(frozen=True, slots=True)
class RuleStep:
    """Application of a rule to a term, from left to right if `forward`."""

    rule: str
    before: str
    after: str
    forward: bool


@dataclass(frozen=True, slots=True)
class Explanation:
    """Derivation of a value in a layout: `steps` lead from the input's term `given` to the selected term `chosen`."""

    value: str
    type: str
    given: str
    chosen: str
    steps: tuple[RuleStep, ...]

    def is_about(self, value: str) -> bool:
        """Return whether the explanation concerns an input value or a conversion of it."""
        return re.search(rf"(?<![\w$.]){re.escape(value)}(?![\w$.#])", self.value) is not None


class Explainer(Rows):
    """Search for chains of rules in a saturated e-graph."""

    def __init__(
        self, encoding: Encoding, layouts: Candidates, saturated: SaturatedRows, posed: PosedFunction, rules: Sequence[Rule]
    ) -> None:
        super().__init__(encoding, layouts, saturated)
        self.encoding, self.posed, self.rules = encoding, posed, rules
        self.written: dict[int, list[Row]] = {}
        for term, number in encoding.terms.items():
            symbol, numbers = str(term[0]), map(int, term[1:])
            terms = words.words[symbol].terms
            ground = tuple(saturated.node.get(n, -1) if t else n for n, t in zip(numbers, terms, strict=True))
            if number in saturated.node:
                self.written.setdefault(saturated.node[number], []).append((symbol, ground))
        self.names: dict[int, str] = {}
        for value, c in posed.class_of.items():
            if c >= 0:
                self.names.setdefault(c, value.name)
        self.layout_names = list(encoding.layouts)
        self.told: set[int] = set()

    # --- chains
    def node(self, node: Node) -> Iterator[Explanation]:
        """Yield the chains of rules that derive a selected node, and those for its operand lists that no earlier chain explains."""
        c = node.of
        if c < 0:
            return  # a scalar that the e-graph does not hold offers no choice
        if node.symbol == "read":
            yield self.copy(c, node)
            return
        for row in self.rows.get(c, ()):
            symbol, arguments = row
            if symbol != node.symbol or (symbol != "convert_layout" and arguments[0] != node.f):
                continue
            sorts = words.words[symbol].sorts
            operands = [a for a, sort in zip(arguments, sorts, strict=True) if sort is Value]
            lists = [a for a, sort in zip(arguments, sorts, strict=True) if sort is Operands]
            children = list(node.children)
            if lists:
                if (cells := self.cells(lists[0], children)) is None:
                    continue
                yield self.chain(c, row)
                for at, cell in cells:
                    if at not in self.told:
                        self.told.add(at)
                        yield self.chain(at, cell)
                return
            if operands == children:
                yield self.chain(c, row)
                return
        raise MissingExplanation(f"no term of the e-graph is the chosen {node.symbol} of {self.name(c)}")

    def copy(self, c: int, node: Node) -> Explanation:
        """Return the explanation of a tensor that is loaded from its shared-memory copy.

        The step `read_copy` follows from the semantics of `local_alloc` and `local_load`, not from a rule.
        """
        (memory,) = self.encoding.functions[node.f].children
        given, chosen = self.name(c), f"local_load({memory.name})"
        return Explanation(given, self.posed.types[node.of], given, chosen, (RuleStep("read_copy", given, chosen, True),))

    def cells(self, at: int, heads: list[int]) -> list[tuple[int, Row]] | None:
        """Find an operand list with the operands `heads` in e-class `at`.

        Return the (e-class, term) pairs of the list and of its tails, or None if the e-class has no such list.
        """
        if not heads:
            return [(at, ("nil", ()))] if ("nil", ()) in self.rows.get(at, ()) else None
        for row in self.rows.get(at, ()):
            if row[0] in ("zip", "with_scalar") and row[1][0] == heads[0]:
                rest = self.cells(row[1][1], heads[1:])
                if rest is not None:
                    return [(at, row), *rest]
        return None

    def merging(self) -> Iterator[str]:
        """Yield names of rules that made different terms of the input equal."""
        for c, rows in self.written.items():
            for rule in self.rules if len(rows) > 1 else ():
                if rule.after.word is None:  # the variable on the right side is equal to any other term of the class
                    bounds = (
                        full
                        for row in rows
                        for bound in self.match(rule.before, row, {})
                        for full in self.conditions(rule, bound)
                    )
                    if any(full.get(str(rule.after.head)) == c for full in bounds):
                        yield rule.name
            for other in rows[1:]:
                with suppress(MissingExplanation):
                    yield from (step.rule for step in self.chain(c, other, rows[:1]).steps)

    def chain(self, c: int, chosen: Row, starts: Sequence[Row] = ()) -> Explanation:
        """Return the shortest chain of rules within e-class `c` that ends in the term `chosen`.

        It begins with one of `starts`, by default the terms of the input.
        """
        starts = starts or self.written.get(c) or [r for r in self.rows[c] if r[0] in ("convert_layout", "convert_operands")]
        came: dict[Row, tuple[Row, Rule, Bound, bool] | None] = dict.fromkeys(starts)
        links = self.links(c)
        todo = deque(starts)
        while todo and chosen not in came:
            row = todo.popleft()
            for other, rule, bound, forward in links.get(row, ()):
                if other not in came:
                    came[other] = (row, rule, bound, forward)
                    todo.append(other)
        if chosen not in came:
            raise MissingExplanation(f"no rule leads to {self.show(chosen)} as {self.name(c)}")
        steps, at = [], chosen
        while (link := came[at]) is not None:
            at, rule, bound, forward = link
            self.check(c, rule, bound)
            steps.append(RuleStep(rule.name, self.text(rule.before, bound), self.text(rule.after, bound), forward))
        type_ = self.posed.types.get(c, "")
        return Explanation(self.name(c), type_, self.show(at), self.show(chosen), tuple(reversed(steps)))

    def links(self, c: int) -> dict[Row, list[tuple[Row, Rule, Bound, bool]]]:
        """Return, for each term of an e-class, the terms that one application of a rule reaches, with the rule."""
        found: dict[Row, list[tuple[Row, Rule, Bound, bool]]] = {}
        for rule in self.rules:
            for left in self.rows[c]:
                for bound in self.match(rule.before, left, {}):
                    for full in self.conditions(rule, bound):
                        for right, last in self.results(rule, c, full):
                            if right != left:
                                found.setdefault(left, []).append((right, rule, last, True))
                                found.setdefault(right, []).append((left, rule, last, False))
        return found

    # --- words
    def name(self, c: int) -> str:
        """Return a name for an e-class: that of an input value in it, or else the text of a term in it."""
        if c not in self.names:
            rows = self.rows.get(c, [])
            known = [r for r in rows if r[0] == "convert_layout" and r[1][0] in self.names] or [
                r for r in rows if words.words[r[0]].sort is Operands
            ]
            self.names[c] = "..."  # a list may hold itself
            self.names[c] = self.show(known[0]) if known else f"class {c}"
        return self.names[c]

    def show(self, row: Row) -> str:
        symbol, arguments = row
        return _call(symbol, [self._word(sort, a) for a, sort in zip(arguments, words.words[symbol].sorts, strict=True)])

    def text(self, term: Term, bound: Bound) -> str:
        """Return a rule's side as text, with its variables replaced by their bindings."""
        if term.word is None:
            return self._word(type(term), bound[str(term.head)])
        return _call(str(term.head), [self.text(argument, bound) for argument in term.arguments])

    def _word(self, sort: type[Term], value: int) -> str:
        if sort in (Value, Operands):
            return self.name(value)
        if sort is Function:
            return self.encoding.functions[value].op.name
        return self.layout_names[value] if sort is Layout and value < len(self.layout_names) else str(value)


def _call(symbol: str, parts: list[str]) -> str:
    return f"{symbol}({', '.join(parts)})"


Trace = tuple[Encoding, Candidates, SaturatedRows, PosedFunction, IntArray]
"""Encoding, candidate layouts, e-graph, extraction problem and selected nodes of one function."""


def explain_choices(searched: Trace, rules: Sequence[Rule]) -> list[Explanation]:
    """Return the explanations of selected values that differ from the input.

    Raises:
        MissingExplanation: no chain of rules derives a selected node.
    """
    *_, posed, choice = searched
    explainer = Explainer(*searched[:4], rules)
    nodes = [posed.nodes[int(choice[c])] for c in closure(posed.problem, choice)]
    chains = (found for node in nodes if node.symbol not in ("held", "leaf", "run") for found in explainer.node(node))
    return [chain for chain in chains if chain.steps]


def blame_rules(functions: Iterable[Trace], rules: Sequence[Rule]) -> str:
    """Return a text that names the rules that led to a module rejected by the checker."""
    found: dict[str, None] = {}
    for searched in functions:
        found |= dict.fromkeys(Explainer(*searched[:4], rules).merging())
        with suppress(MissingExplanation):
            found |= dict.fromkeys(step.rule for chain in explain_choices(searched, rules) for step in chain.steps)
    return f"; what was chosen follows by the rules {', '.join(found)}" if found else ""
