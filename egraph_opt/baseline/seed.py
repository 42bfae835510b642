"""Seeds for the search: results of another optimiser for the input."""

from __future__ import annotations

from egraph_opt.baseline import libtriton
from egraph_opt.ir.module import Module
from egraph_opt.text import read


def seeds_of(text: str, filename: str) -> list[Module]:
    """Return the result of Triton's RemoveLayoutConversions for a text: one module, or none if Triton is missing or refuses it."""
    if not libtriton.available():
        return []
    (answer,) = libtriton.ask("greedy", [text])
    return [read(answer.text, filename)] if answer.text else []
