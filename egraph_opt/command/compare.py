"""The commands that set programs side by side: `compare` with other compilers, `pareto` between two cost models."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console
from egraph_opt.command.choices import TARGETS, choices, model_of, options_of


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@choices
@click.option(
    "--against",
    type=click.Choice(["auto", "triton", "iree", "fixture", "none"]),
    default="auto",
    show_default=True,
    help="Whose passes; `fixture`, with --rules pointer: the raising pass that a file's CHECK lines are about.",
)
@click.option("--target", type=click.Choice(TARGETS), default="tts", show_default=True, help="With --against fixture.")
@click.option("--version", type=click.Choice(["loop", "kernel"]), help="With --against fixture: check facts at run time.")
@click.option(
    "--cost", "costs", multiple=True, default=("cycles",), show_default=True, help="Cost models; the first one decides."
)
@click.option("--static", is_flag=True, help="Compile all sides, without a GPU, and count registers, spills, barriers ...")
@click.option("--json", "json_file", type=click.Path(dir_okay=False), help="Write the records here.")
def compare(
    paths: tuple[Path, ...],
    against: str,
    target: str,
    version: str | None,
    costs: tuple[str, ...],
    static: bool,
    json_file: str | None,
    **chosen: Any,
) -> None:
    """Compare input, greedy pass and extraction on every function of PATHS (files, or folders of .ttgir and .mlir files)."""
    from dataclasses import asdict

    if (against == "fixture") != (chosen["rules"] == "pointer"):
        raise click.UsageError("--rules pointer and --against fixture go together")
    if against == "fixture":
        from egraph_opt.pointer import command as pointer

        pointer.against_fixture(paths, target, version or "", json_file)
    if against == "iree" and chosen["rules"] == "vector-layout":
        from egraph_opt.vector import command as vector

        vector.against_iree(paths, costs, json_file, **chosen)
    if against == "iree":
        from egraph_opt.region import command

        command.against_iree(paths, costs, chosen["work_limit"], chosen["time_limit"], json_file, chosen["assume_dim"])
    from egraph_opt.baseline import compare as comparison
    from egraph_opt.baseline import libtriton
    from egraph_opt.command import tables

    if against == "triton" and not libtriton.available():
        raise click.UsageError("--against triton needs Triton: pip install 'egraph-opt[triton]'")
    triton = against == "triton" or (against == "auto" and libtriton.available())
    options = options_of(costs[0], **chosen)
    models = [model_of(name) for name in costs]
    files = [f for p in paths for f in (sorted([*p.rglob("*.ttgir"), *p.rglob("*.mlir")]) if p.is_dir() else [p])]
    if static and not libtriton.available():
        raise click.UsageError("--static needs Triton: pip install 'egraph-opt[triton]'")
    records = comparison.compare(files, models, options, triton, static)
    tables.comparison(records, models)
    if static:
        tables.machine_code(records)
    if json_file:
        data = {"schema_version": comparison.SCHEMA_VERSION, "records": [asdict(r) for r in records]}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    click.echo(comparison.summary(records, models))
    if not triton:
        click.echo("(Triton is not installed or not asked for: there is no greedy column)", err=True)
    verdicts = {record.verdict(models[0].name) for record in records}
    sys.exit(3 if "worse" in verdicts else 1 if verdicts == {"failed"} else 0)


@click.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("first")
@click.argument("second")
@click.option(
    "-o", "--output", type=click.Path(file_okay=False, path_type=Path), help="Write the programs here: 0.mlir, 1.mlir ..."
)
@choices
def pareto(file: str, first: str, second: str, output: Path | None, **chosen: Any) -> None:
    """Programs equal to FILE between the cheapest under cost model FIRST and the cheapest under SECOND."""
    from egraph_opt.command import tables
    from egraph_opt.front import cost_of, front
    from egraph_opt.ir import InputError

    name, text = console.read(file)
    models = model_of(first), model_of(second)
    try:
        found = front(text, name, options_of(first, **chosen), *models)
        start = cost_of(text, name, models[0]), cost_of(text, name, models[1])
    except InputError as error:
        console.fail(str(error))
    tables.front(start, found, models)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for number, corner in enumerate(found):
            console.write(str(output / f"{number}.mlir"), corner.found.ir)
