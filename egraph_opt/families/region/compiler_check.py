"""Confirmation of an optimised module by IREE, which must generate code for it and schedule it at lower cost than the input."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from egraph_opt.core.gain_threshold import GAIN
from egraph_opt.core.result import FunctionResult, format_cost, withdraw_record
from egraph_opt.extract.base.stable_sum import ordered_sum
from egraph_opt.families.region.choice.classes.selection import SelectedNodes
from egraph_opt.families.region.choice.pricing.cost import margin, may_add_dispatches, price, unpriced_nests
from egraph_opt.families.region.encode.linalg_reader import VIEWS
from egraph_opt.families.region.encode.tensor_program import EncodedFunction
from egraph_opt.families.region.iree_schedule import schedule_of
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.families.region.processor_time import missing_gain, movement_share
from egraph_opt.ir.module import Module
from egraph_opt.iree.codegen_check import CodegenOutcome, code_of
from egraph_opt.iree.compiler import DISPATCH_PHASE, LOCAL, IreeBackend
from egraph_opt.iree.paired_compile import stream_both
from egraph_opt.iree.tool_process import IreeError, LimitError
from egraph_opt.text import write

MISCOMPILED_REMARK = (
    "IREE 3.13 compiles the input wrongly: it forgets the stride of an insertion into a fill that is inserted into a fill"
)

NOT_COMPILED = "IREE 3.13 does not compile the input, an insertion into a fill that is inserted into a fill of more dimensions"


def in_place_remark(selected: SelectedNodes) -> str:
    """Return a text that says which arguments the optimised function updates in place, or an empty string."""
    program = selected.program
    arguments = program.function.regions[0].blocks[0].arguments
    written = {program.inputs[n] for n in program.replaced & selected.writes_into()}
    found = [str(n) for n, argument in enumerate(arguments) if argument in written]
    if not found:
        return ""
    names = f"argument{'s' * (len(found) > 1)} {', '.join(found)} {'are' if len(found) > 1 else 'is'}"
    return f"{names} updated in place, as IREE 3.13 does where an argument is only inserted into: the caller's tensor changes"


def miscompile_remark(program: EncodedFunction) -> str:
    """Return the remark on an IREE 3.13 miscompilation of nested insertions into fills (FusionPreprocessing.cpp:124, :137).

    The remark is `MISCOMPILED_REMARK`, `NOT_COMPILED` or an empty string.
    """
    terms, windows = list(program.terms), list(program.names.window_sets)

    def into_fill(n: int) -> bool:
        return terms[n][0] == "insert" and terms[int(terms[n][3])][0] == "splat"

    def is_strided(n: int) -> bool:
        return any(axis.stride != 1 for axis in windows[int(terms[n][1])][0])

    for n, term in enumerate(terms):
        if not into_fill(n):
            continue
        inner = int(term[2])
        if terms[inner][0] == "work" and program.computations[int(terms[inner][1])].name in VIEWS:
            inner = int(terms[int(terms[inner][3])][1])  # the operand of the insertion has fewer dimensions
        elif terms[inner][0] == "recount":
            inner = int(terms[inner][2])
        if into_fill(inner) and terms[int(term[3])][1] == terms[int(terms[inner][3])][1]:
            if len(program.shape[inner]) != len(program.shape[n]):
                return NOT_COMPILED
            if is_strided(inner) and not is_strided(n):
                return MISCOMPILED_REMARK
    return ""


def confirm_schedule(
    module: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions, target: IreeBackend
) -> tuple[Module, list[FunctionResult]]:
    """Return `new` if IREE schedules it at lower cost and generates code for it, else `module` with a remark."""
    found = compare_schedules(module, new, records, chosen, target)
    if found.against and not found.failed:
        return module, [withdraw_record(record, found.against, record.stopped_by) for record in records]  # nothing is gained
    if why := found.against or no_code(module, new, chosen, target):
        return module, [withdraw_record(record, why, "confirm") for record in records]
    return new, [replace(record, remark=record.remark or found.note) for record in records] if found.note else records


def onward(chosen: RegionOptions, target: IreeBackend) -> IreeBackend:
    """Return `target`, set to skip IREE's dispatch formation if the optimised module already contains formed dispatches."""
    return replace(target, phase=DISPATCH_PHASE if chosen.start == "iree" else "")


class Schedules(NamedTuple):
    """Result of the comparison of IREE's schedules of the input and of a new module."""

    against: str = ""
    """Reason to reject the new module, or an empty string."""
    failed: bool = False
    """True if IREE gave no usable answer."""
    note: str = ""
    """Remark in case IREE schedules the new module but not the input."""


