"""Selection between Triton's program and ours by machine code, since no cost model predicts the registers and spills of ptxas.

Triton's program and ours are compiled to machine code concurrently. Our program is used only if it is predicted to be faster
(`egraph_opt.machine.prediction`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, Future
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from egraph_opt.cost.target import Target
from egraph_opt.machine.launch_cycles import program_resources
from egraph_opt.machine.prediction import ResourceUse, differing, parts, predict_saving, traffic
from egraph_opt.machine.sector_overfetch import sector_overfetch
from egraph_opt.triton.choice.gain_hints import has_conversions, may_spill
from egraph_opt.triton.choice.grid_dispatch import may_win
from egraph_opt.triton.choice.kernel_search import SearchResult, read_once
from egraph_opt.triton.compile.compile_jobs import Threads
from egraph_opt.triton.compile.least_savings import CLEAR_WORTH, ORDER_WORTH, WORTH
from egraph_opt.triton.compile.machine_code import StageResults
from egraph_opt.triton.compile.variant_selection import adjust_registers, compile_or_none
from egraph_opt.triton.state.report import Prediction
from egraph_opt.triton.state.shared_memory_limits import fits


class Unfit(Exception):
    """Error: Triton does not compile its own program; the message says why."""


def worth(cost: tuple[float, float], theirs: ResourceUse, ours: ResourceUse, processor: Target) -> float:
    """Return the least predicted saving, as a fraction of the time, with which our program may replace Triton's.

    `cost` has the modelled costs of Triton's program and ours; `theirs` and `ours` are the resource uses of both.
    """
    if cost[0] == cost[1]:
        return ORDER_WORTH
    sides = (*parts(cost, theirs, ours, processor), traffic(theirs, ours, processor))
    return CLEAR_WORTH if min(sides) >= 0.0 else WORTH


class JudgedProgram(NamedTuple):
    """Search result that is predicted to be fastest, possibly Triton's program, and its code.

    `own` is the code of Triton's program, if our program is used and Triton's can be launched. `may_win`: Triton's may be faster for some
    grids.
    """

    found: SearchResult
    made: StageResults | None = None
    own: StageResults | None = None
    may_win: bool = False


def judge_code(plain: str, metadata: dict[str, Any], compiler: Threads, processor: Target) -> JudgedProgram:
    """Compile and compare Triton's program and the program that the layout search finds.

    Raises:
        BrokenExecutor: a compiling process died.
        Unfit: Triton's own program does not compile.
        Exception: the search failed.
    """
    quick = None if has_conversions(plain) else compiler.search(plain)
    if quick is not None and quick.text is None and not compiler.has_noalias(plain) and not may_spill(plain):
        return JudgedProgram(quick)
    with compiler:
        # Triton's program is needed in any case: it compiles during the search for ours.
        theirs = compiler.make_plain(plain, metadata)
        found = quick or compiler.search(plain)
        ours = compiler.make(found.text, metadata) if found.text is not None and not found.alike else None
        if ours is None:
            compiler.foresee(plain)
        elif compiler.eager and found.text is not None:
            compiler.foresee(found.text)
        plainly = _compile_original(theirs)
        unfit = _unfit(plainly, compiler.target)
        chosen = None if ours is None else _fitting(ours, unfit)
        others: Iterable[SearchResult] = ()
        if chosen is not None and found.text is not None and found.cost[0] != found.cost[1]:  # otherwise layouts are equal
            plainly, chosen = with_sectors(plainly, plain), with_sectors(chosen, found.text)
            others = compiler.search_again(plain, found)
        result, made = better(found, plainly, chosen, unfit, processor)
        if result.text is None:
            make = partial(compiler.make, metadata=metadata)
            result, made = _first_better(others, plainly, make, unfit, processor) or (result, made)
        seconds_of = {result.text or plain, plain}  # no-alias versions inherit no register limit
        if not unfit:
            make = partial(compiler.make, metadata=metadata)
            result, made = adjust_registers(
                result, made, plain, plainly.use, make, processor, compiler.local_waits, compiler.schedules
            )
        compiler.wait_for(seconds_of)
    if result.text is None or unfit:
        return JudgedProgram(result, made)
    rivals = may_win(program_resources(plainly.use, processor), program_resources(made.use, processor))
    return JudgedProgram(result, made, plainly, rivals)


def _first_better(
    others: Iterable[SearchResult],
    plainly: StageResults,
    make: Callable[[str], Future[StageResults]],
    unfit: str,
    processor: Target,
) -> tuple[SearchResult, StageResults] | None:
    """Return the first of other search results that is better than Triton's program, and its code; None if none is, or compiles."""
    for found in others:
        made = compile_or_none(make(found.text)) if found.text is not None and not found.alike else None
        if made is not None and found.text is not None:
            result = better(found, plainly, with_sectors(made, found.text), unfit, processor)
            if result[0].text is not None:
                return result
    return None


