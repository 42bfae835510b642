"""Seeds for the search: results of another optimiser for the input."""

from __future__ import annotations

from egraph_opt.baseline import libtriton
from egraph_opt.ir.module import InputError, Module
from egraph_opt.text import read


def seeds_of(text: str, filename: str) -> list[Module]:
    """Return the result of Triton's RemoveLayoutConversions for a text: one module, or none if Triton is missing or refuses it."""
    if not libtriton.available():
        return []
    (answer,) = libtriton.ask("greedy", [text])
    return read_seeds(answer.text, filename) if answer.text else []


def read_seeds(text: str, filename: str) -> list[Module]:
    """Return a result of Triton's pass as a seed, or none if it has something that cannot be read."""
    try:
        return [read(text, filename)]
    except InputError:
        return []
