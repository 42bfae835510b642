"""Tensor algebra on TTIR: choose which elements are computed, by which operations, and where.

    `vocabulary` defines the symbols of the rules with their semantics.
    `interning` numbers operations, movements and shapes.
    `encode` encodes a function as terms, through loops and conditionals.
    `cost` prices the operation of a term.
    `emit` emits selected terms as operations, placed as in the input.
    `optimize` runs the stages.

Without `--rules algebra`, the family `pointer` optimises TTIR.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.core.family import Family
from egraph_opt.families.algebra.options import AlgebraOptions

if TYPE_CHECKING:
    from egraph_opt.core.task import Task


def steps() -> type[Task[AlgebraOptions]]:
    """Return the class with which `egraph_opt.core.pipeline` runs this family. The class is imported only when this function runs."""
    from egraph_opt.families.algebra.optimize import AlgebraTask

    return AlgebraTask


FAMILY = Family(
    name="algebra",
    programs="TTIR, whose tensors have no layouts yet",
    options=AlgebraOptions,
    task=steps,
    evidence="The result was proved equal to the input.",
    recognises=lambda text, name: 0,  # without named rules, the family of pointers is used
    suffixes=(".ttir", ".mlir"),
    shares="pointer",
    check="egraph_opt.families.algebra.optimize:same",
    models="egraph_opt.families.algebra.cost:MODELS",
    meaningless={
        "explain": "which rules led to a choice is not recorded",
        "pareto": "there is one cost model",
        "static": "only what --rules layout made is compiled",
    },
)