def with_sectors(made: StageResults, text: str) -> StageResults:
    """Return a compiled program whose resource use includes its sector overfetch (fetched per requested bytes). Raises ValueError."""
    return replace(made, known=replace(made.use, fetched=sector_overfetch(read_once(text))))


def better(
    found: SearchResult, plainly: StageResults, ours: StageResults | None, unfit: str, processor: Target
) -> tuple[SearchResult, StageResults]:
    """Return the better of Triton's program and our search result, and its code.

    `ours` is None if the search result was not compiled. `unfit` is the reason why Triton's program cannot be launched, or empty.
    """
    prediction = None
    if ours is not None:
        gain, alone = predict_saving(found.cost, plainly.use, ours.use, processor), plainly.use.cycles(processor)
        # Costs may add to the prediction from machine code, but not turn a loss into a gain.
        code = predict_saving((1.0, 1.0), plainly.use, ours.use, processor)
        prediction = Prediction(alone, alone, 0.0)
        if gain >= worth(found.cost, plainly.use, ours.use, processor) and code >= 0.0:
            return replace(found, prediction=Prediction.from_code(plainly.use, ours.use, gain, processor)), ours
        why = losing(found.cost, min(gain, code) if code < 0.0 else gain, ours.use, plainly.use, processor)
    else:
        why = "its machine code is no better than Triton's" if found.alike else found.reason
    kept = SearchResult(None, found.failed, found.reason if found.failed else why, (found.cost[0],) * 2, (found.converts[0],) * 2)
    return replace(kept, prediction=prediction, unfit=bool(unfit), reason=unfit or kept.reason), plainly


def losing(cost: tuple[float, float], gain: float, ours: ResourceUse, theirs: ResourceUse, processor: Target) -> str:
    """Return why our program is not used: its predicted time, and the differences of its machine code to Triton's.

    Args:
        cost: the modelled costs of Triton's program and of ours.
        gain: the predicted saving as a fraction of the time, less than the required one.
        ours: resource use of our program.
        theirs: resource use of Triton's program.
        processor: the target of both programs.
    """
    if gain < 0:
        said = f"our best program is predicted to take {-gain:.1%} longer than Triton's"
    elif gain > 0:
        said = f"our best program is predicted to save {gain:.1%} of the time, and must save {worth(cost, theirs, ours, processor):.1%}"
    else:
        return "our best program is predicted to take as long as Triton's"
    cheaper = f"modelled cost {cost[1]:,.0f} instead of {cost[0]:,.0f} cycles" if cost[0] != cost[1] else ""
    return f"{said}: {', '.join(filter(None, (cheaper, differing(ours, theirs, processor))))}"


def _unfit(plainly: StageResults, target: str) -> str:
    shared = plainly.metadata["shared"]
    return "" if fits(shared, target) else f"Triton's own program has {shared} bytes of shared memory, {target} has less"


def _fitting(ours: Future[StageResults], unfit: str) -> StageResults | None:
    """Return our compiled program, or raise the error of its compilation.

    If the compilation failed and Triton's program cannot be launched either (`unfit` says why), return None. A dead compiler
    process is always an error.
    """
    error = ours.exception()
    return None if unfit and error is not None and not isinstance(error, BrokenExecutor) else ours.result()


def _compile_original(theirs: Future[StageResults]) -> StageResults:
    """Return Triton's compiled program. Raises `Unfit` if a compilation stage fails."""
    error = theirs.exception()
    if error is None or isinstance(error, (BrokenExecutor, OSError, ValueError)):
        return theirs.result()
    lines = str(error).strip().splitlines() or [""]
    raise Unfit(f"Triton does not compile its own program: {lines[0]}") from error
