"""Counts over the records of a run, and a summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.apps.fleet.records.line_format import UNREADABLE
from egraph_opt.core.output.ratios import Mean
from egraph_opt.core.result import count_noun

ORDER = ("better", "corrected", "changed", "equal", "same", "worse", "different", "undecided", "refused", "failed")


@dataclass
class Tally:
    verdicts: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    """Numbers of records that this run wrote, by how the outcome was obtained (such as `computed`)."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Reasons of failures, with counts."""
    limited: int = 0
    """Number of functions whose search stopped at a limit, or that contain unsupported operations."""
    cpu: float = 0.0
    unreadable: int = 0
    """Number of functions with invalid input."""
    _keys: set[str] = field(default_factory=set)
    _means: dict[str, Mean] = field(default_factory=dict)
    """Mean cost ratios of the optimised programs to other programs, by cost model."""

    def add(self, record: dict[str, Any], fresh: bool) -> None:
        """Count a record; `fresh`: the record is of this run, not of an earlier one."""
        self.verdicts[record["verdict"]] += 1
        self._keys.add(record["key"])
        if fresh:
            self.origins[record["meta"]["origin"]] += 1
            self.cpu += record["meta"]["cpu"]
        if record["verdict"] in ("failed", "refused"):
            self.reasons[record["reason"].splitlines()[0] if record["reason"] else "no reason was given"] += 1
        self.unreadable += bool(record["result"].get(UNREADABLE))
        functions = record["result"].get("functions") or record["result"].get("rows") or []
        self.limited += any(each.get("stopped_by") for each in functions)
        for model, sides in record["costs"].items():
            self._means.setdefault(model, Mean()).add(sides.get("ours"), sides.items())

    @property
    def functions(self) -> int:
        return self.verdicts.total()

    @property
    def duplicates(self) -> int:
        """Number of functions that have the same content key as a function that was counted earlier."""
        return self.functions - len(self._keys)

    def words(self) -> str:
        return ", ".join(f"{self.verdicts[each]} {each}" for each in ORDER if self.verdicts[each]) or "none done"

    def summary(self) -> str:
        parts = [f"{count_noun(self.functions, 'function')}: {self.words()}"]
        parts += [f"modelled {model} {mean}" for model, mean in sorted(self._means.items()) if str(mean)]
        parts += [f"{count_noun(self.duplicates, 'duplicate')}"] if self.duplicates else []
        parts += [f"{self.origins['kept']} known from earlier runs"] if self.origins["kept"] else []
        return "; ".join(parts)
