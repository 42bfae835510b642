"""Comparison with Triton's greedy pass or another compiler's output, under the same cost models."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from egraph_opt.baseline import comparison_tables, external_outputs, libtriton
from egraph_opt.baseline.comparison_record import FunctionComparison
from egraph_opt.baseline.ptxas_counts import Failure, Static, counts
from egraph_opt.core.acceptance.alternatives import take_first
from egraph_opt.core.family import expect
from egraph_opt.core.options import OptionError
from egraph_opt.core.output.comparison import ComparisonTable
from egraph_opt.core.output.ratios import Mean
from egraph_opt.core.result import count_noun
from egraph_opt.core.task import Clock
from egraph_opt.cost import CostModel, Total, bind_target, evaluate
from egraph_opt.cost.target import Target
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.families.layout.optimize import LayoutTask
from egraph_opt.families.layout.options import Options
from egraph_opt.ir.module import InputError, Module, Op, symbol_name
from egraph_opt.machine.prediction import predict_saving, processor_of
from egraph_opt.text import read, split, write
from egraph_opt.text.program_input import error_line, expect_some, source_of

SCHEMA_VERSION = 1
PLUG_IN = "(Triton's plug-in searches with other settings: --as-plugin shows what it does with these kernels, and why)"
PRICED_VERDICTS = ("better", "same", "worse")
NEEDS_TRITON = "{0} needs Triton: pip install -e '.[triton]' in a clone"


def against_input(files: Sequence[Path], chosen: Sequence[Options], asked: bool, static: bool) -> ComparisonTable:
    """Compare our results with the input only."""
    _without_triton(chosen[0], static, "against=none")
    return _compare_files(files, chosen, static, False, "--against none" if asked else "Triton is not installed")


def _without_triton(options: Options, static: bool, against: str) -> None:
    """Raise an error for options that require Triton or its pass."""
    if static and not libtriton.available():
        raise OptionError(NEEDS_TRITON, "static")
    if options.seed_with:
        raise OptionError("{0} does nothing with {1}", f"seed_with={options.seed_with}", against)


def against_triton(files: Sequence[Path], chosen: Sequence[Options], asked: bool, static: bool) -> ComparisonTable:
    """Compare our results with Triton's greedy pass, or with the input if Triton is neither installed nor requested.

    Raises:
        OptionError: the requested comparison requires Triton, which is not installed.
    """
    seed = chosen[0].seed_with
    needs = {"against=triton": asked, "static": static, f"seed_with={seed}": bool(seed)}
    available = libtriton.available()
    if not available and (needing := [name for name, given in needs.items() if given]):
        raise OptionError(NEEDS_TRITON, needing[0])
    if not available:
        return against_input(files, chosen, asked, static)
    return _compare_files(files, chosen, static, True, "" if asked or seed else "auto")


def against_files(files: Sequence[Path], chosen: Sequence[Options], other: Path, static: bool) -> ComparisonTable:
    """Compare our results with another compiler's output: a file, or a folder with one file per input."""
    _without_triton(chosen[0], static, f"against={other}")
    return _compare_files(files, chosen, static, False, "", external_outputs.counterparts(files, other))


def _compare_files(
    files: Sequence[Path], chosen: Sequence[Options], static: bool, triton: bool, why: str, others: Sequence[Path] = ()
) -> ComparisonTable:
    """Compare our results for several files, and return the table.

    `triton`: whether to compare with Triton's pass. `why`: the reason to print if not. It is `auto` if the user
    did not request this comparison; a failure of the pass is then no error.
    `others`: output files of another compiler, one for each of `files`.
    """
    models = [one.model for one in chosen]
    records = compare(files, models, chosen[0], triton, static, others)
    for record in records:
        if record.greedy_error and triton and not why:
            record.error = record.error or f"Triton's own pass failed: {record.greedy_error}"
    notes = [f"({why}: Triton's pass is not compared)"] if why and not triton else []
    alone = [r for r in records if r.greedy_error and not r.error]
    notes += [
        f"(Triton could not read {r.kernel} @{r.function}, so only the input is compared: {' '.join(r.greedy_error.split())})"
        if "Parse MLIR file failed" in r.greedy_error
        else f"(Triton's own pass failed on {r.kernel} @{r.function}, so only the input is compared: {' '.join(r.greedy_error.split())})"
        for r in alone
    ]
    notes += [PLUG_IN] if libtriton.available() and not others else []
    failures = [(f"{r.kernel} @{r.function}" if r.function else r.kernel, r.error) for r in records if r.error]
    verdicts = [record.verdict(models[0].name) for record in records]

    def show() -> None:
        comparison_tables.comparison(records, models)
        if static:
            comparison_tables.machine_code(records)

    rows = [asdict(record) for record in records]
    return ComparisonTable(rows, verdicts, summary(records, models), show, failures, notes, SCHEMA_VERSION)


