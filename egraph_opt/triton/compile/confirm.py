"""A last look at a changed program: what ptxas makes of it. It decides over registers and spills, which no cost model foresees.

Triton's program and ours, with loads where they were and with loads in other layouts, are compiled as far as machine code, side by side;
ours goes on only where that says that it will be faster (`egraph_opt.machine.use`). What is kept is not compiled again.
"""

from __future__ import annotations

import math
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from typing import Any

from egraph_opt.cost.target import Target
from egraph_opt.machine.use import predicted
from egraph_opt.triton.choice.improve import Found
from egraph_opt.triton.compile.compiler import Threads
from egraph_opt.triton.compile.limits import fits
from egraph_opt.triton.compile.make import Made
from egraph_opt.triton.report import Foretold

WORTH, ORDER_WORTH = 0.035, 0.005
"""The part of its time that a program must be predicted to save: about what predictions are worth for changes that small. Where only the
order of operations changes they are worth more: of 126 programs predicted to save between 0.3 and 3 % 45 saved over 2 % and 3 lost."""


class Unfit(Exception):
    """Triton does not compile its own program; says why."""


def worth(cost: tuple[float, float]) -> float:
    """What a program must be predicted to save, by the costs of Triton's and its own: they are the same where layouts are."""
    return ORDER_WORTH if cost[0] == cost[1] else WORTH


def confirmed(plain: str, metadata: dict[str, Any], compiler: Threads, processor: Target) -> tuple[Found, Made]:
    """What the machine code says is fastest, which may be Triton's program, and the code of it.

    Raises:
        BrokenExecutor: a process that searched or compiled died.
        Unfit: Triton's own program does not compile.
        Exception: a search failed.
    """
    found: list[Found] = []
    changed: list[tuple[Found, Future[Made]]] = []
    with compiler:
        # Triton's program is needed in any case: it compiles while ours are looked for.
        theirs = compiler.make_plain(plain, metadata)
        compiler.foresee(plain)
        for each in compiler.searched(plain):
            if each.text is not None and all(each.text != other.text for other in found):
                changed.append((each, compiler.make(each.text, metadata)))
                compiler.foresee(each.text)
            found.append(each)
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
                reason = result.reason if result.failed else says
                result = Found(None, result.failed, reason, (result.cost[0],) * 2, (result.converts[0],) * 2)
        if result.text is None:
            alone = plainly.use.cycles(processor)
            reason = unfit or result.reason
            result = replace(result, foretold=Foretold(alone, alone, 0.0), unfit=bool(unfit), reason=reason)
        compiler.wait_for(result.text or plain)
    return result, made


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
