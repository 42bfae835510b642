"""What is counted of the records of a run, and how the run ends."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from egraph_opt.core.result import counted

ORDER = ("better", "corrected", "changed", "equal", "same", "worse", "different", "undecided", "refused", "failed")


@dataclass
class Tally:
    """Counts of records."""

    verdicts: Counter[str] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    """Of what this run wrote."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Of what failed: how often each."""
    limited: int = 0
    """Functions whose search was ended by a limit, or that were not understood."""
    cpu: float = 0.0
    _keys: set[str] = field(default_factory=set)
    _logs: dict[str, list[float]] = field(default_factory=dict)
    """By cost model, the sum of the logarithms of costs against the input's, and how many."""

    def add(self, record: dict[str, Any], fresh: bool) -> None:
        """Count a record; `fresh`: this run wrote it."""
        self.verdicts[record["verdict"]] += 1
        self._keys.add(record["key"])
        if fresh:
            self.origins[record["meta"]["origin"]] += 1
            self.cpu += record["meta"]["cpu"]
        if record["verdict"] in ("failed", "refused"):
            self.reasons[record["reason"].splitlines()[0] if record["reason"] else "no reason was given"] += 1
        functions = record["result"].get("functions") or record["result"].get("rows") or []
        self.limited += any(each.get("stopped_by") for each in functions)
        for model, sides in record["costs"].items():
            ours, other = (
                sides.get("ours"),
                next((sides[s] for s in ("greedy", "iree", "input") if sides.get(s) is not None), None),
            )
            if ours is not None and other is not None:
                total = self._logs.setdefault(model, [0.0, 0.0])
                total[0] += math.log(ours / other if ours > 0.0 and other > 0.0 else (ours + 1.0) / (other + 1.0))
                total[1] += 1

    @property
    def functions(self) -> int:
        """Return how many records there are."""
        return self.verdicts.total()

    @property
    def duplicates(self) -> int:
        """Return how many of them say what another one says, of an equal function."""
        return self.functions - len(self._keys)

    def words(self) -> str:
        """Return the counts of verdicts in words."""
        return ", ".join(f"{self.verdicts[each]} {each}" for each in ORDER if self.verdicts[each]) or "none done"

    def summary(self) -> str:
        """Return the last line of a run."""
        parts = [f"{counted(self.functions, 'function')}: {self.words()}"]
        parts += [f"modelled {model} ×{math.exp(logs / n):.3f} (geomean)" for model, (logs, n) in sorted(self._logs.items())]
        parts += [f"{counted(self.duplicates, 'duplicate')}"] if self.duplicates else []
        parts += [f"{self.origins['kept']} known from earlier runs"] if self.origins["kept"] else []
        return "; ".join(parts)
