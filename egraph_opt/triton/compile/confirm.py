"""A last look at a changed program: what ptxas makes of it. It decides over registers and spills, which no cost model foresees.

Triton's program and ours, with loads where they were and with loads in other layouts, are compiled as far as machine code, side by side;
ours goes on only where that says that it will be faster (`egraph_opt.machine.use`). What is kept is not compiled again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from typing import Any

from egraph_opt.cost.target import Target
from egraph_opt.machine.use import predicted
from egraph_opt.text.limit import MOST, STEP, with_limit
from egraph_opt.triton.choice.improve import Found
from egraph_opt.triton.compile.compiler import Threads
from egraph_opt.triton.compile.limits import fits
from egraph_opt.triton.compile.make import Made
from egraph_opt.triton.report import Foretold

WORTH, ORDER_WORTH = 0.035, 0.005
"""The part of its time that a program must be predicted to save: about what predictions are worth for changes that small. Where only the
order of operations changes they are worth more: of 126 programs predicted to save between 0.3 and 3 % 45 saved over 2 % and 3 lost."""

SAME, CHEAPER = 1e-6, 0.015
"""Parts of a modelled cost: programs that differ by less cost the same; one that costs so much less than another was never predicted to
take longer (102 kernels)."""


class Unfit(Exception):
    """Triton does not compile its own program; says why."""


def worth(cost: tuple[float, float]) -> float:
    """What a program must be predicted to save, by the costs of Triton's and its own: they are the same where layouts are."""
    return ORDER_WORTH if cost[0] == cost[1] else WORTH


def confirmed(plain: str, metadata: dict[str, Any], compiler: Threads, processor: Target) -> tuple[Found, Made]:
    """What the machine code says is fastest, which may be Triton's program, and the code of it.

    Raises:
        BrokenExecutor: a process that compiled died.
        Unfit: Triton's own program does not compile.
        Exception: a search failed.
    """
    found: list[Found] = []
    making: dict[str, Future[Made]] = {}

    def start(each: Found) -> None:
        if each.text is not None and each.text not in making:
            making[each.text] = compiler.make(each.text, metadata)
            compiler.foresee(each.text)

    with compiler:
        # Triton's program is needed in any case: it compiles while ours are looked for.
        theirs = compiler.make_plain(plain, metadata)
        compiler.foresee(plain)
        for each in compiler.searched(plain):
            found.append(each)
            if compiler.eager and not each.alike:
                start(each)
        rivals = [(each, each.text) for each in contenders(found) if each.text is not None]
        for each, _ in rivals:
            start(each)
        changed = [(each, making[text]) for each, text in rivals]
        plainly = _own(theirs)
        for _, ours in changed:
            if isinstance(error := ours.exception(), BrokenExecutor):
                raise error
        gains = [
            -math.inf if ours.exception() else predicted(each.cost, plainly.use, ours.result().use, processor)
            for each, ours in changed
        ]
        result, made, unfit = found[0], plainly, _unfit(plainly, compiler.target)
        if unfit and all(gain == -math.inf for gain in gains):
            result = Found(None, reason=unfit, cost=(result.cost[0],) * 2, converts=(result.converts[0],) * 2)
        elif changed:
            best = max(range(len(changed)), key=lambda n: gains[n] - worth(changed[n][0].cost))
            each, chosen = changed[best][0], changed[best][1].result()
            if gains[best] >= worth(each.cost):
                before, after = plainly.use.cycles(processor), chosen.use.cycles(processor)
                result, made = replace(each, foretold=Foretold(before, after, gains[best])), chosen
            else:
                says = f"its machine code is predicted to save {gains[best]:.1%} of the time: {chosen.use}; Triton's has {plainly.use}"
                result = left(result, says)
        else:
            alike = any(each.alike for each in found)
            result = left(result, "its machine code would be as good as Triton's" if alike else result.reason)
        if not unfit:
            result, made = roomier(result, made, plain, metadata, compiler, processor, plainly)
        if result.text is None:
            alone = plainly.use.cycles(processor)
            reason = unfit or result.reason
            result = replace(result, foretold=Foretold(alone, alone, 0.0), unfit=bool(unfit), reason=reason)
        compiler.wait_for(result.text or plain)
    return result, made


def roomier(
    found: Found, made: Made, plain: str, metadata: dict[str, Any], compiler: Threads, processor: Target, plainly: Made
) -> tuple[Found, Made]:
    """A program whose threads have all registers that fit, where ptxas keeps values on the stack and registers are left.

    Where even 255 are too few, ptxas sometimes takes 32. Told how many it may take, it takes them: `layer_norm_gated_bwd_kernel` of
    flash-linear-attention (512 columns, four warps) has 255 and 1,328 bytes on the stack in place of 32 and 3,784.
    """
    text, most = found.text or plain, most_registers(made.use.warps, processor)
    if not made.use.spilled or made.use.registers + STEP > most or "ttg.maxnreg" in text or "total-num-warps" in text:
        return found, made
    limited = with_limit(text, most)
    making = compiler.make(limited, metadata)
    if (error := making.exception()) is not None:
        if isinstance(error, BrokenExecutor):
            raise error
        return found, made
    new = making.result()
    if predicted((1.0, 1.0), made.use, new.use, processor) < ORDER_WORTH:
        return found, made
    gain = predicted(found.cost, plainly.use, new.use, processor)
    compiler.foresee(limited)
    foretold = Foretold(plainly.use.cycles(processor), new.use.cycles(processor), gain)
    return replace(found, text=limited, reason="", foretold=foretold), new


def most_registers(warps: int, processor: Target) -> int:
    """How many registers each thread of a program instance can have, if a multiprocessor holds one."""
    return min(MOST, processor.registers // (32 * warps) // STEP * STEP)


def left(found: Found, why: str) -> Found:
    """Triton's program in the place of what was found."""
    return Found(None, found.failed, found.reason if found.failed else why, (found.cost[0],) * 2, (found.converts[0],) * 2)


def contenders(found: Sequence[Found]) -> list[Found]:
    """What of two programs is compiled: the second one not where it costs as much as the first; the first not where it costs much more.

    Loads go first in the first one, so where both cost the same, that is what the second one lacks.
    """
    changed = [each for each in found if each.text is not None and not each.alike]
    if len(changed) == 2:
        first, second = changed
        if first.text == second.text or second.cost[1] >= first.cost[1] * (1 - SAME):
            return [first]
        if second.cost[1] < first.cost[1] * (1 - CHEAPER):
            return [second]
    return changed


def _unfit(plainly: Made, target: str) -> str:
    """Why Triton's own program cannot be launched; empty where nothing is known to be in the way."""
    shared = plainly.metadata["shared"]
    return "" if fits(shared, target) else f"Triton's own program has {shared} bytes of shared memory, {target} has less"


def _own(theirs: Future[Made]) -> Made:
    """Triton's own program, compiled; what does not come of one of its stages is an error of ours (`make`)."""
    error = theirs.exception()
    if error is None or isinstance(error, (BrokenExecutor, OSError, ValueError)):
        return theirs.result()
    lines = str(error).strip().splitlines() or [""]
    raise Unfit(f"Triton does not compile its own program: {type(error).__name__}: {lines[0]}") from error
