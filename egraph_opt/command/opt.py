"""The command `egraph-opt opt FILE`, or `egraph-opt FILE`: write the cheapest program, within limits."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from click.core import ParameterSource

from egraph_opt.command import console, outcome, worker
from egraph_opt.command.choices import TARGETS, books_given, choices, options_of, refuse_idle
from egraph_opt.command.number import GIBIBYTES, SECONDS, Finite
from egraph_opt.command.outcome import Answer
from egraph_opt.core.families import ALONE, TAKEN


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", help="Write here, all or nothing, instead of to stdout.")
@click.option("--target", type=click.Choice(TARGETS), help="With --rules pointer: what accesses are raised to.")
@click.option(
    "--version", type=click.Choice(["loop", "kernel"]), help="With --rules pointer: check facts at run time, in two versions."
)
@click.option(
    "--assume-trips",
    type=Finite(min=1),
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
@click.option("--timing", is_flag=True, help="Print the time of each stage to stderr, in milliseconds.")
@click.option("--strict", is_flag=True, help="Exit with 4 also when a limit was met, or a function is not understood.")
@click.option(
    "--isolate/--no-isolate",
    default=True,
    envvar="EGRAPH_OPT_ISOLATE",
    show_default=True,
    help="Work in a child process; where it fails, FILE comes back as it is.",
)
@click.option("--kill-after", type=SECONDS, default=600.0, show_default=True, help="Seconds for all of FILE.")
@click.option("--memory", type=GIBIBYTES, default=8.0, show_default=True, help="GiB of address space, likewise.")
def opt(file: str, output: str | None, isolate: bool, kill_after: float, memory: float, **chosen: Any) -> None:
    """Write the cheapest equal program of FILE (`-` for stdin)."""
    family = ALONE.get(books_given(chosen["rules"])[0], "layout")
    refuse_idle(TAKEN[family], f"with --rules {chosen['rules']}")
    refuse_reports(family, **chosen)
    isolated = isolate and worker.possible()
    source = click.get_current_context().get_parameter_source
    if limits := [name for name in ("kill_after", "memory") if not isolated and source(name) == ParameterSource.COMMANDLINE]:
        named = ", ".join("--" + name.replace("_", "-") for name in limits)
        raise click.UsageError(f"{named}: no use where the work is done in this process (--no-isolate, or EGRAPH_OPT_ISOLATE)")
    console.writable(output)
    name, text = console.read(file)
    if not isolated:
        outcome.finish(name, output, _opt(family, name, text, **chosen))
    done = worker.run(
        lambda: click.echo(_opt(family, name, text, **chosen).dumped(), nl=False), kill_after, int(memory * (1 << 30))
    )
    if done.failure:
        lost = json.dumps({"schema_version": 1, "functions": [], "failure": done.failure, "ir": text}, indent=1) + "\n"
        said = f"{name}: remark: left unchanged: {done.failure}"
        answer = Answer(lost if chosen["emit"] == "json" else text, (said,), outcome.UNFINISHED)
        outcome.finish(name, output, answer)
    if done.code:
        sys.exit(done.code)  # it has said why
    outcome.finish(name, output, Answer.loaded(done.output.decode()))


def refuse_reports(family: str, emit: str, timing: bool, strict: bool, **chosen: Any) -> None:
    """A usage error for what a family has no report of."""
    asked = {"--emit": emit != "ir", "--timing": timing, "--strict": strict} if family == "pointer" else {}
    if any(asked.values()):
        named = ", ".join(option for option, given in asked.items() if given)
        raise click.UsageError(f"{named}: no use with --rules {chosen['rules']}: leave it out")
    if family == "pointer" and chosen["target"] is None:
        raise click.UsageError(f"--rules pointer needs --target {'|'.join(TARGETS)}")
    source = click.get_current_context().get_parameter_source
    if family in ("region", "vector-layout") and chosen["cost"] == "cycles" and source("cost") == ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--cost cycles prices Triton's programs: `egraph-opt costs` lists the models of --rules {family}")
    if (warps := chosen["num_warps"]) and warps & (warps - 1):
        raise click.UsageError(f"--num-warps {warps}: a kernel is launched with a power of two")
    if chosen["any_cost"] and click.get_current_context().get_parameter_source("assume_trips") == ParameterSource.COMMANDLINE:
        raise click.UsageError("--assume-trips does nothing with --any-cost: leave one of them out")


def _opt(family: str, name: str, text: str, **chosen: Any) -> Answer:
    """What is made of a text, by the rules of a family; what is no program ends the process."""
    from egraph_opt.cost import CostModelError
    from egraph_opt.ir.module import InputError

    try:
        return _raise(name, text, **chosen) if family == "pointer" else _optimize(family, name, text, **chosen)
    except InputError as error:
        console.fail(str(error))
    except CostModelError as error:
        console.fail(f"{name}: error: {error}")


def _optimize(family: str, name: str, text: str, *, cost: str, emit: str, timing: bool, strict: bool, **chosen: Any) -> Answer:
    """The cheapest program equal to a text."""
    if family == "region":
        from egraph_opt.families.region import command

        aim = command.target_of(chosen["iree_target"], chosen["iree_flags"])
        result: Any = command.optimize(text, name, cost, emit, aim, **{option: chosen[option] for option in command.TAKEN})
    elif family == "vector-layout":
        from egraph_opt.families.vector import command as vector

        result = vector.optimize(text, name, cost, emit, **chosen)
    else:
        from egraph_opt.families.layout.optimize import optimize_text

        shared = {option: value for option, value in chosen.items() if option in (*TAKEN["layout"], "rules", "assume_dim")}
        result = optimize_text(text, name, options_of(cost, **shared), "generic" if emit == "generic" else "source")
    said = [f"{name}: remark: {remark}" for remark in result.remarks]
    said.append(f"{name}: {result.summary()}")
    said += [f"  {stage:9} {seconds * 1e3:9.1f} ms" for stage, seconds in (result.timings.items() if timing else ())]
    output = json.dumps(result.to_json(), indent=1) + "\n" if emit == "json" else result.ir
    code = outcome.of_functions(result.functions, strict, bool(result.rejected))
    return Answer(output, tuple(said), code, result.rejected)


def _raise(
    name: str,
    text: str,
    *,
    target: Any,
    version: Any,
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
    check: bool,
    **_: Any,
) -> Answer:
    """A text with its accesses raised, and what became of each."""
    from egraph_opt.baseline import libtriton
    from egraph_opt.families.pointer.limit import raise_limited
    from egraph_opt.families.pointer.raising import raise_text

    if num_warps and not libtriton.available():
        raise click.UsageError("--num-warps needs Triton, which compiles the raised version: pip install 'egraph-opt[triton]'")
    named = {
        "target": target, "version": version or "", "short": descriptor_types == "3.8", "check": check,
        "trips": None if any_cost else assume_trips, "add_shapes": add_shape_params, "no_overflow": assume_no_overflow,
        "positive": assume_positive, "readable": assume_readable,
    }  # fmt: skip
    result = raise_limited(text, name, num_warps, num_stages, **named) if num_warps else raise_text(text, name, **named)
    said = [f"{name}: remark: {remark}" for remark in (*result.promises, *result.remarks)]
    said += [f"{name}: {report}" for report in result.reports if explain_accesses]
    raised = sum(report.raised for report in result.reports)
    said.append(f"{name}: {raised} of {len(result.reports)} accesses raised to {target}")
    code = outcome.NOT_PROVED if result.refused else outcome.UNFINISHED if result.failures or result.remarks else outcome.DONE
    said += [f"{name}: error: {failure}" for failure in result.failures]
    return Answer(result.ir, tuple(said), code, result.refused)
