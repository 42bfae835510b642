"""The whole path, in order: this file is the map of the program."""

from __future__ import annotations

import inspect
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from egraph_opt.baseline import libtriton
from egraph_opt.baseline.seed import seeds_of
from egraph_opt.check import check, same_values
from egraph_opt.cost import CostModel, CostModelError, Total, bound, changed, error_of, evaluate
from egraph_opt.cost.mix import cost_model
from egraph_opt.cost.pressure import pressure
from egraph_opt.cost.price import spilled
from egraph_opt.egraph.candidates import candidates, reasons
from egraph_opt.egraph.decode import decode
from egraph_opt.egraph.encode import encode
from egraph_opt.egraph.partitions import with_partitions
from egraph_opt.egraph.pose import pose
from egraph_opt.egraph.saturate import saturate
from egraph_opt.engine import Limits
from egraph_opt.extract import EXTRACTORS
from egraph_opt.families import ALONE, TAKEN, books_of, idle
from egraph_opt.ir import Module, Op, Value, tensor_type
from egraph_opt.options import Options
from egraph_opt.result import FunctionResult, Result
from egraph_opt.schedule import loads_first as scheduled
from egraph_opt.text import read, split, write
from egraph_opt.text.kind import expect, expect_some, source_of
from egraph_opt.validate import validated
from egraph_opt.verify import verify

T = TypeVar("T")


@dataclass
class Clock:
    """Seconds per stage."""

    seconds: dict[str, float] = field(default_factory=dict)

    def __call__(self, stage: str, call: Callable[..., T], *arguments: Any, **named: Any) -> T:
        started = time.perf_counter()
        try:
            return call(*arguments, **named)
        finally:
            self.seconds[stage] = self.seconds.get(stage, 0.0) + time.perf_counter() - started


def optimize_function(
    function: Op, threads: int, options: Options, clock: Clock, seeds: Sequence[Op] = ()
) -> tuple[Op, FunctionResult]:
    """The cheapest equal function that was found, and what is known about it. `seeds`: functions known to be equal."""
    held, parts = seeded(function, seeds), []

    def optimize_part(part: Op, threads: int) -> Op:
        new, found = optimize_body(part, threads, options, clock, held)
        parts.append(found)
        return new

    inner = with_partitions(function, threads, optimize_part)
    new, found = optimize_body(inner, threads, options, clock, held)
    return new, combined(function, new, found, parts, options.model) if parts else found


def optimize_body(
    function: Op, threads: int, options: Options, clock: Clock, held: Sequence[tuple[Value, str]]
) -> tuple[Op, FunctionResult]:
    """As `optimize_function`, leaving what other warps run as it is. `held`: values, and the encodings that seeds hold them in."""
    encoding = clock("encode", encode, function, threads, options.reassociate, options.moves)
    if not encoding.roots:  # nothing that stays needs a value: there is nothing to choose
        return settle(function, function, options, threads, 0.0, True, "")
    layouts = clock("encode", candidates, encoding, options.candidates, options.synthesise, held)
    saturated = clock("saturate", saturate, encoding, layouts, options.rules, options.limits)
    posed = clock("extract", pose, encoding, saturated, options.model)
    extract = EXTRACTORS[options.extract]
    best = clock("extract", extract, posed.problem, initial=posed.initial, time_limit=options.time_limit)
    new = clock("decode", decode, encoding, posed, best.choice)
    # A model of the whole function is no sum, and what was minimised is one: the same where choices differ in no access to memory.
    same = not hasattr(options.model, "whole") or not (encoding.loads_move or options.move_stores)
    gap = best.cost - best.lower_bound if same else math.inf
    new, found = settle(function, new, options, threads, gap, best.optimal and same, saturated.stopped_by or best.stopped_by)
    size = posed.problem
    return new, replace(found, classes=size.class_count, nodes=len(posed.nodes), dropped=reasons(encoding, layouts))


def seeded(function: Op, seeds: Sequence[Op]) -> list[tuple[Value, str]]:
    """The values of a function that seeds compute too, and the encodings they hold them in there."""
    pairs = [(value, tensor_type(other.type)) for seed in seeds for value, other in same_values(function, seed)]
    return [(value, tensor.encoding) for value, tensor in pairs if tensor and tensor.encoding]


