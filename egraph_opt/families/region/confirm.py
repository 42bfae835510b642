"""What IREE makes of a result: whether it generates code, and whether its own schedule costs less than that of the input."""

from __future__ import annotations

from dataclasses import replace

from egraph_opt.core.gain import GAIN
from egraph_opt.core.result import FunctionResult, withdrawn, worded
from egraph_opt.families.region.choice.cost import margin, price, unknown
from egraph_opt.families.region.encode.computing import VIEWS
from egraph_opt.families.region.encode.function import Program
from egraph_opt.families.region.iree import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Module
from egraph_opt.iree.compile import FORMED, Target, compile_error
from egraph_opt.iree.process import IreeError, LimitError
from egraph_opt.text import write

MISCOMPILED = (
    "IREE 3.13 compiles the input wrongly: it forgets the stride of an insertion into a fill that is inserted into a fill"
)

NOT_COMPILED = "IREE 3.13 does not compile the input, an insertion into a fill that is inserted into a fill of more dimensions"


def miscompiled(program: Program) -> str:
    """Return the remark on IREE 3.13's wrong code for an insertion into a fill that is inserted into such a fill
    (FusionPreprocessing.cpp:124, :137).

    `MISCOMPILED`, `NOT_COMPILED` or an empty string.
    """
    terms, areas = list(program.terms), list(program.names.areas)

    def into_fill(n: int) -> bool:
        return terms[n][0] == "insert" and terms[int(terms[n][3])][0] == "splat"

    def strided(n: int) -> bool:
        return any(axis.stride != 1 for axis in areas[int(terms[n][1])][0])

    for n, term in enumerate(terms):
        if not into_fill(n):
            continue
        inner = int(term[2])
        if terms[inner][0] == "work" and program.computations[int(terms[inner][1])].name in VIEWS:
            inner = int(terms[int(terms[inner][3])][1])  # the operand of the insertion has fewer dimensions
        if into_fill(inner) and terms[int(term[3])][1] == terms[int(terms[inner][3])][1]:
            if len(program.shape[inner]) != len(program.shape[n]):
                return NOT_COMPILED
            if strided(inner) and not strided(n):
                return MISCOMPILED
    return ""


def confirmed(
    module: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions, target: Target
) -> tuple[Module, list[FunctionResult]]:
    """Return the new module if IREE generates code for it and its schedule is cheaper than the input's, else the input with a remark.

    If IREE generates no code for the input either, the remark says so.
    """
    old_text, new_text = write(module), write(new)
    broken, onward = "", replace(target, phase=FORMED if chosen.start == "iree" else "")
    try:
        if wrong := compile_error(new_text, onward):
            broken = compile_error(old_text, target)
            why = f"IREE makes no code for {target} of the {'input' if broken else 'result'}: {broken or wrong}"
            return module, [withdrawn(record, why, "confirm") for record in records]
        made = schedule_of(new_text, chosen.assume_dim, onward)
        after = price(chosen.model, made)
    except IreeError as error:
        return module, [withdrawn(record, str(error), "confirm") for record in records]
    try:
        given = schedule_of(old_text, chosen.assume_dim, target)
        before = price(chosen.model, given)
    except LimitError as error:
        return module, [withdrawn(record, str(error), "confirm") for record in records]
    except IreeError as error:
        return new, [replace(record, remark=record.remark or f"IREE does not compile the input: {error}") for record in records]
    if unknown(chosen.model, made) != unknown(chosen.model, given):
        reason = f"IREE changes what the cost model {chosen.model.name!r} cannot price"
        return module, [withdrawn(record, reason, "confirm") for record in records]
    if after > before * (1.0 - max(GAIN, margin(chosen.model))) and not any(record.remark == MISCOMPILED for record in records):
        reason = f"by IREE's own schedule it would cost {worded(after)} {chosen.model.unit} instead of {worded(before)}"
        if worded(after) == worded(before):
            reason = "IREE finds a schedule as cheap by itself"
        return module, [withdrawn(record, reason, "confirm") for record in records]
    return new, records


def pays(module: Module, less: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions) -> bool:
    """Return whether IREE confirms what second searches found, and its schedule costs less than that of the result without them.

    Args:
        module: the input.
        less: the result without second searches, or the input.
        new: the result with them, which has `records`.
        chosen: the options.
    """
    if confirmed(module, new, records, chosen, chosen.target)[0] is not new:
        return False
    begun = chosen.start == "iree" and less is not module
    return confirmed(less, new, records, chosen, replace(chosen.target, phase=FORMED) if begun else chosen.target)[0] is new
