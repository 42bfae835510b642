"""Rules from outside in a run: whether each matched, and the result without them if they lead to a failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace

from egraph_opt.core.engine import Engine, matched
from egraph_opt.core.result import FAILURES, FunctionResult
from egraph_opt.core.rule import Rule
from egraph_opt.core.vocabulary import Name, Term


@dataclass
class Matches:
    """Matches of some rules in the e-graphs of a run.

    Attributes:
        rules: the rules.
        times: the number of matches of each rule of these e-graphs, by name.
        searched: the rules that an e-graph ran.
        met: rules without a match, each with the parts of it that some e-graph had: a term of its left side, or a condition that holds
            for a term like its left side.
        exchanged: rules without a match, each with a part of its left side that some e-graph had with two arguments exchanged, and the
            innermost part around it that it then had.
        stopped: rules that matched, each with another rule that could go on from its right side, and the conditions that were not known.
    """

    rules: Sequence[Rule]
    times: Mapping[str, int]
    searched: set[Rule] = field(default_factory=set)
    met: set[tuple[Rule, Term]] = field(default_factory=set)
    exchanged: dict[tuple[Rule, Term], Term] = field(default_factory=dict)
    stopped: dict[Rule, dict[str, str]] = field(default_factory=dict)

    def look(self, engine: Engine, run: Collection[Rule]) -> None:
        """Note which parts of rules without a match a saturated e-graph has. `run`: the rules that it ran."""
        for rule in self.rules:
            if rule not in run:
                continue
            self.searched.add(rule)
            if self.times.get(rule.name):
                self.stopped.setdefault(rule, {}).update(stopped_after(rule, run, engine))
                continue
            for part in (*parts(rule.before), *rule.conditions):
                if (rule, part) not in self.met and engine.has(*_query(rule, part)):
                    self.met.add((rule, part))
            missing = self.missing(rule)
            if missing is not None:
                turned = next((part for part, other in exchanges(missing) if engine.has(other.lowered)), None)
                self.exchanged |= {(rule, missing): turned} if turned is not None else {}

    def missing(self, rule: Rule) -> Term | None:
        """Return the innermost part of a rule's left side that no e-graph had."""
        return next((part for part in parts(rule.before) if (rule, part) not in self.met), None)

    def said(self, rule: Rule) -> str:
        """Return in words whether a rule matched, and if not, what the e-graphs lacked."""
        if self.times.get(rule.name):
            return "matched"
        if rule not in self.searched:
            return "did not match: no search ran that knows its words"
        if why := rule.vocabulary.never(rule):
            return f"can never match: {why}"
        if missing := self.missing(rule):
            turned = self.exchanged.get((rule, missing))
            hint = "" if turned is None else f" (but one is, with the last two arguments of {turned} exchanged)"
            return f"did not match: no term is like {missing}{hint}"
        if unknown := [str(each) for each in rule.conditions if (rule, each) not in self.met]:
            return f"did not match: its left side did, but of no such term is it known that {' or '.join(unknown)}"
        return "did not match: its left side did, and each condition holds of a term like it, but not all of one term"

    def after(self, rule: Rule) -> str:
        """Return in words why nothing followed from a rule that matched, as far as that is known; empty if it did not match."""
        if not self.times.get(rule.name):
            return ""
        others = [
            f"rule {other} would go on from it, but {lacks} is not known" for other, lacks in self.stopped.get(rule, {}).items()
        ]
        return "; ".join(("; nothing that follows from it was chosen", *others[:MOST]))


MOST = 3
"""Largest number of rules that a remark names."""
matches: ContextVar[Matches | None] = ContextVar("matches", default=None)
"""Matches that a caller collects."""


@contextmanager
def counting(rules: Sequence[Rule]) -> Iterator[Matches]:
    """Yield the matches of some rules in the e-graphs that run during a `with` statement."""
    times = Counter[str]()
    found = Matches(rules, times)
    tokens = matched.set(times), matches.set(found)
    try:
        yield found
    finally:
        matched.reset(tokens[0])
        matches.reset(tokens[1])


