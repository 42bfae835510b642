"""Programs to time beside the input: the e-graph's choices from the input, and from IREE's program after dispatch formation."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.apps.iree_tuning.flag_search import Rewrite
from egraph_opt.core.task import Clock
from egraph_opt.families.region.optimize import RegionTask, RepeatsTask
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.schedule_prediction import form_dispatches, prediction_failure
from egraph_opt.ir.module import Module
from egraph_opt.iree.compiler import IreeBackend
from egraph_opt.iree.program import read_printed
from egraph_opt.iree.tool_process import IreeError
from egraph_opt.text import write
from egraph_opt.text.round_trip import written_alike


def choices(module: Module, text: str, options: RegionOptions) -> list[Module]:
    """Return other modules that are proved equal: the cheapest one, and one that only merges products of repeated tensors.

    Their costs are not confirmed by IREE.
    """
    made = (kind(module, options, Clock(), text).optimize_functions()[0] for kind in (RegionTask, RepeatsTask))
    found = dict.fromkeys(write(new) for new in made)
    return [read_printed(written) for written in found if written != write(module)]


def rewriting(options: RegionOptions) -> Rewrite:
    """Return a function from a program and a target to the e-graph's choice after IREE's dispatch formation."""

    def rewrite_module(text: str, target: IreeBackend) -> Module | None:
        try:
            begun = form_dispatches(text, target)
        except IreeError:
            return None
        if prediction_failure(text, begun, options.assume_dim, target):
            return None
        new, _ = RegionTask(begun, replace(options, start="iree", measure=False), Clock()).optimize_functions()
        return None if written_alike(new, begun) else new

    return rewrite_module
