"""The equalities, in books. A file `NAME.py` is a book, and files `NAME_MORE.py` belong to it: who adds one adds nothing else."""

if __name__ != "egraph_opt.rules":
    raise ImportError("import egraph_opt.rules, not rules")

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule


@cache
def files() -> "tuple[str, ...]":
    """Return the names of the files of rules, in order. They are looked for when the first book is asked for."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def names() -> "tuple[str, ...]":
    """Return the books there are; a book is loaded when it is asked for."""
    return tuple(dict.fromkeys(name.partition("_")[0] for name in files()))


def book(name: str) -> "tuple[Rule, ...]":
    """Return the rules of one book, in the order of its files.

    Raises:
        KeyError: no such book.
        RuleError: a rule is not well written, or two have one name.
    """
    if name not in names():
        raise KeyError(f"no ruleset {name!r}: use one of {', '.join(names())}")
    from egraph_opt.core.rule import rules_of

    return rules_of(import_module(f"egraph_opt.rules.{file}") for file in files() if file.partition("_")[0] == name)


def every_rule() -> "dict[str, tuple[Rule, str]]":
    """Return all rules of all books, by name, each with its book.

    Raises:
        RuleError: a rule is not well written, or two have one name.
    """
    from egraph_opt.core.rule import rules_of

    home = {file: import_module(f"egraph_opt.rules.{file}") for file in files()}
    rules_of(home.values())
    return {rule.name: (rule, name) for name in names() for rule in book(name)}
