"""The command `egraph-opt compare`: set programs beside those of other compilers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import choices, completion, console, outcome
from egraph_opt.core.family import Family, books_of, families
from egraph_opt.core.options import COST, declared


@click.command(cls=choices.Command, epilog=outcome.EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@choices.options("cost")
@click.option(
    "--against",
    type=click.Choice(["auto", *dict.fromkeys(name for family in families().values() for name in family.comparisons)]),
    default="auto",
    show_default=True,
    help="What to compare with. `fixture`, with --rules pointer, is the raising pass that a file's CHECK lines are about.",
)
@click.option(
    "--cost",
    "costs",
    multiple=True,
    shell_complete=completion.names(completion.models),
    help=f"{COST} The first one decides. May be given several times.",
)
@click.option("--static", is_flag=True, help="Compile all sides, without a GPU, and count registers, spills, barriers and more.")
@click.option("--json", "json_file", help="Write the records to this file.")
@click.pass_context
def compare(
    context: click.Context, /, paths: tuple[Path, ...], against: str, costs: tuple[str, ...], static: bool, json_file: str | None,
    **_: Any,
) -> None:  # fmt: skip
    """Compare the input, another compiler's result and ours for every function of PATHS (files, or folders of .ttgir and .mlir files)."""
    with choices.refused():
        family = compared_family(context, against)
        if static and "static" in family.meaningless:
            raise click.UsageError(f"--static: no use with --rules {family.name}: {family.meaningless['static']}")
        if costs and "cost" not in declared(family.options):
            raise click.UsageError(f"--cost: no use with --rules {family.name}: leave that out")
        if len(set(costs)) < len(costs):
            raise click.UsageError("--cost: a cost model is named twice")
        if json_file == "-":
            raise click.UsageError("--json: the table goes to stdout: name a file")
        if json_file and Path(json_file).resolve() in [path.resolve() for path in paths]:
            raise click.UsageError(f"--json: {json_file} is a program that is compared, and would be lost")
        chosen = [choices.chosen_by(context, cost=cost) for cost in costs] or [choices.chosen_by(context)]
        console.writable(json_file)
        files = console.files_of(paths, *family.suffixes)
        found = family.comparison("" if against == "auto" else against)(files, chosen, against != "auto", static)
    found.show()
    if json_file:
        data = {"schema_version": found.schema_version, "records": list(found.records)}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    click.echo(found.summary)
    for note in found.notes:
        console.say(note)
    outcome.end_comparison(found.failures, list(found.verdicts))


def compared_family(context: click.Context, against: str) -> Family:
    """The family whose programs are compared: where --rules is not given, the first that has that comparison."""
    family, *_ = books_of(context.params["rules"])
    able = [other for other in families().values() if against in (*other.comparisons, "auto")]
    asked = context.get_parameter_source("rules") != click.core.ParameterSource.DEFAULT
    if family in able:
        return family
    if asked or against == "fixture":
        ways = " or ".join(f"--rules {other.name}" for other in able)
        own = f"--rules {family.name} goes with --against {' or '.join(family.comparisons)}"
        raise click.UsageError(own if asked and family.name != "layout" else f"--against {against} goes with {ways}")
    context.params["rules"] = able[0].name
    return able[0]
