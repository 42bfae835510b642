"""Register limits and schedules for programs that spill, or that miss higher occupancy by a few registers.

* If even 255 registers are too few, ptxas sometimes uses only 32. With an explicit limit, ptxas uses all 255 registers. For
`layer_norm_gated_bwd_kernel` of flash-linear-attention (512 columns, four warps) the stack then takes 1,328 bytes instead of
3,784.
* In another order of its operations (`live_range_scheduling`), a program needs fewer registers. For `chunk_bwd_kernel_dqkwg` of the same
package the stack then takes 64 bytes instead of 656, and the kernel runs 2.3 times as fast.
* With a few registers fewer, a multiprocessor may hold one more program instance.
* LLVM can schedule instructions for a lower register pressure (Triton's option `sched4reg`, since 3.9).
"""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.checker import check
from egraph_opt.cost.target import Target
from egraph_opt.families.layout.emit.live_range_scheduling import shorten_live_ranges
from egraph_opt.machine.prediction import ResourceUse
from egraph_opt.text import write
from egraph_opt.text.register_attributes import MOST, SCHEDULE_ATTRIBUTE, STEP, request_scheduling, with_limit
from egraph_opt.triton.choice.kernel_search import read_once
from egraph_opt.triton.choice.thread_equivalence import alike

LIMITED_NAME = "limited"
ALLOTMENTS = (LIMITED_NAME, "scheduled", f"scheduled_{LIMITED_NAME}")
"""Names of the variants with other register limits or schedules."""
THEIRS = ("ttg.maxnreg", "ttg.total-num-warps")
"""Attributes of modules whose register limit is fixed, by the user or by warp specialisation."""
LEAST, KEPT, RATIO = 24, 0.8, 1.5
"""`LEAST`: least register limit of ptxas. `KEPT`: least fraction of a program's registers that a limit leaves.

`RATIO`: least quotient of the relative gain in occupancy and the fraction of registers lost.
"""


def with_more_registers(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program with the largest possible register limit; None if nothing spills, no more registers are available, or a
    limit is set.

    Args:
        text: the program.
        use: resource use of the program.
        processor: the target.
    """
    most = most_registers(use.warps, processor)
    if not use.spilled or use.registers + STEP > most or any(name in text for name in THEIRS):
        return None
    return with_limit(text, most)


def with_short_live_ranges(text: str, use: ResourceUse, processor: Target, move_loads: bool = False) -> str | None:
    """Return a program in whose order of operations fewer registers are live; None if nothing spills and no limit raises the occupancy
    (`denser`), if nothing changes, or if the programs are not proved equal.

    Arguments as for `with_more_registers` and `shorten_live_ranges`. Raises InputError if the program does not parse.
    """
    if not use.spilled and denser(use, processor) is None:
        return None
    module = read_once(text)
    new = module.replace_functions({function: shorten_live_ranges(function, move_loads) for function in module.functions()})
    return None if alike(module, new) or not check(module, new, strict=True).equal else write(new)


def with_denser_instances(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program with a register limit that raises occupancy; None if none does (`denser`), or the program has a limit already.

    Arguments as for `with_more_registers`.
    """
    limit = denser(use, processor)
    return None if limit is None or any(name in text for name in THEIRS) else with_limit(text, limit)


def scheduled_for_registers(text: str, use: ResourceUse, processor: Target) -> str | None:
    """Return a program that LLVM schedules for fewer registers; None if the program requests this already, or fewer registers do not help.

    Arguments as for `with_more_registers`.
    """
    lacks = use.spilled or denser(use, processor) is not None
    return request_scheduling(text) if lacks and SCHEDULE_ATTRIBUTE not in text else None


def allotments(text: str, use: ResourceUse, processor: Target, schedules: bool) -> dict[str, str]:
    """Return variants of a program by name, with other register limits or schedules, to be timed.

    `schedules`: whether Triton can schedule instructions for fewer registers. Other arguments as for `with_more_registers`.
    """
    limited = with_more_registers(text, use, processor) or with_denser_instances(text, use, processor)
    found = {} if limited is None else {LIMITED_NAME: limited}
    if schedules and SCHEDULE_ATTRIBUTE not in text:
        found |= {
            "_".join(filter(None, ("scheduled", name))): request_scheduling(each) for name, each in {"": text, **found}.items()
        }
    return found


def denser(use: ResourceUse, processor: Target) -> int | None:
    """Return the largest register limit that raises the occupancy of a program.

    None if no limit gains enough for the lost registers, or if the schedulers are busy already: more instances then wait for them. A kernel
    of Liger whose schedulers were busy took 17 % longer on an H200 (2026-11-29) with 28 instances instead of 24.
    """
    held = use.occupancy(processor)
    if use.path < use.cycles(processor):
        return None
    for limit in range((use.registers - 1) // STEP * STEP, max(LEAST, int(KEPT * use.registers)) - 1, -STEP):
        if (more := replace(use, registers=limit).occupancy(processor) / held - 1.0) > 0.0:
            return limit if more >= RATIO * (1.0 - limit / use.registers) else None
    return None


def most_registers(warps: int, processor: Target) -> int:
    """Return the largest number of registers per thread with which an instance of `warps` warps fits on a multiprocessor."""
    return min(MOST, processor.registers // (32 * warps) // STEP * STEP)
