"""The command `egraph-opt opt FILE`, or `egraph-opt FILE`: write the cheapest program, within limits."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from egraph_opt.command import console, worker
from egraph_opt.command.choices import TARGETS, choices, options_of


@click.command()
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
@click.option(
    "--add-shape-params",
    is_flag=True,
    help="With --rules pointer: shapes that are not known become parameters, by which the caller promises that nothing is out of bounds.",
)
@click.option(
    "--assume-no-overflow",
    is_flag=True,
    help="With --rules pointer: you promise that signed sums and products of 32 bits or less that addresses and masks are made of fit.",
)
@click.option(
    "--assume-positive",
    is_flag=True,
    help="With --rules pointer: you promise that all integer parameters of kernels are at least 1.",
)
@click.option(
    "--assume-readable",
    is_flag=True,
    help="With --rules pointer: you promise that each lane of a load may be read that meets the comparisons in its mask.",
)
@click.option(
    "--num-warps",
    type=click.IntRange(min=1, max=32),
    help="With --version: as how many warps the kernel is launched; the version that is left takes no registers from the raised one then.",
)
@click.option(
    "--num-stages", type=click.IntRange(min=1), default=3, show_default=True, help="With --num-warps: of its pipelined loops."
)
@click.option("--explain-accesses", is_flag=True, help="With --rules pointer: say of every access what became of it.")
@click.option(
    "--descriptor-types",
    type=click.Choice(["3.6", "3.8"]),
    default="3.6",
    show_default=True,
    help="Triton version of their syntax.",
)
@click.option(
    "--iree-target", help="With --rules region: the backend that IREE makes code with, to confirm results.  [default: llvm-cpu]"
)
@click.option("--iree-flags", help="With --rules region: further flags of iree-compile, in one text.")
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
    add_shape_params: bool,
    assume_no_overflow: bool,
    assume_positive: bool,
    assume_readable: bool,
    num_warps: int | None,
    num_stages: int,
    explain_accesses: bool,
    descriptor_types: str,
    iree_target: str | None,
    iree_flags: str | None,
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
        if emit != "ir":
            raise click.UsageError(f"--emit {emit} does not go with --rules pointer, which writes IR")
        trips = None if any_cost else assume_trips
        short = descriptor_types == "3.8"
        promises = {
            "add_shapes": add_shape_params, "no_overflow": assume_no_overflow, "positive": assume_positive, "readable": assume_readable,
        }  # fmt: skip
        launched = (num_warps, num_stages) if num_warps else None
        _raise(name, text, output, target, version or "", explain_accesses, short, chosen["check"], trips, promises, launched)
        return
    promised = add_shape_params or assume_no_overflow or assume_positive or assume_readable
    if target or version or explain_accesses or promised or num_warps:
        raise click.UsageError(
            "--target, --version, --add-shape-params, --assume-no-overflow, --assume-positive, --assume-readable, --explain-accesses,"
            " --num-warps go with --rules pointer"
        )
    if (iree_target or iree_flags) and chosen["rules"] != "region":
        raise click.UsageError("--iree-target and --iree-flags go with --rules region")
    from egraph_opt.ir import InputError

    try:
        if chosen["rules"] == "region":
            from egraph_opt.region import command

            aim = command.target_of(iree_target, iree_flags)
            result: Any = command.optimize(text, name, cost, emit, aim, **{option: chosen[option] for option in command.TAKEN})
        elif chosen["rules"] == "vector-layout":
            from egraph_opt.vector import command as vector

            result = vector.optimize(text, name, cost, emit, **chosen)
        else:
            from egraph_opt.optimize import optimize_text

            options = options_of(cost, **chosen)
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
    promises: dict[str, bool],
    launched: tuple[int, int] | None,
) -> None:
    """Raise the accesses of FILE, and say what became of each."""
    from egraph_opt.baseline import libtriton
    from egraph_opt.ir import InputError
    from egraph_opt.pointer.limit import raise_limited
    from egraph_opt.pointer.raising import raise_text

    if launched and not libtriton.available():
        console.fail("--num-warps needs Triton, which compiles the raised version: pip install 'egraph_opt[triton]'")
    named = {"target": target, "version": version, "short": short, "check": check, "trips": trips, **promises}
    try:
        result = raise_limited(text, name, *launched, **named) if launched else raise_text(text, name, **named)
    except InputError as error:
        console.fail(str(error))
    console.write(output, result.ir)
    for remark in (*result.promises, *result.remarks):
        click.echo(f"{name}: remark: {remark}", err=True)
    for report in result.reports if explain else ():
        click.echo(f"{name}: {report}", err=True)
    raised = sum(report.raised for report in result.reports)
    click.echo(f"{name}: {raised} of {len(result.reports)} accesses raised to {target}", err=True)
    if result.refused:
        click.echo(f"{name}: error: please report this; what was refused is in {console.kept(result.refused)}", err=True)
        sys.exit(5)
