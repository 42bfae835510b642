"""Declaration of a rule family, and discovery of all families.

A family is a package in `egraph_opt/families/` that exports `FAMILY`, or an entry point of another package. The declaration names
options, rulesets, a recogniser of the family's programs, and unsupported commands. Code is imported on first use.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import egraph_opt.families
from egraph_opt import plugins
from egraph_opt.core import discovery
from egraph_opt.core.options import OptionError, Options, declared_options, unmet
from egraph_opt.core.rule import Rule, rules_from
from egraph_opt.core.user_file import in_file
from egraph_opt.errors import format_place, nearest, unknown_name
from egraph_opt.ir.module import InputError

if TYPE_CHECKING:
    from egraph_opt.core.task import Task

BOOKS = "egraph_opt.rules"
"""Module that loads rulesets, imported on use since it imports this package."""
_COMMENT = re.compile(r"//[^\n]*")
_BEGINS = re.compile(r"\s*(?:[#!]\w|[\"%^a-z]|\{-#)")
"""Pattern of the start of a program in any dialect: an alias, an operation, or resources."""


@dataclass(frozen=True)
class Family:
    """Declaration of a rule family. Fields that name code as `module:name` are resolved when the code is first needed."""

    name: str
    programs: str
    """Description of the family's programs, such as `a tensor program of IREE`."""
    options: type[Options]
    task: Callable[[], type[Task[Any]]]
    """Function that imports and returns the task class; called by `steps`."""
    recognises: Callable[[str, str], int]
    """Function of a text without comments and a file name. It returns the confidence that the text is a program of the family, or 0."""
    reader: str = ""
    """Parser of the family's programs, if the common parser does not support them."""
    printer: str = ""
    """Printer of pretty form, if `reader` supports only generic form."""
    hint: str = ""
    """Hint on how to optimise the family's programs, if `--rules NAME` does not suffice."""
    books: tuple[str, ...] = ()
    """Rulesets that can run in addition to the ruleset with the family's name."""
    parts: tuple[str, ...] = ()
    """Internal rulesets that always run together with the family's own."""
    comparisons: Mapping[str, str] = field(default_factory=dict)
    """Code that compares with another compiler, by name of the comparison (`egraph_opt.core.output.comparison`)."""
    against_files: str = ""
    """Code that compares with files written by another compiler, called like the code in `comparisons` but also with a path."""
    models: str = ""
    """Table of the family's cost models by name, as `module:name`; empty for a family without costs.

    A user's model needs the methods that all these models have.
    """
    models_may_lack: tuple[str, ...] = ()
    """Methods of the family's cost models that a user's model may lack."""
    pareto: str = ""
    """Class of cost models that are weighted sums, constructed from (weight, model) pairs and a name."""
    fronts: str = ""
    """For a family without cost models: the two measures of the command `pareto` (`core.output.cost_front.Measures`)."""
    suffixes: tuple[str, ...] = (".mlir",)
    """File suffixes that are searched for in folders."""
    check: str = ""
    """Code that decides equivalence of two modules by the family's own laws, with the interface of `egraph_opt.checker.check`."""
    evidence: str = "The result passed the check of its family."
    """Sentence in reports about a changed result: proved equal, proved up to a bound, or tested."""
    explain: str = ""
    """Code that explains which rules derive the chosen result."""
    report: str = ""
    """Code that adds the family's section to a report (`egraph_opt.reports`)."""
    as_plugin: str = ""
    """Code that reports what the compiler plug-in does with a program."""
    meaningless: Mapping[str, str] = field(default_factory=dict)
    """Reason why a command is unsupported, by command."""
    vocabulary: str = ""
    """Family that declares the vocabulary of this family's rules, if it is another one."""

    shares: str = ""
    """Other family whose programs this family also accepts, if the user names this family."""
    requires: Mapping[str, str] = field(default_factory=dict)
    """By required module, the extra of this package (`pip install egraph-opt[EXTRA]`) that installs the module."""
    where: str = field(default="", init=False, compare=False)

    def __post_init__(self) -> None:
        declaring = sys._getframe(2)
        object.__setattr__(self, "where", format_place(declaring.f_code.co_filename, declaring.f_lineno))

    @property
    def words(self) -> str:
        """Return the name of the family that declares the vocabulary of this family's rules."""
        return self.vocabulary or self.name

    def cost_models(self) -> Mapping[str, Any]:
        """Return the family's cost models by name, including models of installed packages."""
        return {**plugins.models(self.name), **self.code("models")} if self.models else {}

    def code(self, what: str) -> Any:
        """Load and return the code that the field `what` of the declaration names.

        Raises:
            OptionError: the family has no such code, or a required module is not installed.
            OutsideError: the named code does not exist, or is a class that lacks methods.
        """
        if not (place := getattr(self, what)):
            why = self.meaningless.get(what, "the family has none")
            raise OptionError(f"{what}: no use with {{0}}: {why}", f"rules={self.name}")
        self._expect_modules()
        return self._load_part(what, place)

    def steps(self) -> type[Task[Any]]:
        """Import the task class. Raises OptionError and OutsideError as `code` does."""
        self._expect_modules()
        return discovery.import_class(self.task, f"'task' of the family {self.name!r}", self.where)

    def _expect_modules(self) -> None:
        if missing := [name for name in self.requires if find_spec(name) is None]:
            how = f"pip install -e '.[{self.requires[missing[0]]}]' in a clone"
            raise OptionError(f"{{0}} needs {missing[0]}, which is not installed: {how}", f"rules={self.name}")

    def _load_part(self, what: str, place: str) -> Any:
        return discovery.load_named(place, f"{what!r} of the family {self.name!r}", self.where)

    def comparison(self, against: str | Path) -> Any:
        """Return the function that compares our results for files with those of another compiler, or with the files at a path."""
        if isinstance(against, Path):
            if not self.against_files:
                raise OptionError(
                    "{0}: {1} prices no other programs: check proves them equal", f"against={against}", f"rules={self.name}"
                )
            compare = self._load_part("against_files", self.against_files)
            return lambda files, chosen, _, static: compare(files, chosen, against, static)
        name = against or next(iter(self.comparisons))
        if name not in self.comparisons:
            raise OptionError(f"{{0}}: {{1}} goes with {' or '.join(self.comparisons)}", f"against={name}", f"rules={self.name}")
        return self._load_part("comparisons", self.comparisons[name])


