"""Bounded algebra on TTIR: compute the sums of a loop as matrix products, within a given error.

`vocabulary` defines the symbols of the rules, with semantics over the real numbers.
`error_bounds` bounds errors of floats relative to the real numbers.
`vectorizable_loops` finds loops whose iterations can become a tensor axis, and `loop_vectorizer` emits values with that axis.
`encode` encodes sums and stores of a loop as terms.
`pareto_extraction` extracts the cheapest terms within an error budget.
`emit` emits the extracted terms as operations under a guard.
`alias_guard` emits run-time tests that stores and loads do not overlap.
`range_guard` emits run-time tests that values are in the range of the error bounds.
`error_propagation` bounds the errors at the function's stores.
`optimize` runs the stages, and `error_front` computes the trade-off between cost and error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.core.family import Family
from egraph_opt.families.numerics.options import NumericsOptions

if TYPE_CHECKING:
    from egraph_opt.core.task import Task


def steps() -> type[Task[NumericsOptions]]:
    """Return the class with which `egraph_opt.core.pipeline` runs this family. The class is imported only when this function runs."""
    from egraph_opt.families.numerics.optimize import NumericsTask

    return NumericsTask


FAMILY = Family(
    name="numerics",
    programs="TTIR, whose tensors have no layouts yet",
    options=NumericsOptions,
    task=steps,
    evidence="The result is not equal to the input. Where its guard holds, it was proved equal over the real numbers, and its error to be "
    "at most what the remarks say of each store. Where the guard fails, the input runs.",
    recognises=lambda text, name: 0,
    suffixes=(".ttir", ".mlir"),
    shares="pointer",
    fronts="egraph_opt.families.numerics.error_front:CYCLES_AND_ERROR",
    meaningless={
        "check": "what they make is not equal: its errors are bounded",
        "explain": "which rules led to a choice is not recorded",
        "static": "only what --rules layout made is compiled",
    },
)
