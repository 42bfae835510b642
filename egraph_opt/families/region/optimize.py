"""The path of a tensor program: read, encode, saturate, extract, decode, validate, confirm, write."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from egraph_opt.core.engine import Limits
from egraph_opt.core.result import FunctionResult, Result, lost
from egraph_opt.cost import CostModelError
from egraph_opt.extract import SECONDS, STEPS, Work
from egraph_opt.families.region.choice.cost import RegionCost, cost_model, price
from egraph_opt.families.region.choice.extract import NoChoice, extract
from egraph_opt.families.region.choice.saturate import saturate
from egraph_opt.families.region.emit.decode import decode
from egraph_opt.families.region.encode.blocks import alone, put_back
from egraph_opt.families.region.encode.computing import VIEWS
from egraph_opt.families.region.encode.encode import encode
from egraph_opt.families.region.encode.function import ASSUMED_EXTENT, FUNCTIONS, Program, Unsupported
from egraph_opt.families.region.iree.child import read_any, schedule_of
from egraph_opt.families.region.iree.compile import DEFAULT, Target, compile_error
from egraph_opt.families.region.iree.process import IreeError, LimitError, available
from egraph_opt.families.region.validation.validate import TooLarge, same
from egraph_opt.ir.module import Block, Body, Module, Op, Region
from egraph_opt.process.fork import guarded
from egraph_opt.text import join, read, split, write
from egraph_opt.text.kind import expect, expect_some

SUMS = ("ops", "cost_before", "cost_after", "lower_bound", "classes", "nodes")
GAIN = 1e-9
"""Part of its cost that a function must save to be changed: less is rounding."""
DIFFERS = "left unchanged: the result was not found to do the same"
MISCOMPILED = (
    "IREE 3.13 compiles the input wrongly: it forgets the stride of an insertion into a fill that is inserted into a fill"
)

NOT_COMPILED = "IREE 3.13 does not compile the input, an insertion into a fill that is inserted into a fill of more dimensions"


@dataclass(frozen=True, slots=True)
class RegionOptions:
    """Cost model, steps and seconds (for safety) per extraction, and limits of one run.

    With `confirm`, and where IREE is installed, a result leaves only if IREE makes code of it for the target, and if IREE's own schedule of
    it is cheaper than that of the input.
    """

    model: RegionCost = field(default_factory=lambda: cost_model("latency"))
    work_limit: int = STEPS
    time_limit: float = SECONDS
    confirm: bool = True
    assumed: int = ASSUMED_EXTENT
    """What costs take an extent for that is known at run time only."""
    limits: Limits = field(default_factory=Limits)
    target: Target = DEFAULT


def options(
    cost: Any,
    work_limit: int,
    time_limit: float,
    confirm: bool,
    limits: Limits | None = None,
    assumed: int = ASSUMED_EXTENT,
    target: Target = DEFAULT,
) -> RegionOptions:
    """Options from what other rule books take too; `cost` is a name or a model. Their default, `cycles`, is no model of this one.

    Raises:
        ValueError: no such cost model.
    """
    model = cost_model("latency" if cost == "cycles" else cost) if isinstance(cost, str) else cost
    return RegionOptions(model, work_limit, time_limit, confirm, assumed, limits or Limits(), target)


@dataclass(frozen=True, slots=True)
class RegionResult(Result):
    """As `Result`, for programs without layouts; `confirmation` says what IREE said of functions that were changed."""

    confirmation: str = ""

    def summary(self) -> str:
        """One line: cost before and after, whether it is proved that no choice of this e-graph is cheaper, and what IREE said."""
        said = f"{self.confirmation}, " if self.confirmation else ""
        return f"{len(self.functions)} functions: {said}{self.costs()}"

    def to_json(self) -> dict[str, object]:
        """The result as plain data."""
        return {**Result.to_json(self), "confirmation": self.confirmation}


def optimize_function(function: Op, chosen: RegionOptions, clock: Callable[..., Any]) -> tuple[Op, FunctionResult]:
    """A function with each of its blocks exchanged for the cheapest equal one that was found, and what is known about it.

    Raises:
        Unsupported, NoChoice, SaturationFailed, TooLarge: it must stay as it is.
    """
    blocks = function.regions[0].blocks
    if len(blocks) == 1:
        return optimize_block(function, chosen, clock)
    wholes = [alone(function, block) for block in blocks]
    found = [_guarded(whole, chosen, clock, optimize_block) for whole in wholes]
    known = _together([record for _, record in found])
    if all(new is whole for (new, _), whole in zip(found, wholes, strict=True)):
        return function, known
    new = put_back(function, {block: part for block, (part, _) in zip(blocks, found, strict=True)})
    if not clock("check", _holds, function, new):
        return function, _unchanged(function, DIFFERS, "check", known.cost_before)
    return new, known


def _together(records: list[FunctionResult]) -> FunctionResult:
    """What is known of a function from what is known of its blocks, each of which counts once."""
    stops = [record.stopped_by for record in records if record.stopped_by]
    remarks = dict.fromkeys(record.remark for record in records if record.remark)
    return replace(
        records[0],
        optimal=all(record.optimal for record in records),
        stopped_by=next((stop for stop in ("error", "check", *stops) if stop in stops), ""),
        remark="; ".join(remarks),
        **{name: sum(getattr(record, name) for record in records) for name in SUMS},
    )


def optimize_block(function: Op, chosen: RegionOptions, clock: Callable[..., Any]) -> tuple[Op, FunctionResult]:
    """The cheapest function that was found to equal one of a single block, and what is known about it.

    Raises:
        Unsupported, NoChoice, SaturationFailed, TooLarge: it must stay as it is.
    """
    program = clock("encode", encode, function, chosen.assumed)
    graph = clock("saturate", saturate, program, chosen.limits)
    best = clock("extract", extract, program, graph, chosen.model, Work(chosen.work_limit, chosen.time_limit))
    remark = miscompiled(program)
    stays = best.cost >= best.input_cost * (1.0 - GAIN) and not remark
    cost = best.input_cost if stays else best.cost
    found = FunctionResult(
        _name(function), len(program.terms), best.input_cost, cost, min(best.lower_bound, cost), best.optimal, best.stopped_by,
        remark=remark, classes=len(graph.nodes), nodes=sum(map(len, graph.nodes.values())),
    )  # fmt: skip
    if stays:
        return function, found
    new = clock("decode", decode, best.selected)
    if not clock("check", _holds, function, new):
        return function, _unchanged(function, DIFFERS, "check", best.input_cost)
    return new, found


def miscompiled(program: Program) -> str:
    """What IREE 3.13 does wrongly with an insertion into a fill that is inserted into such a fill (FusionPreprocessing.cpp:124, :137).

    `MISCOMPILED`, `NOT_COMPILED` or nothing.
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
            inner = int(terms[int(terms[inner][3])][1])  # what is inserted has fewer dimensions
        if into_fill(inner) and terms[int(term[3])][1] == terms[int(terms[inner][3])][1]:
            if len(program.shape[inner]) != len(program.shape[n]):
                return NOT_COMPILED
            if strided(inner) and not strided(n):
                return MISCOMPILED
    return ""