class _Families:
    """All rule families by name, and the errors of families that cannot be loaded."""

    def __init__(self) -> None:
        found, self.unusable = discovery.find_declarations(egraph_opt.families, Family, "FAMILY")
        self.known: dict[str, Family] = {family.name: family for family in found.values()}
        taken = {name for family in found.values() for name in (family.name, *family.books, *family.parts)}
        for name, entry in plugins.entries(plugins.FAMILIES).items():
            try:
                family = plugins.load(plugins.FAMILIES, name)
            except plugins.OutsideError as error:
                self.unusable[name] = str(error)
                if isinstance(why := error.__cause__, TypeError):
                    self.unusable[name] = f"{entry.value}: error: {discovery.mistake(why, Family, plugins.describe_entry(entry))}"
                continue
            if not isinstance(family, Family):
                offer = plugins.describe_entry(entry)
                self.unusable[name] = f"{entry.value}: error: {offer} is no Family, but {type(family).__name__}"
            elif family.name in taken:
                self.unusable[name] = (
                    f"{entry.value}: error: {plugins.describe_entry(entry)}: the name of the family {family.name} is taken"
                )
            else:
                self.known[family.name] = family
                taken |= {family.name, *family.books, *family.parts}


_found = cache(_Families)


def families() -> Mapping[str, Family]:
    """Return every rule family by name: packages in `egraph_opt/families/`, and families of installed packages.

    A family that cannot be loaded is missing; access by its name raises an error with the reason.
    """
    return _found().known


def unusable() -> Mapping[str, str]:
    """Return the reasons why some rule families cannot be loaded, by family."""
    return _found().unusable


Rules = str | Rule | Sequence[str | Rule]
"""Rulesets and rules: names separated by commas, files with rules (`file.py:name`), and `Rule` objects."""


def books_of(rules: Rules) -> tuple[Family, tuple[str, ...], tuple[Rule, ...]]:
    """Return the rule family of `rules`, the rulesets to run, and the user's rules to run in addition.

    If `rules` names no ruleset, the user's rules run with the ruleset of the family that declares their vocabulary.

    Raises:
        OptionError: a ruleset does not exist, is named twice, or cannot be combined with another one.
        OutsideError, RuleError: a file or package that `rules` names cannot be loaded, or contains no rules.
    """
    books, own = _parse_rules(rules)
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
        if name in unusable() and name not in owners:
            raise plugins.OutsideError(unusable()[name])
        if name not in owners:
            like = "" if nearest(name, owners) else nearest(name, import_module(BOOKS).every_rule())
            raise OptionError(f"no ruleset or rule {name!r}{like}" if like else unknown_name("no ruleset", name, owners))
    if len(set(books)) < len(books):
        raise OptionError(f"a ruleset is named twice in {','.join(books)!r}")
    family = owners[books[0]]
    if other := next((name for name in books if owners[name] is not family), ""):
        raise OptionError(f"the ruleset {other} is not run together with the ruleset {books[0]}")
    return family, books, _vet_rules(own, family)


def _parse_rules(rules: Rules) -> tuple[tuple[str, ...], tuple[Rule, ...]]:
    books: list[str] = []
    own: list[Rule] = []
    known = {*unusable(), *(name for each in families().values() for name in (each.name, *each.books, *each.parts))}
    for each in [rules] if isinstance(rules, (str, Rule)) else rules:
        if isinstance(each, Rule):
            own.append(each)
            continue
        if not isinstance(each, str):
            raise OptionError(f"{{0}}: a rule is made by @rule, or named; {each!r} is neither", "rules")
        for name in each.split(","):
            if plugins.is_file(name):
                own += rules_from(in_file(name), name)
            elif name in plugins.entries(plugins.RULES) and name not in (*families(), *unusable()):
                own += rules_from(plugins.load(plugins.RULES, name), plugins.entries(plugins.RULES)[name].value)
            elif name not in known and (found := import_module(BOOKS).every_rule().get(name)):
                own.append(found[0])
            else:
                books.append(name)
    if not books and not own:
        raise OptionError("{0}: name a ruleset or a rule", "rules")
    return tuple(books), tuple(dict.fromkeys(own))


