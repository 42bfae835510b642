"""Command `egraph-opt opt FILE`, or `egraph-opt FILE`: search for the cheapest program that is equal to the input."""

from __future__ import annotations

import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from egraph_opt.command import console, exit_codes, limited_child, many_files, option_decorators, sections
from egraph_opt.command.exit_codes import CommandAnswer
from egraph_opt.command.programs import reproducer
from egraph_opt.command.sections import RECORDS, SectionedOption
from egraph_opt.core.options import LIMITS, Options


@click.command(
    cls=sections.SectionedCommand,
    epilog=exit_codes.exit_codes("opt"),
)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(),
    help="Write to this file instead of stdout, completely or not at all. Of several files: write each program to this folder.",
)
@option_decorators.options()
@click.option(
    "--emit",
    type=click.Choice(["ir", "generic", "json"]),
    default="ir",
    show_default=True,
    help="Write the program as its input is written, in generic form, or in a JSON record.",
)
@click.option(
    "--timing",
    cls=SectionedOption,
    section=RECORDS,
    is_flag=True,
    help="Print to stderr how long each stage took, in milliseconds.",
)
@click.option(
    "--remarks",
    cls=SectionedOption,
    section=RECORDS,
    type=click.Path(),
    help="Write to this file what was changed, and why not more, as LLVM optimisation remarks (YAML).",
)
@click.option(
    "--dump",
    cls=SectionedOption,
    section=RECORDS,
    type=click.Path(),
    help="Write what each stage makes to this folder, which must be new or empty.",
)
@click.option(
    "--reproducer",
    cls=SectionedOption,
    section=RECORDS,
    type=click.Path(),
    help="Before the work begins, write FILE, the options and all versions to this file. `egraph-opt reproduce` runs it.",
)
@click.option("--strict", is_flag=True, help="Exit with code 4 also if a limit was met, or if a function is not understood.")
@click.option(
    "--isolate/--no-isolate",
    cls=SectionedOption,
    section=LIMITS,
    default=True,
    envvar="EGRAPH_OPT_ISOLATE",
    show_default=True,
    help="Work in a child process. If that fails, FILE comes back unchanged.",
)
@many_files.limits("the child process is killed", "that the child process may use")
@many_files.options
@click.pass_context
def opt(context: click.Context, /, files: tuple[str, ...], **_: Any) -> None:
    """Write the cheapest equal program of FILE (`-` for stdin).

    For several files, folders, archives, globs or @LIST files, each function is processed separately and gets a line of JSON.
    """
    if len(files) > 1 or many_files.wants_many_files(context, files):
        run_many(context, files)
    run(context, files[0])


def run_many(context: click.Context, files: tuple[str, ...]) -> NoReturn:
    from egraph_opt.core.family import families

    asked = context.params
    idle = many_files.given_flags(context, "timing", "remarks", "dump", "reproducer")
    idle += ["--isolate"] if context.get_parameter_source("isolate") == ParameterSource.COMMANDLINE else []
    idle += ["--emit json"] if asked["emit"] == "json" else []
    if idle:
        raise click.UsageError(f"{', '.join(idle)}: no use with several files: leave that out")
    if "-" in files:
        raise click.UsageError("stdin is one program: name files")
    chosen, given = option_decorators.chosen_by(context), option_decorators.given_options(context)
    form = "generic" if asked["emit"] == "generic" else "source"
    write = asked["output"] is not None
    plain = {name: many_files.plain(each) for name, each in given.items()}
    decides = {"rules": asked["rules"], "form": form, "write": write, **plain}
    suffixes, more = families()[chosen.family].suffixes, {"form": form}
    request = many_files.Request("opt", files, suffixes, decides, given, asked["rules"], more, asked["output"], asked["strict"])
    many_files.run(context, request)


def run(context: click.Context, file: str, name: str = "", text: str | None = None) -> NoReturn:
    """Run `opt` for a file, or for a text with a name."""
    options = option_decorators.chosen_by(context)
    asked = context.params
    output, remarks, dump = asked["output"], asked["remarks"], asked["dump"]
    isolated = asked["isolate"] and limited_child.possible()
    source = context.get_parameter_source
    if limits := [name for name in ("kill_after", "memory") if not isolated and source(name) == ParameterSource.COMMANDLINE]:
        named = ", ".join("--" + name.replace("_", "-") for name in limits)
        raise click.UsageError(f"{named}: no use without a child process (--no-isolate, or EGRAPH_OPT_ISOLATE=0): leave that out")
    console.check_outputs(file, {"-o": output, "--remarks": remarks, "--reproducer": asked["reproducer"]})
    if text is None:
        name, text = console.read(file, contents=options.reads_contents or asked["emit"] == "json" or bool(asked["reproducer"]))
    given = text
    if asked["reproducer"]:
        console.write(asked["reproducer"], reproducer.reproducer_text(context, text))
    if dump:
        console.empty_folder(dump)

    def work() -> CommandAnswer:
        with redirect_stdout(sys.stderr):  # prints of a user's rule or cost model are not output
            return optimize_or_exit(name, given, options, asked)

    def finish(answer: CommandAnswer) -> NoReturn:
        console.write(output, answer.output)
        if remarks:
            console.write(remarks, answer.remarks)
        exit_codes.finish(name, answer)

    if not isolated:
        finish(work())
    done = limited_child.run(lambda: click.echo(work().dump(), nl=False), asked["kill_after"], int(asked["memory"] * (1 << 30)))
    if done.failure:
        from egraph_opt.core.output.remarks import lost_remark

        record = json.dumps({"schema_version": 1, "functions": [], "failure": done.failure, "ir": text}, indent=1) + "\n"
        said = f"{name}: remark: left unchanged: {done.failure}"
        came_back = record if asked["emit"] == "json" else text
        finish(CommandAnswer(came_back, (said,), exit_codes.UNFINISHED, remarks=lost_remark(name, done.failure)))
    if done.code:
        sys.exit(done.code)  # the child has printed the reason
    finish(CommandAnswer.load(done.output.decode()))


def optimize_or_exit(name: str, text: str, options: Options, asked: dict[str, Any]) -> CommandAnswer:
    """Optimise a text and return the command's result. Exits if the text is not a program."""
    from egraph_opt.core.output.dump import Dump
    from egraph_opt.core.output.remarks import Remarks
    from egraph_opt.core.pipeline import optimize_text

    remarks = [Remarks(options.unit)] if asked["remarks"] else []
    dumps = [Dump(Path(asked["dump"]))] if asked["dump"] else []
    with console.refusing(name), option_decorators.refused():
        form = "generic" if asked["emit"] == "generic" else "source"
        result = optimize_text(text, name, options, form, (*remarks, *dumps))  # type: ignore[arg-type]
    said = [f"{name}: remark: {remark}" for remark in result.remarks]
    said.append(f"{name}: {result.summary()}")
    said += [f"  {stage:9} {seconds * 1e3:9.1f} ms" for stage, seconds in (result.timings.items() if asked["timing"] else ())]
    output = json.dumps(result.to_json(), indent=1) + "\n" if asked["emit"] == "json" else result.ir
    code = exit_codes.of_functions(result.functions, asked["strict"], bool(result.rejected))
    if failed := [dump.failure for dump in dumps if dump.failure]:
        said, code = [*said, *failed], code or exit_codes.BAD_INPUT
    return CommandAnswer(output, tuple(said), code, result.rejected, "".join(each.text() for each in remarks))
