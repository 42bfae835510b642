"""The path of a vector program: IREE's own choice written out, the layout engine on it, back to text, IREE asked again, validated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from egraph_opt.check import Outcome, Verdict, check
from egraph_opt.check.written import structure
from egraph_opt.core.engine import Limits
from egraph_opt.core.result import FunctionResult, Result, lost
from egraph_opt.cost import CostModelError, evaluate
from egraph_opt.extract import EXTRACTORS, SECONDS, STEPS
from egraph_opt.families.layout.choice.candidates import candidates, reasons
from egraph_opt.families.layout.choice.pose import pose
from egraph_opt.families.layout.choice.saturate import saturate
from egraph_opt.families.layout.emit.decode import decode
from egraph_opt.families.layout.encode.function import encode
from egraph_opt.families.layout.encode.numbering import Moves
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.recheck import check_facts
from egraph_opt.families.layout.settle import ROUNDING, Proof, proof
from egraph_opt.families.region.iree.child import read_any, with_surroundings
from egraph_opt.families.region.iree.process import IreeError, available
from egraph_opt.families.vector.assign import Unsupported, anchored, assign
from egraph_opt.families.vector.cost import VectorCost, cost_model
from egraph_opt.families.vector.iree import distribution_error, explicit, name_of
from egraph_opt.families.vector.kernel import body, grids, put_back, shell
from egraph_opt.families.vector.lay import Spelling, lay, lift
from egraph_opt.ir.module import InputError, Module, Op
from egraph_opt.process.fork import guarded
from egraph_opt.text import join, read, split, write
from egraph_opt.text.kind import expect, expect_some

GAIN = 1e-9
"""Part of its cost that a function must save to be changed: less is rounding."""
NOT_PROVED = "left unchanged: it was not proved equal"


@dataclass(frozen=True, slots=True)
class VectorOptions:
    """Cost model, extractor, limits of one run; see `options.Options`."""

    model: VectorCost = field(default_factory=lambda: cost_model("instructions"))
    extract: str = "exact"
    work_limit: int = STEPS
    time_limit: float = SECONDS
    candidates: int = 8
    move_stores: bool = False
    """Whether vectors may be written to memory in other layouts than IREE would write them in."""
    limits: Limits = field(default_factory=Limits)


def options(cost: Any, **chosen: Any) -> VectorOptions:
    """Options from what other rule books take too; `cost` is a name or a model. Their default, `cycles`, is no model of this one.

    Raises:
        ValueError: no such cost model or extractor.
    """
    model = cost_model(cost) if isinstance(cost, str) else cost
    same = {name: value for name, value in chosen.items() if name in ("extract", "time_limit", "candidates")}
    Options(model=model, **same)  # raises where there is none such
    return VectorOptions(model, **chosen)


def price(function: Op, model: VectorCost) -> tuple[float, int, int]:
    """Cost of a function in which IREE has written out its conversions; how many go through shared memory, and how many in loops.

    Raises:
        Unsupported: its layouts do not follow from each other.
    """
    laid = lay(function, assign(function))
    total = evaluate(laid, model)
    counted = evaluate(laid, cost_model("converts"))
    return total.cost, round(counted.cost), counted.converts_in_loops


def improve(
    function: Op, chosen: VectorOptions, clock: Callable[..., Any], grid: int = 0
) -> tuple[list[Op], FunctionResult, Proof]:
    """Ways to write the cheapest equal function that was found, the one with the fewest `to_layout` first, and what is known about it.

    The record is that of the function as it is, without a claim.

    Of a function that runs several grids of workgroups, one is changed.

    Raises:
        Unsupported, SaturationFailed: it must stay as it is.
    """
    layouts = assign(function)
    before, converts, _ = price(function, chosen.model)
    spelling = Spelling(function, layouts)
    laid = lay(body(function, grid), layouts, spelling)
    encoding = clock("encode", encode, laid, moves=Moves(stores=chosen.move_stores))
    if not encoding.roots:
        nothing = before == 0.0
        return [], replace(_record(function, before, converts), optimal=nothing), Proof(0.0, nothing) if nothing else Proof()
    offered = clock("encode", candidates, encoding, chosen.candidates)
    saturated = clock("saturate", saturate, encoding, offered, ("layout",), chosen.limits)
    clock("check", check_facts, encoding, saturated.facts, False)
    posed = clock("extract", pose, encoding, saturated, chosen.model)
    limits = {"work_limit": chosen.work_limit, "time_limit": chosen.time_limit}
    best = clock("extract", EXTRACTORS[chosen.extract], posed.problem, initial=posed.initial, **limits)
    new = clock("decode", decode, encoding, posed, best.choice)
    known = proof(posed, best, not saturated.stopped_by)
    record = _record(function, before, converts, stopped_by=saturated.stopped_by or best.stopped_by)
    record = replace(record, classes=posed.problem.class_count, nodes=len(posed.nodes), dropped=reasons(encoding, offered))
    return [put_back(function, lift(new, spelling, pin_made), grid) for pin_made in (False, True)], record, known


def _record(function: Op, cost: float, converts: int, remark: str = "", stopped_by: str = "") -> FunctionResult:
    """The record of a function that stays as it is, of which nothing is claimed."""
    ops = sum(1 for _ in function.walk())
    return FunctionResult(name_of(function), ops, cost, cost, 0.0, False, stopped_by, converts, converts, remark=remark)


def _left(function: Op, reason: str, stopped_by: str) -> FunctionResult:
    """The record of a function that nothing is known of: no cost of it is."""
    left = _record(function, 0.0, 0, f"left unchanged: {reason}")
    return replace(left, optimal=False, lower_bound=0.0, stopped_by=stopped_by)


def optimize_chunk(
    text: str, filename: str, first_line: int, chosen: VectorOptions, clock: Callable[..., Any]
) -> tuple[str, list[FunctionResult]]:
    """One module's text, optimised: each function is changed only where IREE's own analysis of the result makes it cheaper.

    Raises:
        InputError: the text is not a program, or IREE is not there.
    """
    module = clock("read", read_any, text, filename, first_line)
    try:
        start = with_surroundings(clock("read", explicit, write(module)), text)
    except IreeError as error:
        if not available():
            raise InputError(str(error), filename=filename) from None
        return text, [_left(f, f"IREE's analysis of layouts fails: {error}", "unsupported") for f in module.functions()]
    records = []
    new, changed = start, False
    for function in start.functions():
        found: FunctionResult | None = None
        for grid in range(max(1, len(grids(function)))):
            if grid and changed:
                function = _named(explicit(write(new)), name_of(function))
            trial, record = _optimize_grid(module, new, function, grid, chosen, clock)
            new, changed = (new, changed) if trial is None else (trial, True)
            found = record if found is None else _together(found, record)
        assert found is not None
        records.append(found)
    return (write(new) if changed else text), records


def _optimize_grid(
    module: Module, start: Module, function: Op, grid: int, chosen: VectorOptions, clock: Callable[..., Any]
) -> tuple[Module | None, FunctionResult]:
    """`start` with one grid of a function changed, if IREE's own analysis makes that cheaper, and what is known about it."""
    try:
        ways, record, known = improve(function, chosen, clock, grid)
    except Unsupported as reason:
        return None, _left(function, str(reason), "unsupported")
    except CostModelError:
        raise
    except Exception as error:
        return None, _left(function, f"{type(error).__name__}: {error}", "error")
    found = record
    for way in ways:
        trial = start.replace_functions({_named(start, name_of(function)): way})
        after, remark = clock("check", accepted, module, function, trial, record.cost_before, chosen)
        if after is not None:
            cost, converts = after
            record = replace(record, cost_after=cost, converts_after=converts, remark="", changes=known.changes)
            return trial, claimed(record, known)
        if remark:
            stop = "check" if remark.startswith(NOT_PROVED) else found.stopped_by
            record = replace(record, remark=remark, optimal=False, lower_bound=0.0, stopped_by=stop)
    return None, record if record.remark else claimed(record, known)


