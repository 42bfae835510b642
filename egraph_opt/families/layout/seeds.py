"""Seeds that could not be used: results of another optimiser that cost less, but are not proved equal to the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.checker import check
from egraph_opt.core.result import FunctionResult, worded
from egraph_opt.cost import evaluate
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import Module

ROUNDING = 1e-6


def note_cheaper(
    module: Module, seeds: Sequence[Module], records: Sequence[FunctionResult], options: Options
) -> list[FunctionResult]:
    """Return the records of a module's functions, with a remark on each of which a seed has a cheaper form that is not proved equal.

    The remark names the option that would allow it, or says what the proof lacks.
    """
    noted = list(records)
    for seed in seeds:
        functions = seed.functions()
        costs = [evaluate(function, options.model).cost for function in functions]
        less = [i for i, (cost, r) in enumerate(zip(costs, noted, strict=False)) if cost < r.cost_after * (1 - ROUNDING)]
        why = _why(module, seed, options) if less else ""
        for i in less if why else ():
            said = f"Triton's pass makes a program of {worded(costs[i])} {options.model.unit}, which was not used: {why}"
            noted[i] = replace(noted[i], notes=(*noted[i].notes, said))
    return noted


def _why(module: Module, seed: Module, options: Options) -> str:
    """Return why a seed is not proved equal, or an empty string if it is."""
    verdict = check(module, seed, not options.reassociate)
    if verdict.equal:
        return ""
    if not options.reassociate and check(module, seed, strict=False).equal:
        return "it takes sums of floats in another order (--reassociate allows that)"
    return f"it is not proved equal to the input ({verdict})"
