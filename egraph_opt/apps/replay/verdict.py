"""Results of a kernel under several versions of Triton, and the verdict on the last version."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal

from egraph_opt.apps.replay.kernel_metrics import Measurements, time_ratio

THRESHOLD = 0.02
"""Least relative difference of predicted times that counts as better or worse."""
Verdict = Literal["failed", "worse", "better", "same", "unmodelled"]
ORDER: tuple[Verdict, ...] = ("failed", "worse", "better", "unmodelled", "same")
"""Verdicts in order of importance. `unmodelled`: no machine model predicts the times."""


@dataclass(frozen=True, slots=True)
class CompilerResult:
    """Result of one compiler for a kernel: measurements, or an error.

    If the captured TTIR was rejected, `form` is what was compiled: `generic`, MLIR's generic form, or `source`, the Python source.
    """

    numbers: Measurements | None
    error: str = ""
    form: str = ""

    def to_json(self) -> dict[str, Any]:
        if self.numbers is None:
            return {"error": self.error}
        return self.numbers.to_json() | ({"form": self.form} if self.form else {})

    @staticmethod
    def of_json(data: Mapping[str, Any]) -> CompilerResult:
        if "error" in data:
            return CompilerResult(None, str(data["error"]))
        return CompilerResult(Measurements.of_json({n: v for n, v in data.items() if n != "form"}), "", data.get("form", ""))


@dataclass(frozen=True)
class ReplayedKernel:
    """Results of a kernel under several versions. The last version is compared with the first.

    Args:
        sides: the result of each version of Triton.
        alike: names of versions, grouped by equal TTGIR.
        ours: the plug-in's result under the last version.
        reason: the cause of the largest slowdown between two versions.
    """

    name: str
    place: str
    key: str
    target: str
    sides: Mapping[str, CompilerResult]
    alike: list[list[str]]
    ours: CompilerResult | None = None
    outcome: str = ""
    said: str = ""
    reason: str = ""

    @property
    def names(self) -> list[str]:
        return list(self.sides)

    @cached_property
    def ratios(self) -> dict[str, float]:
        """Ratio of predicted times of each version to the first, if known."""
        found = {name: self._ratio(side) for name, side in self.sides.items()}
        return {name: ratio for name, ratio in found.items() if ratio is not None}

    @cached_property
    def ours_ratio(self) -> float | None:
        """Ratio of predicted times of the plug-in's program to the first version."""
        return None if self.ours is None else self._ratio(self.ours)

    @property
    def last(self) -> float | None:
        return self.ratios.get(self.names[-1])

    @property
    def best(self) -> tuple[str, float] | None:
        """Earliest version with the least predicted time, and the ratio of its time to that of the first version."""
        return min(self.ratios.items(), key=lambda each: each[1]) if self.ratios else None

    def verdict(self, threshold: float = THRESHOLD) -> Verdict:
        """Return the verdict on the last version compared with the first. A kernel that only the last version compiles is `better`."""
        first, last = self.sides[self.names[0]], self.sides[self.names[-1]]
        if last.numbers is None:
            return "failed"
        if first.numbers is None:
            return "better"
        if self.last is None:
            return "unmodelled"
        return "worse" if self.last > 1 + threshold else "better" if self.last < 1 - threshold else "same"

    def worst_step(self) -> tuple[str, str] | None:
        """Return the two consecutive versions with the largest slowdown; None if the kernel did not get worse."""
        if self.verdict() != "worse":
            return None
        known = list(self.ratios.items())
        steps = [(later / earlier, a, b) for (a, earlier), (b, later) in pairwise(known)]
        _, a, b = max(steps, key=lambda step: step[0])
        return a, b

    def is_restored(self, threshold: float = THRESHOLD) -> bool | None:
        """Return whether the plug-in's program undoes a slowdown: it is as fast as the first version's program.

        None if the last version is not slower than the first, or if the time of the plug-in's program is unknown.
        """
        if self.verdict(threshold) != "worse" or self.ours_ratio is None:
            return None
        return self.ours_ratio <= 1 + threshold

    def with_ours(self, side: CompilerResult, outcome: str, said: str) -> ReplayedKernel:
        return replace(self, ours=side, outcome=outcome, said=said)

    def with_reason(self, reason: str) -> ReplayedKernel:
        return replace(self, reason=reason)

    def _ratio(self, side: CompilerResult) -> float | None:
        first = self.sides[self.names[0]].numbers
        return None if first is None or side.numbers is None else time_ratio(first, side.numbers, self.target)

    def to_json(self) -> dict[str, Any]:
        """Return the kernel as the `result` of a record."""
        ours = {} if self.ours is None else {"ours": self.ours.to_json(), "outcome": self.outcome, "said": self.said}
        reason = {"reason": self.reason} if self.reason else {}
        sides = {name: side.to_json() for name, side in self.sides.items()}
        return {"target": self.target, "names": self.names, "sides": sides, "alike": self.alike, **ours, **reason}

    @staticmethod
    def of_json(name: str, place: str, key: str, data: Mapping[str, Any]) -> ReplayedKernel:
        """Return the kernel in the `result` of a record. Raises KeyError or TypeError if the data are malformed."""
        ours = CompilerResult.of_json(data["ours"]) if "ours" in data else None
        sides = {str(each): CompilerResult.of_json(data["sides"][each]) for each in data["names"]}
        rest = (data.get(of, "") for of in ("outcome", "said", "reason"))
        return ReplayedKernel(name, place, key, data["target"], sides, data["alike"], ours, *rest)
