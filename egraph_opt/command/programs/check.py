"""The command `egraph-opt check`: prove two programs equal."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import click

from egraph_opt.command import console, outcome
from egraph_opt.command.corpora import fleet


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("before", type=click.Path(allow_dash=True))
@click.argument("after", type=click.Path(allow_dash=True))
@click.option(
    "--allow-reassociation",
    is_flag=True,
    help="Sums of floats may take their elements in another order. The output says which ones do.",
)
@click.option("--assume-no-alias", is_flag=True, help="You promise that no array that a function writes overlaps another one.")
@fleet.options()
@click.pass_context
def check(context: click.Context, /, before: str, after: str, allow_reassociation: bool, assume_no_alias: bool, **_: Any) -> None:
    """Prove that AFTER computes what BEFORE computes, to the last bit.

    The exit code is 3 if it does not, 5 if that is not known, and 4 if it would take too long. Both are TTIR, TTGIR or programs of
    IREE. Of programs of IREE, only the parts that did not change are proved equal: of others, nothing is known.

    Where one of both is a folder or an archive, each function is compared with that of the same file and name on the other side, and a JSON
    line says what came of it.
    """
    if fleet.wanted(context, (before, after)):
        check_many(context, before, after)
    if limits := fleet.given(context, "kill_after", "memory"):
        raise click.UsageError(f"{', '.join(limits)}: no use without work on many files: give --jobs, --records or --resume, too")
    from egraph_opt.api import check_texts

    if before == after == "-":
        raise click.UsageError("stdin is one program: name a file for the other")
    with console.refusing(before):
        old, new = ((text, name) for name, text in map(console.read, (before, after)))
        verdict = check_texts(old, new, not allow_reassociation, assume_no_alias)
    if verdict.equal and verdict.excused:
        lines = "".join(f"\n  {excuse}" for excuse in verdict.excused)
        click.echo(f"{verdict}, where these may take their elements in another order:{lines}")
    else:
        lines = (
            f" (lines {verdict.before_line} and {verdict.after_line})"
            if verdict.before_line and "(line " not in verdict.reason
            else ""
        )
        click.echo(f"{verdict}{lines}")
    sys.exit(outcome.of_check(verdict))


def check_many(context: click.Context, before: str, after: str) -> NoReturn:
    """Compare two corpora, function by function."""
    from egraph_opt.fleet.gather import paired
    from egraph_opt.fleet.work import Job
    from egraph_opt.text.source import SUFFIXES

    if "-" in (before, after):
        raise click.UsageError("stdin is one program: name files")
    promises = {name: context.params[name] for name in ("allow_reassociation", "assume_no_alias")}
    job = Job("check", more=promises)
    fleet.run(context, fleet.Asked(job, promises, lambda salt: lambda: paired(before, after, SUFFIXES, salt), (before, after)))
