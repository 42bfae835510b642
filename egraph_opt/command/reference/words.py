"""Command `egraph-opt words`: the vocabulary of a rule family's rules."""

from __future__ import annotations

import sys
from textwrap import fill
from typing import TYPE_CHECKING

import click

from egraph_opt.command import completion, console, option_decorators
from egraph_opt.core.family import families, unusable

if TYPE_CHECKING:
    from egraph_opt.core.vocabulary import Vocabulary


@click.command()
@click.argument("family", default="", shell_complete=completion.names(lambda: families()))
@option_decorators.wide
def words(family: str) -> None:
    """List the words (operators and conditions) that rules of FAMILY may use, and their sorts, by module.

    Without FAMILY, list the words of all families.
    """
    from egraph_opt.core.options import OptionError
    from egraph_opt.errors import unknown_name
    from egraph_opt.plugins import OutsideError
    from egraph_opt.rules import unusable as without_rules
    from egraph_opt.rules import vocabularies

    known = vocabularies()
    broken = {**without_rules(), **unusable()}
    with option_decorators.refused():
        if family and family not in known:
            if family in broken:
                raise OutsideError(broken[family])
            raise OptionError(unknown_name("no family of rules", family, known))
    for number, name in enumerate([family] if family else known):
        if number:
            click.echo()
        show(known[name])
    for reason in () if family else dict.fromkeys(broken.values()):
        console.say(reason)


def show(vocabulary: Vocabulary) -> None:
    from egraph_opt.core.output.table import WIDTH, print_table
    from egraph_opt.core.vocabulary import Fact

    sorts = dict.fromkeys(sort for word in vocabulary.words.values() for sort in (word.sort, *word.sorts) if sort is not Fact)
    modules = dict.fromkeys(word.module for word in vocabulary.words.values())
    for number, module in enumerate(dict.fromkeys((*modules, *(sort.__module__ for sort in sorts)))):
        here = [(sort.__name__, text(sort.__doc__)) for sort in sorts if sort.__module__ == module]
        rows = []
        for word in (each for each in vocabulary.words.values() if each.module == module):
            kind = "condition" if issubclass(word.sort, Fact) else word.sort.__name__
            rows.append((str(word), "guide of the search" if word.guide else kind, text(word.doc)))
        click.echo(f"{chr(10) * bool(number)}{vocabulary.family}: from {module} import ...")
        if rows:
            click.echo(fill(text((sys.modules[module].__doc__ or "").split("\n\n")[0]), WIDTH))
        if here:
            print_table(("sort", "meaning"), here, words=2)
        if rows:
            click.echo()
            print_table(("word", "gives", "meaning"), rows, words=3)


def text(doc: str | None) -> str:
    """Return a docstring as one line."""
    return " ".join((doc or "").split())
