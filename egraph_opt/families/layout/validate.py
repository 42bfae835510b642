"""The law of the family: a result has layouts that Triton's verifier takes, and does what the program does."""

from __future__ import annotations

from egraph_opt.checker import Outcome, Verdict, check
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module


def prove(module: Module, after: Module, strict: bool, no_alias: bool) -> Verdict:
    """Return whether a program does what another does, under the laws of Triton's verifier.

    With `strict`, sums of floats must take their elements in the same order.
    """
    if broken := unlawful(module, after):
        return Verdict(Outcome.NOT_PROVED, f"Triton would not take its layouts: {broken}")
    return check(module, after, strict, no_alias)
