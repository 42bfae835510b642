"""Bounded algebra on TTIR: sums of a loop as matrix products, within a given error.

vocabulary  the words of the rules and their meanings, over the real numbers
bounds      errors of floats relative to the real numbers
loops       loops whose iterations can become an axis
lift        values of such a loop, with that axis
encode      sums and stores of a loop, as terms
choice      the cheapest terms within a budget of error
apart       tests at run time that stores and loads do not overlap
emit        the chosen terms as operations, under a guard
guard       whether values are in the ranges in which bounds hold
optimize    the family's steps
front       what a smaller error costs
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.core.family import Family
from egraph_opt.families.numerics.options import NumericsOptions

if TYPE_CHECKING:
    from egraph_opt.core.task import Task


def steps() -> type[Task[NumericsOptions]]:
    """Import the steps on one module."""
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
