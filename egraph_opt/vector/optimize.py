"""The path of a vector program: IREE's own choice written out, the layout engine on it, back to text, IREE asked again, validated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from egraph_opt.check import Outcome, Verdict, check
from egraph_opt.check.written import structure
from egraph_opt.cost import CostModelError, evaluate
from egraph_opt.egraph.candidates import candidates
from egraph_opt.egraph.decode import decode
from egraph_opt.egraph.encode import encode
from egraph_opt.egraph.numbering import Moves
from egraph_opt.egraph.pose import pose
from egraph_opt.egraph.saturate import saturate
from egraph_opt.engine import Limits
from egraph_opt.extract import EXTRACTORS
from egraph_opt.ir import InputError, Module, Op
from egraph_opt.options import Options
from egraph_opt.region.iree.child import IreeError, available, read_any
from egraph_opt.result import FunctionResult, Result
from egraph_opt.text import read, split, write
from egraph_opt.text.kind import expect, expect_some
from egraph_opt.vector.assign import Unsupported, anchored, assign
from egraph_opt.vector.cost import VectorCost, cost_model
from egraph_opt.vector.iree import explicit, name_of
from egraph_opt.vector.kernel import body, grids, put_back, shell
from egraph_opt.vector.lay import Spelling, lay, lift

GAIN = 1e-9
"""Part of its cost that a function must save to be changed: less is rounding."""
NOT_PROVED = "left unchanged: it was not proved equal"


@dataclass(frozen=True, slots=True)
class VectorOptions:
    """Cost model, extractor, limits of one run; see `options.Options`."""

    model: VectorCost = field(default_factory=lambda: cost_model("instructions"))
    extract: str = "exact"
    time_limit: float = 10.0
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


def improve(function: Op, chosen: VectorOptions, clock: Callable[..., Any], grid: int = 0) -> tuple[list[Op], FunctionResult]:
    """Ways to write the cheapest equal function that was found, the one with the fewest `to_layout` first, and what is known about it.

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
        return [], _record(function, before, converts, remark="")
    offered = clock("encode", candidates, encoding, chosen.candidates)
    saturated = clock("saturate", saturate, encoding, offered, ("layout",), chosen.limits)
    posed = clock("extract", pose, encoding, saturated, chosen.model)
    best = clock("extract", EXTRACTORS[chosen.extract], posed.problem, initial=posed.initial, time_limit=chosen.time_limit)
    new = clock("decode", decode, encoding, posed, best.choice)
    found = replace(
        _record(function, before, converts), lower_bound=max(0.0, before - (best.cost - best.lower_bound)), optimal=best.optimal,
        stopped_by=saturated.stopped_by or best.stopped_by, classes=posed.problem.class_count, nodes=len(posed.nodes),
    )  # fmt: skip
    return [put_back(function, lift(new, spelling, pin_made), grid) for pin_made in (False, True)], found


def _record(function: Op, cost: float, converts: int, remark: str = "") -> FunctionResult:
    ops = sum(1 for _ in function.walk())
    return FunctionResult(name_of(function), ops, cost, cost, cost, True, "", converts, converts, remark=remark)


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
        start = clock("read", explicit, write(module))
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
        ways, record = improve(function, chosen, clock, grid)
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
            bound = max(0.0, record.lower_bound - record.cost_before + cost)
            done = replace(record, cost_after=cost, converts_after=converts, remark="", lower_bound=bound)
            return trial, replace(done, stopped_by=found.stopped_by)
        if remark:
            stop = "check" if remark.startswith(NOT_PROVED) else found.stopped_by
            record = replace(record, remark=remark, optimal=False, lower_bound=0.0, stopped_by=stop)
    return None, record


def _named(module: Module, name: str) -> Op:
    return next(f for f in module.functions() if name_of(f) == name)


def _together(first: FunctionResult, second: FunctionResult) -> FunctionResult:
    """What is known of a function of which one grid was changed after another."""
    gap = first.cost_after - first.lower_bound
    return replace(
        second, cost_before=first.cost_before, converts_before=first.converts_before, optimal=first.optimal and second.optimal,
        lower_bound=max(0.0, second.lower_bound - gap), stopped_by=first.stopped_by or second.stopped_by,
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
    return ((cost, converts), "") if verdict.equal else (None, f"{NOT_PROVED}: {verdict}")


def proved(before: Module, after: Module) -> Verdict:
    """Whether two programs do the same: what stands around grids of workgroups to the letter, what each workgroup does by `check`."""
    olds, news = before.functions(), after.functions()
    for old, new in zip(olds, news, strict=True):
        if structure(shell(old)) != structure(shell(new)):
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


def optimize_text(text: str, filename: str, chosen: VectorOptions) -> Result:
    """Optimise the text of one or more modules (`// -----` between them).

    Raises:
        InputError: the text is not a program, or IREE is not installed.
    """
    from egraph_opt.optimize import Clock, joined

    clock = Clock()
    written, records = [], []
    for chunk, first_line in split(text):
        expect("vector-layout", chunk, filename, first_line)
        new, found = optimize_chunk(chunk, filename, first_line, chosen, clock)
        written.append(new)
        records += found
    expect_some(len(records), filename)
    return Result(joined(written), chosen.model.unit, tuple(records), clock.seconds)
