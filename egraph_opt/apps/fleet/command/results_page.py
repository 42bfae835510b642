"""HTML page that `egraph-opt report` writes about a results file."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from egraph_opt.apps.fleet.records.corpus_page import order_functions, page
from egraph_opt.apps.fleet.records.pages import write_pages
from egraph_opt.apps.fleet.records.results import read
from egraph_opt.command import console
from egraph_opt.core.result import count_noun


def report(context: click.Context, file: Path, output: str | None, as_json: bool, pages: int) -> None:
    """Write the HTML page about a results file."""
    own = ("file", "output", "as_json", "pages")
    given = [
        name for name in context.params if context.get_parameter_source(name) == ParameterSource.COMMANDLINE and name not in own
    ]
    if given or as_json:
        flags = ", ".join("--" + name.replace("_", "-") for name in (given or ["json"]))
        raise click.UsageError(f"{flags}: no use with a results file")
    target = output or f"{file.stem}.html"
    console.check_outputs(str(file), {"-o": target})
    if target != "-" and console.resolve_links(target) == console.resolve_links(file):
        raise click.UsageError(f"-o {target}: it is {file}, which is read, and would be lost")
    if pages and target == "-":
        raise click.UsageError("--pages: the page goes to stdout: name a file with -o")
    with console.guard_output(file):
        run, records = read(file)
        functions = list(records)
    links: dict[int, str] = {}
    if pages:
        folder = Path(target).with_suffix(".pages")
        with console.guard_output(folder):
            links = write_pages(functions, order_functions(run, functions), folder, pages, console.say)
    console.write(target, page(run, functions, links))
    console.say(f"{file}: {count_noun(len(functions), 'function')}{'' if target == '-' else f': written to {target}'}")
