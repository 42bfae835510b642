"""Other allotments of registers for programs that use the stack, or that just miss one more program instance on a multiprocessor.

* If even 255 registers are too few, ptxas sometimes uses only 32. With an explicit limit it uses them all:
  `layer_norm_gated_bwd_kernel` of flash-linear-attention (512 columns, four warps) then has 255 and 1,328 bytes on the stack,
  instead of 32 and 3,784.
* With a few registers less, a multiprocessor may hold one more program instance.
* LLVM can schedule instructions so that fewer values live at once (Triton's option `sched4reg`, since 3.9).
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.cost.target import Target
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.text.register_attributes import MOST, SCHEDULE_ATTRIBUTE, STEP, request_scheduling, with_limit

LIMITED_NAME = "limited"
"""Name of a program with another limit."""
ALLOTMENTS = (LIMITED_NAME, "scheduled", f"scheduled_{LIMITED_NAME}")
"""Names of programs with other registers."""
THEIRS = ("ttg.maxnreg", "ttg.total-num-warps")
"""Attributes of modules whose registers are already allotted: by the user, or among specialised warps."""
LEAST, KEPT, RATIO = 24, 0.8, 1.5
"""Smallest limit that ptxas takes; the part of its registers that a program must keep under a limit for one more instance; and the
smallest ratio of the part by which instances grow to the part of the registers that is given up: others are not worth a compilation."""


def with_more_registers(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program with a limit of all registers that fit; None if it spills nothing, has as many already, or has a limit.

    Args:
        text: the program.
        use: what its machine code takes.
        processor: the processor that is compiled for.
    """
    most = most_registers(use.warps, processor)
    if not use.spilled or use.registers + STEP > most or any(name in text for name in THEIRS):
        return None
    return with_limit(text, most)


def with_denser_instances(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program with the limit of registers under which a multiprocessor holds one more instance; None if that is too far
    away, or if the program has a limit. Arguments as for `with_more_registers`."""
    limit = denser(use, processor)
    return None if limit is None or any(name in text for name in THEIRS) else with_limit(text, limit)


def scheduled_for_registers(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program that LLVM schedules for fewer registers; None if it lacks none, or if it is such a program. Arguments as for
    `with_more_registers`."""
    lacks = use.spilled or denser(use, processor) is not None
    return request_scheduling(text) if lacks and SCHEDULE_ATTRIBUTE not in text else None


def allotments(text: str, use: ResourceUse, processor: Target, schedules: bool) -> dict[str, str]:
    """Return programs with other registers, to be timed, by name; none that takes no other. `schedules`: whether Triton can schedule
    instructions for fewer registers. The other arguments are as for `with_more_registers`."""
    limited = with_more_registers(text, use, processor) or with_denser_instances(text, use, processor)
    found = {} if limited is None else {LIMITED_NAME: limited}
    if schedules and SCHEDULE_ATTRIBUTE not in text:
        found |= {
            "_".join(filter(None, ("scheduled", name))): request_scheduling(each) for name, each in {"": text, **found}.items()
        }
    return found


def denser(use: ResourceUse, processor: Target) -> int | None:
    """Return the largest number of registers with which a multiprocessor holds more instances of a program than it does; None if
    too many registers are given up for too few instances."""
    held = use.occupancy(processor)
    for limit in range((use.registers - 1) // STEP * STEP, max(LEAST, int(KEPT * use.registers)) - 1, -STEP):
        if (more := replace(use, registers=limit).occupancy(processor) / held - 1.0) > 0.0:
            return limit if more >= RATIO * (1.0 - limit / use.registers) else None
    return None


def most_registers(warps: int, processor: Target) -> int:
    """Return the number of registers that each thread of a program instance can have, if a multiprocessor holds one instance."""
    return min(MOST, processor.registers // (32 * warps) // STEP * STEP)
