"""Optimisation pipeline of all rule families: text to module to e-graph and back.

    text ──split, read──▶ Module ──encode──▶ terms ──saturate──▶ e-graph ──extract──▶ choices ──elaborate──▶ Module ──write, join──▶ text
                             │                                                                                 │
                             └─── prove that the two do the same, confirm; else take the next alternative ─────┘

Rule families implement the steps (`egraph_opt.core.task`). The pipeline returns the first accepted candidate, or the input.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from egraph_opt.core import rule_usage
from egraph_opt.core.acceptance.alternatives import take_first
from egraph_opt.core.family import expect, families
from egraph_opt.core.observers import Observer, attach_observers, tell, tell_module
from egraph_opt.core.options import OptionError, Options
from egraph_opt.core.result import FunctionResult, Result, lost_record
from egraph_opt.core.rule import Rule
from egraph_opt.core.rule_usage import counting
from egraph_opt.core.task import Clock, Task
from egraph_opt.errors import CostModelError
from egraph_opt.extract.base.gc_pause import pause_collection
from egraph_opt.ir.module import Module
from egraph_opt.process.fork_safety import run_fork_safe
from egraph_opt.text import join, split
from egraph_opt.text.printer import Form
from egraph_opt.text.program_input import expect_some
from egraph_opt.text.unknown_op_remarks import strange

logger = logging.getLogger("egraph_opt")


def untouched_result(reason: str, text: str, filename: str, options: Options, *_: Any) -> Result:
    """Return the unchanged input with the reason, for a program whose process crashed or hung."""
    return Result(text, options.unit, (lost_record(reason),), source=text)


@run_fork_safe(untouched_result)
@pause_collection()
def optimize_text(
    text: str, filename: str, options: Options, form: Form = "source", observers: Sequence[Observer] = ()
) -> Result:
    """Optimise the text of one or more modules (`// -----` between them) by the rule family of `options`.

    An unchanged module keeps its bytes, except in generic form. `observers` are notified of each step.

    Raises:
        InputError: the text is not a program, belongs to another rule family, or has no function.
        CostModelError: the cost model raised, or returned something that is not a cost.
        OptionError: an option needs a package that is not installed.
    """
    clock, results = Clock(), []
    steps = families()[options.family].steps()
    with attach_observers(observers):
        for chunk, line in split(text):
            expect(options.family, chunk, filename, line)
            with clock.stage("read"):
                module = steps.read(chunk, filename, line)
                task = steps(module, options, clock, chunk)
            tell("read", module)
            results.append(optimize_module(task, form))
    expect_some(sum(len(result.functions) for result in results), filename)
    result = join_results(text, task, results)
    for remark in result.remarks:
        logger.info("%s: %s", filename, remark)
    return result


def join_results(text: str, task: Task[Any], results: Sequence[Result]) -> Result:
    """Combine the results of all modules of a text. `task` is the task of the last module."""
    functions = tuple(function for result in results for function in result.functions)
    rejected = "// -----\n".join(result.rejected for result in results if result.rejected)
    new = join(text, [result.ir for result in results])
    return Result(new, task.options.unit, functions, task.clock.seconds, rejected, task.headline(functions), text)


def optimize_module(task: Task[Any], form: Form = "source", use: bool = True) -> Result:
    """Optimise a parsed module. If user rules cause a failure, optimise the module without user rules. Raises CostModelError.

    `use`: also determine which user rules the result uses, by further runs without some of the rules.
    """
    rules: tuple[Rule, ...] = task.options.own
    if not rules:
        return report_result(task, run_path(task, form))
    with counting(rules) as found:
        made = run_path(task, form)
    fired = [rule for rule in rules if found.times.get(rule.name)]

    def without(some: Sequence[Rule]) -> ModuleResult:
        with attach_observers(()):  # observers are notified only of the run whose result is returned
            return run_path(task.without(some), form)

    uses: Mapping[Rule, str] = {}
    if made.rejected or rule_usage.failure(made.records):
        other = run_path(task.without(rules), form)
        if not (other.rejected or rule_usage.failure(other.records)):
            reason = rule_usage.failure(made.records) or "a result was not proved equal"
            made = other._replace(records=[rule_usage.left_out(record, rules, reason) for record in other.records])
            uses = dict.fromkeys(fired, rule_usage.UNUSED)
    elif made.module is task.module:
        uses = dict.fromkeys(fired, rule_usage.UNUSED)
    elif use:
        uses = rule_usage.use_of(fired, lambda some: without(some).text == made.text)
    return report_result(task, made._replace(records=rule_usage.note_rules(made.records, rules, found, uses)))


class ModuleResult(NamedTuple):
    """Result for a module: the new module, function records, the new text, and the first text that was not proved equal."""

    module: Module
    records: Sequence[FunctionResult]
    text: str
    rejected: str


def run_path(task: Task[Any], form: Form) -> ModuleResult:
    """Return the first candidate for a module that is proved equal, and accepted by the target's compiler if the options request
    it.

    If the engine fails, return the unchanged module.
    """
    try:
        new, records = take_first(task.module, task.module_alternatives(), task.accept)
        new, records = task.measure(new, records)
        with task.clock.stage("decode"):
            text = write_result(task, new, form)
    except (CostModelError, OptionError):
        raise  # no engine failure: a run with other costs or options would not answer the request
    except Exception as error:
        logger.debug("%s", task.module.filename, exc_info=error)
        new, records = task.module, [task.failure_record(function, error) for function in task.functions()]
        text = write_result(task, new, form)
    return ModuleResult(new, records, text, task.rejected)


def report_result(task: Task[Any], made: ModuleResult) -> Result:
    """Notify the observers, and return the result for a module with a note on unknown operations."""
    if made.records and (notes := strange(task.module)):
        first, *others = made.records
        made = made._replace(records=[replace(first, notes=(*first.notes, *notes)), *others])
    tell_module(task.module, made.module, made.records)
    records, headline = tuple(made.records), task.headline(made.records)
    return Result(made.text, task.options.unit, records, task.clock.seconds, made.rejected, headline, task.text)


def write_result(task: Task[Any], new: Module, form: Form) -> str:
    """Return the text of a new module, or the original bytes of an unchanged module."""
    return task.text if new is task.module and task.text and form == "source" else task.write(new, form)
