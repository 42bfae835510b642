"""Layout family: joint choice of the layouts of all tensors in a Triton kernel, to minimise the cost of layout conversions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from egraph_opt.core.family import Family, mentions
from egraph_opt.families.layout.options import Options

if TYPE_CHECKING:
    from egraph_opt.core.task import Task

_has_layouts = mentions("ttg", "ttng", "amdg", also=r"[#!]ttn?g\.|\bttg\.num-warps\b")


def steps() -> type[Task[Options]]:
    """Import and return the class that optimises one module."""
    from egraph_opt.families.layout.optimize import LayoutTask

    return LayoutTask


FAMILY = Family(
    name="layout",
    programs="TTGIR, whose tensors have layouts already",
    options=Options,
    task=steps,
    evidence="The result was proved equal to the input.",
    recognises=lambda text, _: 3 * _has_layouts(text),
    parts=("rotation",),
    hint="--rules layout, which is the default, takes it; the kernel's .ttir has the pointers",
    comparisons={
        "triton": "egraph_opt.baseline.pass_comparison:against_triton",
        "none": "egraph_opt.baseline.pass_comparison:against_input",
    },
    against_files="egraph_opt.baseline.pass_comparison:against_files",
    suffixes=(".ttgir", ".mlir"),
    models="egraph_opt.cost:MODELS",
    pareto="egraph_opt.cost.model_spec:MixedModel",
    explain="egraph_opt.families.layout.explanation:explain",
    report="egraph_opt.families.layout.report.report_assembly:parts",
    as_plugin="egraph_opt.triton.offline_decision:wanted_by",
)