def settle(
    old: Op, new: Op, options: Options, threads: int, gap: float, optimal: bool, stopped_by: str
) -> tuple[Op, FunctionResult]:
    """The new function if it is cheaper as written, else the old one. `gap` is what a better selection could still save."""
    model = options.model
    before, after = evaluate(old, model), evaluate(new, model)
    bound = max(0.0, min(after.cost, before.cost) - gap)
    saved = before.cost - after.cost
    if saved <= 0.0:
        return old, record(old, before, before, bound, optimal, stopped_by)
    part = error_of(model) if options.min_gain is None else options.min_gain
    if part and saved < part * (touched := changed(old, new, model)):
        what = "asked for" if options.min_gain is not None else "the model's error"
        remark = (
            f"left unchanged: it would save {saved:.4g} {model.unit} of {touched:.4g} that change, less than {what}, {part:.3g}"
        )
        return old, record(old, before, before, bound, False, stopped_by, remark)
    spills = spilled(model, pressure(new), threads) - spilled(model, pressure(old), threads)
    if spills >= saved:
        remark = f"left unchanged: spilled registers would cost {spills:.4g} {model.unit} and save {saved:.4g}"
        return old, record(old, before, before, bound, False, stopped_by, remark)
    return new, record(old, before, after, bound, optimal, stopped_by)


def record(
    old: Op, before: Total, after: Total, bound: float, optimal: bool, stopped_by: str, remark: str = ""
) -> FunctionResult:
    name = old.attributes.get("sym_name", "").strip('"')
    ops = sum(1 for _ in old.walk())
    return FunctionResult(
        name, ops, before.cost, after.cost, bound, optimal, stopped_by,
        before.converts, after.converts, before.converts_in_loops, after.converts_in_loops, remark,
    )  # fmt: skip


def combined(old: Op, new: Op, found: FunctionResult, parts: Sequence[FunctionResult], model: CostModel) -> FunctionResult:
    """The record of a function whose parts were optimised one by one."""
    every = [found, *parts]
    before, after = evaluate(old, model), evaluate(new, model)
    bound = max(0.0, after.cost - sum(part.cost_after - part.lower_bound for part in every))
    stopped_by, remark = (next(filter(None, (getattr(part, name) for part in every)), "") for name in ("stopped_by", "remark"))
    whole = record(old, before, after, bound, all(part.optimal for part in every), stopped_by, remark)
    return replace(
        whole, classes=sum(p.classes for p in every), nodes=sum(p.nodes for p in every),
        dropped=tuple(reason for part in every for reason in part.dropped),
    )  # fmt: skip


def failed(function: Op, options: Options, error: Exception) -> FunctionResult:
    """The record of a function that the engine failed on. What the compiler's verifier would refuse may have no cost either."""
    try:
        total = evaluate(function, options.model)
    except Exception:
        total = Total(0.0, 0, 0)
    return record(function, total, total, 0.0, False, "error", f"left unchanged: {type(error).__name__}: {error}")


def optimize_module(
    module: Module, options: Options, clock: Clock, seeds: Sequence[Module] = ()
) -> tuple[Module, list[FunctionResult]]:
    """Every function of a module. One that the engine fails on comes back as it was, with a remark."""
    new: dict[Op, Op] = {}
    records = []
    options = replace(options, model=bound(options.model, module))
    for function, *others in zip(module.functions(), *[seed.functions() for seed in seeds], strict=True):
        try:
            chosen, found = optimize_function(function, module.threads(), options, clock, others)
            new[function] = clock("decode", scheduled, chosen, options.no_alias) if options.loads_first else chosen
        except CostModelError:
            raise  # the engine did not fail, and under no other costs would be what was asked for
        except Exception as error:
            found = failed(function, options, error)
        records.append(found)
    return module.replace_functions(new), records


def optimize_seeded(
    module: Module, seeds: Sequence[Module], options: Options, clock: Clock
) -> tuple[Module, list[FunctionResult]]:
    """Optimise a module with the layouts that seeds have for its values among the candidates: never costlier than the input or any seed.

    A seed counts where it is proved equal to the input. One that is cheaper than what was found, because it does what no rule says,
    is optimised itself.
    """
    equal = [seed for seed in seeds if clock("check", check, module, seed, not options.reassociate).equal]
    best, records = optimize_module(module, options, clock, equal)
    for seed in equal:
        if sum(evaluate(f, bound(options.model, module)).cost for f in seed.functions()) >= sum(f.cost_after for f in records):
            continue
        other, found = optimize_module(seed, options, clock)
        if sum(f.cost_after for f in found) < sum(f.cost_after for f in records):
            best = other
            records = [
                replace(
                    new, ops=old.ops, cost_before=old.cost_before, converts_before=old.converts_before,
                    converts_in_loops_before=old.converts_in_loops_before, lower_bound=min(old.lower_bound, new.lower_bound),
                    optimal=old.optimal and new.optimal,
                )
                for old, new in zip(records, found, strict=True)
            ]  # fmt: skip
    return best, records