def compare(
    paths: Iterable[Path], models: Sequence[CostModel], options: Options, against_triton: bool, static: bool = False,
    others: Sequence[Path] = (),
) -> list[FunctionComparison]:  # fmt: skip
    """Compare every function of every file. The record of a failed file or function contains the error.

    `static` adds machine code counts, which take minutes for many kernels. `others` are the files that replace Triton's results.
    """
    records: list[FunctionComparison] = []
    chunks: list[tuple[str, str]] = []
    baselines: list[libtriton.PassAnswer | None] = []
    for number, path in enumerate(paths):
        name = f"{path.parent.name}/{path.name}" if path.parent.name else path.name
        try:
            text, _ = source_of(path)
            new = [chunk for chunk, _ in split(text)] or [""]
            baselines += external_outputs.answers(new, others[number]) if others else [None] * len(new)
            chunks += [(name, chunk) for chunk in new]
        except (OSError, InputError) as error:
            records.append(FunctionComparison(name, "", error=error_line(error)))
    if against_triton and chunks:
        baselines = [*libtriton.ask("greedy", [chunk for _, chunk in chunks])]
    side = "given" if others else "greedy"
    outputs: list[tuple[list[FunctionComparison], dict[str, str]]] = []
    for (name, chunk), baseline in zip(chunks, baselines, strict=True):
        found, text = compare_module(name, chunk, baseline, models, options, side)
        records += found
        readable = baseline is None or "Parse MLIR file failed" not in baseline.error
        if text and readable:  # Triton cannot check programs with dialects that it does not know
            outputs.append((found, {"input": chunk, side: (baseline.text or "") if baseline else "", "egraph": text}))
    if against_triton and outputs:
        for (found, _), answer in zip(outputs, libtriton.ask("accept", [texts["egraph"] for _, texts in outputs]), strict=True):
            for record in found:
                record.accepted_by_triton = answer.text is not None
                record.error = record.error or answer.error
    if static:
        _count(outputs)
    return records


def _count(outputs: list[tuple[list[FunctionComparison], dict[str, str]]]) -> None:
    programs = list(dict.fromkeys(text for _, texts in outputs for text in texts.values() if text))
    known = dict(zip(programs, counts(programs, timeout=60.0 + 20.0 * len(programs), jobs=os.cpu_count() or 1), strict=True))
    for found, texts in outputs:
        sides = {side: known.get(text) for side, text in texts.items()}
        target = re.search(r'ttg\.target = "([^"]*)"', texts["input"])
        processor = processor_of(target[1]) if target else None
        for record in found:
            record.static = {side: _numbers(n, processor) for side, n in sides.items()}
            record.predicted = _relative_times(record, sides, processor)


def _numbers(side: Static | Failure | None, processor: Target | None) -> dict[str, int] | None:
    if not isinstance(side, Static):
        return None
    more = {"at_once": side.use.occupancy(processor), "instance_cycles": round(side.use.cycles(processor))} if processor else {}
    return asdict(side) | more


def _relative_times(
    record: FunctionComparison, sides: Mapping[str, Static | Failure | None], processor: Target | None
) -> dict[str, float]:
    """Return each program's predicted time relative to the time of the input, or an empty dictionary if unknown."""
    costs, first = record.cost.get("cycles"), sides["input"]
    if costs is None or processor is None or not isinstance(first, Static) or not costs["input"]:
        return {}
    return {
        side: 1 - predict_saving((costs["input"], costs[side]), first.use, n.use, processor)
        for side, n in sides.items()
        if isinstance(n, Static) and costs.get(side)
    }


