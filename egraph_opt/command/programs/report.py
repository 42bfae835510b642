"""Command `egraph-opt report`: one page about a program and its result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from egraph_opt.applications import part
from egraph_opt.command import console, exit_codes, option_decorators, sections
from egraph_opt.command.param_types import IntegerRangeType

RESULTS = ".jsonl"
"""Suffix of results files."""
MAX_ALTERNATIVES = 10_000
"""Largest value of `--alternatives`, the number of alternatives that a report prices."""


@click.command(cls=sections.SectionedCommand, epilog=exit_codes.exit_codes("report"))
@click.argument("file", type=click.Path(allow_dash=True))
@click.option(
    "-o", "--output", help="Write the page here, all or nothing.  [default: FILE with the suffix .html, in this folder]"
)
@option_decorators.options()
@option_decorators.as_plugin
@click.option("--json", "as_json", is_flag=True, help="Write the data of the page instead; to stdout, unless -o names a file.")
@click.option(
    "--alternatives",
    type=IntegerRangeType(0, MAX_ALTERNATIVES),
    default=option_decorators.ALTERNATIVES,
    show_default=True,
    help="Alternatives whose price for the whole program is searched for. Each takes as long as the search for the program.",
)
@click.option("--static/--no-static", default=True, show_default=True, help="Compile all sides to machine code, without a GPU.")
@click.option("--others/--no-others", default=True, show_default=True, help="Show the result of the compiler's own pass, too.")
@click.option(
    "--pages",
    type=IntegerRangeType(0, MAX_ALTERNATIVES),
    default=0,
    show_default=True,
    help="Of a results file: also write so many pages about single functions, the first of the table, to a folder beside the page.",
)
@click.pass_context
def report(
    context: click.Context, /, file: str, output: str | None, as_json: bool, alternatives: int, static: bool, others: bool, pages: int,
    as_plugin: bool, **_: Any,
) -> None:  # fmt: skip
    """Write one HTML file about FILE: what changed and why, costs of alternatives, layouts, machine code, proofs.

    For a results file (.jsonl): counts, distributions, and a table of all functions.
    """
    from egraph_opt.core.family import expect, families
    from egraph_opt.reports.page import render
    from egraph_opt.reports.report_builder import ReportScope, build
    from egraph_opt.text import split

    if file.endswith(RESULTS):
        part("results_page")(context, Path(file), output, as_json, pages)
        return
    if pages:
        raise click.UsageError(f"--pages: no use with a program: {file} has one page")
    settings = option_decorators.plugin_settings(context) if as_plugin else None
    options = option_decorators.chosen_by(context) if settings is None else settings.options
    target = output or ("-" if as_json else f"{Path(file).stem or 'report'}.html" if file != "-" else "report.html")
    console.check_outputs(file, {"-o": target})
    if target != "-" and file != "-" and console.resolve_links(target) == console.resolve_links(file):
        raise click.UsageError(f"-o {target}: it is {file}, which is read, and would be lost")
    name, text = console.read(file)
    with console.refusing(name), option_decorators.refused():  # before the progress message
        for chunk, line in split(text):
            expect(options.family, chunk, name, line)
            families()[options.family].steps().read(chunk, name, line)
    parts = ["searching", f"pricing up to {alternatives} alternatives" if alternatives else "", "compiling" if static else ""]
    if target != "-":
        console.say(f"{name}: {', '.join(filter(None, parts))} ...")
    with console.refusing(name), option_decorators.refused():
        want = ReportScope(alternatives, static, others)
        if settings is not None:
            from egraph_opt.triton.offline_decision import add_decision

            options, want = add_decision(text, settings, want)
        found = build(text, name, options, want)
    page = json.dumps(found.to_json(), indent=1, ensure_ascii=False) + "\n" if as_json else render(found)
    console.write(target, page)
    for remark in found.remarks:
        console.say(f"{name}: remark: {remark}")
    if found.ruling is not None:
        console.say(f"{name}: {found.ruling}")
    console.say(f"{name}: {found.headline or 'a report'}{'' if target == '-' else f': written to {target}'}")
    raise SystemExit(exit_codes.of_stops([str(function["stopped_by"]) for function in found.functions]))