def _guarded(
    function: Op, chosen: RegionOptions, clock: Callable[..., Any], optimize: Callable[..., tuple[Op, FunctionResult]]
) -> tuple[Op, FunctionResult]:
    """A function as it was, with a remark, if it is not understood or the engine fails on it."""
    try:
        return optimize(function, chosen, clock)
    except NoChoice as reason:
        return function, _unchanged(function, f"left unchanged: {reason}", reason.stopped_by or "unsupported")
    except (Unsupported, TooLarge) as reason:
        return function, _unchanged(function, f"left unchanged: {reason}", "unsupported")
    except CostModelError:
        raise
    except Exception as error:
        return function, _unchanged(function, f"left unchanged: {type(error).__name__}: {error}", "error")


def _holds(function: Op, new: Op) -> bool:
    """Whether the new function, as it is written and read again, does what the old one does."""
    top = Op("builtin.module", regions=(Region((Block((), (new,)),)),), pieces=('"builtin.module"() (', Body(0), ") : () -> ()"))
    (again,) = [op for op in read(write(Module(top, generic=True))).op.walk() if op.name in FUNCTIONS]
    return same(function, again)


def _name(function: Op) -> str:
    return function.attributes.get("sym_name", "").strip('"')


def _unchanged(function: Op, remark: str, stopped_by: str, cost: float = 0.0) -> FunctionResult:
    ops = sum(1 for _ in function.walk())
    return FunctionResult(_name(function), ops, cost, cost, 0.0, False, stopped_by, remark=remark)


