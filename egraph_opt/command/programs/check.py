"""Command `egraph-opt check`: proof that two programs are equal."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import click

from egraph_opt.command import completion, console, exit_codes, many_files, option_decorators
from egraph_opt.core.family import books_of, families, kind_of


@click.command(epilog=exit_codes.exit_codes("check"))
@click.argument("before", type=click.Path(allow_dash=True))
@click.argument("after", type=click.Path(allow_dash=True))
@click.option(
    "--allow-reassociation",
    is_flag=True,
    help="Sums of floats may take their elements in another order. The output says which ones do.",
)
@click.option("--assume-no-alias", is_flag=True, help="You promise that no array that a function writes overlaps another one.")
@click.option(
    "--rules",
    default="layout",
    shell_complete=completion.names(lambda: lawful()),
    help="Also use the laws of the rules that made AFTER: pointer (under the promises that AFTER is marked with) or algebra.",
)
@many_files.options
@many_files.limits("work on a function is ended", "for each function")
@click.pass_context
def check(
    context: click.Context, /, before: str, after: str, allow_reassociation: bool, assume_no_alias: bool, rules: str, **_: Any
) -> None:
    """Prove that AFTER computes the same as BEFORE, bit for bit.

    Exit code 3: an input shows a difference; 5: not proved equal; 4: the proof would take too long. Both are TTIR, TTGIR or
    IREE programs; of the latter only unchanged parts are proved equal.

    If either is a folder or an archive, each function is compared with the function of the same file and name on the other
    side. Each one gets a line of JSON.
    """
    with option_decorators.refused():
        if rules != "layout":
            books_of(rules)[0].code("check")
    if many_files.wants_many_files(context, (before, after)):
        check_many(context, before, after)
    if limits := many_files.given_flags(context, "kill_after", "memory"):
        raise click.UsageError(f"{', '.join(limits)}: no use without work on many files: give --jobs, --records or --resume, too")
    from egraph_opt.api import check_texts

    if before == after == "-":
        raise click.UsageError("stdin is one program: name a file for the other")
    with console.refusing(before):
        old, new = ((text, name) for name, text in map(console.read, (before, after)))
        with option_decorators.refused():
            verdict = check_texts(old, new, not allow_reassociation, assume_no_alias, rules)
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
        if verdict.outcome.value == "not proved" and rules == "layout" and kind_of(*old) == "pointer":
            console.say(f"{after}: note: if rules made it, name them: --rules {' or '.join(lawful())} uses their laws, too")
    sys.exit(exit_codes.of_check(verdict))


def lawful() -> list[str]:
    """Return the names of the rule families that can check two programs."""
    return [name for name, family in families().items() if family.check]


def check_many(context: click.Context, before: str, after: str) -> NoReturn:
    from egraph_opt.text.program_input import SUFFIXES

    if "-" in (before, after):
        raise click.UsageError("stdin is one program: name files")
    promises = {name: context.params[name] for name in ("allow_reassociation", "assume_no_alias", "rules")}
    many_files.run(context, many_files.Request("check", (before, after), SUFFIXES, promises, more=promises))
