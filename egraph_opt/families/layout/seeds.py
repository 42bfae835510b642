"""Seeds that could not be used: results of another optimiser that cost less, but are not proved equal to the input."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.checker import check
from egraph_opt.core.result import FunctionResult, worded
from egraph_opt.core.task import Validated
from egraph_opt.cost import Total, evaluate
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module

ROUNDING = 1e-6
ALLOWING: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("--reassociate", "it takes sums of floats in another order", {"reassociate": True}),
    ("--loads-first --assume-no-alias", "its loads pass stores", {"loads_first": True, "assume_no_alias": True}),
    (
        "--reassociate --loads-first --assume-no-alias",
        "it takes sums of floats in another order, and its loads pass stores",
        {"reassociate": True, "loads_first": True, "assume_no_alias": True},
    ),
)
"""Options under which more programs are proved equal, with what such a program does; fewest first."""


def note_cheaper(
    module: Module, seeds: Sequence[Module], records: Sequence[FunctionResult], options: Options
) -> list[FunctionResult]:
    """Return the records of a module's functions, with a remark on each of which a seed has a cheaper form that is not proved equal.

    The remark names the option that would allow it, or says that there is none and what the proof lacks.
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


def take_cheapest(module: Module, seeds: Sequence[Module], records: Sequence[FunctionResult], options: Options) -> Validated:
    """Return the cheapest of a module and its proved seeds with its records, in place of a result that was rejected."""
    best, taken = module, list(records)
    for seed in seeds:
        totals = [evaluate(function, options.model) for function in seed.functions()]
        if ordered_sum(total.cost for total in totals) < ordered_sum(record.cost_after for record in taken):
            best, taken = seed, [_taken(record, total) for record, total in zip(records, totals, strict=True)]
    return best, taken, ""


def _taken(record: FunctionResult, total: Total) -> FunctionResult:
    """Return the record of a function whose result was rejected, and which is as its seed has it instead."""
    remark = record.remark.replace("left unchanged", "Triton's own program is returned", 1)
    return replace(
        record,
        remark=remark,
        cost_after=total.cost,
        converts_after=total.converts,
        converts_in_loops_after=total.converts_in_loops,
    )


def proved(module: Module, seed: Module, options: Options) -> bool:
    """Return whether a seed may stand for a module: proved equal as the options allow, with layouts that keep Triton's laws."""
    return not unlawful(module, seed) and check(module, seed, not options.reassociate, options.assume_no_alias).equal


def _why(module: Module, seed: Module, options: Options) -> str:
    """Return the option under which a seed is proved equal, or that there is none and why; an empty string if it is proved."""
    if proved(module, seed, options):
        return ""
    for flags, said, more in ALLOWING:
        if proved(module, seed, replace(options, **more)):
            return f"{said} ({flags} allows that)"
    if broken := unlawful(module, seed):
        return f"no option allows it: its layouts are not known to give the same values: {broken}"
    return f"no option allows it: it is not proved equal to the input ({check(module, seed, strict=False, no_alias=True)})"
