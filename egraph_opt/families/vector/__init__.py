"""The family `vector-layout`: choice of how IREE distributes each vector over threads, by the rules of the family `layout`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.core.family import Family, mentions
from egraph_opt.families.vector.options import VectorOptions

if TYPE_CHECKING:
    from egraph_opt.core.task import Task

_has_layouts = mentions("iree_vector_ext", also=r"[#!]iree_vector_ext\.")


def steps() -> type[Task[VectorOptions]]:
    """Return the class with which `egraph_opt.core.pipeline` runs this family. The class is imported only when this function runs."""
    from egraph_opt.families.vector.optimize import VectorTask

    return VectorTask


FAMILY = Family(
    name="vector-layout",
    programs="a vector program of IREE",
    options=VectorOptions,
    vocabulary="layout",
    task=steps,
    evidence="The result was proved equal to the input, and IREE's own analysis of its layouts gives this cost.",
    reader="egraph_opt.iree.program:read_any",
    printer="egraph_opt.iree.program:print_plain",
    recognises=lambda text, _: 5 * _has_layouts(text),
    comparisons={"iree": "egraph_opt.families.vector.compare:against_iree"},
    models="egraph_opt.families.vector.cost:MODELS",
    pareto="egraph_opt.cost.model_spec:MixedModel",
    meaningless={
        "explain": "choices are found in what IREE's analysis has written out, which is no program of the user's",
        "static": "only what --rules layout made is compiled",
    },
)
