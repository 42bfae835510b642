"""Families of rules: what each declares of itself, and where they are found.

A family is a package under `egraph_opt/families/` that exports `FAMILY`. Nothing else names it: its options, its books of rules, the texts
that are its own and what it has no meaning for are declared there, and its engine is loaded when it is used.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

import egraph_opt.families
from egraph_opt.core.options import OptionError, Options, declared, unmet
from egraph_opt.errors import unknown
from egraph_opt.ir.module import InputError

_COMMENT = re.compile(r"//[^\n]*")


@dataclass(frozen=True)
class Family:
    """What a family of rules declares. Names of code (`module:name`) are looked up when they are used."""

    name: str
    programs: str
    """What its programs are, in words: `a tensor program of IREE`."""
    options: type[Options]
    task: str
    """Its steps on one module: a subclass of `egraph_opt.core.task.Task`."""
    recognises: Callable[[str, str], int]
    """How sure the family is that a text, without comments, in a file of some name is its own; 0: it is not."""
    reader: str = ""
    """What reads its texts into modules, where the reader of all others does not."""
    hint: str = ""
    """How its programs are optimised, where that takes more than `--rules NAME`."""
    books: tuple[str, ...] = ()
    """Books of rules that can be run beside the one with its name."""
    parts: tuple[str, ...] = ()
    """Books that it always runs beside its own, and that nobody asks for."""
    comparisons: Mapping[str, str] = field(default_factory=dict)
    """What its results can be compared with: a name, and the code that does it (`egraph_opt.core.comparison`)."""
    models: str = ""
    """Its cost models by name, where it has costs."""
    pareto: str = ""
    """A cost model that is a weighted sum of others: a class that takes pairs of weights and models, and a name."""
    suffixes: tuple[str, ...] = (".mlir",)
    """How the names of files end that a folder is looked through for."""
    explain: str = ""
    """By which rules choices follow from a program."""
    report: str = ""
    """What a report says beyond the two programs (`egraph_opt.reports`)."""
    meaningless: Mapping[str, str] = field(default_factory=dict)
    """Commands that have no meaning here, and why not."""

    def code(self, what: str) -> Any:
        """Return what a declaration names, now loaded.

        Raises:
            OptionError: the family has none, for the reason that it declares.
        """
        if not (place := getattr(self, what)):
            why = self.meaningless.get(what, "the family has none")
            raise OptionError(f"{what}: no use with {{0}}: {why}", f"rules={self.name}")
        return _loaded(place)

    def comparison(self, against: str) -> Any:
        """Return what compares results with those of another compiler, the first where none is named: files and options in.

        Raises:
            OptionError: there is no such comparison.
        """
        name = against or next(iter(self.comparisons))
        if name not in self.comparisons:
            raise OptionError(f"{{0}}: {{1}} goes with {' or '.join(self.comparisons)}", f"against={name}", f"rules={self.name}")
        return _loaded(self.comparisons[name])


def _loaded(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


@cache
def families() -> Mapping[str, Family]:
    """Every family, by name: the packages under `egraph_opt/families/`."""
    folder = egraph_opt.families
    names = sorted(found.name for found in pkgutil.iter_modules(folder.__path__))
    known = [import_module(f"{folder.__name__}.{name}").FAMILY for name in names]
    return {family.name: family for family in known}


def books_of(rules: str) -> tuple[Family, tuple[str, ...]]:
    """The family that some books of rules belong to, and the books: names in a text, separated by commas.

    Raises:
        OptionError: there is no such book, it is named twice, or it is run alone.
    """
    books = tuple(rules.split(","))
    owners = {book: family for family in families().values() for book in (family.name, *family.books)}
    for name in books:
        if owner := next((family.name for family in families().values() if name in family.parts), ""):
            raise OptionError(f"the ruleset {name} is a part of the family {owner}: use the ruleset {owner}")
        if name not in owners:
            raise OptionError(unknown("no ruleset", name, owners))
    if len(set(books)) < len(books):
        raise OptionError(f"a ruleset is named twice in {rules!r}")
    if other := next((name for name in books if owners[name] is not owners[books[0]]), ""):
        raise OptionError(f"the ruleset {other} is not run together with the ruleset {books[0]}")
    return owners[books[0]], books


def chosen(rules: str, given: Mapping[str, Any], without: str = "", where: str = "") -> Options:
    """The options of a run, from its books of rules and what else was given by name.

    `without`: a declaration of options (`beside`) that mark those without use in this run; `where` says then what run that is.

    Raises:
        OptionError: an option that there is not (with the nearest one), that these rules do not take (with those that do), that does
            nothing without another one, or whose value is out of range.
    """
    family, books = books_of(rules)
    known = declared(family.options)
    idle = [name for name in given if name not in known or (without and getattr(known[name], without))]
    if strange := [name for name in idle if not takers(name)]:
        every = sorted({name for other in families().values() for name in declared(other.options)})
        from difflib import get_close_matches

        near = get_close_matches(strange[0], every, 1)
        raise OptionError(f"there is no option {strange[0]}{': did you mean {0}?' if near else ''}", *near)
    if idle:
        names = ", ".join(f"{{{number}}}" for number in range(len(idle)))
        ways = [other for other in families() if all(other in takers(name) for name in idle)]
        them = "it" if len(idle) == 1 else "them"
        if where and any(name in known for name in idle):
            raise OptionError(f"{names}: no use {where}: leave that out", *idle)
        hint = f"use {them} with {{{len(idle) + 1}}}" if ways else "leave that out"
        raise OptionError(f"{names}: no use with {{{len(idle)}}}: {hint}", *idle, f"rules={rules}", f"rules={' or '.join(ways)}")
    if error := unmet(family.options, given):
        raise error
    return family.options(rules=books, **given)


def takers(name: str) -> list[str]:
    """The families that take an option."""
    return [family.name for family in families().values() if name in declared(family.options)]


def kind_of(text: str, filename: str = "") -> str:
    """The family that a text is for, or nothing where nothing in it tells."""
    bare = _COMMENT.sub("", text)
    sure = {family.name: family.recognises(bare, filename) for family in families().values()}
    best = max(sure, key=lambda name: sure[name])
    return best if sure[best] else ""


def expect(family: str, text: str, filename: str, line: int = 1) -> None:
    """Refuse a text that is for another family.

    Raises:
        InputError: it is; the note says which rules take it.
    """
    kind = kind_of(text, filename)
    if kind not in ("", family):
        other = families()[kind]
        message = f"this is {other.programs}: the rules {family!r} have nothing to do in it"
        raise InputError(message, line, 1, other.hint or f"--rules {kind} takes it", filename, text.splitlines()[0])


def mentions(*dialects: str, also: str = "") -> Callable[[str], bool]:
    """Return a function that says whether a text has an operation of some dialects, in pretty or generic form, or what `also` matches.

    What `also` matches has the name of one of the dialects in it too.
    """
    any_of = "|".join(dialects)
    operation = rf'(?:^|[={{}}])\s*(?:{any_of})\.\w|"(?:{any_of})\.\w+"\s*\('
    pattern = f"{also}|{operation}" if also else operation
    words = [f"{dialect}." for dialect in dialects]
    # compiled when a text has the name of a dialect, which few texts have of most
    return lambda text: any(word in text for word in words) and re.search(pattern, text, re.M) is not None
