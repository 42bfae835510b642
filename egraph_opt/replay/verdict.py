"""What a kernel became from version to version, and what is said of it: worse, better, the same, failed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from egraph_opt.replay.measure import Measured, time_ratio

THRESHOLD = 0.02
"""The part of a predicted time that a difference has to exceed."""
Verdict = Literal["failed", "worse", "better", "same", "unmodelled"]
ORDER: tuple[Verdict, ...] = ("failed", "worse", "better", "unmodelled", "same")
"""What is to be looked at first."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one compiler made of a kernel: numbers, or why there are none. `form` says of what, where it does not read the captured TTIR:
    `generic`, the same in MLIR's generic form, or `source`, the Python source."""

    numbers: Measured | None
    error: str = ""
    form: str = ""

    def to_json(self) -> dict[str, Any]:
        if self.numbers is None:
            return {"error": self.error}
        return self.numbers.to_json() | ({"form": self.form} if self.form else {})

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> Side:
        if "error" in data:
            return Side(None, str(data["error"]))
        return Side(Measured.of_json({n: v for n, v in data.items() if n != "form"}), "", data.get("form", ""))


@dataclass(frozen=True)
class Replayed:
    """One kernel under several versions, the first of which is the base, and the last the one that is asked about.

    Args:
        sides: what each version of Triton made of it.
        alike: names of versions in groups that made the same TTGIR.
        ours: what the plug-in made of it under the last version; with its outcome, and what it says of it.
        reason: where the versions part between which it got worse.
    """

    name: str
    place: str
    key: str
    target: str
    sides: Mapping[str, Side]
    alike: list[list[str]]
    ours: Side | None = None
    outcome: str = ""
    said: str = ""
    reason: str = ""

    @property
    def names(self) -> list[str]:
        return list(self.sides)

    @cached_property
    def ratios(self) -> dict[str, float]:
        """How long each version's program is predicted to take beside the first one's, for those of which this is known."""
        found = {name: self._ratio(side) for name, side in self.sides.items()}
        return {name: ratio for name, ratio in found.items() if ratio is not None}

    @cached_property
    def ours_ratio(self) -> float | None:
        """The same of ours."""
        return None if self.ours is None else self._ratio(self.ours)

    @property
    def last(self) -> float | None:
        return self.ratios.get(self.names[-1])

    @property
    def best(self) -> tuple[str, float] | None:
        """The version whose program is predicted to be the fastest, the earliest of several."""
        return min(self.ratios.items(), key=lambda each: each[1]) if self.ratios else None

    def verdict(self, threshold: float = THRESHOLD) -> Verdict:
        """What became of it from the first version to the last. A kernel that only the last one compiles is better."""
        first, last = self.sides[self.names[0]], self.sides[self.names[-1]]
        if last.numbers is None:
            return "failed"
        if first.numbers is None:
            return "better"
        if self.last is None:
            return "unmodelled"
        return "worse" if self.last > 1 + threshold else "better" if self.last < 1 - threshold else "same"

    def turned(self, threshold: float = THRESHOLD) -> tuple[str, str] | None:
        """Two versions, one after the other, between which most of it was lost; None where it did not get worse."""
        if self.verdict(threshold) != "worse":
            return None
        known = list(self.ratios.items())
        steps = [(later / earlier, a, b) for (a, earlier), (b, later) in pairwise(known)]
        _, a, b = max(steps, key=lambda step: step[0])
        return a, b

    def restored(self, threshold: float = THRESHOLD) -> bool | None:
        """Whether ours under the last version is as fast as the first version's program; None where that is not asked."""
        if self.verdict(threshold) != "worse" or self.ours_ratio is None:
            return None
        return self.ours_ratio <= 1 + threshold

    def with_ours(self, side: Side, outcome: str, said: str) -> Replayed:
        return replace(self, ours=side, outcome=outcome, said=said)

    def with_reason(self, reason: str) -> Replayed:
        return replace(self, reason=reason)

    def _ratio(self, side: Side) -> float | None:
        first = self.sides[self.names[0]].numbers
        return None if first is None or side.numbers is None else time_ratio(first, side.numbers, self.target)

    def to_json(self) -> dict[str, Any]:
        """The `result` of a line in a file of results; what is derived from it is not in it."""
        ours = {} if self.ours is None else {"ours": self.ours.to_json(), "outcome": self.outcome, "said": self.said}
        reason = {"reason": self.reason} if self.reason else {}
        sides = {name: side.to_json() for name, side in self.sides.items()}
        return {"target": self.target, "names": self.names, "sides": sides, "alike": self.alike, **ours, **reason}

    @staticmethod
    def of_json(name: str, place: str, key: str, data: Mapping[str, Any]) -> Replayed:
        """Raises KeyError or TypeError where a result is none."""
        ours = Side.of_json(data["ours"]) if "ours" in data else None
        sides = {str(each): Side.of_json(data["sides"][each]) for each in data["names"]}
        rest = (data.get(of, "") for of in ("outcome", "said", "reason"))
        return Replayed(name, place, key, data["target"], sides, data["alike"], ours, *rest)
