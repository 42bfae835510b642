"""Families of rules: what each declares of itself, and where they are found.

A family is a package under `egraph_opt/families/` that exports `FAMILY`, or what another package offers as an entry point. Nothing else
names it: its options, its books of rules, the texts that are its own and what it has no meaning for are declared there, and its engine is
loaded when it is used.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import egraph_opt.families
from egraph_opt import outside
from egraph_opt.core.options import OptionError, Options, declared, unmet
from egraph_opt.core.rule import Rule, rules_from
from egraph_opt.errors import unknown
from egraph_opt.ir.module import InputError

BOOKS = "egraph_opt.rules"
"""Where books of rules are loaded. It stands above this folder, as families do."""
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
    """What its results can be compared with: a name, and the code that does it (`egraph_opt.core.output.comparison`)."""
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
    as_plugin: str = ""
    """What a plug-in in the compiler of its programs does with one of them, and the search of that plug-in."""
    meaningless: Mapping[str, str] = field(default_factory=dict)
    """Commands that have no meaning here, and why not."""
    vocabulary: str = ""
    """The family in whose words its rules are written, where that is another one."""

    shares: str = ""
    """The family whose programs it takes where it is asked for by name: a text tells the two apart by nothing."""
    requires: Mapping[str, str] = field(default_factory=dict)
    """Modules that its steps cannot do without, and the extra of this package that installs each."""

    @property
    def words(self) -> str:
        """The family in whose words its rules are written."""
        return self.vocabulary or self.name

    def cost_models(self) -> Mapping[str, Any]:
        """The family's cost models by name, with those that installed packages offer for it.

        Raises:
            OutsideError: one of them cannot be loaded.
        """
        return {**outside.models(self.name), **self.code("models")} if self.models else {}

    def code(self, what: str) -> Any:
        """Return what a declaration names, now loaded.

        Raises:
            OptionError: the family has none, for the reason that it declares, or what it takes is not installed.
        """
        if not (place := getattr(self, what)):
            why = self.meaningless.get(what, "the family has none")
            raise OptionError(f"{what}: no use with {{0}}: {why}", f"rules={self.name}")
        if missing := [name for name in self.requires if find_spec(name) is None]:
            how = f"pip install -e '.[{self.requires[missing[0]]}]' in a clone"
            raise OptionError(f"{{0}} needs {missing[0]}, which is not installed: {how}", f"rules={self.name}")
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


class _Families:
    """Every family, by name, and why others cannot be used."""

    def __init__(self) -> None:
        folder = egraph_opt.families
        names = sorted(found.name for found in pkgutil.iter_modules(folder.__path__))
        known = [import_module(f"{folder.__name__}.{name}").FAMILY for name in names]
        self.known: dict[str, Family] = {family.name: family for family in known}
        self.unusable: dict[str, str] = {}
        taken = {name for family in known for name in (family.name, *family.books, *family.parts)}
        for name, entry in outside.entries(outside.FAMILIES).items():
            try:
                family = outside.load(outside.FAMILIES, name)
            except outside.OutsideError as error:
                self.unusable[name] = str(error)
                continue
            if not isinstance(family, Family):
                self.unusable[name] = f"{entry.value}: error: the entry point {name!r} is no Family, but {type(family).__name__}"
            elif family.name in taken:
                self.unusable[name] = f"{entry.value}: error: the name of the family {family.name} is taken"
            else:
                self.known[family.name] = family
                taken |= {family.name, *family.books, *family.parts}


_found = cache(_Families)


def families() -> Mapping[str, Family]:
    """Every family, by name: the packages under `egraph_opt/families/`, and those that installed packages offer.

    One that cannot be loaded is left out; who names it is told why.
    """
    return _found().known


Rules = str | Rule | Sequence[str | Rule]
"""Rulesets by name, separated by commas, files with rules (`file.py:name`), and rules."""


def books_of(rules: Rules) -> tuple[Family, tuple[str, ...], tuple[Rule, ...]]:
    """The family that some rules belong to, its books that are to be run, and rules from outside to run beside them.

    Rules from outside alone are run beside the book of the family in whose words they are written.

    Raises:
        OptionError: there is no such book, it is named twice, or it is not run with the others.
        OutsideError, RuleError: a file or a package with rules cannot be loaded, or has none.
    """
    books, own = _named(rules)
    if own and not books:
        books = (next((name for name, each in families().items() if own[0].vocabulary.family == each.words), ""),)
        if not books[0]:
            raise OptionError(
                f"the rule {own[0].name} is written in the words of {own[0].vocabulary.family}, which no family has"
            )
    owners = {book: family for family in families().values() for book in (family.name, *family.books)}
    for name in books:
        if owner := next((family.name for family in families().values() if name in family.parts), ""):
            raise OptionError(f"the ruleset {name} is a part of the family {owner}: use the ruleset {owner}")
        if name in _found().unusable:
            raise outside.OutsideError(_found().unusable[name])
        if name not in owners:
            raise OptionError(unknown("no ruleset", name, owners))
    if len(set(books)) < len(books):
        raise OptionError(f"a ruleset is named twice in {','.join(books)!r}")
    family = owners[books[0]]
    if other := next((name for name in books if owners[name] is not family), ""):
        raise OptionError(f"the ruleset {other} is not run together with the ruleset {books[0]}")
    _vet(own, family)
    return family, books, own


def _named(rules: Rules) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
    """The names of books, and the rules from outside, in what a user named."""
    books: list[str] = []
    own: list[Rule] = []
    for each in [rules] if isinstance(rules, (str, Rule)) else rules:
        if isinstance(each, Rule):
            own.append(each)
            continue
        if not isinstance(each, str):
            raise OptionError(f"{{0}}: a rule is made by @rule, or named; {each!r} is neither", "rules")
        for name in each.split(","):
            if outside.is_file(name):
                own += rules_from(outside.in_file(name), name)
            elif name in outside.entries(outside.RULES) and name not in (*families(), *_found().unusable):
                own += rules_from(outside.load(outside.RULES, name), outside.entries(outside.RULES)[name].value)
            else:
                books.append(name)
    if not books and not own:
        raise OptionError("{0}: name a ruleset or a rule", "rules")
    return tuple(books), tuple(dict.fromkeys(own))


def _vet(own: Sequence[Rule], family: Family) -> None:
    """Refuse rules from outside that a family's search has no words for, names that are taken, and wrong rules in books from outside."""
    known = (family.words, *family.books, *family.parts)
    for name in known:
        if name in outside.entries(outside.RULES):
            import_module(BOOKS).book(name)
    if not own:
        return
    for rule in own:
        if rule.vocabulary.family != family.words:
            said = f"the rule {rule.name} is written in the words of {rule.vocabulary.family}"
            raise OptionError(f"{said}, and {{0}} has those of {family.words}", f"rules={family.name}")
    taken = {rule.name: rule for name in known for rule in import_module(BOOKS).unproved(name)}
    for rule in own:
        if (other := taken.setdefault(rule.name, rule)) is not rule:
            raise OptionError(f"{rule.where}: rule {rule.name}: the name is taken, by the rule at {other.where}")


def chosen(rules: Rules, given: Mapping[str, Any], without: str = "", where: str = "") -> Options:
    """The options of a run, from its rules and what else was given by name.

    `without`: a declaration of options (`beside`) that mark those without use in this run; `where` says then what run that is.

    Raises:
        OptionError: an option that there is not (with the nearest one), that these rules do not take (with those that do), that does
            nothing without another one, or whose value is out of range; and as `books_of`.
        Refused: a rule from outside is not proved.
    """
    family, books, own = books_of(rules)
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
        raise OptionError(
            f"{names}: no use with {{{len(idle)}}}: {hint}", *idle, f"rules={','.join(books)}", f"rules={' or '.join(ways)}"
        )
    if error := unmet(family.options, given):
        raise error
    return family.options(rules=books, own=own, **given)


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
    if kind not in ("", family, families()[family].shares):
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
