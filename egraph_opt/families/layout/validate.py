"""Validation of an output module: it equals the input, and its layouts satisfy Triton's verifier."""

from __future__ import annotations

from egraph_opt.checker import Outcome, Verdict, check
from egraph_opt.families.layout.recheck import unlawful
from egraph_opt.ir.module import Module


def prove(module: Module, after: Module, strict: bool, no_alias: bool) -> Verdict:
    """Return whether `after` is proved equal to `module`, and has layouts that Triton's verifier accepts.

    `strict` forbids reordering of floating-point sums.
    """
    if broken := unlawful(module, after):
        return Verdict(Outcome.NOT_PROVED, f"Triton would not take its layouts: {broken}")
    return check(module, after, strict, no_alias)
