"""Verdicts on two kernels: equal to the last bit, equal over the reals, different, or not decided, with reasons and evidence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from egraph_opt.verifier.run.witness import Witness

if TYPE_CHECKING:
    from egraph_opt.verifier.proof.rounding.rounding_bound import RoundingBound


class Outcome(Enum):
    """Possible result of a comparison of two sides (the old and the new kernels)."""

    BITS = "equal to the last bit"
    REALS = "equal over the reals"
    DIFFERENT = "different"
    UNDECIDED = "not decided"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a comparison of two sides (the old and the new kernels).

    Attributes:
        outcome: whether the sides are equal, and in which sense.
        reason: why nothing is decided, or what a proof rests on.
        place: launch, operation or array at which a proof stopped; empty if not known.
        witness: an input on which the sides differ.
        special: an input with NaN, infinities or overflow on which they differ. It counts as a difference only with the
            option `special_values`.
        results: names of the arrays that are compared.
        laws: names of the algebraic laws that the proof uses.
        assumptions: what the proof takes for granted.
        runs: number of inputs on which both sides were run.
        sizes: values of the open sizes (sizes without a fixed number) in these runs, one mapping for each combination.
        sampled: whether only some programs of the grids were run, because all would be too much work.
        equal_bits: whether all results of the runs were equal to the last bit.
        notes: other observations, such as differences that may be rounding.
        rounding: bound on the rounding difference between sides that are equal over the reals; None if none is known.
    """

    outcome: Outcome
    reason: str = ""
    place: str = ""
    witness: Witness | None = None
    special: Witness | None = None
    results: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    runs: int = 0
    sizes: tuple[Mapping[str, int], ...] = ()
    sampled: bool = False
    equal_bits: bool = False
    notes: tuple[str, ...] = ()
    rounding: RoundingBound | None = None

    @property
    def equal(self) -> bool:
        """Return whether the old and new kernels are proved equal, to the last bit or over the reals."""
        return self.outcome in (Outcome.BITS, Outcome.REALS)

    @property
    def different(self) -> bool:
        """Return whether the old and new kernels differ on an input that was run."""
        return self.outcome is Outcome.DIFFERENT

    def __str__(self) -> str:
        parts = [self.outcome.value]
        if self.outcome is Outcome.DIFFERENT and self.witness is not None:
            parts[0] += f": {self.witness}"
        elif self.reason:
            parts[0] += f": {self.reason}" + (f" ({self.place})" if self.place else "")
        if self.results:
            parts.append(f"results: {', '.join(self.results)}")
        if self.assumptions:
            parts.append(f"taken for granted: {'; '.join(self.assumptions)}")
        if self.rounding is not None:
            parts.append(str(self.rounding))
        parts.append(self.describe_runs())
        if self.special is not None:
            parts.append(f"note: on values that are not finite, or overflow, they differ: {self.special}")
        return "\n".join((*filter(None, parts), *(f"note: {note}" for note in self.notes)))

    def describe_runs(self) -> str:
        """Return a sentence on the runs: how many inputs and sizes, and what they showed."""
        if not self.runs or self.outcome is Outcome.DIFFERENT:
            return ""
        inputs = f"{self.runs} inputs" if self.runs > 1 else "one input"
        sizes = f" at {len(self.sizes)} choices of sizes" if len(self.sizes) > 1 else ""
        some = " (some programs of the grids only)" if self.sampled else ""
        seen = "all bits are equal" if self.equal_bits else "no difference beyond rounding"
        proves = "" if self.equal else ", which proves nothing"
        return f"sampled: {inputs}{sizes}{some}: {seen}{proves}"

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as a dictionary for JSON."""
        return {
            "verdict": self.outcome.value,
            "proved": self.equal,
            "reason": self.reason,
            "place": self.place,
            "witness": self.witness.to_json() if self.witness else None,
            "special": self.special.to_json() if self.special else None,
            "results": list(self.results),
            "laws": list(self.laws),
            "assumptions": list(self.assumptions),
            "runs": self.runs,
            "sizes": [dict(sizes) for sizes in self.sizes],
            "sampled_programs": self.sampled,
            "equal_bits_in_runs": self.equal_bits,
            "notes": list(self.notes),
            "rounding": self.rounding.to_json() if self.rounding else None,
        }
