"""Changes of the chosen program that keep its layouts: fewer waits, another order of operations, and other register limits. A
change is made only if its machine code is predicted to be faster.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from functools import partial

from egraph_opt.cost.target import Target
from egraph_opt.machine.launch_cycles import program_resources
from egraph_opt.machine.prediction import ResourceUse, predict_saving
from egraph_opt.triton.choice.fence_removal import with_fewer_waits
from egraph_opt.triton.choice.grid_dispatch import saved_by_many
from egraph_opt.triton.choice.kernel_search import SearchResult
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.register_limits import (
    scheduled_for_registers,
    with_denser_instances,
    with_more_registers,
    with_short_live_ranges,
)
from egraph_opt.triton.state.report import Prediction

LEAST_SAVING = 0.005
"""Least predicted saving of a change, as a fraction of the time."""
ORDERS = (with_short_live_ranges, partial(with_short_live_ranges, move_loads=True))
"""Changes of the order of operations, which must lower the spills, or raise the occupancy of a program that does not spill. If loads move
as well, fewer registers are needed, but there is less time from a load to its use.
"""
MANY_WORTH = 0.035
"""Least predicted saving for large grids, as a fraction of the time, of a change that makes no single instance faster."""


def adjust_registers(
    found: SearchResult,
    made: StageResults,
    plain: str,
    triton: ResourceUse,
    make: Callable[[str], Future[StageResults]],
    processor: Target,
    local_waits: bool,
    schedules: bool,
) -> tuple[SearchResult, StageResults]:
    """Return the program, with every change that is predicted to make it faster, and its code.

    Args:
        found: the chosen program; its text is None for Triton's own program.
        made: code of the chosen program.
        plain: Triton's own program.
        triton: resource use of Triton's own program.
        make: compiles a program.
        processor: the target.
        local_waits: whether waits may become local to a warp group, which is not proved.
        schedules: whether Triton can schedule instructions for fewer registers.

    Raises:
        BrokenExecutor: the compiling process died.
    """
    waits = (_fewer_waits,) if local_waits else ()
    schedule = (scheduled_for_registers,) if schedules else ()
    tried: set[str] = set()
    for change in (*waits, *ORDERS, with_more_registers, *schedule, with_denser_instances):
        text = change(found.text or plain, made.use, processor)
        if text is None or text in tried:
            continue
        tried.add(text)
        new = compile_or_none(make(text))
        if new is None or (change in ORDERS and not saves_registers(new.use, made.use, processor)):
            continue
        many = saved_by_many(program_resources(new.use, processor), program_resources(made.use, processor))
        if predict_saving((1.0, 1.0), made.use, new.use, processor) >= LEAST_SAVING or many >= MANY_WORTH:
            gain = max(predict_saving(found.cost, triton, new.use, processor), many)
            prediction = Prediction.from_code(triton, new.use, gain, processor)
            found, made = replace(found, text=text, reason="", prediction=prediction), new
    return found, made


def saves_registers(new: ResourceUse, old: ResourceUse, processor: Target) -> bool:
    """Return whether a program spills less than another one, or runs more instances at once if neither spills."""
    return new.spilled < old.spilled or (new.spilled == 0 and new.occupancy(processor) > old.occupancy(processor))


def _fewer_waits(text: str, use: ResourceUse, processor: Target) -> str | None:
    return with_fewer_waits(text)


def compile_or_none(making: Future[StageResults]) -> StageResults | None:
    """Return a compiled program; None if the compilation failed. Raises BrokenExecutor if the compiling process died."""
    error = making.exception()
    if isinstance(error, BrokenExecutor):
        raise error
    return None if error is not None else making.result()
