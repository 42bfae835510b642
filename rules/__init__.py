"""The equalities, one book (file) per family. `BOOKS` maps a book's name to its rules, in the order of the file."""

if __name__ != "egraph_opt.rules":
    raise ImportError("import egraph_opt.rules, not rules")

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.rule import Rule

NAMES = ("layout", "pointer", "region")
"""The books there are; a book is loaded when it is asked for, since loading egglog takes a third of a second."""


def book(name: str) -> "tuple[Rule, ...]":
    """The rules of one book.

    Raises:
        KeyError: no such book.
    """
    if name not in NAMES:
        raise KeyError(f"no rule book {name!r}; there are: {', '.join(NAMES)}")
    from egraph_opt.rule import Rule

    module = import_module(f"egraph_opt.rules.{name}")
    return tuple(r for r in vars(module).values() if isinstance(r, Rule))
