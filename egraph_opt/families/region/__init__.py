"""Dispatch region family: choice of what IREE fuses, copies and overwrites, by the cost of the whole schedule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.applications import PARTS
from egraph_opt.core.family import Family, mentions
from egraph_opt.families.region.options import RegionOptions

if TYPE_CHECKING:
    from egraph_opt.core.task import Task

_has_dispatches, _has_tensors = mentions("util", "flow"), mentions("linalg", "tensor")


def steps() -> type[Task[RegionOptions]]:
    """Import and return the task class that optimises one module."""
    from egraph_opt.families.region.optimize import RegionTask

    return RegionTask


FAMILY = Family(
    name="region",
    programs="a tensor program of IREE",
    options=RegionOptions,
    task=steps,
    evidence="The result was tested against the input, not proved equal: fingerprints of 64 bits of every element of every output "
    "agree; extents that are known at run time only were drawn at random.",
    reader="egraph_opt.iree.program:read_any",
    printer="egraph_opt.iree.program:print_plain",
    recognises=lambda text, _: 4 if _has_dispatches(text) else int(_has_tensors(text)),
    comparisons={
        "iree": "egraph_opt.families.region.compare:against_iree",
        "best-flags": PARTS["best_flags"],
    },
    models="egraph_opt.families.region.choice.pricing.cost:MODELS",
    models_may_lack=("least", "waves"),  # they only make bounds tight
    pareto="egraph_opt.families.region.choice.pricing.cost:MixedSchedule",
    meaningless={
        "check": "outputs are tested by fingerprints when they are made, and no check of two files is there yet",
        "explain": "a choice is priced by the schedule of the whole, and which rules led to it is not recorded",
        "static": "only what --rules layout made is compiled",
    },
)
