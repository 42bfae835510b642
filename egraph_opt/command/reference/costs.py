"""Command `egraph-opt costs`: list of the available cost models."""

from __future__ import annotations

import inspect
from textwrap import fill
from typing import Any

import click

from egraph_opt.command import completion, console, option_decorators
from egraph_opt.core.family import families, unusable
from egraph_opt.core.output.table import WIDTH
from egraph_opt.errors import unknown_name


@click.command()
@click.argument("name", default="", shell_complete=completion.names(completion.models))
@option_decorators.wide
def costs(name: str) -> None:
    """List the cost models with their units and errors, or describe one of them with its parameters.

    Parameters follow the name, as in `--cost cycles:target=sm80`; models are mixed as in `--cost cycles=0.7,shared_bytes=0.3`.
    """
    from egraph_opt import plugins
    from egraph_opt.core.output.table import print_table

    models = [(family.name, model) for family in families().values() for model in family.cost_models().values()]
    if name:
        found = [(family, model) for family, model in models if model.name == name]
        if not found:
            raise click.UsageError(unknown_name("there is no cost model", name, [model.name for _, model in models]))
        for family, model in found:
            describe(family, model)
    else:
        print_table(
            ("model", "unit", "--rules", "median error"),
            [(model.name, model.unit, family, error(model)) for family, model in models],
            words=4,
        )
        click.echo("\n`egraph-opt costs NAME` says what a model is the cost of, and its parameters.")
    for reason in (*unusable().values(), *plugins.loaded_models()[1].values()):
        console.say(reason)


def describe(family: str, model: Any) -> None:
    from egraph_opt.core.output.table import print_table
    from egraph_opt.cost import MODELS
    from egraph_opt.cost.model_spec import parameters
    from egraph_opt.cost.target import UNITS, names

    what = getattr(model, "what", "") or (inspect.getdoc(model) or "").partition("\n")[0]
    click.echo(fill(f"{model.name}, in {model.unit}, with --rules {family}: {what}", WIDTH, break_on_hyphens=False))
    click.echo(f"Median error: {error(model)}.")
    units = UNITS if model in MODELS.values() else {}
    known = [(name, f"{value:g}", units.get(name, "")) for name, value in parameters(model).items()]
    if hasattr(model, "target"):
        known.append(("target", model.target or "that of the program", f"one of {', '.join(names())}"))
    known += [(name, "", what) for name, what in getattr(model, "texts", {}).items()]
    if known:
        click.echo()
        print_table(("parameter", "default", "meaning"), known, words=3)


def error(model: Any) -> str:
    """Return the median error of a cost model against measurements, as text."""
    known = getattr(model, "error", None)
    return "not measured" if known is None else f"{known:.1%}" if known else "none: it counts"
