"""The equalities, one book per family: a file, or a few."""

if __name__ != "egraph_opt.rules":
    raise ImportError("import egraph_opt.rules, not rules")

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule

_FILES = sorted(found.name for found in iter_modules(__path__))
NAMES = tuple(dict.fromkeys(name.partition("_")[0] for name in _FILES))
"""The books there are: the files here, up to the first underscore of their names. A book is loaded when it is asked for, since loading
egglog takes a third of a second."""


def book(name: str) -> "tuple[Rule, ...]":
    """The rules of one book, in the order of its files.

    Raises:
        KeyError: no such book.
    """
    if name not in NAMES:
        raise KeyError(f"no rule book {name!r}; there are: {', '.join(NAMES)}")
    from egraph_opt.core.rule import Rule

    modules = [import_module(f"egraph_opt.rules.{file}") for file in _FILES if file.partition("_")[0] == name]
    return tuple(r for module in modules for r in vars(module).values() if isinstance(r, Rule))
