"""Cost ratios and their geometric mean."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from egraph_opt.core.result import count_noun
from egraph_opt.extract.base.stable_sum import ordered_sum

BASES = {"greedy": "Triton's", "given": "the other's", "iree": "IREE's", "input": "the input's"}
"""Reference programs of cost ratios, with their names in sentences; the first with a known cost is used."""


def ratio(ours: float | None, other: float | None) -> float | None:
    """Return `ours / other`; 1 if both are 0, None if either alone is 0 or unknown."""
    if ours is None or other is None:
        return None
    if ours == other:
        return 1.0
    return ours / other if ours > 0.0 and other > 0.0 else None


def mean(ratios: Sequence[float]) -> float:
    """Return the geometric mean of at least one ratio."""
    return math.exp(ordered_sum(map(math.log, ratios)) / len(ratios))


@dataclass
class Mean:
    """Geometric mean of the cost ratios of functions, which are added one by one."""

    logs: float = 0.0
    count: int = 0
    without: int = 0
    """Number of functions without a ratio, because one cost is 0."""
    bases: set[str] = field(default_factory=set)

    def add(self, ours: float | None, others: Iterable[tuple[str, float | None]]) -> None:
        """Add a function, given its cost, and the known costs of reference programs by name."""
        known = {side: cost for side, cost in others if cost is not None}
        base = next((side for side in BASES if side in known), "")
        if ours is None or not base:
            return
        self.bases.add(base)
        found = ratio(ours, known[base])
        self.logs += 0.0 if found is None else math.log(found)
        self.count += found is not None
        self.without += found is None

    def __str__(self) -> str:
        """Return the mean, its reference program, and the number of functions without a ratio; empty without any ratio."""
        left = f"{count_noun(self.without, 'function')} of cost 0 on one side left out" if self.without else ""
        whose = " or ".join(what for side, what in BASES.items() if side in self.bases)
        if not self.count:
            return left
        return f"×{math.exp(self.logs / self.count):.3f} of {whose} (geomean{f', {left}' if left else ''})"
