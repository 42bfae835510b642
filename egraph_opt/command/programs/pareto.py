"""Command `egraph-opt pareto`: the Pareto front of two cost models."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from egraph_opt.command import completion, console, exit_codes, option_decorators, sections


@click.command(cls=sections.SectionedCommand, epilog=exit_codes.exit_codes("pareto"))
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("first", shell_complete=completion.names(completion.models))
@click.argument("second", shell_complete=completion.names(completion.models))
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write the programs to this folder: 0.mlir, 1.mlir and so on.",
)
@option_decorators.options("cost")
@option_decorators.wide
@click.pass_context
def pareto(context: click.Context, /, file: str, first: str, second: str, output: Path | None, **_: Any) -> None:
    """Find the Pareto front of programs equal to FILE, from the cheapest under cost model FIRST to the cheapest under SECOND."""
    from egraph_opt.core.output.cost_front import front, models_of
    from egraph_opt.core.output.table import print_table

    options = option_decorators.chosen_by(context)
    with option_decorators.refused(first="FIRST", second="SECOND"):
        models = models_of(options, first, second)
    name, text = console.read(file)
    if output is not None:
        with console.guard_output(output):
            output.mkdir(parents=True, exist_ok=True)
            if old := sorted(output.glob("*.mlir")):
                console.fail(
                    f"{old[0]}: error: it is there already, and may be of another front: empty the folder, or name a new one"
                )
    with console.refusing(name), option_decorators.refused():
        found = front(text, name, options, *models)
    headings, rows = found.rows()
    print_table(headings, rows)
    click.echo(found.claim)
    for number, corner in enumerate(found):
        if output is not None:
            console.write(str(output / f"{number}.mlir"), corner.found.ir)
        for remark in corner.found.remarks:
            console.say(f"{name}: program {number}: remark: {remark}")
    results = [corner.found for corner in found]
    functions = [function for result in results for function in result.functions]
    raise SystemExit(exit_codes.of_functions(functions, False, any(result.rejected for result in results)))
