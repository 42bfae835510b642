"""The equalities, one book per family: a file, or a few."""

if __name__ != "egraph_opt.rules":
    raise ImportError("import egraph_opt.rules, not rules")

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule

FILES = {
    "layout": ("layout",),
    "pointer": ("pointer", "pointer_loops", "pointer_choice"),
    "tile": ("pointer_target",),
    "region": ("region",),
}
NAMES = tuple(FILES)
"""The books there are; a book is loaded when it is asked for, since loading egglog takes a third of a second."""


def book(name: str) -> "tuple[Rule, ...]":
    """The rules of one book, in the order of its files.

    Raises:
        KeyError: no such book.
    """
    if name not in NAMES:
        raise KeyError(f"no rule book {name!r}; there are: {', '.join(NAMES)}")
    from egraph_opt.core.rule import Rule

    modules = [import_module(f"egraph_opt.rules.{file}") for file in FILES[name]]
    return tuple(r for module in modules for r in vars(module).values() if isinstance(r, Rule))