def parts(term: Term) -> list[Term]:
    """Return the applications of words in a term, each after its arguments."""
    return [part for a in term.arguments for part in parts(a)] + [term] if term.word is not None else []


def exchanges(term: Term) -> Iterator[tuple[Term, Term]]:
    """Yield the parts of a term whose last two arguments are different terms of one sort, with the whole in which they are exchanged."""
    sorts = term.word.sorts[-2:] if term.word is not None else ()
    if len(sorts) == 2 and sorts[0] is sorts[1] and not issubclass(sorts[0], Name) and term.arguments[-1] != term.arguments[-2]:
        yield term, replace(term, arguments=(*term.arguments[:-2], *term.arguments[:-3:-1]))
    for number, argument in enumerate(term.arguments):
        for part, other in exchanges(argument):
            yield part, replace(term, arguments=(*term.arguments[:number], other, *term.arguments[number + 1 :]))


def stopped_after(rule: Rule, run: Collection[Rule], engine: Engine) -> dict[str, str]:
    """Return rules whose left side has a term that a rule made and whose conditions are not known of it: name and these conditions."""
    if rule.after.word is None:
        return {}
    before, after = (renamed(side).lowered for side in (rule.before, rule.after))
    found: dict[str, str] = {}
    for other in run:
        for part in parts(other.before) if other.conditions and other is not rule else ():
            here = [*(f"(= .made {term})" for term in (before, after, part.lowered)), other.before.lowered]
            if (
                part.word is not rule.after.word
                or not engine.has(*here)
                or engine.has(*here, *(c.lowered for c in other.conditions))
            ):
                continue
            lacks = [str(each) for each in other.conditions if not engine.has(*here, each.lowered)]
            found[other.name] = " and ".join(lacks or map(str, other.conditions))
    return found


def renamed(term: Term) -> Term:
    """Return a term whose variables have other names, so that they differ from those of another rule."""
    if term.word is None:
        return replace(term, head=f"own.{term.head}") if isinstance(term.head, str) else term
    return replace(term, arguments=tuple(map(renamed, term.arguments)))


def _query(rule: Rule, part: Term) -> list[str]:
    """Return the pattern of a part of a rule: of a condition, it is the left side and the condition."""
    return [rule.before.lowered, part.lowered] if part in rule.conditions else [part.lowered]


def noted(records: Sequence[FunctionResult], rules: Sequence[Rule], found: Matches, idle: bool) -> list[FunctionResult]:
    """Return the records of a module, the first with a note on each rule: whether it matched, or why not. If the module is `idle`,
    the note adds that nothing that follows from the rule was chosen.
    """
    notes = [f"rule {rule.name}: {found.said(rule)}{found.after(rule) if idle else ''}" for rule in rules]
    return [replace(record, notes=(*record.notes, *(notes if number == 0 else ()))) for number, record in enumerate(records)]


def failure(records: Sequence[FunctionResult]) -> str:
    """Return why a function came back unchanged: the first failure's remark, or an empty string."""
    return next((_said(record) for record in records if record.stopped_by in FAILURES), "")


def _said(record: FunctionResult) -> str:
    reason = record.remark.removeprefix("left unchanged: ")
    if record.stopped_by == "check":
        return f"{reason}; the checker compares programs by its own laws, which docs/extend.md lists, and uses no rules"
    return f"what follows from them cannot be written as operations ({reason})" if record.stopped_by == "error" else reason


def left_out(record: FunctionResult, rules: Sequence[Rule], reason: str) -> FunctionResult:
    """Return the record of a function that was optimised without some rules, because they led to a failure."""
    names = ", ".join(rule.name for rule in rules)
    remark = f"done without the rules from outside ({names}): {reason}"
    return replace(
        record, lower_bound=0.0, optimal=False, stopped_by="rules", remark="; ".join(filter(None, (record.remark, remark)))
    )
