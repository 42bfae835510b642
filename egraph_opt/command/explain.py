"""The command `egraph-opt explain`: why a choice is allowed."""

from __future__ import annotations

import json
from typing import Any

import click

from egraph_opt.command import console
from egraph_opt.command.choices import choices, options_of


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("value", default="")
@choices
@click.option("--cost", default="cycles", show_default=True, help="Cost model or mix; `egraph-opt costs` lists them.")
def explain(file: str, value: str, cost: str, **chosen: Any) -> None:
    """Print as JSON by which rules each choice for FILE follows from it, or the choices for one VALUE (as %5)."""
    from dataclasses import asdict

    from egraph_opt.explain import explain as explanations
    from egraph_opt.ir import InputError

    name, text = console.read(file)
    try:
        found = explanations(text, name, options_of(cost, **chosen))
    except InputError as error:
        console.fail(str(error))
    chains = [asdict(e) for function in found for e in function.choices if not value or e.is_about(value)]
    functions = [function.record.as_dict() for function in found]
    for function in found:
        for remark in function.record.remarks:
            click.echo(f"{name}: remark: @{function.record.name}: {remark}", err=True)
    click.echo(json.dumps({"schema_version": 1, "functions": functions, "choices": chains}, indent=1))
