"""Higher register limit for programs that spill although registers are left.

If even 255 are too few, ptxas sometimes uses only 32. With an explicit limit it uses them all: `layer_norm_gated_bwd_kernel` of
flash-linear-attention (512 columns, four warps) then has 255 and 1,328 bytes on the stack, instead of 32 and 3,784.
"""

from __future__ import annotations

from egraph_opt.cost.target import Target
from egraph_opt.machine.use import Use
from egraph_opt.text.limit import MOST, STEP, with_limit

THEIRS = ("ttg.maxnreg", "ttg.total-num-warps")
"""Attributes of modules whose registers are already allotted: by the user, or among specialised warps."""


def with_more_registers(text: str, use: Use, processor: Target) -> str | None:
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


def most_registers(warps: int, processor: Target) -> int:
    """Return the number of registers that each thread of a program instance can have, if a multiprocessor holds one instance."""
    return min(MOST, processor.registers // (32 * warps) // STEP * STEP)