def _vet_rules(own: Sequence[Rule], family: Family) -> tuple[Rule, ...]:
    """Return those user rules that no ruleset of the family contains already. Rejects foreign vocabulary, duplicate names, and
    invalid rules.
    """
    known = (family.words, *family.books, *family.parts)
    for name in known:
        if name in plugins.entries(plugins.RULES):
            import_module(BOOKS).book(name)
    if not own:
        return ()
    for rule in own:
        if rule.vocabulary.family != family.words:
            said = f"the rule {rule.name} is written in the words of {rule.vocabulary.family}"
            raise OptionError(f"{said}, and {{0}} has those of {family.words}", f"rules={family.name}")
    taken = {rule.name: rule for name in known for rule in import_module(BOOKS).unproved_rules(name)}
    ours = set(taken.values())
    for rule in own:
        if (other := taken.setdefault(rule.name, rule)) is not rule:
            raise OptionError(f"{rule.where}: rule {rule.name}: the name is taken, by the rule at {other.where}")
    return tuple(rule for rule in own if rule not in ours)


def choose_options(rules: Rules, given: Mapping[str, Any], without: str = "", where: str = "") -> Options:
    """Return the options of a run, given its rules and keyword arguments.

    `without`: name of a boolean field of `Option`. Options whose field is true have no effect in the run, and are rejected.
    `where` names the run in messages.

    Raises:
        OptionError: an option does not exist, belongs to another rule family, lacks an option that it needs, or has an invalid
            value. Also raised as by `books_of`.
        Refused: a user's rule is not proved.
    """
    family, books, own = books_of(rules)
    known = declared_options(family.options)
    idle = [name for name in given if name not in known or (without and getattr(known[name], without))]
    if strange := [name for name in idle if not takers(name)]:
        every = sorted({name for other in families().values() for name in declared_options(other.options)})
        from difflib import get_close_matches

        near = get_close_matches(strange[0], every, 1)
        raise OptionError(f"there is no option {strange[0]}{': did you mean {0}?' if near else ''}", *near)
    if idle:
        names = ", ".join(f"{{{number}}}" for number in range(len(idle)))
        ways = [other for other in families() if all(other in takers(name) for name in idle)]
        if where and any(name in known for name in idle):
            raise OptionError(f"{names}: no use {where}: leave that out", *idle)
        spelt = [*idle, f"rules={','.join(books)}", *(f"rules={way}" for way in ways)]
        places = " or ".join(f"{{{number}}}" for number in range(len(idle) + 1, len(spelt)))
        hint = f"use {'it' if len(idle) == 1 else 'them'} with {places}" if ways else "leave that out"
        raise OptionError(f"{names}: no use with {{{len(idle)}}}: {hint}", *spelt)
    if error := unmet(family.options, given):
        raise error
    return family.options(rules=books, own=own, **given)


def takers(name: str) -> list[str]:
    """Return the names of the rule families that have an option."""
    return [family.name for family in families().values() if name in declared_options(family.options)]


def kind_of(text: str, filename: str = "") -> str:
    """Return the name of the rule family that accepts a program, or an empty string if several do."""
    bare = _COMMENT.sub("", text)
    sure = {family.name: family.recognises(bare, filename) for family in families().values()}
    best = max(sure, key=lambda name: sure[name])
    return best if sure[best] and _BEGINS.match(bare) else ""


def expect(family: str, text: str, filename: str, line: int = 1) -> None:
    """Raise an error if a program belongs to another rule family.

    Raises:
        InputError: the program belongs to another family, which the message names.
    """
    kind = kind_of(text, filename)
    if kind not in ("", family, families()[family].shares):
        other = families()[kind]
        message = f"this is {other.programs}: the rules {family!r} have nothing to do in it"
        raise InputError(message, line, 1, other.hint or f"--rules {kind} takes it", filename, text.splitlines()[0])


def mentions(*dialects: str, also: str = "") -> Callable[[str], bool]:
    """Return a predicate that is true of texts with an operation of one of the dialects, in pretty or generic form.

    The predicate is also true of texts that match the pattern `also` and contain the name of one of the dialects.
    """
    any_of = "|".join(dialects)
    operation = rf'(?:^|[={{}}])\s*(?:{any_of})\.\w|"(?:{any_of})\.\w+"\s*\('
    pattern = f"{also}|{operation}" if also else operation
    words = [f"{dialect}." for dialect in dialects]
    # compiled only for a text that contains a dialect's name
    return lambda text: any(word in text for word in words) and re.search(pattern, text, re.M) is not None
