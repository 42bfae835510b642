"""The command `egraph-opt explain`: why a choice is allowed."""

from __future__ import annotations

import json
from typing import Any

import click

from egraph_opt.command import choices, console, outcome
from egraph_opt.core.family import families
from egraph_opt.ir.module import InputError


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("value", default="")
@choices.options()
@click.pass_context
def explain(context: click.Context, /, file: str, value: str, **_: Any) -> None:
    """Print as JSON by which rules each choice for FILE follows from it, or the choices for one VALUE (as %5)."""
    from dataclasses import asdict

    options = choices.chosen_by(context, "beside", "where choices are explained")
    with choices.refused():
        explanations = families()[options.family].code("explain")
    if value and not value.startswith("%"):
        raise click.UsageError(f"VALUE is a name as %5, not {value!r}")
    name, text = console.read(file)
    with console.refusing(name):
        found = explanations(text, name, options)
        if value and not is_named(text, value):
            raise InputError(f"there is no value {value}", note="say it as the program does: %5, or %5#1", filename=name)
    chains = [asdict(e) for function in found for e in function.choices if not value or e.is_about(value)]
    functions = [function.record.as_dict() for function in found]
    for function in found:
        for remark in function.record.remarks:
            console.say(f"{name}: remark: @{function.record.name}: {remark}")
    click.echo(json.dumps({"schema_version": 1, "functions": functions, "choices": chains}, indent=1))
    if not chains:
        console.say(f"{name}: remark: nothing is chosen for {value or 'any value'} but what the program says already")


def is_named(text: str, value: str) -> bool:
    """Whether a program has a value of this name; several results are one name, as `%5`, or each its own, as `%5#1`."""
    from egraph_opt.text import read, split

    for chunk, _ in split(text):
        for op in read(chunk).op.walk():
            arguments = [v for region in op.regions for block in region.blocks for v in block.arguments]
            if any(value in (v.name, v.name.partition("#")[0]) for v in (*op.results, *arguments)):
                return True
    return False
