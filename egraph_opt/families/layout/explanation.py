"""Explanation of an optimised program: the chain of rules that derives each rewritten value from the input."""

from __future__ import annotations

from dataclasses import dataclass

from egraph_opt.core.family import expect
from egraph_opt.core.result import FunctionResult, count_noun
from egraph_opt.core.task import Clock
from egraph_opt.families.layout.acceptance import nothing_to_choose
from egraph_opt.families.layout.choice.saturate import language
from egraph_opt.families.layout.optimize import FunctionBody, LayoutTask, trace
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.provenance.explanations import Explanation, explain_choices
from egraph_opt.ir.module import Op
from egraph_opt.process.fork_safety import run_fork_safe
from egraph_opt.text import split
from egraph_opt.text.program_input import expect_some


@dataclass(frozen=True, slots=True, repr=False)
class FunctionExplanation:
    """Record of a function with the explanations of its rewritten values."""

    record: FunctionResult
    choices: list[Explanation]

    def __repr__(self) -> str:
        return f"<Explained {self.record!r}: {count_noun(len(self.choices), 'choice')}>"


@run_fork_safe()
def explain(text: str, filename: str, options: Options) -> list[FunctionExplanation]:
    """Return each function's record, with explanations of the values that differ from the input.

    Raises:
        InputError: the text is not a program.
        MissingExplanation: no chain of rules derives a selected node.
    """
    found = []
    for chunk, line in split(text):
        expect(options.family, chunk, filename, line)
        task = LayoutTask(LayoutTask.read(chunk, filename, line), options, Clock(), seeds=())
        found += [explain_function(function, task) for function in task.functions()]
    expect_some(len(found), filename)
    return found


def explain_function(function: Op, task: LayoutTask) -> FunctionExplanation:
    """Return one function's record, with explanations if the function changes."""
    body = FunctionBody(function, task.module.threads())
    searched = task.search(body)
    if searched is None:
        return FunctionExplanation(nothing_to_choose(function, task.options.model), [])
    new, record = task.finish_function(body, searched)
    if new is function:
        return FunctionExplanation(record, [])
    return FunctionExplanation(record, explain_choices(trace(searched), language(task.books, task.options.own).rules))
