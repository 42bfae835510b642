"""Programs to time beside the input, extracted from the e-graph of the input, or of IREE's program after dispatch formation."""

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
    """Return modules that are proved equal to the input: the cheapest one, and one in which only products of broadcast tensors
    are rewritten.
    """
    made = (kind(module, options, Clock(), text).optimize_functions()[0] for kind in (RegionTask, RepeatsTask))
    found = dict.fromkeys(write(new) for new in made)
    return [read_printed(written) for written in found if written != write(module)]


def rewriting(options: RegionOptions) -> Rewrite:
    """Return a function that lets IREE form the dispatches of a program, and then optimises the result."""

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
