"""Seeds: results of another optimiser, from which the search starts in addition to the input."""

from __future__ import annotations

from egraph_opt.baseline import libtriton
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read


def seeds_of(text: str, filename: str) -> list[Module]:
    """Return the result of Triton's RemoveLayoutConversions as a start program, or [] if Triton is missing or rejects the input."""
    if not libtriton.available():
        return []
    (answer,) = libtriton.ask("greedy", [text])
    return read_seeds(answer.text, filename) if answer.text else []


def read_seeds(text: str, filename: str) -> list[Module]:
    """Parse the text of a start program, or return an empty list if our parser rejects it."""
    try:
        return [read(text, filename)]
    except InputError:
        return []