def optimize_module(module: Module, chosen: RegionOptions, clock: Callable[..., Any]) -> tuple[Module, list[FunctionResult]]:
    """Every function of a module; one that is not understood, or that the engine fails on, comes back as it was, with a remark."""
    new: dict[Op, Op] = {}
    records = []
    for function in _functions(module):
        new[function], record = _guarded(function, chosen, clock, optimize_function)
        records.append(record)
    return module.replace_functions(new), records


def confirmed(
    module: Module, new: Module, records: list[FunctionResult], chosen: RegionOptions
) -> tuple[Module, list[FunctionResult]]:
    """The new module if IREE makes code of it and its schedule is cheaper than that of the input, else the input with a remark.

    Where IREE makes no code of the input either, the remark says so.
    """
    if new is module:
        return new, records
    old_text, new_text = write(module), write(new)
    broken = ""
    try:
        if wrong := compile_error(new_text, chosen.target):
            broken = compile_error(old_text, chosen.target)
            why = f"IREE makes no code for {chosen.target} of the {'input' if broken else 'result'}: {broken or wrong}"
            return module, [_rejected(record, f"left unchanged: {why}") for record in records]
        after = price(chosen.model, schedule_of(new_text, chosen.assumed, chosen.target))
    except IreeError as error:
        return module, [_rejected(record, f"left unchanged: {error}") for record in records]
    try:
        before = price(chosen.model, schedule_of(old_text, chosen.assumed, chosen.target))
    except LimitError as error:
        return module, [_rejected(record, f"left unchanged: {error}") for record in records]
    except IreeError as error:
        return new, [replace(record, remark=record.remark or f"IREE does not compile the input: {error}") for record in records]
    if after > before * (1.0 - GAIN) and not any(record.remark == MISCOMPILED for record in records):
        remark = f"left unchanged: by IREE's own schedule it would cost {after:.6g} {chosen.model.unit} instead of {before:.6g}"
        return module, [_rejected(record, remark) for record in records]
    return new, records


def _functions(module: Module) -> list[Op]:
    return [op for op in module.op.walk() if op.name in FUNCTIONS and op.regions and op.regions[0].blocks]


def _rejected(record: FunctionResult, remark: str) -> FunctionResult:
    """The record of a function that stays since its cost is another one by IREE: then nothing is known of that of others either."""
    return replace(
        record,
        cost_after=record.cost_before,
        lower_bound=0.0,
        optimal=False,
        stopped_by="confirm",
        remark="; ".join(filter(None, (record.remark, remark))),
    )


def untouched(reason: str, text: str, filename: str, chosen: RegionOptions, form: str = "source") -> RegionResult:
    """What is given back where the process that was to optimise died or hung: the input, with the reason."""
    return RegionResult(text, chosen.model.unit, (lost(reason),))


@guarded(untouched)
def optimize_text(text: str, filename: str, chosen: RegionOptions, form: Literal["source", "generic"] = "source") -> RegionResult:
    """Optimise the text of one or more modules (`// -----` between them).

    A module of which a function changes is written in generic form; one that stays as it is keeps its bytes, unless `form` is `generic`.

    Raises:
        InputError: the text is not a program.
    """
    from egraph_opt.families.layout.optimize import Clock

    clock = Clock()
    written, records, said = [], [], dict[str, None]()
    for chunk, first_line in split(text):
        expect("region", chunk, filename, first_line)
        module = clock("read", read_any, chunk, filename, first_line)
        new, found = optimize_module(module, chosen, clock)
        if write(new) == write(module):
            new = module
        if new is not module:
            if not (chosen.confirm and available()):
                why = "IREE is not installed" if chosen.confirm else "IREE was not asked"
                said[f"not confirmed: {why}"] = None
            else:
                new, found = clock("check", confirmed, module, new, found, chosen)
                if new is not module:
                    said[f"compiled by IREE for {chosen.target}"] = None
        written.append(chunk if new is module and form == "source" else clock("decode", write, new))
        records += found
    expect_some(len(records), filename)
    return RegionResult(join(text, written), chosen.model.unit, tuple(records), clock.seconds, confirmation="; ".join(said))
