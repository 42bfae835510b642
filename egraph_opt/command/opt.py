"""The command `egraph-opt opt FILE`, or `egraph-opt FILE`: write the cheapest program, within limits."""

from __future__ import annotations

import json
import sys
from typing import Any

import click
from click.core import ParameterSource

from egraph_opt.command import choices, console, outcome, worker
from egraph_opt.command.number import GIBIBYTES, SECONDS
from egraph_opt.command.outcome import Answer
from egraph_opt.core.options import Options


@click.command(epilog=outcome.EXIT_CODES)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("-o", "--output", help="Write here, all or nothing, instead of to stdout.")
@choices.options()
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
@click.pass_context
def opt(
    context: click.Context, /, file: str, output: str | None, isolate: bool, kill_after: float, memory: float, emit: str, timing: bool,
    strict: bool, **_: Any,
) -> None:  # fmt: skip
    """Write the cheapest equal program of FILE (`-` for stdin)."""
    options = choices.chosen_by(context)
    isolated = isolate and worker.possible()
    source = context.get_parameter_source
    if limits := [name for name in ("kill_after", "memory") if not isolated and source(name) == ParameterSource.COMMANDLINE]:
        named = ", ".join("--" + name.replace("_", "-") for name in limits)
        raise click.UsageError(f"{named}: no use where the work is done in this process (--no-isolate, or EGRAPH_OPT_ISOLATE)")
    console.writable(output)
    name, text = console.read(file)

    def work() -> Answer:
        return optimized(name, text, options, emit, timing, strict)

    if not isolated:
        outcome.finish(name, output, work())
    done = worker.run(lambda: click.echo(work().dumped(), nl=False), kill_after, int(memory * (1 << 30)))
    if done.failure:
        lost = json.dumps({"schema_version": 1, "functions": [], "failure": done.failure, "ir": text}, indent=1) + "\n"
        said = f"{name}: remark: left unchanged: {done.failure}"
        answer = Answer(lost if emit == "json" else text, (said,), outcome.UNFINISHED)
        outcome.finish(name, output, answer)
    if done.code:
        sys.exit(done.code)  # it has said why
    outcome.finish(name, output, Answer.loaded(done.output.decode()))


def optimized(name: str, text: str, options: Options, emit: str, timing: bool, strict: bool) -> Answer:
    """What is made of a text, and what is said of it; what is no program ends the process."""
    from egraph_opt.core.pipeline import optimize_text

    with console.refusing(name), choices.refused():
        result = optimize_text(text, name, options, "generic" if emit == "generic" else "source")
    said = [f"{name}: remark: {remark}" for remark in result.remarks]
    said.append(f"{name}: {result.summary()}")
    said += [f"  {stage:9} {seconds * 1e3:9.1f} ms" for stage, seconds in (result.timings.items() if timing else ())]
    output = json.dumps(result.to_json(), indent=1) + "\n" if emit == "json" else result.ir
    return Answer(output, tuple(said), outcome.of_functions(result.functions, strict, bool(result.rejected)), result.rejected)
