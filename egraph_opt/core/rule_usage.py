"""Rules from outside in a run: whether each matched, whether the result uses it, and the result without them if they lead to a
failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
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
                turned = next((part for part, other in exchanges(missing) if engine.has(other.egglog_text)), None)
                self.exchanged |= {(rule, missing): turned} if turned is not None else {}

    def missing(self, rule: Rule) -> Term | None:
        """Return the innermost part of a rule's left side that no e-graph had."""
        return next((part for part in parts(rule.before) if (rule, part) not in self.met), None)

    def describe_match(self, rule: Rule) -> str:
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

    def going_on(self, rule: Rule) -> str:
        """Return in words which rules could go on from a rule that matched, and the conditions that they lack."""
        others = [
            f"; rule {other} would go on from it, but {lacks} is not known" for other, lacks in self.stopped.get(rule, {}).items()
        ]
        return "".join(others[:MAX_NAMED_RULES])


USED, UNUSED, ONE_OF = "and the result uses it", "not used", "and the result uses it or another of these rules"
"""What a result without a rule tells of a rule that matched."""


MAX_NAMED_RULES = 3
"""Largest number of rules that a remark names."""
MANY = 8
"""Largest number of rules for each of which a run is repeated without it."""
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
    """Return rules whose left side has a term that a rule made and whose conditions are not known of it: name and these conditions.

    If none has the right side itself, its arguments count, then theirs.
    """
    before, after = rename_variables(rule.before), rename_variables(rule.after)
    made = [f"(= .left {before.egglog_text})", f"(= .left {after.egglog_text})"]
    level = [after] if after.word is not None else []
    found: dict[str, str] = {}
    while level and not found:
        found = {name: lacks for term in reversed(level) for name, lacks in _stopped_at(term, made, rule, run, engine)}
        level = [argument for term in level for argument in term.arguments if argument.word is not None]
    return found


def _stopped_at(term: Term, made: list[str], rule: Rule, run: Collection[Rule], engine: Engine) -> Iterator[tuple[str, str]]:
    """Yield the rules that a term is a part of the left side of and whose conditions are not known: name and these conditions."""
    for other in run:
        for part in parts(other.before) if other.conditions and other is not rule else ():
            here = [*made, f"(= .made {term.egglog_text})", f"(= .made {part.egglog_text})", other.before.egglog_text]
            if (
                part.word is not term.word
                or not engine.has(*here)
                or engine.has(*here, *(c.egglog_text for c in other.conditions))
            ):
                continue
            lacks = [str(each) for each in other.conditions if not engine.has(*here, each.egglog_text)]
            yield other.name, " and ".join(lacks or map(str, other.conditions))


def rename_variables(term: Term) -> Term:
    """Return a term whose variables have other names, so that they differ from those of another rule."""
    if term.word is None:
        return replace(term, head=f"own.{term.head}") if isinstance(term.head, str) else term
    return replace(term, arguments=tuple(map(rename_variables, term.arguments)))


def _query(rule: Rule, part: Term) -> list[str]:
    """Return the pattern of a part of a rule: of a condition, it is the left side and the condition."""
    return [rule.before.egglog_text, part.egglog_text] if part in rule.conditions else [part.egglog_text]


def note_rules(
    records: Sequence[FunctionResult], rules: Sequence[Rule], found: Matches, use: Mapping[Rule, str]
) -> list[FunctionResult]:
    """Return the records of a module, the first with a note on each rule: whether it matched, or why not; and its use, for rules that
    matched and whose use is known."""
    notes = []
    for rule in rules:
        how = f", {use[rule]}" if rule in use else ""
        notes.append(f"rule {rule.name}: {found.describe_match(rule)}{how}{found.going_on(rule) if how.endswith(UNUSED) else ''}")
    return [replace(record, notes=(*record.notes, *(notes if number == 0 else ()))) for number, record in enumerate(records)]


def use_of(rules: Sequence[Rule], same_without: Callable[[Sequence[Rule]], bool]) -> dict[Rule, str]:
    """Return what a result tells of rules that matched. `same_without`: whether the result without some of them is the same."""
    if not rules or same_without(rules):
        return dict.fromkeys(rules, UNUSED)
    if len(rules) == 1:
        return {rules[0]: USED}
    if len(rules) > MANY:
        return dict.fromkeys(rules, ONE_OF)
    alone = [rule for rule in rules if not same_without([rule])]
    return {rule: USED if rule in alone else UNUSED if alone else ONE_OF for rule in rules}


def failure(records: Sequence[FunctionResult]) -> str:
    """Return why a function came back unchanged: the first failure's remark, or an empty string."""
    return next((_describe_refusal(record) for record in records if record.stopped_by in FAILURES), "")


def _describe_refusal(record: FunctionResult) -> str:
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
