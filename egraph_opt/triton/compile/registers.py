"""All registers that fit for the threads of a program, where ptxas keeps values on the stack and registers are left.

Where even 255 are too few, ptxas sometimes takes 32. Told how many it may take, it takes them: `layer_norm_gated_bwd_kernel` of
flash-linear-attention (512 columns, four warps) then has 255 and 1,328 bytes on the stack, in place of 32 and 3,784.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace

from egraph_opt.cost.target import Target
from egraph_opt.machine.use import Use, predicted
from egraph_opt.text.limit import MOST, STEP, with_limit
from egraph_opt.triton.choice.improve import Found
from egraph_opt.triton.compile.make import Made
from egraph_opt.triton.state.report import Foretold

WORTH = 0.005
"""The part of its time that a program must be predicted to save: no layout changes."""
THEIRS = ("ttg.maxnreg", "ttg.total-num-warps")
"""Attributes of modules whose registers are given out already: by the user, or among specialised warps."""


def roomier(
    found: Found, made: Made, plain: str, triton: Use, make: Callable[[str], Future[Made]], processor: Target
) -> tuple[Found, Made]:
    """Return what was found with more registers, and the code of it, or both as they are where that is not predicted to be faster.

    Args:
        found: what goes on; its text is None where that is Triton's own program.
        made: the code of it.
        plain: Triton's own program.
        triton: what that takes.
        make: what compiles a program.
        processor: the processor that is compiled for.

    Raises:
        BrokenExecutor: the process that compiled died.
    """
    text, most = found.text or plain, most_registers(made.use.warps, processor)
    if not made.use.spilled or made.use.registers + STEP > most or any(name in text for name in THEIRS):
        return found, made
    limited = with_limit(text, most)
    making = make(limited)
    if (error := making.exception()) is not None:
        if isinstance(error, BrokenExecutor):
            raise error
        return found, made
    new = making.result()
    if predicted((1.0, 1.0), made.use, new.use, processor) < WORTH:
        return found, made
    gain = predicted(found.cost, triton, new.use, processor)
    return replace(
        found, text=limited, reason="", foretold=Foretold(triton.cycles(processor), new.use.cycles(processor), gain)
    ), new


def most_registers(warps: int, processor: Target) -> int:
    """Return how many registers each thread of a program instance can have, if a multiprocessor holds one."""
    return min(MOST, processor.registers // (32 * warps) // STEP * STEP)
