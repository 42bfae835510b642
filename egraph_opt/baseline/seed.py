"""Seeds of the search: alternative start programs from another optimiser."""

from __future__ import annotations

from egraph_opt.baseline import libtriton
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read


def seeds_of(text: str, filename: str) -> list[Module]:
    """Return the result of Triton's RemoveLayoutConversions, or an empty list if Triton is missing or rejects the input."""
    if not libtriton.available():
        return []
    (answer,) = libtriton.ask("greedy", [text])
    return read_seeds(answer.text, filename) if answer.text else []


def read_seeds(text: str, filename: str) -> list[Module]:
    """Parse a seed, or return an empty list if the parser rejects the text."""
    try:
        return [read(text, filename)]
    except InputError:
        return []