def compare_schedules(
    module: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions, target: IreeBackend
) -> Schedules:
    """Compare IREE's schedule of the input `module` with that of the optimised module `new`; `records` describe its functions."""
    if onward(chosen, target) == target:
        stream_both(new, module, target)
    try:
        made = schedule_of(write(new), chosen.assume_dim, onward(chosen, target))
        after = price(chosen.model, made)
    except LimitError as error:
        return Schedules(str(error), failed=True)
    except IreeError as error:
        return Schedules(no_code(module, new, chosen, target) or str(error), failed=True)
    try:
        given = schedule_of(write(module), chosen.assume_dim, target)
        before = price(chosen.model, given)
    except LimitError as error:
        return Schedules(str(error), failed=True)
    except IreeError as error:
        return Schedules(note=f"IREE does not compile the input: {error}")
    if unpriced_nests(chosen.model, made) != unpriced_nests(chosen.model, given):
        return Schedules(f"IREE changes what the cost model {chosen.model.name!r} cannot price", failed=True)
    if any(record.remark == MISCOMPILED_REMARK for record in records):
        return Schedules()
    if after > before * (1.0 - max(GAIN, margin(chosen.model))):
        bound = movement_share(given) if target.backend in LOCAL else ""
        if format_cost(after) == format_cost(before):
            return Schedules(f"IREE finds a schedule as cheap by itself{bound}")
        hint = "; --start iree begins with that schedule" if chosen.start == "input" else ""
        why = f"by IREE's own schedule it would cost {format_cost(after)} {chosen.model.unit} instead of {format_cost(before)}"
        return Schedules(why + hint + bound)
    if chosen.measure or may_add_dispatches(chosen.model):
        return Schedules()  # measured times decide, or dispatches can run at the same time
    new_count, old_count = (each.count("dispatch", "slow") for each in (made, given))
    if new_count > old_count:
        return Schedules(f"IREE would make {new_count} dispatches instead of {old_count}, and one stream runs them in turn")
    return Schedules(missing_gain(given, made) if target.backend in LOCAL else "")


def no_code(module: Module, new: Module, chosen: RegionOptions, target: IreeBackend) -> str:
    """Return the reason why IREE generates no code for `new`, or an empty string if IREE does."""
    try:
        wrong = _code(module, new, chosen, target).error
        broken = wrong and code_of(write(module), target).error
    except IreeError as error:
        return str(error)
    return wrong and f"IREE makes no code for {target} of the {'input' if broken else 'result'}: {broken or wrong}"


def confirmation(module: Module, new: Module, chosen: RegionOptions, target: IreeBackend) -> str:
    """Return a text that says for which target, and for how many executables, IREE compiled the optimised module `new`."""
    part = _code(module, new, chosen, target).part
    return f"compiled by IREE for {target}" + (f" ({part})" if part else "")


def _code(module: Module, new: Module, chosen: RegionOptions, target: IreeBackend) -> CodegenOutcome:
    return code_of(write(new), onward(chosen, target), write(module), target)


def pays(
    module: Module, new: Module, records: list[FunctionResult], less: Module, fewer: list[FunctionResult], chosen: RegionOptions
) -> bool:
    """Return whether IREE compiles `new`, and schedules it at no higher cost than the input and than `less`.

    Args:
        module: the input.
        new: the module optimised with second searches (with more rules, see `two_phase_search`).
        records: the results for the functions of `new`.
        less: the module optimised without second searches.
        fewer: the results for the functions of `less`.
        chosen: the options.
    """
    target = chosen.target
    if compare_schedules(module, new, records, chosen, target).against:
        return False
    try:
        if costs_more(module, new, records, less, fewer, chosen):
            return False
    except LimitError:
        return False
    except IreeError:
        pass  # IREE does not compile the input, or the result without second searches
    return not no_code(module, new, chosen, target)


def costs_more(
    module: Module, new: Module, records: list[FunctionResult], less: Module, fewer: list[FunctionResult], chosen: RegionOptions
) -> bool:
    """Return whether IREE's schedule of `new` costs more than IREE's schedule of `less`; arguments as for `pays`.

    If cost estimates already show that `less` is no cheaper, IREE does not schedule `less`.

    Raises:
        IreeError: IREE does not compile one of the modules.
    """
    model, begun = chosen.model, onward(chosen, chosen.target)
    made = schedule_of(write(new), chosen.assume_dim, begun)
    after, before = price(model, made), price(model, schedule_of(write(module), chosen.assume_dim, chosen.target))
    given = ordered_sum(record.cost_before for record in records)
    predicted, without = (ordered_sum(record.cost_after for record in each) for each in (records, fewer))
    if min(given, predicted) > 0.0 and after <= min(1.0, before / given, after / predicted) * without:
        return False
    other = schedule_of(write(less), chosen.assume_dim, begun)
    return after > price(model, other) * (1.0 + GAIN) or unpriced_nests(model, made) != unpriced_nests(model, other)
