"""The one path that every program of every family takes: this file is the map of the program.

    text ──split, read──▶ Module ──encode──▶ e-graph ──saturate──▶ e-graph ──extract──▶ choice ──elaborate──▶ Module ──write, join──▶ text
                             │                                                                                │
                             └────────────────────── validated: the two do the same; confirmed ──────────────┘

What a step does is its family's (`egraph_opt.core.task`); that no failure costs more than its function, and none the input, is said here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from egraph_opt.core.family import expect, families
from egraph_opt.core.options import OptionError, Options
from egraph_opt.core.result import FunctionResult, Result, lost, name_of
from egraph_opt.core.task import Clock, Task
from egraph_opt.cost.price import CostModelError
from egraph_opt.ir.module import Module, Op
from egraph_opt.process.fork import guarded
from egraph_opt.text import join, split
from egraph_opt.text.source import expect_some
from egraph_opt.text.write import Form

logger = logging.getLogger("egraph_opt")


def untouched(reason: str, text: str, filename: str, options: Options, form: Form = "source") -> Result:
    """What is given back where the process that was to optimise died or hung: the input, with the reason."""
    return Result(text, options.unit, (lost(reason),))


@guarded(untouched)
def optimize_text(text: str, filename: str, options: Options, form: Form = "source") -> Result:
    """Optimise the text of one or more modules (`// -----` between them) by the family whose options these are.

    A module of which nothing changes keeps its bytes, unless it is to be written in generic form.

    Raises:
        InputError: the text is not a program, is one for another family, or holds no function.
        CostModelError: the cost model raised, or gave something that is no cost.
        OptionError: what an option needs is not installed.
    """
    clock, results = Clock(), []
    steps: type[Task[Any]] = families()[options.family].code("task")
    for chunk, line in split(text):
        expect(options.family, chunk, filename, line)
        module = clock("read", steps.read, chunk, filename, line)
        results.append(optimize_module(clock("read", steps, module, options, clock, chunk), form))
    expect_some(sum(len(result.functions) for result in results), filename)
    result = together(text, results, clock)
    for remark in result.remarks:
        logger.info("%s: %s", filename, remark)
    return result


def optimize_module(task: Task[Any], form: Form = "source") -> Result:
    """Optimise a module that has been read. Raises CostModelError."""
    rejected = ""
    try:
        new, records = task.optimized()
        new, records, rejected = task.clock("check", task.validated, new, records)
        new, records = task.clock("check", task.confirmed, new, records)
        text = task.clock("decode", written, task, new, form)
    except (CostModelError, OptionError):
        raise  # the engine did not fail, and under no other costs or options would be what was asked for
    except Exception as error:
        logger.debug("%s", task.module.filename, exc_info=error)
        records = [task.failed(function, error) for function in task.functions()]
        text = written(task, task.module, form)
    return Result(text, task.options.unit, tuple(records), task.clock.seconds, rejected, task.headline(records))


def written(task: Task[Any], new: Module, form: Form) -> str:
    """The text of what became of a module: its bytes where nothing did."""
    return task.text if new is task.module and task.text and form == "source" else task.write(new, form)


def every_function(task: Task[Any]) -> tuple[Module, list[FunctionResult]]:
    """Every function of a module, optimised."""
    found = {function: attempted(task, task.optimize, function) for function in task.functions()}
    new = {function: new for function, (new, _) in found.items()}
    return task.module.replace_functions(new), [record for _, record in found.values()]


def attempted(task: Task[Any], optimize: Callable[[Op], tuple[Op, FunctionResult]], function: Op) -> tuple[Op, FunctionResult]:
    """A function, or a part of one, optimised; one that the engine fails on comes back as it was, with a remark."""
    try:
        return optimize(function)
    except CostModelError:
        raise
    except Exception as error:
        logger.debug("%s", name_of(function), exc_info=error)
        return function, task.failed(function, error)


def together(text: str, results: Sequence[Result], clock: Clock) -> Result:
    """The result of a text, from those of its modules."""
    functions = tuple(function for result in results for function in result.functions)
    rejected = "// -----\n".join(result.rejected for result in results if result.rejected)
    headline = "; ".join(dict.fromkeys(filter(None, (result.headline for result in results))))
    return Result(join(text, [r.ir for r in results]), results[0].unit, functions, clock.seconds, rejected, headline)
