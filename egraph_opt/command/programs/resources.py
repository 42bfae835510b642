"""Command `egraph-opt resources`: the limiting resource of each function."""

from __future__ import annotations

from pathlib import Path

import click

from egraph_opt.command import completion, console, exit_codes, option_decorators
from egraph_opt.core.family import expect


@click.command(epilog=exit_codes.exit_codes())
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--cost",
    default="roofline",
    show_default=True,
    shell_complete=completion.names(completion.models),
    help="`cycles` or `roofline`, with a target or constants.",
)
@option_decorators.wide
def resources(paths: tuple[Path, ...], cost: str) -> None:
    """Show the limiting resource of each function of PATHS: modelled cycles per resource, and the fraction that conversions take."""
    from egraph_opt import plugins
    from egraph_opt.command import resource_tables
    from egraph_opt.core.user_file import in_file
    from egraph_opt.cost import Cycles, bind_target
    from egraph_opt.cost.model_spec import cost_model
    from egraph_opt.ir.module import InputError
    from egraph_opt.text import read, split
    from egraph_opt.text.program_input import expect_some

    try:
        model = plugins.model(in_file(cost), cost) if plugins.is_file(cost) else cost_model(cost)
    except plugins.OutsideError:
        raise
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
                rows += resource_tables.resource_rows(name, module, bind_target(model, module))
            expect_some(len(rows) - known, name)
        except InputError as error:
            console.fail(str(error))
    resource_tables.resources(rows)
