"""Rules from outside in a run: the number of matches of each, and the result without them if they lead to a failure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from egraph_opt.core.engine import matched
from egraph_opt.core.result import FAILURES, FunctionResult, counted
from egraph_opt.core.rule import Rule


@contextmanager
def counting() -> Iterator[Mapping[str, int]]:
    """Yield the number of matches of each rule, by name, for the duration of a `with` statement."""
    matches = Counter[str]()
    token = matched.set(matches)
    try:
        yield matches
    finally:
        matched.reset(token)


def noted(
    records: Sequence[FunctionResult], rules: Sequence[Rule], matches: Mapping[str, int], idle: bool
) -> list[FunctionResult]:
    """Return the records of a module, the first with a note on each rule's number of matches. If the module is `idle`, the note
    adds that nothing that follows from the rule was chosen.
    """
    said = "; nothing that follows from it was chosen" if idle else ""
    notes = [f"rule {rule.name}: matched {counted(n := matches.get(rule.name, 0), 'time')}{said if n else ''}" for rule in rules]
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
