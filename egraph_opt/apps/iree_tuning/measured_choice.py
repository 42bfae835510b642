"""Selection by measured time between a program and its optimised version, for the option `measure` of the region family."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from egraph_opt.apps.iree_tuning.benchmark_timing import Bench
from egraph_opt.apps.iree_tuning.flag_search import FlagChoice, measurement_line, tune
from egraph_opt.apps.iree_tuning.pinned_dispatches import hold_groups
from egraph_opt.apps.iree_tuning.timed_programs import rewriting
from egraph_opt.core.result import MEASURED_PREFIX, FunctionResult, withdraw_record
from egraph_opt.errors import EgraphOptError
from egraph_opt.families.region.options import RegionOptions
from egraph_opt.ir.module import Module
from egraph_opt.iree.program import read_printed
from egraph_opt.process.module_child import scratch
from egraph_opt.text import write


@contextmanager
def bench_of(module: Module, text: str, options: RegionOptions) -> Iterator[Bench]:
    """Yield the timer for a program. Raises Unsupported if the program cannot be timed."""
    with scratch() as folder:
        yield Bench(module, text, Path(folder), options.assume_dim, tuple(shlex.split(options.measure_flags)))


def choose_by_time(
    module: Module, new: Module, records: list[FunctionResult], options: RegionOptions, text: str
) -> tuple[Module, list[FunctionResult]]:
    """Return the fastest of the input, the optimised module, and both with computations in dispatches of their own.

    The result includes records of the decision.

    Args:
        module: the input.
        new: the optimised module, or the input itself.
        records: the records of the functions of `new`.
        options: options of the optimisation.
        text: the source of the input.
    """
    try:
        with bench_of(module, text, options) as bench:
            others = [read_printed(write(new))] if new is not module and options.start == "input" else []
            seconds = options.measure_seconds
            found = tune(bench, others, options.target, seconds, choose_flags=False, rewritten=rewriting(options))
    except EgraphOptError as error:
        return module, [withdraw_record(record, f"it was not timed: {error}", "confirm") for record in records]
    return settle_records(module, new, records, found)


def settle_records(
    module: Module, new: Module, records: list[FunctionResult], found: FlagChoice
) -> tuple[Module, list[FunctionResult]]:
    """Return the module that was chosen by measured time, with records of the decision."""
    line = f"{MEASURED_PREFIX}{measurement_line(found)}"
    count = len(found.form.chosen)
    if found.form.module is module and not count:
        why = found.remark or "nothing that was tried is faster" + (f" by enough: {found.missed}" if found.missed else "")
        if new is not module:
            return module, [replace(withdraw_record(record, why, ""), confirmation="") for record in records]
        return module, [replace(record, remark=record.remark or f"left unchanged: {why}") for record in records]
    if found.form.module is module:  # nothing is rewritten, but the function changes
        records = [replace(withdraw_record(record, "", ""), remark="") for record in records]
    extra = f", {count} computation{'s' * (count != 1)} held in a dispatch" if count else ""
    extra += "".join(f", with {flag}" for flag in found.form.resume_flags)
    made = hold_groups(found.form.module, found.form.chosen) if count else found.form.module
    return made, [replace(record, confirmation=line + extra) for record in records]
