"""`egraph-opt`: optimise files, compare with the compiler's own pass, prove the rules. IR goes to stdout, all else to stderr.

Exit codes: 0 done (also when there was nothing to do), 1 bad input, 2 wrong usage, 3 a comparison found something worse, 4 a limit
was met and `--strict` was given, 5 an output was not proved equal to its input, which came back instead.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from egraph_opt.command import console, worker
from egraph_opt.command.costs import costs, resources
from egraph_opt.command.prove import check, prove

TARGETS = ("tts", "block-pointer", "descriptor")
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class DefaultGroup(click.Group):
    """A group whose command `opt` may be left out: `egraph-opt FILE` is `egraph-opt opt FILE`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help", "--version"):
            args.insert(0, "opt")
        return super().parse_args(ctx, args)


@click.group(cls=DefaultGroup, context_settings=CONTEXT)
@click.version_option(package_name="egraph-opt")
def main() -> None:
    """Optimise tensor-compiler IR by equality saturation. `egraph-opt FILE` is short for `egraph-opt opt FILE`."""


main.add_command(check)
main.add_command(prove)


def choices(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options that `opt` and `compare` share."""
    for option in reversed(
        (
            click.option("--rules", default="layout", show_default=True, help="Rule books, separated by commas."),
            click.option("--extract", type=click.Choice(["tree", "dag", "exact"]), default="exact", show_default=True),
            click.option(
                "--candidates", type=click.IntRange(1, 64), default=8, show_default=True, help="Layouts tried per value."
            ),
            click.option("--synthesise", is_flag=True, help="Try layouts too that no operation of the input has."),
            click.option("--reassociate", is_flag=True, help="Let sums of floats take their elements in another order."),
            click.option("--move-loads", is_flag=True, help="Let large loads be done in other layouts, as their cost allows."),
            click.option("--move-stores", is_flag=True, help="Let stores be done in other layouts, as their cost allows."),
            click.option(
                "--min-gain",
                type=click.FloatRange(0, 1),
                help="Part to save of the cost of what changes, or no change.  [default: the cost model's error]",
            ),
            click.option("--check/--no-check", default=True, show_default=True, help="Refuse outputs that are not proved equal."),
            click.option(
                "--max-nodes",
                type=click.IntRange(min=1),
                default=400_000,
                show_default=True,
                help="Size of the e-graph (layout, region): the iteration that passes this is the last one.",
            ),
            click.option("--seed-with", type=click.Choice(["triton"]), help="Start from this optimiser's result too."),
            click.option(
                "--time-limit", type=click.FloatRange(min=0), default=10.0, show_default=True, help="Seconds per extraction."
            ),
        )
    ):
        command = option(command)
    return command


main.add_command(costs)
main.add_command(resources)


@main.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write here, all or nothing, instead of to stdout.")
@click.option("--target", type=click.Choice(TARGETS), help="With --rules pointer: what accesses are raised to.")
@click.option(
    "--version", type=click.Choice(["loop", "kernel"]), help="With --rules pointer: check facts at run time, in two versions."
)
@click.option(
    "--assume-trips",
    type=click.FloatRange(min=1),
    default=64.0,
    show_default=True,
    help="With --target descriptor: iterations of a loop of unknown bounds, when it is decided whether a descriptor pays.",
)
@click.option("--any-cost", is_flag=True, help="With --target descriptor: raise what may be raised, whether it pays or not.")
@click.option("--explain-accesses", is_flag=True, help="With --rules pointer: say of every access what became of it.")
@click.option(
    "--descriptor-types",
    type=click.Choice(["3.6", "3.8"]),
    default="3.6",
    show_default=True,
    help="Triton version of their syntax.",
)
@choices
@click.option("--cost", default="cycles", show_default=True, help="Cost model or mix; `egraph-opt costs` lists them.")
@click.option("--emit", type=click.Choice(["ir", "generic", "json"]), default="ir", show_default=True)
@click.option("--timing", is_flag=True, help="Print the seconds of each stage to stderr.")
@click.option("--strict", is_flag=True, help="Exit with 4 when a limit was met.")
@click.option(
    "--isolate/--no-isolate",
    default=True,
    envvar="EGRAPH_OPT_ISOLATE",
    show_default=True,
    help="Work in a child process; where it fails, FILE comes back as it is.",
)
@click.option("--kill-after", type=click.FloatRange(min=0), default=600.0, show_default=True, help="Seconds for all of FILE.")
@click.option("--memory", type=click.FloatRange(min=0), default=8.0, show_default=True, help="GiB of address space, likewise.")
def opt(file: str, output: str | None, isolate: bool, kill_after: float, memory: float, **chosen: Any) -> None:
    """Write the cheapest equal program of FILE (`-` for stdin)."""
    name, text = console.read(file)
    if not (isolate and worker.possible()):
        _opt(name, text, output, **chosen)
        return
    done = worker.run(lambda: _opt(name, text, None, **chosen), kill_after, int(memory * (1 << 30)))
    if done.failure:
        lost = json.dumps({"schema_version": 1, "functions": [], "failure": done.failure, "ir": text}, indent=1) + "\n"
        console.write(output, lost if chosen["emit"] == "json" else text)
        click.echo(f"{name}: remark: left unchanged: {done.failure}", err=True)
        sys.exit(4 if chosen["strict"] else 0)
    if done.code not in (1, 2):
        console.write(output, done.output.decode())
    sys.exit(done.code)


def _opt(
    name: str,
    text: str,
    output: str | None,
    target: str | None,
    version: str | None,
    assume_trips: float,
    any_cost: bool,
    explain_accesses: bool,
    descriptor_types: str,
    cost: str,
    emit: str,
    timing: bool,
    strict: bool,
    **chosen: Any,
) -> None:
    """Write the cheapest program equal to a text."""
    if chosen["rules"] == "pointer":
        if target is None:
            raise click.UsageError(f"--rules pointer needs --target {'|'.join(TARGETS)}")
        trips = None if any_cost else assume_trips
        _raise(name, text, output, target, version or "", explain_accesses, descriptor_types == "3.8", chosen["check"], trips)
        return
    if target or version or explain_accesses:
        raise click.UsageError("--target, --version and --explain-accesses go with --rules pointer")
    from egraph_opt.ir import InputError

    try:
        if chosen["rules"] == "region":
            from egraph_opt.region import command

            result: Any = command.optimize(text, name, cost, chosen["time_limit"], chosen["check"], chosen["max_nodes"])
        elif chosen["rules"] == "vector-layout":
            from egraph_opt.vector import command as vector

            result = vector.optimize(text, name, cost, **chosen)
        else:
            from egraph_opt.optimize import optimize_text

            options = _options(cost, **chosen)
            result = optimize_text(text, name, options, "generic" if emit == "generic" else "source")
    except InputError as error:
        console.fail(str(error))
    console.write(output, json.dumps(result.to_json(), indent=1) + "\n" if emit == "json" else result.ir)
    for remark in result.remarks:
        click.echo(f"{name}: remark: {remark}", err=True)
    click.echo(f"{name}: {result.summary()}", err=True)
    if timing:
        for stage, seconds in result.timings.items():
            click.echo(f"  {stage:9} {seconds * 1e3:9.1f} ms", err=True)
    if result.rejected:
        click.echo(f"{name}: error: please report this; what was refused is in {console.kept(result.rejected)}", err=True)
        sys.exit(5)
    if strict and result.stopped_by:
        sys.exit(4)


def _raise(
    name: str,
    text: str,
    output: str | None,
    target: Any,
    version: Any,
    explain: bool,
    short: bool,
    check: bool,
    trips: float | None,
) -> None:
    """Raise the accesses of FILE, and say what became of each."""
    from egraph_opt.ir import InputError
    from egraph_opt.pointer.raising import raise_text

    try:
        result = raise_text(text, name, target, version, short, check, trips)
    except InputError as error:
        console.fail(str(error))
    console.write(output, result.ir)
    for report in result.reports if explain else ():
        click.echo(f"{name}: {report}", err=True)
    raised = sum(report.raised for report in result.reports)
    click.echo(f"{name}: {raised} of {len(result.reports)} accesses raised to {target}", err=True)
    if result.refused:
        click.echo(f"{name}: error: please report this; what was refused is in {console.kept(result.refused)}", err=True)
        sys.exit(5)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@choices
@click.option(
    "--against", type=click.Choice(["auto", "triton", "iree", "none"]), default="auto", show_default=True, help="Whose passes."
)
@click.option(
    "--cost", "costs", multiple=True, default=("cycles",), show_default=True, help="Cost models; the first one decides."
)
@click.option("--static", is_flag=True, help="Compile all sides, without a GPU, and count registers, spills, barriers ...")
@click.option("--json", "json_file", type=click.Path(dir_okay=False), help="Write the records here.")
def compare(
    paths: tuple[Path, ...], against: str, costs: tuple[str, ...], static: bool, json_file: str | None, **chosen: Any
) -> None:
    """Compare input, greedy pass and extraction on every function of PATHS (files, or folders of .ttgir and .mlir files)."""
    from dataclasses import asdict

    if against == "iree" and chosen["rules"] == "vector-layout":
        from egraph_opt.vector import command as vector

        vector.against_iree(paths, costs, json_file, **chosen)
    if against == "iree":
        from egraph_opt.region import command

        command.against_iree(paths, costs, chosen["time_limit"], json_file)
    from egraph_opt.baseline import compare as comparison
    from egraph_opt.baseline import libtriton
    from egraph_opt.command import tables

    if against == "triton" and not libtriton.available():
        raise click.UsageError("--against triton needs Triton: pip install 'egraph-opt[triton]'")
    triton = against == "triton" or (against == "auto" and libtriton.available())
    options = _options(costs[0], **chosen)
    models = [_model(name) for name in costs]
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


@main.command()
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
    models = _model(first), _model(second)
    try:
        found = front(text, name, _options(first, **chosen), *models)
        start = cost_of(text, name, models[0]), cost_of(text, name, models[1])
    except InputError as error:
        console.fail(str(error))
    tables.front(start, found, models)
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
        for number, corner in enumerate(found):
            console.write(str(output / f"{number}.mlir"), corner.found.ir)


@main.command()
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
        found = explanations(text, name, _options(cost, **chosen))
    except InputError as error:
        console.fail(str(error))
    chains = [asdict(e) for function in found for e in function if not value or e.is_about(value)]
    click.echo(json.dumps({"schema_version": 1, "choices": chains}, indent=1))


@main.command()
@click.argument("script", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.option("-o", "--output", required=True, type=click.Path(file_okay=False, path_type=Path), help="One folder a kernel.")
@click.option("--target", default="cuda:90", show_default=True, help="Whose code to make, as cuda:90 or hip:gfx942.")
@click.option("--every-configuration", is_flag=True, help="All configurations that a tuner would try, not the first one.")
def capture(script: Path, arguments: tuple[str, ...], output: Path, target: str, every_configuration: bool) -> None:
    """Collect the Triton kernels that SCRIPT launches, without a GPU: programs around each greedy pass, grids and arguments."""
    from egraph_opt.baseline import libtriton

    if not libtriton.available():
        raise click.UsageError("capture needs Triton: pip install 'egraph-opt[triton]'")
    from egraph_opt.triton.capture import capture as run

    try:
        captured = run(script, output, target, arguments, every_configuration)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    for name, reason in captured.failures:
        click.echo(f"{name}: remark: not captured: {reason}", err=True)
    click.echo(f"{len(captured.folders)} kernels written to {output}", err=True)
    if captured.script_error:
        console.fail(f"{script}: error: {captured.script_error}")


def _options(cost: str, *, rules: str, seed_with: str | None, max_nodes: int, **chosen: Any) -> Any:
    """The options that `choices` and `--cost` gave; a wrong name is a usage error."""
    from egraph_opt.egraph.saturate import Limits
    from egraph_opt.options import Options
    from egraph_opt.rules import NAMES

    books = tuple(rules.split(","))
    if "vector-layout" in books:
        raise click.UsageError(
            "vector-layout, the book layout on IREE's vectors, is run alone, by `opt` and `compare --against iree`"
        )
    if unknown := [name for name in books if name not in NAMES]:
        raise click.UsageError(f"no rule book {unknown[0]!r}; there are: {', '.join(NAMES)}")
    if "region" in books:
        raise click.UsageError("the book region is run alone, by `opt`, and by `compare --against iree`")
    if "pointer" in books:
        raise click.UsageError("the book pointer is run alone: --rules pointer, by the command that writes a program")
    return Options(rules=books, model=_model(cost), seed_with=seed_with or "", limits=Limits(nodes=max_nodes), **chosen)


def _model(name: str) -> Any:
    from egraph_opt.cost.mix import cost_model

    try:
        return cost_model(name)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