def claimed(record: FunctionResult, known: Proof) -> FunctionResult:
    """The record with what is known of the selection, if what IREE makes of it saves what it was chosen to save."""
    before, after = record.cost_before, record.cost_after
    if before - after < known.saved - ROUNDING * before:
        return record
    return replace(record, lower_bound=max(0.0, after - known.gap), optimal=known.optimal and not record.stopped_by)


def _named(module: Module, name: str) -> Op:
    return next(f for f in module.functions() if name_of(f) == name)


def _together(first: FunctionResult, second: FunctionResult) -> FunctionResult:
    """What is known of a function of which one grid was changed after another."""
    gap = first.cost_after - first.lower_bound
    stopped_by = first.stopped_by or second.stopped_by
    return replace(
        second, cost_before=first.cost_before, converts_before=first.converts_before, optimal=first.optimal and second.optimal,
        lower_bound=max(0.0, second.lower_bound - gap), stopped_by=stopped_by, changes=first.changes + second.changes,
        dropped=tuple(dict.fromkeys((*first.dropped, *second.dropped))), classes=first.classes + second.classes,
        nodes=first.nodes + second.nodes,
        remark="; ".join(dict.fromkeys(filter(None, (first.remark, second.remark)))),
    )  # fmt: skip


def accepted(
    module: Module, old: Op, trial: Module, before: float, chosen: VectorOptions
) -> tuple[tuple[float, int] | None, str]:
    """Cost and conversions of a function in a new module by IREE's analysis, if lower than before and proved equal; else why not.

    `old` is what IREE's analysis made of the function in `module`.
    """
    text = write(trial)
    try:
        new = next(f for f in explicit(text).functions() if name_of(f) == name_of(old))
        cost, converts, _ = price(new, chosen.model)
        kept = [anchored(f, assign(f), chosen.move_stores) for f in (old, new)]
    except (IreeError, Unsupported) as error:
        return None, f"left unchanged: IREE does not take the result: {error}"
    if cost >= before * (1.0 - GAIN):
        return (
            None,
            "" if cost <= before else f"left unchanged: IREE would make it cost {cost:.6g} {chosen.model.unit}, not {before:.6g}",
        )
    if not kept[1] <= kept[0]:
        return None, f"left unchanged: IREE would give {next(iter(kept[1] - kept[0]))[0]} another layout"
    verdict = proved(module, read(text))
    if not verdict.equal:
        return None, f"{NOT_PROVED}: {verdict}"
    try:
        if (wrong := distribution_error(text)) and not distribution_error(write(module)):
            return None, f"left unchanged: IREE gives threads no part of the result, as it does of the input: {wrong}"
    except IreeError as error:
        return None, f"left unchanged: {error}"
    return (cost, converts), ""


