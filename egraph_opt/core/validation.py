"""The one proof of a result: the result is written and read again, and a family's law compares it with the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from egraph_opt.checker import EQUAL, Outcome, Verdict
from egraph_opt.errors import Unsupported, reason_of
from egraph_opt.ir.module import Module

Law = Callable[[Module, Module], Verdict]
"""What a family means by equal: it compares a program with a result that was written and read again."""


class Validation(NamedTuple):
    """Verdict on a result, and the text that it is about, or why there is none."""

    verdict: Verdict
    text: str


def validate(
    before: Module, after: Module, write: Callable[[Module], str], read: Callable[[str], Module], prove: Law
) -> Validation:
    """Prove a result by a law, as it is written. A law that fails proves nothing.

    Raises:
        Unsupported: the law does not know the program.
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
