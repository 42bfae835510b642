"""Command `egraph-opt compare`: comparison with other compilers."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any, NoReturn

import click
from click.shell_completion import CompletionItem

from egraph_opt.command import completion, console, exit_codes, many_files, option_decorators, sections
from egraph_opt.core.family import Family, books_of, expect, families
from egraph_opt.core.options import COST, declared_options
from egraph_opt.core.output.table import split_facts
from egraph_opt.errors import nearest
from egraph_opt.ir.module import InputError
from egraph_opt.text import read, split
from egraph_opt.text.program_input import expect_some, source_of


class ComparisonTarget(click.Choice[str]):
    """Parameter type whose value is the name of a comparison, or the path of a file or folder to compare with."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value in self.choices or isinstance(value, Path):
            return value
        if os.path.lexists(value) or os.sep in value or "." in value:
            return Path(value)
        near = nearest(value, self.choices)
        self.fail(
            f"there is no compiler and no file {value!r}{near}: use one of {', '.join(self.choices)}, or a file", param, ctx
        )

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        return f"[{'|'.join((*self.choices, 'FILE'))}]"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [*super().shell_complete(ctx, param, incomplete), CompletionItem(incomplete, type="file")]


@click.command(
    cls=sections.SectionedCommand,
    epilog=exit_codes.exit_codes("compare"),
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@option_decorators.options("cost")
@click.option(
    "--against",
    type=ComparisonTarget(["auto", *dict.fromkeys(name for family in families().values() for name in family.comparisons)]),
    default="auto",
    show_default=True,
    help="What to compare with: another compiler, or the FILE that one wrote (for several PATHS a folder of such files), which is proved "
    "equal first. `fixture`, with --rules pointer, is the raising pass that a file's CHECK lines are about.",
)
@click.option(
    "--cost",
    "costs",
    multiple=True,
    shell_complete=completion.names(completion.models),
    help=f"{COST} The first one decides. May be given several times.",
)
@option_decorators.as_plugin
@click.option("--static", is_flag=True, help="Compile all sides, without a GPU, and count registers, spills, barriers and more.")
@click.option("--json", "json_file", help="Write the records to this file.")
@option_decorators.wide
@many_files.options
@many_files.limits("work on a function is ended", "for each function")
@click.pass_context
def compare(
    context: click.Context, /, paths: tuple[Path, ...], against: str | Path, costs: tuple[str, ...], static: bool, json_file: str | None,
    as_plugin: bool, **_: Any,
) -> None:  # fmt: skip
    """Compare the input, another compiler's result and ours for every function of PATHS (files, or folders of .ttgir and .mlir files).

    With any of the options --jobs to --no-cache, each function is processed separately and gets a line of JSON instead of a
    table row. The same holds if a path is an archive, a glob or an @LIST file.
    """
    named = [str(path) for path in paths]
    many = many_files.wants_many_files(context, named, folders=False)
    if not many and (limits := many_files.given_flags(context, "kill_after", "memory")):
        raise click.UsageError(f"{', '.join(limits)}: no use without work on many files: give --jobs, --records or --resume, too")
    with option_decorators.refused():
        family = compared_family(context, against)
        if static and "static" in family.meaningless:
            raise click.UsageError(f"--static: no use with --rules {family.name}: {family.meaningless['static']}")
        if costs and "cost" not in declared_options(family.options):
            raise click.UsageError(f"--cost: no use with --rules {family.name}: leave that out")
        if len(set(costs)) < len(costs):
            raise click.UsageError("--cost: a cost model is named twice")
        if json_file == "-":
            raise click.UsageError("--json: the table goes to stdout: name a file")
        if json_file and console.resolve_links(json_file) in map(console.resolve_links, paths):
            raise click.UsageError(f"--json: {json_file} is a program that is compared, and would be lost")
        if many:
            compare_many(context, named, family, against, costs)
        chosen = [option_decorators.chosen_by(context, cost=cost) for cost in costs] or [option_decorators.chosen_by(context)]
        console.writable(json_file)
        files = console.files_of(paths, *family.suffixes)
        if as_plugin:
            compare_as_plugin(context, files, json_file, against != "auto" or static or bool(costs))
        others = [against] if isinstance(against, Path) and not against.is_dir() else []
        refusals = {file: why for file in [*files, *others] if (why := refusal(file, family) or unpaired_error(file, against))}
        for why in refusals.values():
            console.say(why)
        if not (files := [file for file in files if file not in refusals]) or set(others) & refusals.keys():
            sys.exit(exit_codes.BAD_INPUT)
        found = family.comparison("" if against == "auto" else against)(files, chosen, against != "auto", static)
    found.show()
    if json_file:
        data = {"schema_version": found.schema_version, "records": list(found.records), "refused": list(refusals.values())}
        console.write(json_file, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
    click.echo(split_facts(found.summary))
    for note in found.notes:
        console.say(note)
    exit_codes.end_comparison(found.failures, list(found.verdicts), bool(refusals))


def unpaired_error(file: Path, against: str | Path) -> str:
    """Return an error message if `against` is a folder without a file of the same name; else an empty text."""
    from egraph_opt.baseline.external_outputs import matching_file

    missing = isinstance(against, Path) and against.is_dir() and matching_file(file, against) is None
    return f"{file}: error: {against} has no {file.name}" if missing else ""


def refusal(file: Path, family: Family) -> str:
    """Return an error message, with position, if a file is not a program that this package can parse; else an empty text."""
    try:
        chunks = split(source_of(file)[0])
        expect_some(len(chunks), str(file))
        for chunk, line in chunks:
            expect(family.name, chunk, str(file), line)
            if "iree" not in family.comparisons:  # IREE's tools parse such programs
                expect_some(len(family.steps().read(chunk, str(file), line).functions()), str(file))
    except InputError as error:
        return str(error)
    except OSError as error:
        return f"{file}: error: {error.strerror}"
    return ""


def compare_as_plugin(context: click.Context, files: list[Path], json_file: str | None, more: bool) -> NoReturn:
    """Print a table of the plug-in's decisions on all files, like `egraph_opt.triton.report().table()`, and exit.

    `more`: the user also requested other comparisons, which is a usage error.
    """
    if more:
        raise click.UsageError("--as-plugin: no use with --against, --cost or --static: it compares machine code with Triton's")
    settings = option_decorators.plugin_settings(context)
    from egraph_opt.triton.offline_decision import ask_plugin, target_of
    from egraph_opt.triton.state.report import Report

    kernels = []
    for path in files:
        name, text = console.read(str(path))
        with console.refusing(name):
            for chunk, line in split(text):
                read(chunk, name, line)
            target_of(text)
            kernels.append(ask_plugin(text, settings).kernel)
    report = Report(tuple(kernels))
    if json_file:
        console.write(json_file, report.json() + "\n")
    click.echo(report.table())
    verdicts = [{"changed": "better", "failed": "failed"}.get(kernel.outcome, "same") for kernel in kernels]
    exit_codes.end_comparison([(kernel.name, kernel.reason) for kernel in kernels if kernel.outcome == "failed"], verdicts)


def compare_many(
    context: click.Context, paths: list[str], family: Family, against: str | Path, costs: tuple[str, ...]
) -> NoReturn:
    asked = context.params
    if asked["json_file"]:
        raise click.UsageError("--json: no use with many files: --records writes a JSON line for each function")
    if isinstance(against, Path):
        raise click.UsageError(f"--against {against}: it is compared with whole files: leave --jobs to --no-cache out")
    if against == "fixture":
        raise click.UsageError(
            "--against fixture: it reads CHECK lines of whole files, not functions: leave --jobs to --no-cache out"
        )
    for cost in costs or (None,):
        option_decorators.chosen_by(context, **({"cost": cost} if cost else {}))
    given = option_decorators.given_options(context)
    if against == "auto" and family.name == "layout":
        from egraph_opt.baseline import libtriton

        against = "triton" if libtriton.available() else "none"
    more = {"costs": costs, "against": against, "static": asked["static"]}
    plain = {name: many_files.plain(each) for name, each in given.items()}
    decides = {"rules": asked["rules"], **more, "costs": list(costs), **plain}
    many_files.run(context, many_files.Request("compare", paths, family.suffixes, decides, given, asked["rules"], more))


def compared_family(context: click.Context, against: str | Path) -> Family:
    """Return the rule family whose programs are compared, by default the first family that supports the comparison."""
    family, *_ = books_of(context.params["rules"])
    if isinstance(against, Path):
        family.comparison(against)
        return family
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
