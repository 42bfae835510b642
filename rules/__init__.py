"""Rulesets, lists of rewrite rules for one search: the file `NAME.py` is the ruleset NAME, and files `NAME_MORE.py` belong to it."""

if __name__ != "egraph_opt.rules":
    raise ImportError("import egraph_opt.rules, not rules")

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from egraph_opt.core.rule import Rule
    from egraph_opt.core.vocabulary import Vocabulary


@cache
def files() -> "tuple[str, ...]":
    """Return the sorted module names of the rule files."""
    return tuple(sorted(module.name for module in iter_modules(__path__)))


def names() -> "tuple[str, ...]":
    """Return the names of all rulesets; rulesets of installed packages come last."""
    from egraph_opt import plugins

    return tuple(dict.fromkeys((*(name.partition("_")[0] for name in files()), *plugins.entries(plugins.RULES))))


def book(name: str) -> "tuple[Rule, ...]":
    """Return the rules of a ruleset, in the order of its files. Rules of an installed package are proved before use.

    Raises:
        KeyError: the ruleset does not exist.
        RuleError: a rule is malformed, or two rules have the same name.
        OutsideError: the installed package with the ruleset cannot be loaded.
        Refused: a rule of an installed package is not proved.
    """
    found = unproved_rules(name)
    if not _files_of(name):
        from egraph_opt.prover.user_rules import admit

        for rule in found:
            admit(rule)
    return found


def unproved_rules(name: str) -> "tuple[Rule, ...]":
    """Return the rules of a ruleset without proving them.

    Raises:
        KeyError, RuleError, OutsideError: the ruleset does not exist, is malformed, or cannot be loaded.
    """
    from egraph_opt import plugins
    from egraph_opt.core.rule import rules_from, rules_of

    if home := _files_of(name):
        return rules_of(import_module(f"egraph_opt.rules.{file}") for file in home)
    if name not in plugins.entries(plugins.RULES):
        raise KeyError(f"no ruleset {name!r}: use one of {', '.join(names())}")
    return rules_from(plugins.load(plugins.RULES, name), plugins.entries(plugins.RULES)[name].value)


def vocabularies() -> "dict[str, Vocabulary]":
    """Return the vocabulary (types and functions of terms) in which each ruleset is written, by family name.

    Raises the exceptions of `every_rule`.
    """
    return {rule.vocabulary.family: rule.vocabulary for rule, _ in every_rule().values()}


def every_rule() -> "dict[str, tuple[Rule, str]]":
    """Return all rules by name, each with the name of its ruleset, without proving them.

    Unusable rulesets of installed packages are omitted (see `unusable`).

    Raises:
        RuleError: a rule of this package is malformed, or two rules have the same name.
    """
    return _every()[0]


def unusable() -> "dict[str, str]":
    """Return the rulesets that cannot be loaded or have unusable rules, each with the reason."""
    return _every()[1]


def _every() -> "tuple[dict[str, tuple[Rule, str]], dict[str, str]]":
    from egraph_opt.core.rule import RuleError, rules_of
    from egraph_opt.errors import UserError
    from egraph_opt.plugins import OutsideError

    home = []
    found: dict[str, tuple[Rule, str]] = {}
    reasons: dict[str, str] = {}
    for file in files():
        try:
            home.append(import_module(f"egraph_opt.rules.{file}"))
        except UserError:
            raise
        except Exception as error:
            reasons[file.partition("_")[0]] = _describe_load_failure(file, error)
    rules_of(home)
    for name in names():
        if name in reasons:
            continue
        try:
            rules = unproved_rules(name)
            for rule in rules:
                if (other := found.get(rule.name, (rule, name))[0]) is not rule:
                    raise RuleError(f"{rule.where}: rule {rule.name}: the name is taken, by the rule at {other.where}")
        except (OutsideError, RuleError) as error:
            if _files_of(name):
                raise
            reasons[name] = str(error)
        else:
            found.update((rule.name, (rule, name)) for rule in rules if rule.name not in found)
    return found, reasons


def _describe_load_failure(file: str, error: Exception) -> str:
    """Describe why a rule file cannot be loaded; the reason may be an error in the family of rules to which it belongs."""
    import sys

    from egraph_opt.core import discovery, family

    own = discovery.place(error, sys.modules[__name__], file)
    why = f"{own}: error: the rules {file!r} cannot be loaded: {type(error).__name__}: {error}"
    return family.unusable().get(file.partition("_")[0], why)


def _files_of(name: str) -> "list[str]":
    """Return the files of a ruleset of this package."""
    return [file for file in files() if file.partition("_")[0] == name]
