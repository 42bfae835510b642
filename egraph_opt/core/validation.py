"""Proof of a result: it is written, parsed again, and compared with the input by the family's law."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.errors import Unsupported, reason_of
from egraph_opt.ir.module import Module

Law = Callable[[Module, Module], Verdict]
"""Equivalence proof of a family: compares an input with a result that was written and parsed again."""


class Validation(NamedTuple):
    """Verdict on a result and the text that it covers, or the reason why there is none."""

    verdict: Verdict
    text: str


def validate(
    before: Module, after: Module, write: Callable[[Module], str], read: Callable[[str], Module], prove: Law
) -> Validation:
    """Prove a result, as written, by a law. An error in the law proves nothing.

    Raises:
        Unsupported: the law does not support the program.
    """
    text = ""
    try:
        text = write(after)
        verdict = EQUAL if text == write(before) else prove(before, read(text))
    except Unsupported:
        raise
    except Exception as error:
        verdict = Verdict(Outcome.NOT_PROVED, reason_of(error))
    return Validation(verdict, text or f"// not written: {verdict}")
