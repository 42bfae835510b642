"""The commands that set programs side by side: `compare` with other compilers, `pareto` between two cost models."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console, outcome
from egraph_opt.command.choices import TARGETS, books_given, choices, model_of, options_of, refuse_idle
from egraph_opt.core.families import LAYOUT, TAKEN

COMPARED = {
    "layout": LAYOUT,
    "region": frozenset({"cost", "work_limit", "time_limit", "assume_dim"}),
    "vector-layout": TAKEN["vector-layout"],
    "pointer": frozenset({"target", "version"}),
}
"""The options that `compare` takes for each family."""
AGAINST = {"iree": ("region", "vector-layout"), "fixture": ("pointer",)}
"""The families that others than Triton are compared in; where --rules is not given, the first."""


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
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
@click.option("--json", "json_file", help="Write the records here.")
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
    family = _family(against, static, **chosen)
    if len(set(costs)) < len(costs):
        raise click.UsageError("--cost: a cost model is named twice")
    if json_file == "-":
        raise click.UsageError("--json: the table goes to stdout: name a file")
    if json_file and Path(json_file).resolve() in [path.resolve() for path in paths]:
        raise click.UsageError(f"--json: {json_file} is a program that is compared, and would be lost")
    console.writable(json_file)
    if family == "pointer":
        from egraph_opt.families.pointer import command as pointer

        pointer.against_fixture(paths, target, version or "", json_file)
    if family == "vector-layout":
        from egraph_opt.families.vector import command as vector

        vector.against_iree(paths, costs, json_file, **chosen)
    if family == "region":
        from egraph_opt.families.region import command

        command.against_iree(paths, costs, chosen["work_limit"], chosen["time_limit"], json_file, chosen["assume_dim"])
    _against_triton(paths, against, costs, static, json_file, **chosen)


def _family(against: str, static: bool, rules: str, seed_with: str | None, **_: Any) -> str:
    """The family whose programs are compared; options that say different things, or nothing, are a usage error."""
    book = books_given(rules)[0]
    given = click.get_current_context().get_parameter_source("rules") != click.core.ParameterSource.DEFAULT
    families = AGAINST.get(against, ("layout",))
    family = book if given else families[0]
    if family not in families or (against == "fixture" and not given):
        beside = [f"--against {other}" for other, of in AGAINST.items() if book in of]
        ways = " or ".join(f"--rules {name}" for name in families)
        raise click.UsageError(f"--rules {book} goes with {beside[0]}" if beside else f"--against {against} goes with {ways}")
    refuse_idle(COMPARED[family], f"when --rules {family} are compared")
    if static and family != "layout":
        raise click.UsageError("--static: only what --rules layout made is compiled: leave it out")
    if seed_with and against == "none":
        raise click.UsageError("--seed-with triton does nothing with --against none")
    return family


def _against_triton(
    paths: tuple[Path, ...], against: str, costs: tuple[str, ...], static: bool, json_file: str | None, **chosen: Any
) -> None:
    """Compare with Triton's greedy pass, or where it is not there or not asked for, with the input."""
    from dataclasses import asdict

    from egraph_opt.baseline import compare as comparison
    from egraph_opt.baseline import libtriton
    from egraph_opt.command import tables

    needs = {"--against triton": against == "triton", "--static": static, "--seed-with triton": bool(chosen["seed_with"])}
    if asked := [option for option, given in needs.items() if given and not libtriton.available()]:
        raise click.UsageError(f"{asked[0]} needs Triton: pip install 'egraph-opt[triton]'")
    triton = against == "triton" or (against == "auto" and libtriton.available())
    options = options_of(costs[0], **chosen)
    models = [model_of(name) for name in costs]
    records = comparison.compare(console.files_of(paths, ".ttgir", ".mlir"), models, options, triton, static)
    for record in records:
        if record.greedy_error and (against == "triton" or chosen["seed_with"]):
            record.error = record.error or f"Triton's own pass failed: {record.greedy_error}"
    tables.comparison(records, models)
    if static:
        tables.machine_code(records)
    if json_file:
        data = {"schema_version": comparison.SCHEMA_VERSION, "records": [asdict(r) for r in records]}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    click.echo(comparison.summary(records, models))
    if not triton:
        reason = "--against none" if against == "none" else "Triton is not installed"
        click.echo(f"({reason}: there is no greedy column)", err=True)
    alone = [f"{r.kernel} @{r.function}" for r in records if r.greedy_error and not r.error]
    if alone:
        click.echo(f"(Triton's own pass failed on what is compared with its input: {', '.join(alone)})", err=True)
    failures = [(f"{r.kernel} @{r.function}" if r.function else r.kernel, r.error) for r in records if r.error]
    outcome.end_comparison(failures, [record.verdict(models[0].name) for record in records])


@click.command(epilog=outcome.EXIT_CODES)
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
    from egraph_opt.families.layout.pareto import cost_of, front
    from egraph_opt.ir.module import InputError

    refuse_idle(LAYOUT - {"cost"}, "for a front")
    models = model_of(first), model_of(second)
    if models[0] == models[1]:
        raise click.UsageError(f"{first} and {second} are the same cost model: there is nothing between them")
    options = options_of(first, **chosen)
    name, text = console.read(file)
    if output is not None:
        with console.written(output):
            output.mkdir(parents=True, exist_ok=True)
            if old := sorted(output.glob("*.mlir")):
                console.fail(
                    f"{old[0]}: error: it is there already, and may be of another front: empty the folder, or name a new one"
                )
    try:
        found = front(text, name, options, *models)
        start = cost_of(text, name, models[0]), cost_of(text, name, models[1])
    except InputError as error:
        console.fail(str(error))
    tables.front(start, found, models)
    for number, corner in enumerate(found):
        if output is not None:
            console.write(str(output / f"{number}.mlir"), corner.found.ir)
        for remark in corner.found.remarks:
            click.echo(f"{name}: program {number}: remark: {remark}", err=True)
    results = [corner.found for corner in found]
    functions = [function for result in results for function in result.functions]
    raise SystemExit(outcome.of_functions(functions, False, any(result.rejected for result in results)))
