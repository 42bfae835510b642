"""IREE's dispatch formation as start of the search, and prediction of IREE's schedule of the resulting program."""

from __future__ import annotations

from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.choice.classes.selection import as_formed
from egraph_opt.families.region.choice.scheduling.commands import CommandSchedule, DeviceCommand
from egraph_opt.families.region.choice.scheduling.schedule import schedule
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.splitting.blocks import FunctionBlocks
from egraph_opt.families.region.encode.tensor_program import ASSUMED_EXTENT, FUNCTIONS
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.ir.module import Module
from egraph_opt.iree.compiler import DEFAULT, DISPATCH_PHASE, IreeBackend, compiled_to
from egraph_opt.iree.program import read_printed


def form_dispatches(text: str, target: IreeBackend = DEFAULT) -> Module:
    """Return a program with the dispatches that IREE forms for a target.

    Raises:
        IreeError: IREE does not compile the program.
    """
    return read_printed(compiled_to(DISPATCH_PHASE, text, target))


def predict_schedule(module: Module, assumed: int = ASSUMED_EXTENT) -> CommandSchedule:
    """Predict IREE's schedule of an unchanged program whose dispatches IREE has formed.

    `assumed` is the value of extents known only at run time.
    """
    commands: list[DeviceCommand] = []
    waves: list[int] = []
    transient = 0
    for function in (op for op in module.op.walk() if op.name in FUNCTIONS and op.regions and op.regions[0].blocks):
        blocks = function.regions[0].blocks
        for part in [function] if len(blocks) == 1 else FunctionBlocks(function).alone():
            found = schedule(as_formed(encode(part, assumed, formed=True)))
            commands += found.commands
            waves = [w + max(found.wave, default=-1) + 1 for w in waves] + found.wave
            transient += found.transient
    return CommandSchedule(commands, waves, transient)


def prediction_failure(text: str, begun: Module, assumed: int = ASSUMED_EXTENT, target: IreeBackend = DEFAULT) -> str:
    """Return how the predicted schedule differs from IREE's schedule, or an empty string for equal schedules.

    Args:
        text: the program.
        begun: the program after IREE has formed its dispatches.
        assumed: value of extents known only at run time.
        target: IREE's target.
    """
    try:
        wanted, found = schedule_of(text, assumed, target).totals(), predict_schedule(begun, assumed).totals()
    except EgraphOptError as error:
        return str(error)
    differ = ", ".join(f"{name} {wanted[name]}, predicted {found[name]}" for name in wanted if wanted[name] != found[name])
    return f"IREE's schedule is not predicted: {differ}" if differ else ""
