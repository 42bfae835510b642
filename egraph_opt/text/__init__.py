"""Parser and printer of MLIR text: the custom assembly of Triton's dialects, or the generic form of any dialect."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.text.files import join, split
    from egraph_opt.text.parser import read
    from egraph_opt.text.printer import write

__all__ = ["join", "read", "split", "write"]

_PLACES = {"join": "files", "read": "parser", "split": "files", "write": "printer"}
"""Module of this package that defines each public name."""

if not TYPE_CHECKING:  # hidden from type checkers, for which it would define every name

    def __getattr__(name: str) -> object:
        """Import a public name on first access."""
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"{__name__}.{_PLACES[name]}"), name)
        return value
