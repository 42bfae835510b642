"""Proof of a new module: it is written, parsed again, and proved equivalent to the input."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.errors import Unsupported, reason_of
from egraph_opt.ir.module import Module

Law = Callable[[Module, Module], Verdict]
"""Equivalence proof of a rule family: compares an input with a new module that was written and parsed again."""


class Validation(NamedTuple):
    """Verdict on a new module with the text that was compared, or the reason why no verdict was reached."""

    verdict: Verdict
    text: str


def validate(
    before: Module, after: Module, write: Callable[[Module], str], read: Callable[[str], Module], prove: Law
) -> Validation:
    """Prove a new module equivalent after writing and parsing it. An error in `prove` proves nothing.

    Raises:
        Unsupported: the proof does not support the program.
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