@pause_collection()
def compare_module(
    name: str,
    chunk: str,
    baseline: libtriton.PassAnswer | None,
    models: Sequence[CostModel],
    options: Options,
    side: str = "greedy",
) -> tuple[list[FunctionComparison], str]:
    """Compare the functions of one module; also return the text of our result under the first model.

    `side` is `greedy` if the baseline is Triton's pass, or `given` for another program, which must be proved equal.
    """
    clock = Clock()
    try:
        expect("layout", chunk, name)
        with clock.stage("read"):
            module = read(chunk, name)
        expect_some(len(module.functions()), name)
    except InputError as error:
        return [FunctionComparison(name, "", error=error_line(error))], ""
    other = [read(baseline.text, name)] if baseline and baseline.text else []
    theirs = _functions(other[0]) if other else {}
    missing = baseline.error if baseline and not other else ""
    seeds = other if options.seed_with else []
    functions = module.functions()
    records = [FunctionComparison(name, symbol_name(f), sum(1 for _ in f.walk()), greedy_error=missing) for f in functions]
    if side == "given":
        unequal, reason = external_outputs.check_outputs(module, other[0], options) if other else ("", missing)
        records = [replace(record, greedy_error="", unequal=unequal, error=reason) for record in records]
        if unequal or reason:
            return records, ""
    text = ""
    for model in (bind_target(model, module) for model in models):
        stages = clock if model.name == models[0].name else Clock()
        task = LayoutTask(module, replace(options, cost=model), stages, chunk, seeds)
        new, results = take_first(module, task.module_alternatives(), task.accept)
        ours = new.functions()
        if model.name == models[0].name:
            with clock.stage("decode"):
                text = chunk if new is module else write(new)
        for record, old, mine, result in zip(records, functions, ours, results, strict=True):
            totals = {"input": evaluate(old, model), "egraph": evaluate(mine, model)}
            if record.function in theirs:
                totals[side] = evaluate(theirs[record.function], model)
            costs = {each: totals[each].cost if each in totals else None for each in ("input", side, "egraph")}
            claim = {name: getattr(result, name) for name in ("lower_bound", "optimal", "state", "stopped_by")}
            converts = {each: _converts(totals.get(each)) for each in ("input", side, "egraph")}
            record.cost[model.name] = {**costs, **claim, "converts": converts}
            record.error = record.error or (result.remark if result.stopped_by in ("error", "check") else "")
            if model.name == models[0].name:
                record.stopped_by, record.converts = result.stopped_by, converts
    for record in records:
        record.seconds = dict(clock.seconds)
    return records, text


def _functions(module: Module) -> dict[str, Op]:
    return {symbol_name(f): f for f in module.functions()}


def _converts(total: Total | None) -> dict[str, int] | None:
    return {"total": total.converts, "in_loops": total.converts_in_loops} if total else None


def _counts(verdicts: Sequence[str]) -> str:
    rare = [v for v in ("failed", "different", external_outputs.UNDECIDED) if v in verdicts]
    return ", ".join(f"{verdicts.count(v)} {v}" for v in (*PRICED_VERDICTS, *rare))


def summary(records: Sequence[FunctionComparison], models: Sequence[CostModel]) -> str:
    """Return the summary line: on how many functions we are better, the same and worse, total costs, and total conversions."""
    first = models[0].name
    verdicts = [r.verdict(first) for r in records]
    several = len(models) > 1
    each = [f"{f'under {m.name}: ' * several}{_counts([r.verdict(m.name) for r in records])}" for m in models]
    parts = [f"{count_noun(len(records), 'function')}: {'; '.join(each)}"]
    good = [r for r, v in zip(records, verdicts, strict=True) if v in PRICED_VERDICTS]
    if records and not good:
        return parts[0]
    for model in models:
        found = Mean()
        for r in good:
            costs = r.cost[model.name]
            found.add(costs["egraph"], [(side, costs.get(side)) for side in ("greedy", "given", "input")])
        if str(found):
            parts.append(f"modelled {model.name} {found}")
    sides = [side for side in ("input", "greedy", "given", "egraph") if good and all(r.converts.get(side) for r in good)]
    total = {side: sum((r.converts[side] or {})["total"] for r in good) for side in sides}
    inside = {side: sum((r.converts[side] or {})["in_loops"] for r in good) for side in sides}
    under = f"under {first}: " * several
    parts.append(f"{under}converts {'→'.join(str(total[s]) for s in sides)} (in loops {'→'.join(str(inside[s]) for s in sides)})")
    return "; ".join(parts)
