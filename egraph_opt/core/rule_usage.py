"""Usage of user rules in a run: whether each rule matched, and whether the result needs it."""

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
    """Match statistics of user rules in the e-graphs of a run.

    Attributes:
        rules: the rules.
        times: number of matches, by rule name.
        searched: rules that were run on some e-graph.
        met: of rules that never matched, the subterms of the left side that some e-graph contained, and the conditions that held.
        exchanged: by rule and missing subterm: the subterm whose last two arguments must be swapped to give a term of some e-graph.
        stopped: by matched rule, the rules that could rewrite its result if a condition held, each with that condition.
    """

    rules: Sequence[Rule]
    times: Mapping[str, int]
    searched: set[Rule] = field(default_factory=set)
    met: set[tuple[Rule, Term]] = field(default_factory=set)
    exchanged: dict[tuple[Rule, Term], Term] = field(default_factory=dict)
    stopped: dict[Rule, dict[str, str]] = field(default_factory=dict)

    def look(self, engine: Engine, run: Collection[Rule]) -> None:
        """Record which subterms of unmatched rules a saturated e-graph contains; `run` are the rules that were run on it."""
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
        """Return the innermost subterm of a rule's left side that no e-graph contained, or None."""
        return next((part for part in parts(rule.before) if (rule, part) not in self.met), None)

    def describe_match(self, rule: Rule) -> str:
        """Return a text about whether a rule matched or what the e-graphs lacked."""
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
        """Return a text about rules that could rewrite this rule's result if a condition held."""
        others = [
            f"; rule {other} would go on from it, but {lacks} is not known" for other, lacks in self.stopped.get(rule, {}).items()
        ]
        return "".join(others[:MAX_NAMED_RULES])


USED, UNUSED, ONE_OF = "and the result uses it", "not used", "and the result uses it or another of these rules"

MAX_NAMED_RULES = 3
MANY = 8
"""Maximum number of rules for which the run is repeated without each rule."""
matches: ContextVar[Matches | None] = ContextVar("matches", default=None)
"""Match statistics that are being collected, or None."""


@contextmanager
def counting(rules: Sequence[Rule]) -> Iterator[Matches]:
    """Collect match statistics of rules within a `with` statement."""
    times = Counter[str]()
    found = Matches(rules, times)
    tokens = matched.set(times), matches.set(found)
    try:
        yield found
    finally:
        matched.reset(tokens[0])
        matches.reset(tokens[1])


def parts(term: Term) -> list[Term]:
    """Return the subterms of a term that are not variables, in postorder."""
    return [part for a in term.arguments for part in parts(a)] + [term] if term.word is not None else []


def exchanges(term: Term) -> Iterator[tuple[Term, Term]]:
    """Yield each subterm whose last two arguments can be swapped, with the whole term after the swap."""
    sorts = term.word.sorts[-2:] if term.word is not None else ()
    if len(sorts) == 2 and sorts[0] is sorts[1] and not issubclass(sorts[0], Name) and term.arguments[-1] != term.arguments[-2]:
        yield term, replace(term, arguments=(*term.arguments[:-2], *term.arguments[:-3:-1]))
    for number, argument in enumerate(term.arguments):
        for part, other in exchanges(argument):
            yield part, replace(term, arguments=(*term.arguments[:number], other, *term.arguments[number + 1 :]))


def stopped_after(rule: Rule, run: Collection[Rule], engine: Engine) -> dict[str, str]:
    """Return the rules that could rewrite a term made by `rule` if a condition held: the unmet conditions, by rule name.

    If no rule matches the whole right side, its arguments are tried, and then their arguments.
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
    """Yield the name and the unmet conditions of each rule whose left side matches at a subterm."""
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
    """Rename the variables of a term so that no other rule uses them."""
    if term.word is None:
        return replace(term, head=f"own.{term.head}") if isinstance(term.head, str) else term
    return replace(term, arguments=tuple(map(rename_variables, term.arguments)))


def _query(rule: Rule, part: Term) -> list[str]:
    """Return the egglog pattern that finds a subterm of a rule. For a condition, the pattern includes the rule's left side."""
    return [rule.before.egglog_text, part.egglog_text] if part in rule.conditions else [part.egglog_text]


def note_rules(
    records: Sequence[FunctionResult], rules: Sequence[Rule], found: Matches, use: Mapping[Rule, str]
) -> list[FunctionResult]:
    """Return the records. The first record gets a note on each rule: whether it matched, and whether the result uses it."""
    notes = []
    for rule in rules:
        how = f", {use[rule]}" if rule in use else ""
        notes.append(f"rule {rule.name}: {found.describe_match(rule)}{how}{found.going_on(rule) if how.endswith(UNUSED) else ''}")
    return [replace(record, notes=(*record.notes, *(notes if number == 0 else ()))) for number, record in enumerate(records)]


def use_of(rules: Sequence[Rule], same_without: Callable[[Sequence[Rule]], bool]) -> dict[Rule, str]:
    """Return, by matched rule, a text that says whether the result uses it.

    `same_without` runs the optimisation without some rules, and compares the results.
    """
    if not rules or same_without(rules):
        return dict.fromkeys(rules, UNUSED)
    if len(rules) == 1:
        return {rules[0]: USED}
    if len(rules) > MANY:
        return dict.fromkeys(rules, ONE_OF)
    alone = [rule for rule in rules if not same_without([rule])]
    return {rule: USED if rule in alone else UNUSED if alone else ONE_OF for rule in rules}


def failure(records: Sequence[FunctionResult]) -> str:
    """Return the remark of the first failed function, or an empty string."""
    return next((_describe_refusal(record) for record in records if record.stopped_by in FAILURES), "")


def _describe_refusal(record: FunctionResult) -> str:
    reason = record.remark.removeprefix("left unchanged: ")
    if record.stopped_by == "check":
        return f"{reason}; the checker compares programs by its own laws, which docs/extend.md lists, and uses no rules"
    return f"what follows from them cannot be written as operations ({reason})" if record.stopped_by == "error" else reason


def left_out(record: FunctionResult, rules: Sequence[Rule], reason: str) -> FunctionResult:
    """Return the record of a function that was optimised without rules that caused a failure."""
    names = ", ".join(rule.name for rule in rules)
    remark = f"done without the rules from outside ({names}): {reason}"
    return replace(
        record, lower_bound=0.0, optimal=False, stopped_by="rules", remark="; ".join(filter(None, (record.remark, remark)))
    )
