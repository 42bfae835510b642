"""Seeds: outputs of Triton's own pass as further start programs, and remarks on cheaper seeds that are not proved equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.checker import check
from egraph_opt.core.result import FunctionResult, format_cost, withdraw_record
from egraph_opt.cost import evaluate
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
"""Options under which more programs are proved equal, each with a description of such programs, least permissive first."""


def note_cheaper(
    module: Module, seeds: Sequence[Module], records: Sequence[FunctionResult], options: Options
) -> list[FunctionResult]:
    """Add a remark to the record of each function that is cheaper in a seed not proved equal to the input.

    The remark names the option with which the seed is proved equal, or says why the proof fails.
    """
    noted = list(records)
    for seed in seeds:
        functions = seed.functions()
        costs = [evaluate(function, options.model).cost for function in functions]
        less = [i for i, (cost, r) in enumerate(zip(costs, noted, strict=False)) if cost < r.cost_after * (1 - ROUNDING)]
        why = _why(module, seed, options) if less else ""
        for i in less if why else ():
            said = f"Triton's pass makes a program of {format_cost(costs[i])} {options.model.unit}, which was not used: {why}"
            noted[i] = replace(noted[i], notes=(*noted[i].notes, said))
    return noted


def seed_records(seed: Module, records: Sequence[FunctionResult], refusal: str, options: Options) -> list[FunctionResult]:
    """Return the records of a module that a proved seed replaces, since the search result was rejected for the reason `refusal`."""
    totals = [evaluate(function, options.model) for function in seed.functions()]
    return [
        replace(
            withdraw_record(record, refusal, "check", "Triton's own program is returned"),
            cost_after=total.cost,
            converts_after=total.converts,
            converts_in_loops_after=total.converts_in_loops,
        )
        for record, total in zip(records, totals, strict=True)
    ]


def proves_equal(module: Module, seed: Module, options: Options) -> bool:
    """Return whether a seed is proved equal to a module, with layouts that satisfy Triton's rules."""
    return not unlawful(module, seed) and check(module, seed, not options.reassociate, options.assume_no_alias).equal


def _why(module: Module, seed: Module, options: Options) -> str:
    """Return a text with the option under which a seed is proved equal, or the reason why not; empty if no option is needed."""
    if proves_equal(module, seed, options):
        return ""
    for flags, said, more in ALLOWING:
        if proves_equal(module, seed, replace(options, **more)):
            return f"{said} ({flags} allows that)"
    if broken := unlawful(module, seed):
        return f"no option allows it: its layouts are not known to give the same values: {broken}"
    return f"no option allows it: it is not proved equal to the input ({check(module, seed, strict=False, no_alias=True)})"
