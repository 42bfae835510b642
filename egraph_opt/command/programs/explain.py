"""Command `egraph-opt explain`: the rules that justify changes, and the costs of alternatives."""

from __future__ import annotations

import json
from typing import Any

import click

from egraph_opt.command import console, exit_codes, option_decorators, sections
from egraph_opt.command.param_types import IntegerRangeType
from egraph_opt.core.family import families
from egraph_opt.core.options import Options
from egraph_opt.errors import nearest
from egraph_opt.ir.module import InputError


@click.command(cls=sections.SectionedCommand, epilog=exit_codes.exit_codes())
@click.argument("file", type=click.Path(allow_dash=True))
@click.argument("value", default="")
@option_decorators.options()
@option_decorators.as_plugin
@click.option("--json", "as_json", is_flag=True, help="Print records: each step of each rule.")
@click.option(
    "--alternatives",
    type=IntegerRangeType(0),
    default=option_decorators.ALTERNATIVES,
    show_default=True,
    help="Alternatives whose price for the whole program is searched for. Each takes as long as the search for the program.",
)
@click.option("--all", "every", is_flag=True, help="Print all values that changed, not only those that make 95 % of the saving.")
@click.option("--terms", is_flag=True, help="Of one VALUE: show each step of each rule as a term, too.")
@option_decorators.wide
@click.pass_context
def explain(
    context: click.Context,
    /,
    file: str,
    value: str,
    as_json: bool,
    as_plugin: bool,
    alternatives: int,
    terms: bool,
    every: bool,
    **_: Any,
) -> None:
    """Show the choices for FILE, or for one VALUE of it (such as %5), the rules that justify them, and the costs of alternatives."""
    if every and (as_json or value):
        raise click.UsageError(f"--all: no use {'with --json' if as_json else 'with one VALUE'}")
    if terms and (as_json or not value):
        raise click.UsageError(f"--terms: no use {'with --json' if as_json else 'without a VALUE'}")
    if as_json and as_plugin:
        raise click.UsageError("--as-plugin: no use with --json: `egraph-opt report --as-plugin --json` has the data")
    settings = option_decorators.plugin_settings(context) if as_plugin else None
    without = "beside" if as_json else "untold"
    options = (
        option_decorators.chosen_by(context, without, "where choices are explained") if settings is None else settings.options
    )
    with option_decorators.refused():
        families()[options.family].code("explain")
    if value and not value.startswith("%"):
        raise click.UsageError(f"VALUE is a name as %5, not {value!r} (did you mean %{value}?)")
    name, text = console.read(file)
    with console.refusing(name), option_decorators.refused():
        if as_json:
            print_records(text, name, value, options)
        else:
            print_words(text, name, value, options, alternatives, settings, terms, every)


def print_words(
    text: str, name: str, value: str, options: Options, alternatives: int, settings: Any = None, terms: bool = False,
    every: bool = False,
) -> None:  # fmt: skip
    """Print the report on a program as text, or only its part about the value named `value`."""
    from egraph_opt.reports.report_builder import ReportScope, build
    from egraph_opt.reports.text_report import show

    want = ReportScope(alternatives, machine=False, others=False, value=value)
    if settings is not None:
        from egraph_opt.triton.offline_decision import add_decision

        options, want = add_decision(text, settings, want)
    found = build(text, name, options, want)
    check_name(text, name, value)
    for remark in found.remarks:
        console.say(f"{name}: remark: {remark}")
    show(found, value, terms, every)


def print_records(text: str, name: str, value: str, options: Options) -> None:
    from dataclasses import asdict

    found = families()[options.family].code("explain")(text, name, options)
    check_name(text, name, value)
    chains = [asdict(e) for function in found for e in function.choices if not value or e.is_about(value)]
    functions = [function.record.as_dict() for function in found]
    for function in found:
        for remark in function.record.remarks:
            console.say(f"{name}: remark: @{function.record.name}: {remark}")
    click.echo(json.dumps({"schema_version": 1, "functions": functions, "choices": chains}, indent=1))
    if not chains:
        console.say(f"{name}: remark: nothing is chosen for {value or 'any value'} but what the program says already")


MAX_VALUES_NAMED = 6
"""Number of values that a message lists if no name is similar."""


def check_name(text: str, name: str, value: str) -> None:
    """Raise InputError if a program has no value of this name."""
    names = value_names(text) if value else [value]
    if value not in names:
        meant = nearest(value, names) or (
            f" (there are {', '.join(names[:MAX_VALUES_NAMED])}{' ...' * (len(names) > MAX_VALUES_NAMED)})" if names else ""
        )
        note = "write it as the program does, such as %5 or %5#1"
        raise InputError(f"there is no value {value}{meant}", note=note, filename=name)


def value_names(text: str) -> list[str]:
    """Return the names of a program's values. An operation with several results has names such as `%5` for all and `%5#1` for one."""
    from egraph_opt.text import read, split

    found: dict[str, None] = {}
    for chunk, _ in split(text):
        for op in read(chunk).op.walk():
            arguments = [v for region in op.regions for block in region.blocks for v in block.arguments]
            for value in (*op.results, *arguments):
                found |= dict.fromkeys((value.name, value.name.partition("#")[0]))
    return list(found)
