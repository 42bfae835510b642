"""Comparison of two runs: functions that are better, worse, new or gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from egraph_opt.apps.fleet.records.line_format import name_of
from egraph_opt.core.result import format_cost

Change = Literal["worse", "gone", "better", "new", "same"]
ORDER: tuple[Change, ...] = ("worse", "gone", "better", "new", "same")
BAD = frozenset(("failed", "refused", "different"))
"""Verdicts that are worse than any cost."""


@dataclass(frozen=True, slots=True)
class RunDifference:
    """Comparison of a function's results in two runs. `why` says what changed; `by` is the largest ratio of a new cost to the old
    one.
    """

    name: str
    change: Change
    why: str = ""
    by: float = 1.0


def differences(
    old: Iterable[Mapping[str, Any]], new: Iterable[Mapping[str, Any]], threshold: float, costs: Sequence[str] = (), side: str = "ours"
) -> list[RunDifference]:  # fmt: skip
    """Return the comparison of each function in two runs, the worst first.

    Args:
        old, new: the records of both runs.
        threshold: relative difference up to which two costs count as equal.
        costs: names of the costs to compare; empty for all costs.
        side: name of the program whose costs are compared.
    """
    before, after = ({_name(record): record for record in records} for records in (old, new))
    found = [RunDifference(name, "gone") for name in before.keys() - after.keys()]
    found += [RunDifference(name, "new", _verdict(after[name])) for name in after.keys() - before.keys()]
    found += [_compare_costs(name, before[name], after[name], threshold, costs, side) for name in before.keys() & after.keys()]
    return sorted(found, key=lambda each: (ORDER.index(each.change), -each.by if each.change == "worse" else each.by, each.name))


def _name(record: Mapping[str, Any]) -> str:
    source, module, function = name_of(dict(record))
    return f"{source}{f'#{module}' if module else ''}{f': {function}' if function else ''}"


def _verdict(record: Mapping[str, Any]) -> str:
    return f"{record['verdict']}: {record['reason']}" if record["verdict"] in BAD and record["reason"] else str(record["verdict"])


def _compare_costs(
    name: str, old: Mapping[str, Any], new: Mapping[str, Any], threshold: float, costs: Sequence[str], side: str
) -> RunDifference:  # fmt: skip
    was, now = old["verdict"], new["verdict"]
    if (was in BAD) != (now in BAD):
        bad = now in BAD
        return RunDifference(
            name, "worse" if bad else "better", f"{_verdict(old)} → {_verdict(new)}", float("inf") if bad else 0.0
        )
    changed = list(_changed_costs(old["costs"], new["costs"], threshold, costs, side))
    if not changed:
        return RunDifference(name, "same")
    worst = max(changed, key=lambda each: each[1])
    if worst[1] <= 1:
        worst = min(changed, key=lambda each: each[1])
    said = ", ".join(f"{what} {format_cost(a)} → {format_cost(b)}" for what, _, a, b in changed)
    return RunDifference(name, "worse" if worst[1] > 1 else "better", said, worst[1])


def _changed_costs(
    old: Mapping[str, Any], new: Mapping[str, Any], threshold: float, costs: Sequence[str], side: str
) -> Iterator[tuple[str, float, float, float]]:
    """Yield (name, ratio, old, new) for costs of the program `side` that differ by more than the threshold.

    After an increase from 0, the ratio is infinite.
    """
    for what in costs or sorted(old.keys() & new.keys()):
        a, b = old.get(what, {}).get(side), new.get(what, {}).get(side)
        if a is None or b is None or a == b:
            continue
        ratio = b / a if a > 0 else float("inf")
        if ratio > 1 + threshold or ratio < 1 - threshold:
            yield what, ratio, a, b
