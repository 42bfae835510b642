"""Check of the e-graph: equations between recorded terms are derived again, by matching of the rules in Python, each with its reason."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Name, Term
from egraph_opt.verifier.proof.equations.operation_record import Node, Pair, operands_of
from egraph_opt.verifier.proof.reals.polynomials.ring import Ring

Assignment = dict[str, int]
"""Values of a rule's variables."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two values are equal: by a rule (or, without one, since equal operands give equal results), and by other equal pairs."""

    rule: str
    pairs: tuple[Pair, ...]


@dataclass(slots=True)
class EquationReplay:
    """Equal values among those of recorded terms, by union-find, with the reason of each union.

    Attributes:
        ring: the values' normal forms, which give their signs.
        nodes: terms with their values.
        parents: links of the union-find structure.
        reasons: for each value, the values to which a union joined it directly, with reasons.
    """

    ring: Ring
    nodes: Mapping[Node, int]
    parents: dict[int, int] = field(default_factory=dict)
    reasons: dict[int, list[tuple[int, Reason]]] = field(default_factory=dict)
    signs: dict[int, int] = field(default_factory=dict)
    terms: dict[tuple[int, str], list[Node]] = field(default_factory=dict)
    """Terms by the root of their value and by symbol."""
    values: dict[Node, Node] = field(default_factory=dict)
    """A term for each symbol with roots as operands."""

    def root(self, value: int) -> int:
        """Return the representative of a value's class."""
        while (parent := self.parents.get(value, value)) != value:
            self.parents[value] = value = self.parents.get(parent, parent)
        return value

    def unite(self, p: int, q: int, reason: Reason) -> bool:
        """Join the classes of two values; return whether they were apart."""
        a, b = sorted((self.root(p), self.root(q)))
        if a == b:
            return False
        self.parents[b] = a
        self.reasons.setdefault(p, []).append((q, reason))
        self.reasons.setdefault(q, []).append((p, reason))
        return True

    def run(self, rules: Sequence[Rule], unions: Iterable[Pair], wanted: Sequence[Pair]) -> None:
        """Join given pairs of values, and apply rules to the terms until the wanted pairs, or no further values, are found equal."""
        for p, q in unions:
            self.unite(p, q, Reason("", ()))
        changed = True
        while changed:
            self.close()
            if all(self.root(p) == self.root(q) for p, q in wanted):
                break
            found = [(rule, match) for rule in rules for match in self.matches(rule)]
            changed = False
            for rule, (p, assignment, pairs) in found:
                after = self.find(rule.after, assignment)
                if after is not None and self.unite(p, after[0], Reason(rule.name, (*pairs, *after[1]))):
                    changed = True

    def close(self) -> None:
        """Join values of terms with equal operands, and index all terms."""
        changed = True
        while changed:
            changed = False
            self.values.clear()
            for node, value in self.nodes.items():
                other = self.values.setdefault(self.key(node), node)
                if other != node:
                    pairs = tuple(zip(operands_of(other), operands_of(node), strict=True))
                    changed |= self.unite(self.nodes[other], value, Reason("", pairs))
        self.terms.clear()
        self.signs.clear()
        for node in self.values.values():
            self.terms.setdefault((self.root(self.nodes[node]), str(node[0])), []).append(node)
        for node, value in self.nodes.items():
            for each in (value, *operands_of(node)):
                root = self.root(each)
                self.signs[root] = max(self.signs.get(root, 0), self.ring.sign(each))

    def key(self, node: Node) -> Node:
        """Return a term with the representatives of its operands."""
        names = node[: len(node) - len(operands_of(node))]
        return (*names, *(self.root(p) for p in operands_of(node)))

    # --- matching
    def matches(self, rule: Rule) -> Iterator[tuple[int, Assignment, tuple[Pair, ...]]]:
        """Yield each place where a rule applies: the value of its left side, its variables, and the equal pairs that it relies on."""
        symbol = str(rule.before.head)
        for node in self.values.values():
            if node[0] == symbol:
                value = self.nodes[node]
                for assignment, pairs in self.match_arguments(rule.before.arguments, node, {}):
                    if all(self.holds(c, assignment) for c in rule.conditions):
                        yield value, assignment, pairs

    def match_arguments(
        self, patterns: Sequence[Term], node: Node, assignment: Assignment
    ) -> Iterator[tuple[Assignment, tuple[Pair, ...]]]:
        """Yield the assignments, and the equal pairs that they rely on, for which a term's arguments match patterns."""
        states: Iterable[tuple[Assignment, tuple[Pair, ...]]] = [(assignment, ())]
        for pattern, argument in zip(patterns, node[1:], strict=True):
            assert isinstance(argument, int)
            states = [(new, (*pairs, *more)) for old, pairs in states for new, more in self.match(pattern, argument, old)]
        yield from states

    def match(self, pattern: Term, value: int, assignment: Assignment) -> Iterator[tuple[Assignment, tuple[Pair, ...]]]:
        """Yield the assignments, and the equal pairs that they rely on, for which a value matches a pattern."""
        if pattern.word is None:
            name = str(pattern.head)
            known = assignment.get(name)
            if known is None:
                yield {**assignment, name: value}, ()
            elif known == value:
                yield assignment, ()
            elif not isinstance(pattern, Name) and self.root(known) == self.root(value):
                yield assignment, ((known, value),)
            return
        for node in self.terms.get((self.root(value), str(pattern.head)), ()):
            own = self.nodes[node]
            for new, pairs in self.match_arguments(pattern.arguments, node, assignment):
                yield new, (*pairs, *(((value, own),) if value != own else ()))

    def holds(self, condition: Term, assignment: Assignment) -> bool:
        """Return whether the normal form proves a fact on the sign of a variable."""
        (variable,) = condition.arguments
        sign = self.signs.get(self.root(assignment[str(variable.head)]), 0)
        return sign >= {"nonnegative": 1, "positive": 2}[str(condition.head)]

    def find(self, term: Term, assignment: Assignment) -> tuple[int, tuple[Pair, ...]] | None:
        """Return the value of a rule's term, and the equal pairs on which that relies; None if the term is not recorded."""
        if term.word is None:
            return assignment[str(term.head)], ()
        found = [(assignment[str(a.head)], ()) if isinstance(a, Name) else self.find(a, assignment) for a in term.arguments]
        key: list[int] = []
        used: list[Pair] = []
        for argument, each in zip(term.arguments, found, strict=True):
            if each is None:
                return None
            key.append(each[0] if isinstance(argument, Name) else self.root(each[0]))
            used += each[1]
        node = self.values.get((str(term.head), *key))
        if node is None:
            return None
        operands = [each[0] for each in found if each is not None][-len(operands_of(node)) :]
        return self.nodes[node], (*used, *zip(operands, operands_of(node), strict=True))

    # --- results
    def representatives(self, pairs: Iterable[Pair]) -> dict[int, int]:
        """Return for each value in pairs of equal ones the least value of its class, of those defined under the fewest conditions."""
        classes: dict[int, set[int]] = {}
        for pair in pairs:
            for value in pair if self.root(pair[0]) == self.root(pair[1]) else ():
                classes.setdefault(self.root(value), set()).add(value)
        found: dict[int, int] = {}
        for values in classes.values():
            best = min(values, key=lambda p: (len(self.ring.needs[p]), p))
            found |= {value: best for value in values if value != best}
        return found

    def explain(self, p: int, q: int) -> set[str]:
        """Return the names of the rules by which two values are equal."""
        names: set[str] = set()
        todo, seen = [(p, q)], set()
        while todo:
            pair = todo.pop()
            if pair[0] == pair[1] or pair in seen:
                continue
            seen.add(pair)
            for reason in self.path(*pair):
                names |= {reason.rule} if reason.rule else set()
                todo += reason.pairs
        return names

    def path(self, p: int, q: int) -> list[Reason]:
        """Return the reasons along the unions that lead from one value to another one of its class."""
        before: dict[int, tuple[int, Reason]] = {}
        todo = deque([p])
        while todo and q not in before:
            value = todo.popleft()
            for other, reason in self.reasons.get(value, ()):
                if other != p and other not in before:
                    before[other] = value, reason
                    todo.append(other)
        found = []
        while q != p:
            q, reason = before[q]
            found.append(reason)
        return found
