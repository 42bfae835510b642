"""A last look at a changed program: what ptxas makes of it. It decides over registers and spills, which no cost model foresees.

Triton's program and ours are compiled as far as machine code, side by side; ours goes on only where that says that it will be faster
(`egraph_opt.machine.use`). What is kept is not compiled again.
"""

from __future__ import annotations

from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from typing import Any, NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.grid import share
from egraph_opt.machine.use import Use, differing, predicted
from egraph_opt.triton.choice.by_grid import may_win
from egraph_opt.triton.choice.improve import Found, has_conversions
from egraph_opt.triton.compile.compiler import Threads
from egraph_opt.triton.compile.make import Made
from egraph_opt.triton.compile.registers import roomier
from egraph_opt.triton.state.limits import fits
from egraph_opt.triton.state.report import Foretold

WORTH, ORDER_WORTH = 0.035, 0.005
"""The part of its time that a program must be predicted to save: about what predictions are worth for changes that small. Where only the
order of operations changes they are worth more: of 126 programs predicted to save between 0.3 and 3 % 45 saved over 2 % and 3 lost."""


class Unfit(Exception):
    """Triton does not compile its own program; says why."""


def worth(cost: tuple[float, float]) -> float:
    """What a program must be predicted to save, by the costs of Triton's and its own: they are the same where layouts are."""
    return ORDER_WORTH if cost[0] == cost[1] else WORTH


class Confirmed(NamedTuple):
    """What the machine code says is fastest, which may be Triton's program, and the code of it; no code where there is nothing to compare.
    `own` is the code of Triton's program where another goes on and some grids may run Triton's faster."""

    found: Found
    made: Made | None = None
    own: Made | None = None


def confirmed(plain: str, metadata: dict[str, Any], compiler: Threads, processor: Target) -> Confirmed:
    """Look at the machine code of Triton's program and of what is found.

    Raises:
        BrokenExecutor: a process that compiled died.
        Unfit: Triton's own program does not compile.
        Exception: the search failed.
    """
    quick = None if has_conversions(plain) else compiler.searched(plain)
    if quick is not None and quick.text is None and not compiler.has_second(plain):
        return Confirmed(quick)
    with compiler:
        # Triton's program is needed in any case: it compiles while ours is looked for.
        theirs = compiler.make_plain(plain, metadata)
        found = quick or compiler.searched(plain)
        ours = compiler.make(found.text, metadata) if found.text is not None and not found.alike else None
        if ours is None:
            compiler.foresee(plain)
        elif compiler.eager and found.text is not None:
            compiler.foresee(found.text)
        plainly = _own(theirs)
        unfit = _unfit(plainly, compiler.target)
        chosen = None if ours is None else _fitting(ours, unfit)
        result, made = better(found, plainly, chosen, unfit, processor)
        if not unfit:
            result, made = roomier(result, made, plain, plainly.use, lambda text: compiler.make(text, metadata), processor)
        compiler.wait_for(result.text or plain)
    rivals = result.text is not None and not unfit and may_win(share(plainly.use, processor), share(made.use, processor))
    return Confirmed(result, made, plainly if rivals else None)


def better(found: Found, plainly: Made, ours: Made | None, unfit: str, processor: Target) -> tuple[Found, Made]:
    """Which of two programs it is, and its code. `ours` is None where what was found is not compiled, `unfit` why Triton's is of no use."""
    foretold = None
    if ours is not None:
        gain, alone = predicted(found.cost, plainly.use, ours.use, processor), plainly.use.cycles(processor)
        # Costs may add to what the machine code foretells, but not turn a loss into a gain.
        code = predicted((1.0, 1.0), plainly.use, ours.use, processor)
        foretold = Foretold(alone, alone, 0.0)
        if gain >= worth(found.cost) and code >= 0.0:
            return replace(found, foretold=Foretold(alone, ours.use.cycles(processor), gain)), ours
        why = losing(found.cost, min(gain, code) if code < 0.0 else gain, ours.use, plainly.use, processor)
    else:
        why = "its machine code would be as good as Triton's" if found.alike else found.reason
    kept = Found(None, found.failed, found.reason if found.failed else why, (found.cost[0],) * 2, (found.converts[0],) * 2)
    return replace(kept, foretold=foretold, unfit=bool(unfit), reason=unfit or kept.reason), plainly


def losing(cost: tuple[float, float], gain: float, ours: Use, theirs: Use, processor: Target) -> str:
    """Say why a program of ours is not used: what is predicted of its time, and in what its machine code differs from Triton's.

    Args:
        cost: the modelled costs of Triton's program and of ours.
        gain: the part of the time that ours is predicted to save, less than it is worth.
        ours: what ours takes.
        theirs: what Triton's takes.
        processor: the processor that both are compiled for.
    """
    if gain < 0:
        said = f"our best program is predicted to take {-gain:.1%} longer than Triton's"
    elif gain > 0:
        said = f"our best program is predicted to save {gain:.1%} of the time, and must save {worth(cost):.1%}"
    else:
        return "our best program is predicted to take as long as Triton's"
    cheaper = f"modelled cost {cost[1]:,.0f} instead of {cost[0]:,.0f} cycles" if cost[0] != cost[1] else ""
    return f"{said}: {', '.join(filter(None, (cheaper, differing(ours, theirs, processor))))}"


def _unfit(plainly: Made, target: str) -> str:
    """Why Triton's own program cannot be launched; empty where nothing is known to be in the way."""
    shared = plainly.metadata["shared"]
    return "" if fits(shared, target) else f"Triton's own program has {shared} bytes of shared memory, {target} has less"


def _fitting(ours: Future[Made], unfit: str) -> Made | None:
    """A program of ours, compiled; where Triton's own is `unfit`, None if it is not fit either."""
    error = ours.exception()
    return None if unfit and error is not None and not isinstance(error, BrokenExecutor) else ours.result()


def _own(theirs: Future[Made]) -> Made:
    """Triton's own program, compiled; what does not come of one of its stages is an error of ours (`make`)."""
    error = theirs.exception()
    if error is None or isinstance(error, (BrokenExecutor, OSError, ValueError)):
        return theirs.result()
    lines = str(error).strip().splitlines() or [""]
    raise Unfit(f"Triton does not compile its own program: {type(error).__name__}: {lines[0]}") from error
