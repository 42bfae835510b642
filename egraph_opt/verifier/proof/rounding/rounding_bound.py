"""Bound on the difference that rounding makes between two sides that are equal over the real numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from egraph_opt.verifier.lift.expression_domain import Unliftable
from egraph_opt.verifier.lift.launch_sequence import lift_side
from egraph_opt.verifier.proof.rounding.error_terms import UNITS
from egraph_opt.verifier.proof.rounding.value_ranges import Ranges
from egraph_opt.verifier.side import Question, Side

INPUTS = 1.0
"""The bound is valid for float inputs of at most this magnitude."""


class RoundingBound(NamedTuple):
    """Largest difference between both sides as computed, for each result array; valid if no float input exceeds the magnitude `inputs`."""

    inputs: float
    differences: Mapping[str, float]

    def __str__(self) -> str:
        said = ", ".join(f"{name} by at most {bound:.2g}" for name, bound in self.differences.items())
        return f"rounding: for finite float inputs of at most {self.inputs:g} in size, the sides differ in {said}"

    def to_json(self) -> dict[str, Any]:
        """Return the bound as data for JSON."""
        return {"inputs": self.inputs, "differences": dict(self.differences)}


def rounding_bound(question: Question, steps: int) -> RoundingBound | None:
    """Return a bound on the difference between both sides; None if there is none, or if it is larger than the results.

    A side that is a NumPy or PyTorch function counts as exact. `steps`: limit on the operations of each side.
    """
    if not all(question.arrays[name].dtype in UNITS for name in question.results):
        return None
    try:
        sides = [side_errors(question, side, steps) for side in (question.old, question.new) if side.reference is None]
    except (Unliftable, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return None
    found = {name: sum(side[name].error for side in sides) for name in question.results}
    useful = all(found[name] <= side[name].size for side in sides for name in question.results)
    return RoundingBound(INPUTS, found) if found and useful else None


class ResultErrors(NamedTuple):
    """Largest error bound, and largest magnitude, of the elements of a result array; NaN if there is no bound."""

    error: float
    size: float


def side_errors(question: Question, side: Side, steps: int) -> dict[str, ResultErrors]:
    """Return the error bounds of each result array of one side. Raises Unliftable."""
    domain = Ranges(tuple(question.arrays.values()), INPUTS)
    lifted = lift_side(question, side, domain, steps)
    if lifted.unordered:
        raise Unliftable("the order of atomic operations is open")
    found = {}
    for name, numbers in lifted.results.items():
        values = domain.values(numbers[lifted.written[name]])
        known = values.error + 0 * values.low
        found[name] = ResultErrors(*(float(np.max(x, initial=0.0)) for x in (known, values.size)))
    return found
