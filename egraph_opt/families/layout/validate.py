"""Last step: a result is returned only if it is proved equal to the program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from egraph_opt.checker import Outcome, Verdict, check
from egraph_opt.core.result import FunctionResult, withdrawn
from egraph_opt.errors import reason_of
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module
from egraph_opt.text import read, write


@lru_cache(maxsize=1)
def write_once(module: Module) -> str:
    """Write a module that is validated and then returned, with a cache."""
    return write(module)


def validated(
    module: Module,
    new: Module,
    records: Sequence[FunctionResult],
    strict: bool,
    no_alias: bool = False,
    read: Callable[[str], Module] = read,
) -> tuple[Module, list[FunctionResult], str]:
    """Return the new module if it, as written, does what `module` does; else `module` with a remark and the rejected text.

    The text is read again, so that the writer is checked too, and its layouts are checked against the laws of Triton's verifier.
    With `strict`, sums of floats must take their elements in the same order. `read` reads it.
    """
    if new is module:
        return new, list(records), ""
    text = ""
    try:
        text = write_once(new)
        if text == write(module):
            return new, list(records), ""
        verdict = said(module, read(text), strict, no_alias)
    except Exception as error:
        verdict = Verdict(Outcome.NOT_PROVED, reason_of(error))
    if verdict.equal:
        return new, list(records), ""
    reason = f"the optimised module was not proved equal: {verdict}"
    return module, [withdrawn(record, reason, "check") for record in records], text or f"// not written: {verdict}"


def said(module: Module, after: Module, strict: bool, no_alias: bool) -> Verdict:
    """Return whether a program does what another does, under the laws of Triton's verifier."""
    if broken := unlawful(module, after):
        return Verdict(Outcome.NOT_PROVED, f"Triton would not take its layouts: {broken}")
    return check(module, after, strict, no_alias)
