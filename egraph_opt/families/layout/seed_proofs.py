"""Seeds: which functions of another optimiser's result are proved equal to the input, and why cheaper ones are not used."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from egraph_opt.checker import check
from egraph_opt.core.result import FunctionResult, format_cost, withdraw_record
from egraph_opt.cost import evaluate
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module, Op, symbol_name
from egraph_opt.text import read, write
from egraph_opt.text.syntax.attribute_alias import ALIAS
from egraph_opt.text.syntax.lexer import mask_of

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
        for i, (old, new) in enumerate(_pairs(module, seed)):
            cost = evaluate(new, options.model).cost
            if cost < noted[i].cost_after * (1 - ROUNDING) and (
                why := _why(module, module.replace_functions({old: new}), options)
            ):
                said = f"Triton's pass makes a program of {format_cost(cost)} {options.model.unit}, which was not used: {why}"
                noted[i] = replace(noted[i], notes=(*noted[i].notes, said))
    return noted


def seed_records(seed: Module, records: Sequence[FunctionResult], refusal: str, options: Options) -> list[FunctionResult]:
    """Return `records`, changed to state that the program of Triton's own pass (`seed`) is the result, for the reason `refusal`."""
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


def proved_part(module: Module, seed: Module, options: Options) -> Module | None:
    """Return `module` with each function replaced by the seed's function of this name, if proved equal; None if no function is."""
    proved = proved_functions(module, seed, options)
    if not proved or len(module.functions()) == 1:
        return seed if proved else None
    own = _rename_aliases(seed, module.aliases)
    named = {symbol_name(function): function for function in own.functions()}
    both = replace(module, header=module.header + own.header, aliases={**module.aliases, **own.aliases})
    return both.replace_functions({function: named[symbol_name(function)] for function in proved})


def proved_functions(module: Module, seed: Module, options: Options) -> dict[Op, Op]:
    """Return a map from functions of a module to the seed's functions of the same names, for functions that are proved equal."""
    pairs = _pairs(module, seed)
    if proves_equal(module, seed, options):
        return dict(pairs)
    each = pairs if len(module.functions()) > 1 else []
    return {old: new for old, new in each if proves_equal(module, module.replace_functions({old: new}), options)}


def _pairs(module: Module, seed: Module) -> list[tuple[Op, Op]]:
    """Return pairs of functions of equal name: one of a module, one of a seed."""
    named = {symbol_name(function): function for function in seed.functions()}
    return [(function, named[symbol_name(function)]) for function in module.functions() if symbol_name(function) in named]


def _rename_aliases(module: Module, taken: Collection[str]) -> Module:
    """Return a module whose aliases have names that are not `taken`."""
    text, parts, end = write(module), list[str](), 0
    for found in ALIAS.finditer(mask_of(text)):
        if (name := found[0]) in module.aliases:
            while name in taken:
                name += "_"
            parts += [text[end : found.start()], name]
            end = found.end()
    return read("".join((*parts, text[end:])), module.filename)


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


def unseeded_record(record: FunctionResult) -> FunctionResult:
    """Return a function's record without a claim of optimality, because Triton's pass made no seed although one was requested."""
    remark = record.remark or "Triton's pass made no program to start from"
    return replace(record, stopped_by=record.stopped_by or "seed", optimal=False, remark=remark)
