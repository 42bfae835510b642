"""The whole path, in order: this file is the map of the program."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from egraph_opt.baseline import libtriton
from egraph_opt.baseline.seed import seeds_of
from egraph_opt.check import check, same_values
from egraph_opt.core.engine import Limits
from egraph_opt.core.families import ALONE, TAKEN, books_of, idle
from egraph_opt.core.result import FunctionResult, Result, lost
from egraph_opt.cost import CostModel, CostModelError, bound, evaluate, least_by_sum
from egraph_opt.cost.mix import cost_model
from egraph_opt.extract import EXTRACTORS, SECONDS, STEPS
from egraph_opt.extract import Result as Selection
from egraph_opt.families.layout.choice.candidates import Candidates, candidates, reasons
from egraph_opt.families.layout.choice.pose import Posed, pose
from egraph_opt.families.layout.choice.saturate import Saturated, language, saturate
from egraph_opt.families.layout.emit.decode import decode
from egraph_opt.families.layout.emit.schedule import loads_first as scheduled
from egraph_opt.families.layout.encode.encoding import Encoding
from egraph_opt.families.layout.encode.function import encode
from egraph_opt.families.layout.encode.memory import Memory
from egraph_opt.families.layout.encode.partitions import with_partitions
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.provenance.chains import blamed
from egraph_opt.families.layout.recheck import check_facts
from egraph_opt.families.layout.settle import chosen_of_two, combined, failed, nothing_to_choose, proof, settle
from egraph_opt.families.layout.validate import validated
from egraph_opt.families.layout.verify import verify
from egraph_opt.ir.module import Module, Op, Value, tensor_type
from egraph_opt.process.fork import guarded
from egraph_opt.text import join, read, split, write
from egraph_opt.text.kind import expect, expect_some, source_of

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
    held, memory = seeded(function, seeds), Memory(function)
    parts: list[tuple[FunctionResult, float]] = []

    def optimize_part(part: Op, threads: int, runs: float) -> Op:
        new, found = optimize_body(part, threads, options, clock, held, memory)
        parts.append((found, runs))
        return new

    inner = with_partitions(function, threads, optimize_part)
    new, found = optimize_body(inner, threads, options, clock, held, Memory(inner) if parts else memory)
    return new, combined(function, new, found, parts, options.model) if parts else found


@dataclass(frozen=True, slots=True)
class Search:
    """What a function was made of on its way to a selection, and that selection."""

    encoding: Encoding
    layouts: Candidates
    saturated: Saturated
    posed: Posed
    best: Selection


def search(
    function: Op,
    threads: int,
    options: Options,
    clock: Clock,
    held: Sequence[tuple[Value, str]] = (),
    memory: Memory | None = None,
) -> Search | None:
    """Search a function for its cheapest selection; None where nothing that stays needs a value. The rest as in `optimize_body`."""
    encoding = clock("encode", encode, function, threads, options.reassociate, options.moves, memory)
    if not encoding.roots:
        return None
    layouts = clock("encode", candidates, encoding, options.candidates, options.synthesise, held)
    saturated = clock("saturate", saturate, encoding, layouts, options.rules, options.limits)
    clock("check", check_facts, encoding, saturated.facts, options.reassociate)
    posed = clock("extract", pose, encoding, saturated, options.model)
    limits = {"work_limit": options.work_limit, "time_limit": options.time_limit}
    best = clock("extract", EXTRACTORS[options.extract], posed.problem, initial=posed.initial, **limits)
    return Search(encoding, layouts, saturated, posed, best)


def optimize_body(
    function: Op, threads: int, options: Options, clock: Clock, held: Sequence[tuple[Value, str]], memory: Memory
) -> tuple[Op, FunctionResult]:
    """As `optimize_function`, leaving what other warps run as it is. `held`: values, and the encodings that seeds hold them in.

    `memory`: that of the whole function.
    """
    found = search(function, threads, options, clock, held, memory)
    return (
        (function, nothing_to_choose(function, options.model))
        if found is None
        else settled(function, threads, options, clock, found)
    )


def settled(function: Op, threads: int, options: Options, clock: Clock, found: Search) -> tuple[Op, FunctionResult]:
    """What becomes of a function after a search, and what is known about it."""
    encoding, posed, best = found.encoding, found.posed, found.best
    new = clock("decode", decode, encoding, posed, best.choice)
    covered = not found.saturated.stopped_by and least_by_sum(options.model, encoding.loads_move or options.move_stores)
    stopped_by = found.saturated.stopped_by or best.stopped_by
    new, known = settle(function, new, options, threads, proof(posed, best, covered), stopped_by)
    size = posed.problem.class_count
    return new, replace(known, classes=size, nodes=len(posed.nodes), dropped=reasons(encoding, found.layouts))


def seeded(function: Op, seeds: Sequence[Op]) -> list[tuple[Value, str]]:
    """The values of a function that seeds compute too, and the encodings they hold them in there."""
    pairs = [(value, tensor_type(other.type)) for seed in seeds for value, other in same_values(function, seed)]
    return [(value, tensor.encoding) for value, tensor in pairs if tensor and tensor.encoding]


def optimize_module(
    module: Module, options: Options, clock: Clock, seeds: Sequence[Module] = ()
) -> tuple[Module, list[FunctionResult]]:
    """Every function of a module. One that the engine fails on comes back as it was, with a remark."""
    new: dict[Op, Op] = {}
    records = []
    options = replace(options, model=bound(options.model, module))
    for function, *others in zip(module.functions(), *[seed.functions() for seed in seeds], strict=True):
        try:
            new[function], found = optimize_function(function, module.threads(function), options, clock, others)
            if options.loads_first:
                new[function] = clock("decode", scheduled, new[function], options.no_alias)
                cost = evaluate(new[function], options.model).cost
                if cost != found.cost_after:  # only a model of the whole function sees any order
                    found = replace(found, cost_after=cost, lower_bound=0.0, optimal=False)
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
            records = [chosen_of_two(old, new) for old, new in zip(records, found, strict=True)]
    return best, records


def untouched(reason: str, source: str | Path, *_: Any, **__: Any) -> Result:
    """What is given back where the process that was to optimise died or hung: the input, with the reason."""
    return Result(source_of(source)[0], "", (lost(reason),))


@guarded(untouched)
def optimize(
    source: str | Path,
    *,
    rules: str = "layout",
    cost: str | CostModel = "cycles",
    extract: str = "exact",
    work_limit: int = STEPS,
    time_limit: float = SECONDS,
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
    iree_target: str = "llvm-cpu",
    iree_flags: str | tuple[str, ...] = (),
) -> Result:
    """Optimise the text of one or more modules (`// -----` between them), or the file at a path.

    `assume_dim`, `iree_target` and `iree_flags` are for `region`: what IREE makes code for when it confirms a result.

    Each extraction ends after `work_limit` steps, which are counted, so that the result is the same on every machine; `time_limit`, in
    seconds of processor time, is a stop for safety, and so is that of `limits`: a result that they stopped says so.

    In a process that was forked from one that used the engine, a fresh process does the work (`egraph_opt.process.fork`).

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
        raise ValueError("the book pointer has a target: egraph_opt.families.pointer.raise_text(text, filename, target)")
    if nothing := idle(sorted(given), TAKEN[family]):
        raise ValueError(f"{', '.join(nothing)}: no use with rules={rules!r}: leave it out")
    text, filename = source_of(source)
    if rules == "region":
        from egraph_opt.families.region import optimize as region
        from egraph_opt.families.region.iree.compile import target

        aim = target(iree_target, iree_flags)
        return region.optimize_text(text, filename, region.options(cost, work_limit, time_limit, check, limits, assume_dim, aim))
    if rules == "vector-layout":
        from egraph_opt.families.vector import optimize as vector

        chosen: dict[str, Any] = {"extract": extract, "work_limit": work_limit, "time_limit": time_limit}
        chosen |= {"candidates": candidates, "move_stores": move_stores}
        return vector.optimize_text(text, filename, vector.options(cost, limits=limits or Limits(), **chosen))
    model = cost_model(cost) if isinstance(cost, str) else cost
    options = Options(
        rules=books, model=model, extract=extract, work_limit=work_limit, time_limit=time_limit, seed_with=seed_with,
        candidates=candidates, synthesise=synthesise, reassociate=reassociate,
        move_loads=move_loads, move_stores=move_stores, read_copies=read_copies, loads_first=loads_first,
        no_alias=no_alias, min_gain=min_gain, check=check, limits=limits or Limits(),
    )  # fmt: skip
    return optimize_text(text, filename, options)


DEFAULTS = {
    name: option.default for name, option in inspect.signature(optimize).parameters.items() if name not in ("source", "rules")
}
"""What `optimize` takes where nothing is said."""


@guarded(untouched)
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
    new, rejected = join(text, [r.ir for r in results]), "// -----\n".join(r.rejected for r in results if r.rejected)
    return Result(new, options.model.unit, records, clock.seconds, rejected)


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
        if refused:
            again = (search(f, module.threads(f), options, Clock()) for f in module.functions())
            parts = ((s.encoding, s.layouts, s.saturated, s.posed, s.best.choice) for s in again if s is not None)
            why = blamed(parts, language(options.rules).rules)
            records = [replace(record, remark=f"{record.remark}{why}") for record in records]
    return Result(clock("decode", write, new, form), options.model.unit, tuple(records), clock.seconds, refused)
