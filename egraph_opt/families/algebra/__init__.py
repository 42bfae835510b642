"""Tensor algebra on TTIR: what is computed of which elements, and where.

    vocabulary  the words of the rules with their meanings
    tables      operations, movements and shapes as the numbers of words, and back
    encode      a function as terms, through loops and conditionals
    cost        what a word costs
    emit        the chosen terms as operations, where the input has them
    optimize    the family's steps

Programs are TTIR, as for the family `pointer`, which is the one that a text of TTIR is for unless `--rules algebra` is given.
"""

from __future__ import annotations

from egraph_opt.core.family import Family
from egraph_opt.families.algebra.options import AlgebraOptions

FAMILY = Family(
    name="algebra",
    programs="TTIR, whose tensors have no layouts yet",
    options=AlgebraOptions,
    task="egraph_opt.families.algebra.optimize:AlgebraTask",
    recognises=lambda text, name: 0,  # the family of pointers is the one that is named to who names no rules
    shares="pointer",
    models="egraph_opt.families.algebra.cost:MODELS",
    meaningless={
        "explain": "which rules lead to a choice is not kept",
        "pareto": "there is one cost model",
        "static": "only what --rules layout made is compiled",
    },
)
