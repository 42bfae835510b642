"""The command `egraph-opt costs`: what cost models there are."""

from __future__ import annotations

import click

from egraph_opt.core.family import families


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