def optimize(
    source: str | Path,
    *,
    rules: str = "layout",
    cost: str | CostModel = "cycles",
    extract: str = "exact",
    time_limit: float = 10.0,
    candidates: int = 8,
    synthesise: bool = False,
    reassociate: bool = False,
    move_loads: bool = False,
    move_stores: bool = False,
    read_copies: bool = False,
    loads_first: bool = False,
    no_alias: bool = False,
    seed_with: str = "",
    min_gain: float | None = None,
    check: bool = True,
    limits: Limits | None = None,
    assume_dim: int = 1024,
) -> Result:
    """Optimise the text of one or more modules (`// -----` between them), or the file at a path; `assume_dim` is for `region`.

    Raises:
        InputError: the text is not a program, is one for other rules, holds no function, or is the name of a file, not a `Path`.
        CostModelError: the cost model raised, or gave something that is no cost.
        OSError: the file cannot be read.
        ValueError: an unknown rule book, cost model or extractor, a number out of range, or an option that these rules do not take.
    """
    given = {name for name, value in locals().items() if name in DEFAULTS and value != DEFAULTS[name]}
    books = books_of(rules)
    family = ALONE.get(books[0], "layout")
    if family == "pointer":
        raise ValueError("the book pointer has a target: egraph_opt.pointer.raise_text(text, filename, target)")
    if nothing := idle(sorted(given), TAKEN[family]):
        raise ValueError(f"{', '.join(nothing)}: no use with rules={rules!r}: leave it out")
    text, filename = source_of(source)
    if rules == "region":
        from egraph_opt.region import optimize as region

        return region.optimize_text(text, filename, region.options(cost, time_limit, check, limits, assume_dim))
    if rules == "vector-layout":
        from egraph_opt.vector import optimize as vector

        chosen = {"extract": extract, "time_limit": time_limit, "candidates": candidates, "move_stores": move_stores}
        return vector.optimize_text(text, filename, vector.options(cost, limits=limits or Limits(), **chosen))
    model = cost_model(cost) if isinstance(cost, str) else cost
    options = Options(
        rules=books, model=model, extract=extract, time_limit=time_limit, seed_with=seed_with, candidates=candidates, synthesise=synthesise,
        reassociate=reassociate, move_loads=move_loads, move_stores=move_stores, read_copies=read_copies, loads_first=loads_first,
        no_alias=no_alias, min_gain=min_gain, check=check, limits=limits or Limits(),
    )  # fmt: skip
    return optimize_text(text, filename, options)


DEFAULTS = {
    name: option.default for name, option in inspect.signature(optimize).parameters.items() if name not in ("source", "rules")
}
"""What `optimize` takes where nothing is said."""


def optimize_text(text: str, filename: str, options: Options, form: str = "source") -> Result:
    """As `optimize`, with options put together already; `form` is how to write: `source` or `generic`."""
    if options.seed_with and not libtriton.available():
        raise ValueError("a program of Triton's to start from needs Triton: pip install 'egraph-opt[triton]'")
    clock = Clock()
    results = []
    for chunk, first_line in split(text):
        expect("layout", chunk, filename, first_line)
        module = clock("read", read, chunk, filename, first_line)
        clock("read", verify, module, chunk, first_line)
        seeds = clock("seed", seeds_of, chunk, filename) if options.seed_with else ()
        result = optimize_read(module, options, clock, seeds, form)
        results.append(result if seeds or not options.seed_with else unseeded(result))
    expect_some(sum(len(result.functions) for result in results), filename)
    records = tuple(record for result in results for record in result.functions)
    text, rejected = joined([r.ir for r in results]), joined([r.rejected for r in results if r.rejected])
    return Result(text, options.model.unit, records, clock.seconds, rejected)


def unseeded(result: Result) -> Result:
    """A result whose functions say that there was no other program to start from, though one was asked for."""
    records = [
        replace(
            f, stopped_by=f.stopped_by or "seed", optimal=False, remark=f.remark or "Triton's pass made no program to start from"
        )
        for f in result.functions
    ]
    return replace(result, functions=tuple(records))


def optimize_read(module: Module, options: Options, clock: Clock, seeds: Sequence[Module] = (), form: str = "source") -> Result:
    """As `optimize_text`, of one module that has been read."""
    new, records = optimize_seeded(module, seeds, options, clock)
    refused = ""
    if options.check:
        new, records, refused = clock("check", validated, module, new, records, not options.reassociate, options.no_alias)
    return Result(clock("decode", write, new, form), options.model.unit, tuple(records), clock.seconds, refused)


def joined(texts: Sequence[str]) -> str:
    """Several modules as one text."""
    return "// -----\n".join(text if text.endswith("\n") else text + "\n" for text in texts)
