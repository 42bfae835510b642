"""Explanations of choices in an optimised program: `explain` gives for each the rules by which it follows from the input (`chains`)."""

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
from egraph_opt.text.source import expect_some


@dataclass(frozen=True, slots=True, repr=False)
class FunctionExplanation:
    """A function's record (claim, limit that stopped the search, why it stayed unchanged), and the explanations of its choices."""

    record: FunctionResult
    choices: list[Explanation]

    def __repr__(self) -> str:
        return f"<Explained {self.record!r}: {count_noun(len(self.choices), 'choice')}>"


@run_fork_safe()
def explain(text: str, filename: str, options: Options) -> list[FunctionExplanation]:
    """Return for each function of a text its record, and the explanations of choices that differ from the input.

    Raises:
        InputError: the text is not a program.
        Unexplained: a choice that the rules do not account for.
    """
    found = []
    for chunk, line in split(text):
        expect(options.family, chunk, filename, line)
        task = LayoutTask(LayoutTask.read(chunk, filename, line), options, Clock(), seeds=())
        found += [explain_function(function, task) for function in task.functions()]
    expect_some(len(found), filename)
    return found


def explain_function(function: Op, task: LayoutTask) -> FunctionExplanation:
    """Return the record of one function, and the explanations of its choices: none if it stays unchanged."""
    body = FunctionBody(function, task.module.threads())
    searched = task.search(body)
    if searched is None:
        return FunctionExplanation(nothing_to_choose(function, task.options.model), [])
    new, record = task.finish_function(body, searched)
    if new is function:
        return FunctionExplanation(record, [])
    return FunctionExplanation(record, explain_choices(trace(searched), language(task.books, task.options.own).rules))