def proved(before: Module, after: Module) -> Verdict:
    """Whether two programs do the same: what stands around grids of workgroups to the letter, what each workgroup does by `check`."""
    olds, news = before.functions(), after.functions()
    for old, new in zip(olds, news, strict=True):
        if structure(shell(old), before.aliases) != structure(shell(new), after.aliases):
            return Verdict(Outcome.DIFFERENT, "what stands around the workgroups differs", name_of(old), old.line, new.line)
        if len(grids(old)) != len(grids(new)):
            return Verdict(Outcome.DIFFERENT, "another number of grids", name_of(old), old.line, new.line)
    verdict = Verdict(Outcome.EQUAL, "")
    for grid in range(max([1, *(len(grids(f)) for f in olds)])):
        first, second = (module.replace_functions({f: body(f, grid) for f in module.functions()}) for module in (before, after))
        verdict = check(first, second, strict=True)
        if not verdict.equal:
            return verdict
    return verdict


def untouched(reason: str, text: str, filename: str, chosen: VectorOptions, form: str = "source") -> Result:
    """What is given back where the process that was to optimise died or hung: the input, with the reason."""
    return Result(text, chosen.model.unit, (lost(reason),))


@guarded(untouched)
def optimize_text(text: str, filename: str, chosen: VectorOptions, form: Literal["source", "generic"] = "source") -> Result:
    """Optimise the text of one or more modules (`// -----` between them); one that stays as it is keeps its bytes, or is put in `form`.

    Raises:
        InputError: the text is not a program, or IREE is not installed.
    """
    from egraph_opt.families.layout.optimize import Clock

    clock = Clock()
    written, records = [], []
    for chunk, first_line in split(text):
        expect("vector-layout", chunk, filename, first_line)
        new, found = optimize_chunk(chunk, filename, first_line, chosen, clock)
        same = new is chunk and form == "generic"
        written.append(write(read_any(chunk, filename, first_line)) if same else new)
        records += found
    expect_some(len(records), filename)
    return Result(join(text, written), chosen.model.unit, tuple(records), clock.seconds)
