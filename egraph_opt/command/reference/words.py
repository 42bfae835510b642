"""The command `egraph-opt words`: the words that rules of a family are written in."""

from __future__ import annotations

import click

from egraph_opt.command import choices, completion
from egraph_opt.core.family import families


@click.command()
@click.argument("family", default="", shell_complete=completion.names(lambda: families()))
def words(family: str) -> None:
    """List the words that rules of FAMILY are written in, with their arguments and sorts; without FAMILY, those of all families."""
    from egraph_opt.core.options import OptionError
    from egraph_opt.core.output.comparison import printed
    from egraph_opt.core.vocabulary import Fact
    from egraph_opt.errors import unknown
    from egraph_opt.rules import vocabularies

    known = vocabularies()
    with choices.refused():
        if family and family not in known:
            raise OptionError(unknown("no family of rules", family, known))
    for number, name in enumerate([family] if family else known):
        if number:
            click.echo()
        rows = []
        for word in known[name].words.values():
            kind = "condition" if issubclass(word.sort, Fact) else word.sort.__name__
            rows.append((f"{word}", "guide of the search" if word.guide else kind, " ".join(word.doc.split())))
        printed((f"{name}: word", "gives", "meaning"), rows, words=3)
