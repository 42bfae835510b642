"""Why choices in an optimised program are allowed: `explain` says of each by which rules it follows from the input (`chains`)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from egraph_opt import cost
from egraph_opt.core.result import FunctionResult
from egraph_opt.families.layout.choice.saturate import language
from egraph_opt.families.layout.optimize import Clock, search, settled
from egraph_opt.families.layout.options import Options
from egraph_opt.families.layout.provenance.chains import Explanation, explained
from egraph_opt.families.layout.settle import nothing_to_choose
from egraph_opt.ir.module import Op
from egraph_opt.process.fork import guarded
from egraph_opt.text import read, split


@dataclass(frozen=True, slots=True)
class Explained:
    """A function's record (what was claimed, what stopped the search, why it stayed), and why its choices are allowed."""

    record: FunctionResult
    choices: list[Explanation]


@guarded()
def explain(text: str, filename: str, options: Options) -> list[Explained]:
    """For each function of a text, what became of it, and the explanations of what was chosen for it and the input does not say.

    Raises:
        InputError: the text is not a program.
        Unexplained: a choice that the rules do not account for.
    """
    found = []
    for chunk, line in split(text):
        module = read(chunk, filename, line)
        options = replace(options, model=cost.bound(options.model, module))
        found += [explain_function(function, module.threads(), options) for function in module.functions()]
    return found


def explain_function(function: Op, threads: int, options: Options) -> Explained:
    """What became of one function, and the explanations of its choices: none where it stays as it is."""
    searched = search(function, threads, options, Clock())
    if searched is None:
        return Explained(nothing_to_choose(function, options.model), [])
    new, record = settled(function, threads, options, Clock(), searched)
    if new is function:
        return Explained(record, [])
    parts = searched.encoding, searched.layouts, searched.saturated, searched.posed, searched.best.choice
    return Explained(record, explained(parts, language(options.rules).rules))
