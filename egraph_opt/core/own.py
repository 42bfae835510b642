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
from egraph_opt.core.vocabulary import Term


@dataclass
class Matches:
    """Matches of some rules in the e-graphs of a run.

    Attributes:
        rules: the rules.
        times: the number of matches of each rule of these e-graphs, by name.
        searched: the rules that an e-graph ran.
        met: rules without a match, each with the parts of it that some e-graph had: a term of its left side, or a condition that holds
            for a term like its left side.
    """

    rules: Sequence[Rule]
    times: Mapping[str, int]
    searched: set[Rule] = field(default_factory=set)
    met: set[tuple[Rule, Term]] = field(default_factory=set)

    def look(self, engine: Engine, run: Collection[Rule]) -> None:
        """Note which parts of rules without a match a saturated e-graph has. `run`: the rules that it ran."""
        for rule in self.rules:
            if rule not in run:
                continue
            self.searched.add(rule)
            if self.times.get(rule.name):
                continue
            for part in (*parts(rule.before), *rule.conditions):
                if (rule, part) not in self.met and engine.has(*_query(rule, part)):
                    self.met.add((rule, part))

    def said(self, rule: Rule) -> str:
        """Return in words whether a rule matched, and if not, what the e-graphs lacked."""
        if self.times.get(rule.name):
            return "matched"
        if rule not in self.searched:
            return "did not match: no search ran that knows its words"
        if missing := next((part for part in parts(rule.before) if (rule, part) not in self.met), None):
            return f"did not match: no term is like {missing}"
        if unknown := [str(each) for each in rule.conditions if (rule, each) not in self.met]:
            return f"did not match: its left side did, but of no such term is it known that {' or '.join(unknown)}"
        return "did not match: its left side did, and each condition holds of a term like it, but not all of one term"


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


def _query(rule: Rule, part: Term) -> list[str]:
    """Return the pattern of a part of a rule: of a condition, it is the left side and the condition."""
    return [rule.before.lowered, part.lowered] if part in rule.conditions else [part.lowered]


def noted(records: Sequence[FunctionResult], rules: Sequence[Rule], found: Matches, idle: bool) -> list[FunctionResult]:
    """Return the records of a module, the first with a note on each rule: whether it matched, or why not. If the module is `idle`,
    the note adds that nothing that follows from the rule was chosen.
    """
    said = "; nothing that follows from it was chosen" if idle else ""
    notes = [f"rule {rule.name}: {found.said(rule)}{said if found.times.get(rule.name) else ''}" for rule in rules]
    return [replace(record, notes=(*record.notes, *(notes if number == 0 else ()))) for number, record in enumerate(records)]


def failure(records: Sequence[FunctionResult]) -> str:
    """Return why a function came back unchanged: the first failure's remark, or an empty string."""
    return next((_said(record) for record in records if record.stopped_by in FAILURES), "")


def _said(record: FunctionResult) -> str:
    reason = record.remark.removeprefix("left unchanged: ")
    if record.stopped_by == "check":
        return f"{reason}; the checker may not know what they say: docs/extend.md lists what it knows"
    return f"what follows from them cannot be written as operations ({reason})" if record.stopped_by == "error" else reason


def left_out(record: FunctionResult, rules: Sequence[Rule], reason: str) -> FunctionResult:
    """Return the record of a function that was optimised without some rules, because they led to a failure."""
    names = ", ".join(rule.name for rule in rules)
    remark = f"done without the rules from outside ({names}): {reason}"
    return replace(
        record, lower_bound=0.0, optimal=False, stopped_by="rules", remark="; ".join(filter(None, (record.remark, remark)))
    )
