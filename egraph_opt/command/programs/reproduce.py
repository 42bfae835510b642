"""Command `egraph-opt reproduce`: repetition of a run from a reproducer."""

from __future__ import annotations

import click

from egraph_opt.command import console, exit_codes
from egraph_opt.command.programs import opt, reproducer
from egraph_opt.versions import line


@click.command(epilog=exit_codes.exit_codes("reproduce"))
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "-o", "--output", type=click.Path(), help="Write to this file instead of stdout. It is written completely or not at all."
)
def reproduce(file: str, output: str | None) -> None:
    """Optimise the program in FILE, which `--reproducer` wrote, with the options in it."""
    name, text = console.read(file)
    with console.refusing(name):
        versions, options, program = reproducer.split_reproducer(text, name)
    if versions != line():
        console.say(f"{name}: remark: it was written with other versions: {versions}; this is {line()}")
    arguments = [*options, *(("-o", output) if output else ()), "--", file]
    with opt.opt.make_context("opt", arguments, parent=click.get_current_context().parent) as context:
        opt.run(context, file, name, program)
