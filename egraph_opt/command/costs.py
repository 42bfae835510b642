"""The commands `egraph-opt costs` and `egraph-opt resources`: what cost models know, and what they say of a program."""

from __future__ import annotations

from pathlib import Path

import click

from egraph_opt.command import console, outcome
from egraph_opt.core.family import expect, families


@click.command()
def costs() -> None:
    """List the cost models with their units and parameters: `--cost cycles:target=sm80`, `--cost cycles=0.7,shared_bytes=0.3`."""
    import inspect

    from egraph_opt.cost.mix import parameters
    from egraph_opt.cost.target import UNITS, names

    for family in families().values():
        for model in family.code("models").values() if family.models else ():
            error = getattr(model, "error", None)
            known = " Not measured." if error is None else f" Median error {error:.1%}." if error else " A count, without error."
            rules = "" if family.name == "layout" else f"With --rules {family.name}: "
            what = getattr(model, "what", "") or (inspect.getdoc(model) or "").splitlines()[0]
            click.echo(f"{model.name:14} {model.unit:12} {rules}{what}{known}")
            for name, value in parameters(model).items():
                click.echo(f"    {name} = {value:g}{'  ' + UNITS[name] if name in UNITS else ''}")
            if hasattr(model, "target"):
                click.echo(f"    target = {', '.join(names())}")


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option("--cost", default="roofline", show_default=True, help="`cycles` or `roofline`, with a target or constants.")
def resources(paths: tuple[Path, ...], cost: str) -> None:
    """What binds each function of PATHS: modelled cycles of every resource, and the part that conversions take."""
    from egraph_opt.command import tables
    from egraph_opt.cost import Cycles, bound
    from egraph_opt.cost.mix import cost_model
    from egraph_opt.ir.module import InputError
    from egraph_opt.text import read, split
    from egraph_opt.text.source import expect_some

    try:
        model = cost_model(cost)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    if not isinstance(model, Cycles):
        raise click.UsageError(f"{cost!r} does not tell resources apart: use cycles or roofline")
    rows: list[tuple[str, ...]] = []
    for path in paths:
        name, text = console.read(str(path))
        try:
            known = len(rows)
            for chunk, line in split(text):
                expect("layout", chunk, name, line)
                module = read(chunk, name, line)
                rows += tables.resource_rows(name, module, bound(model, module))
            expect_some(len(rows) - known, name)
        except InputError as error:
            console.fail(str(error))
    tables.resources(rows)
