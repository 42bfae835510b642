"""The last step: what was made of a program leaves only if it is proved to do what the program does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from egraph_opt.check import Outcome, Verdict, check
from egraph_opt.core.result import FunctionResult
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write

STOPPED_BY = "check"


def validated(
    module: Module, new: Module, records: Sequence[FunctionResult], strict: bool, no_alias: bool = False
) -> tuple[Module, list[FunctionResult], str]:
    """The new module if what is written of it does what `module` does, else `module` itself, with a remark and the rejected text.

    The text is read again, so that the writer is checked too, and its layouts are held against the laws of Triton's verifier. With
    `strict`, sums of floats must take their elements in the same order.
    """
    if new is module:
        return new, list(records), ""
    text = ""
    try:
        text = write(new)
        if text == write(module):
            return new, list(records), ""
        after = read(text)
        if broken := unlawful(module, after):
            verdict = Verdict(Outcome.NOT_MODELLED, f"Triton would not take its layouts: {broken}")
        else:
            verdict = check(module, after, strict, no_alias)
    except Exception as error:
        verdict = Verdict(Outcome.NOT_MODELLED, f"{type(error).__name__}: {error}")
    if verdict.equal:
        return new, list(records), ""
    return module, [rejected(record, verdict) for record in records], text or f"// not written: {verdict}"


def rejected(record: FunctionResult, verdict: Verdict) -> FunctionResult:
    """The record of a function that came back as it was."""
    return replace(
        record, cost_after=record.cost_before, converts_after=record.converts_before, lower_bound=0.0, optimal=False, changes=0.0,
        converts_in_loops_after=record.converts_in_loops_before, stopped_by=STOPPED_BY,
        remark=f"left unchanged: the optimised module was not proved equal: {verdict}",
    )  # fmt: skip
