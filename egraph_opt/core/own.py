"""What became of rules from outside in a run: how often each matched, and the result without them where they cannot be used to the end."""

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
    """How often each rule matches, by name, for as long as a `with` statement lasts."""
    matches = Counter[str]()
    token = matched.set(matches)
    try:
        yield matches
    finally:
        matched.reset(token)


def noted(
    records: Sequence[FunctionResult], rules: Sequence[Rule], matches: Mapping[str, int], idle: bool
) -> list[FunctionResult]:
    """Return the records of a module, the first one with a remark on each rule: how often it matched; and where the module is
    `idle`, that nothing came of that.
    """
    said = "; nothing that follows from it was chosen" if idle else ""
    notes = [f"rule {rule.name}: matched {counted(n := matches.get(rule.name, 0), 'time')}{said if n else ''}" for rule in rules]
    return [replace(record, notes=(*record.notes, *(notes if number == 0 else ()))) for number, record in enumerate(records)]


def failure(records: Sequence[FunctionResult]) -> str:
    """Why a function came back as it was: the first failure's remark, or nothing."""
    return next((_said(record) for record in records if record.stopped_by in FAILURES), "")


def _said(record: FunctionResult) -> str:
    reason = record.remark.removeprefix("left unchanged: ")
    if record.stopped_by == "check":
        return f"{reason}; the checker may not know what they say: docs/extend.md lists what it knows"
    return f"what follows from them cannot be written as operations ({reason})" if record.stopped_by == "error" else reason


def left_out(record: FunctionResult, rules: Sequence[Rule], reason: str) -> FunctionResult:
    """Return the record of a function that was optimised without some rules, because with them there was a failure."""
    names = ", ".join(rule.name for rule in rules)
    remark = f"done without the rules from outside ({names}): {reason}"
    return replace(
        record, lower_bound=0.0, optimal=False, stopped_by="rules", remark="; ".join(filter(None, (record.remark, remark)))
    )
